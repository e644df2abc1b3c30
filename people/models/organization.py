"""Tables of organizations, memberships, invitations, and wrapped data keys."""

import datetime as dt
import uuid
from typing import Self, TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people import roles
from people.models.preferences import ReadingPreferences
from people.roles import Role
from people.tenancy import OrganizationQuerySet, ValidatedAcrossOrganizations


class Organization(ReadingPreferences):
    """The tenant: a household or a firm. Every row belongs to one, and every query begins with one.

    Its books are locked up to `locked_until`, and up to `owners_only_until` for all but its owners.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(_("short name"), unique=True, max_length=80)
    locked_until = models.DateField(_("locked up to"), null=True, blank=True)
    owners_only_until = models.DateField(_("locked for all but owners up to"), null=True, blank=True)
    two_persons = models.BooleanField(_("who prepared or posted may not review"), default=False)
    prepares_matched = models.BooleanField(_("proved statements are prepared by themselves"), default=False)
    keeps_documents_days = models.PositiveIntegerField(_("days for which documents are kept"), null=True, blank=True)
    is_sample = models.BooleanField(_("sample books"), default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "finance"
        verbose_name = _("organization")
        verbose_name_plural = _("organizations")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class MembershipQuerySet(OrganizationQuerySet["Membership"]):
    def active(self, now: dt.datetime) -> Self:
        """Return the memberships that have not expired."""
        return self.filter(Q(expires_at=None) | Q(expires_at__gt=now))


class Membership(ValidatedAcrossOrganizations):
    """A user in an organization, with their role."""

    Role: TypeAlias = roles.Role

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("organization"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("user"))
    role = models.CharField(_("role"), max_length=20, choices=Role.choices, default=Role.VIEWER)
    accounts = models.ManyToManyField("finance.Account", blank=True, related_name="clients", verbose_name=_("accounts given to a client"))
    expires_at = models.DateTimeField(_("ends at"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        app_label = "finance"
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["organization", "user"], name="one_membership_a_user"),
            models.CheckConstraint(condition=Q(role__in=roles.Role.values), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.organization}"

    def may(self, action: roles.Action, *, now: dt.datetime | None = None) -> bool:
        """True if this member may do the action, today or at `now`. A client is further limited to the given accounts: `visible_to`."""
        expired = self.expires_at is not None and self.expires_at <= (now or timezone.now())
        return not expired and action in roles.ALLOWED.get(self.role, frozenset())

    @property
    def sees_given_accounts_only(self) -> bool:
        return self.role == roles.Role.CLIENT


class DataKeyQuerySet(OrganizationQuerySet["DataKey"]):
    pass


class DataKey(models.Model):
    """`wrapped` is sealed by the master key named `master`. It is deleted with its organization, and with it all that it sealed."""

    organization = models.OneToOneField("finance.Organization", on_delete=models.CASCADE, related_name="+")
    wrapped = models.BinaryField()
    master = models.CharField(max_length=16)
    made_at = models.DateTimeField(auto_now_add=True)

    objects = DataKeyQuerySet.as_manager()

    class Meta:
        app_label = "finance"

    @property
    def bound_to(self) -> str:
        """The purpose that the key is sealed for."""
        return f"{self.organization_id}: data key"


class InvitationQuerySet(OrganizationQuerySet["Invitation"]):
    def open(self, now: dt.datetime) -> Self:
        """Return the invitations that can still be accepted."""
        return self.filter(accepted_at=None, withdrawn_at=None, expires_at__gt=now)


class Invitation(models.Model):
    """An invitation whose link lets one person join until `expires_at`. Owners are never invited: owners make owners."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey("finance.Organization", on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=20, choices=[each for each in Role.choices if each[0] != Role.OWNER])
    email = models.EmailField(_("e-mail"), blank=True)
    accounts = models.ManyToManyField("finance.Account", blank=True, related_name="+")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    invited_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    accepted_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        app_label = "finance"
        ordering = ["-invited_at"]
