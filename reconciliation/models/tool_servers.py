"""Servers of an organization's own tools, and the tools that an owner allowed the chat to use."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from people.models import Organization
from reconciliation.models.querysets import ServerToolQuerySet, ToolServerQuerySet


class ToolServer(models.Model):
    """A server of the Model Context Protocol that an owner added. `sealed_token` can be opened only for this organization and this address.
    Unless `is_masked` is false, numbers and addresses in the arguments of calls are masked. `failure` is the code of the last listing of
    its tools, empty if that succeeded."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="tool_servers")
    name = models.CharField(_("name"), max_length=20)
    address = models.CharField(_("address"), max_length=500)
    is_masked = models.BooleanField(default=True)
    sealed_token = models.BinaryField(null=True)
    added_at = models.DateTimeField(auto_now_add=True)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    listed_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=20, blank=True)

    objects = ToolServerQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["organization", "name"], name="tool_servers_have_names")]

    def __str__(self) -> str:
        return self.name

    @property
    def token_purpose(self) -> str:
        """Return the purpose of the sealed token, which limits where it is sent."""
        return f"token of tools at {self.address}"


class ServerTool(models.Model):
    """A tool as its server last listed it. `digest` is that of everything that an owner sees of it; `allowed_digest` is that of what an
    owner allowed, empty if nothing is allowed. `problem` is the code of the reason why it cannot be allowed, empty without one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    server = models.ForeignKey(ToolServer, on_delete=models.CASCADE, related_name="tools")
    name = models.CharField(max_length=128)
    description = models.TextField(blank=True)
    input_schema = models.JSONField(default=dict)
    problem = models.CharField(max_length=20, blank=True)
    digest = models.CharField(max_length=64)
    is_listed = models.BooleanField(default=True)
    allowed_digest = models.CharField(max_length=64, blank=True)
    allowed_at = models.DateTimeField(null=True)
    allowed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    objects = ServerToolQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["server", "name"], name="a_server_lists_a_tool_once"),
            models.CheckConstraint(condition=Q(allowed_digest="") | Q(allowed_at__isnull=False), name="allowed_tools_have_their_time"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_offered(self) -> bool:
        """True if the chat may use it: it is as an owner allowed it."""
        return self.is_listed and not self.problem and self.allowed_digest == self.digest

    @property
    def has_changed(self) -> bool:
        """True if an owner allowed it and its definition is another one since."""
        return self.allowed_digest not in ("", self.digest)
