"""A person's second factor and recovery codes, as they are stored."""

from django.conf import settings
from django.db import models


class SecondFactor(models.Model):
    """A telephone that shows one-time codes. Asked for once it is confirmed. Its secret is sealed by the master key of that name.

    `last_step` is the period of the last code that was taken: no code is taken twice. `failures` are those since then."""

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
        """What its secret is sealed for."""
        return f"user {self.user_id}: second factor"


class RecoveryCode(models.Model):
    """One of those that a person wrote down for when the telephone is gone. It works once; what is stored cannot be turned back."""

    second_factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "finance"
        constraints = [models.UniqueConstraint(fields=["second_factor", "hash"], name="one_recovery_code")]
