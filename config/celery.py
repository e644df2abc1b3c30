"""The Celery application: a doorbell for work whose record is in the database."""

import os

from celery import Celery

from config import file_queue  # noqa: F401  gives the settings' broker its name

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tieout")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
