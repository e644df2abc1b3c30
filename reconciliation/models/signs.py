"""What tells the web that there are workers."""

from django.db import models


class WorkerSign(models.Model):
    """One row: when a worker last swept. It belongs to the installation, and says nothing of anybody's."""

    heard_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.heard_at)
