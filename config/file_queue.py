"""The queue of a single machine without a server: Celery's transport over files, each of which appears complete or not at all.

Kombu opens a file under its last name and then fills it: a worker that looks in between reads an empty message and dies."""

import os
from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

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
        try:
            os.link(empty, self.control_folder / f"{exchange}.exchange")
        except OSError:
            pass  # it is there already; or this file system has no links, and kombu makes it as it would
        finally:
            empty.unlink()
        super()._queue_bind(exchange, routing_key, pattern, queue)


class FileTransport(filesystem.Transport):
    Channel = Channel


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{FileTransport.__name__}"
