"""Tables of people and organizations.

They belong to the Django app `finance`, whose migrations created them; moving them would only rename the tables.
"""

import datetime as dt
import uuid
from typing import Any, NoReturn, Self, TypeAlias
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people import roles
from people.formats import Colour, DayFormat, Formats, Language, NumberFormat
from people.roles import Role
from people.tenancy import OrganizationQuerySet, ValidatedAcrossOrganizations


class ReadingPreferences(models.Model):
    """The columns that a person and an organization share."""

    language = models.CharField(_("language"), max_length=5, choices=Language.choices, blank=True)
    day_format = models.CharField(_("days"), max_length=10, choices=DayFormat.choices, blank=True)
    number_format = models.CharField(_("figures"), max_length=10, choices=NumberFormat.choices, blank=True)

    class Meta:
        abstract = True


class Preferences(ReadingPreferences):
    """A person's own preferences; the row exists only once they chose something."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences")
    letter_keys = models.BooleanField(_("single letters act on the page of a statement"), default=True)
    mail_when_done = models.BooleanField(_("a letter when a batch of uploads is done"), default=False)

    class Meta:
        app_label = "finance"


def uses_letter_keys(own: Preferences | None) -> bool:
    """True if single-key shortcuts are on. People who use speech input or hit keys by chance switch them off."""
    return own is None or own.letter_keys


def language_for(*readings: ReadingPreferences | None) -> str:
    """Return the first chosen language; empty leaves it to the browser."""
    return _first("language", readings)


def formats_for(*readings: ReadingPreferences | None) -> Formats:
    return Formats(day=_first("day_format", readings), numbers=_first("number_format", readings))


def _first(name: str, readings: tuple[ReadingPreferences | None, ...]) -> str:
    return next((value for reading in readings if reading and (value := getattr(reading, name))), "")


class SecondFactor(models.Model):
    """A telephone that shows one-time codes, required once confirmed. Its secret is sealed by the master key named `master`.

    `last_step` is the period of the last accepted code, so that no code works twice. `failures` counts wrong codes since then.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor")
    wrapped = models.BinaryField()
    master = models.CharField(max_length=16)
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    failed_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "finance"

    @property
    def bound_to(self) -> str:
        """The purpose that the secret is sealed for."""
        return f"user {self.user_id}: second factor"


class RecoveryCode(models.Model):
    """A code for a person whose telephone is lost. It works once; only its hash is stored."""

    second_factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "finance"
        constraints = [models.UniqueConstraint(fields=["second_factor", "hash"], name="one_recovery_code")]


class Organization(ReadingPreferences):
    """The tenant: a household or a firm. Every row belongs to one, and every query begins with one.

    Its books are locked up to `locked_until`, and up to `owners_only_until` for all but its owners. Since `closed_at` it can only be
    read.
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
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="", db_default="")
    colour = models.CharField(_("color"), max_length=10, choices=Colour.choices, blank=True, default="", db_default="")
    firm = models.CharField(_("firm"), max_length=200, blank=True, default="", db_default="")
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "finance"
        verbose_name = _("organization")
        verbose_name_plural = _("organizations")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of its days and times of day."""
        return ZoneInfo(self.time_zone or settings.TIME_ZONE)

    @property
    def shown_colour(self) -> str:
        """The chosen colour, else the derived one."""
        return self.colour or self.derived_colour

    @property
    def derived_colour(self) -> str:
        """A colour that its id decides."""
        return Colour.values[self.id.int % len(Colour.values)]


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
        """True if this member may do the action, today or at `now`. A client is further limited to the given accounts: `visible_to`.

        A closed organization allows only `WHILE_CLOSED`.
        """
        expired = self.expires_at is not None and self.expires_at <= (now or timezone.now())
        if expired or action not in roles.ALLOWED.get(self.role, frozenset()):
            return False
        return action in roles.WHILE_CLOSED or self.organization.closed_at is None

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

    def of_one_link(self, invitation: "Invitation") -> Self:
        """Return the invitations that share the link of this one, itself included."""
        if invitation.letter is None:
            return self.of(invitation.organization).filter(pk=invitation.pk)
        return self.across_organizations("one letter invites to several organizations").filter(letter=invitation.letter)


class Invitation(models.Model):
    """An invitation whose link lets one person join until `expires_at`. Owners are never invited: owners make owners.

    Invitations of one `letter` have one link, which joins all their organizations.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey("finance.Organization", on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=20, choices=[choice for choice in Role.choices if choice[0] != Role.OWNER])
    email = models.EmailField(_("e-mail"), blank=True)
    accounts = models.ManyToManyField("finance.Account", blank=True, related_name="+")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    invited_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    accepted_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    letter = models.UUIDField(null=True, editable=False, db_index=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        app_label = "finance"
        ordering = ["-invited_at"]


NOBODY = UUID(int=0)


class AppendOnly(TypeError):
    """Raised when an entry of the audit log would be changed or removed."""


class AuditHeadQuerySet(OrganizationQuerySet["AuditHead"]):
    pass


class AuditEntryQuerySet(OrganizationQuerySet["AuditEntry"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnly

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly

    def delete(self) -> NoReturn:
        raise AppendOnly

    def erase(self) -> int:
        """Delete the entries of an erased organization and return their number. The database allows it once the chain's head is deleted."""
        return super().delete()[0]


class AuditHead(models.Model):
    """The last entry of a chain, of an organization or (`organization` None) of the installation.

    Writers lock this row, so numbers have no gaps; a tail that was cut off no longer matches it.
    """

    organization = models.OneToOneField("finance.Organization", on_delete=models.PROTECT, null=True, related_name="+")
    number = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)

    objects = AuditHeadQuerySet.as_manager()

    class Meta:
        app_label = "finance"
        constraints = [models.UniqueConstraint(Coalesce("organization", Value(NOBODY)), name="one_head_a_chain")]


class AuditEntry(models.Model):
    """One act. `by` is the key of the user and `name` their name at that time; without a user the installation itself acted.

    `subject` and `subject_id` name the affected row; `details` hold no free text of documents and no account numbers.
    `act` is one of `people.audit.Act`. `hash` is the SHA-256 of all other fields, including `previous`, in the form of
    `people.audit`.
    """

    organization = models.ForeignKey("finance.Organization", on_delete=models.PROTECT, null=True, related_name="+")
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    by = models.PositiveBigIntegerField(null=True)
    name = models.CharField(max_length=150, blank=True)
    address = models.CharField(max_length=45, blank=True)
    act = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, blank=True)
    subject_id = models.CharField(max_length=40, blank=True)
    details = models.JSONField()
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    objects = AuditEntryQuerySet.as_manager()

    class Meta:
        app_label = "finance"
        ordering = ["-number"]
        indexes = [models.Index(fields=["organization", "subject_id", "act", "at"], name="audit_by_subject")]
        constraints = [
            models.UniqueConstraint(fields=["organization", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["number"], condition=Q(organization=None), name="one_own_entry_a_number"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new entry. Raises AppendOnly for a stored one."""
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly
