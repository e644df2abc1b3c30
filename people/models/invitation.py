"""An invitation and what became of it."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.models.querysets import InvitationQuerySet
from people.roles import Role


class Invitation(models.Model):
    """Who holds its link may join once, until `expires_at`. Nobody is invited as an owner: owners make owners."""

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
