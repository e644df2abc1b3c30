"""The data key of an organization, as it is stored: wrapped."""

from django.db import models

from people.models.querysets import DataKeyQuerySet


class DataKey(models.Model):
    """`wrapped` is sealed by the master key of that name. It goes with its organization: what was sealed with it is then gone for good."""

    organization = models.OneToOneField("finance.Organization", on_delete=models.CASCADE, related_name="+")
    wrapped = models.BinaryField()
    master = models.CharField(max_length=16)
    made_at = models.DateTimeField(auto_now_add=True)

    objects = DataKeyQuerySet.as_manager()

    class Meta:
        app_label = "finance"

    @property
    def bound_to(self) -> str:
        """What it is sealed for."""
        return f"{self.organization_id}: data key"
