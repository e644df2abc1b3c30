"""Table of the organizations' wrapped data keys."""

from django.db import models

from people.tenancy import OrganizationQuerySet


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
