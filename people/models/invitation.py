"""Table of invitations."""

import datetime as dt
import uuid
from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.roles import Role
from people.tenancy import OrganizationQuerySet


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
