"""Wiring: the environment is the only switch between a laptop and a server."""

from config import garbage  # noqa: F401  before everything else is loaded
from config.celery import app as celery_app

__all__ = ["celery_app"]
