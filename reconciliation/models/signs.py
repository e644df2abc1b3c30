"""Signs of life from workers, for the web."""

from django.db import models


class WorkerSign(models.Model):
    """One row: when a worker last swept. It belongs to the installation and has no data of an organization."""

    heard_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.heard_at)
