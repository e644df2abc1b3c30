"""Wiring: the environment is the only switch between a laptop and a server."""

import gc

OBJECTS = 50_000
"""Number of allocated objects that are not yet freed after which the youngest generation is collected: rarely, since starting makes many
objects and frees few."""
gc.set_threshold(OBJECTS, 10, 10)  # before everything else is loaded

from config.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
