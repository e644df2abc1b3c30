"""Tables of second factors and recovery codes."""

from django.conf import settings
from django.db import models


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
