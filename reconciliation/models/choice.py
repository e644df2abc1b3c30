"""The organization's own choice of a model instead of the installation's."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.models import Organization
from reconciliation.models.querysets import ProviderChoiceQuerySet


class ProviderChoice(models.Model):
    """An empty `provider` is the installation's own. `sealed_key` can be decrypted only for this organization, this provider and this
    address;
    of the key only `key_ending` is shown. `testing_since` is set while a connection test runs."""

    organization = models.OneToOneField(Organization, on_delete=models.CASCADE, related_name="+")
    provider = models.CharField(_("provider"), max_length=40, blank=True)
    model = models.CharField(_("model"), max_length=200, blank=True)
    base_url = models.CharField(_("address"), max_length=500, blank=True)
    sealed_key = models.BinaryField(null=True)
    key_ending = models.CharField(max_length=4, blank=True)
    key_set_at = models.DateTimeField(null=True)
    key_set_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    testing_since = models.DateTimeField(null=True)

    objects = ProviderChoiceQuerySet.as_manager()

    def __str__(self) -> str:
        return self.provider

    @property
    def key_purpose(self) -> str:
        """Return the purpose of the sealed key, which limits where it is sent."""
        return f"key of {self.provider} at {self.base_url}"

    def forget_key(self) -> None:
        self.sealed_key, self.key_ending, self.key_set_at, self.key_set_by = None, "", None, None
