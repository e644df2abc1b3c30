"""A worker keeps its connection to the database from task to task, as Django keeps one from request to request (`CONN_MAX_AGE`).

Celery by itself connects anew for each task, which took a quarter of the processors' time that a statement takes.
"""

import sys
from typing import Any

from celery import Celery
from celery.signals import task_postrun, task_prerun
from django.db import close_old_connections


def keep_connections(app: "Celery[Any]") -> None:
    """Celery's own way of closing, after so many tasks, is put off for ever; `close_what_is_old` does it instead."""
    app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize


@task_prerun.connect
@task_postrun.connect
def close_what_is_old(task: Any, **_: Any) -> None:
    """Also one that an error broke. A task that runs inside a request has the request's."""
    if not task.request.is_eager:
        close_old_connections()
