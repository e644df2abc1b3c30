"""The Celery application: a doorbell for work whose record is in the database."""

import os

from celery import Celery

from config import file_queue, messages, starting  # noqa: F401  name the settings' broker, give messages their headers, refuse to start
from config.connections import keep_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")  # Celery would load every page and not say what it finds; config/starting.py does

app = Celery("tieout", task_cls=messages.VersionedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
keep_connections(app)
