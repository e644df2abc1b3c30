"""The Celery application: a doorbell for work whose record is in the database."""

import os
import sys
from typing import Any

from celery import Celery
from celery.signals import task_postrun, task_prerun
from django.db import close_old_connections

from config import file_queue, messages, starting  # noqa: F401  name the settings' broker, give messages their headers, refuse to start

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")  # Celery would load every page and not say what it finds; config/starting.py does

app = Celery("tieout", task_cls=messages.VersionedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize  # Celery itself closes no connection: `close_what_is_old` does


@task_prerun.connect
@task_postrun.connect
def close_what_is_old(task: Any, **_: Any) -> None:
    """Close old and broken connections to the database, as Django does between requests (`CONN_MAX_AGE`).

    Celery itself opens one for each task, which took a quarter of the processor time for a statement. A task within a request uses
    the request's."""
    if not task.request.is_eager:
        close_old_connections()
