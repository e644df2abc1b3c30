"""What travels with every message to a worker: which request it comes of, and how it is to be understood."""

import logging
from typing import Any

from celery import Task
from celery.signals import before_task_publish, task_prerun
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

logger = logging.getLogger(__name__)
REQUEST, VERSION = "request_id", "message_version"
UNDERSTOOD = 1
"""Raised by a release whose messages mean something else than before. It goes on understanding the earlier ones; one that came before
it refuses the later ones."""


class VersionedTask(Task):  # type: ignore[type-arg]
    """A worker of an earlier release refuses a later message and leaves the work where it is recorded, in the database: it is rung for
    again until a worker of the later release takes it."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        version = getattr(self.request, VERSION, None) or UNDERSTOOD
        if version > UNDERSTOOD:
            logger.warning("message_version=%s is not understood, only up to %s: left to a newer worker", version, UNDERSTOOD)
            return None
        return super().__call__(*args, **kwargs)


@before_task_publish.connect
def address(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Into the message's headers, beside what Celery puts there."""
    if headers is not None:
        headers[VERSION] = UNDERSTOOD
        headers[REQUEST] = get_contextvars().get(REQUEST)


@task_prerun.connect
def pick_up(task_id: str, task: Any, **_: Any) -> None:
    """Every line that the task writes says which one it is, and of which request; one that runs inside a request says so already."""
    if task.request.is_eager:
        return
    clear_contextvars()
    request_id = getattr(task.request, REQUEST, None)
    bind_contextvars(task=task.name.rpartition(".")[2], task_id=task_id, **({REQUEST: request_id} if request_id else {}))
