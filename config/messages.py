"""Headers of messages to workers: the id of their request, and the version of the message."""

import logging
from typing import Any

from celery import Task
from celery.signals import before_task_publish, task_prerun
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

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
