"""The Celery application: a doorbell for work whose record is in the database.

Messages to workers have the id of their request and a version. A single machine needs no server: its queue is a folder of files, each
of which appears complete or not at all. Kombu opens a file under its last name and then fills it: a worker that looks in between reads
an empty message and dies.
"""

import logging
import os
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from celery import Celery, Task
from celery.signals import before_task_publish, task_postrun, task_prerun
from django.db import close_old_connections
from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from config import starting  # noqa: F401  its receivers refuse to start with unsafe settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")  # Celery would load every page and hide its findings; config/starting.py reports them

logger = logging.getLogger(__name__)
REQUEST, VERSION = "request_id", "message_version"
UNDERSTOOD = 1
"""Increased by a release whose messages have another meaning. It still accepts earlier messages; earlier releases refuse its own."""


class VersionedTask(Task):  # type: ignore[type-arg]
    """A task that a worker of an earlier release refuses if its message is later. The work is recorded in the database, and is offered
    again until a worker of the later release takes it."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        version = getattr(self.request, VERSION, None) or UNDERSTOOD
        if version > UNDERSTOOD:
            logger.warning("message_version=%s is not understood, only up to %s: left to a newer worker", version, UNDERSTOOD)
            return None
        return super().__call__(*args, **kwargs)


@before_task_publish.connect
def address(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Add the version and the request's id to a message's headers."""
    if headers is not None:
        headers[VERSION] = UNDERSTOOD
        headers[REQUEST] = get_contextvars().get(REQUEST)


@task_prerun.connect
def pick_up(task_id: str, task: Any, **_: Any) -> None:
    """Bind the task and its request to all its log lines; a task within a request has that context already."""
    if task.request.is_eager:
        return
    clear_contextvars()
    request_id = getattr(task.request, REQUEST, None)
    bind_contextvars(task=task.name.rpartition(".")[2], task_id=task_id, **({REQUEST: request_id} if request_id else {}))


SCHEME = "wholefiles"


class Channel(filesystem.Channel):
    """Writes each message and table under another name first, then renames it to the name that is looked for."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # the stubs of its bases disagree
        name = f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        written = Path(self.data_folder_out) / f"{name}.new"
        try:
            written.write_text(dumps(payload), encoding="utf-8")
            written.replace(written.with_name(name))
        except OSError as error:
            raise ChannelError(f"Cannot add {name!r} to the queue: {error}") from error

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        self.control_folder.mkdir(exist_ok=True)
        empty = self.control_folder / f"{uuid4()}.new"
        empty.write_text("[]", encoding="utf-8")
        with suppress(OSError):  # the exchange exists, or the file system has no links: then kombu writes the file itself
            os.link(empty, self.control_folder / f"{exchange}.exchange")
        empty.unlink()
        super()._queue_bind(exchange, routing_key, pattern, queue)


class FileTransport(filesystem.Transport):
    Channel = Channel


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{FileTransport.__name__}"

app = Celery("tieout", task_cls=VersionedTask)
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
