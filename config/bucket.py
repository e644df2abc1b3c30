"""A bucket with the errors of a disk, so that callers need not know which it is. Imported only if one is set."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import File
from storages.backends.s3 import S3Storage

PATIENCE = Config(
    connect_timeout=5,
    read_timeout=30,
    retries={"max_attempts": 3, "mode": "standard"},
    signature_version="s3v4",
    s3={"addressing_style": "path"},  # every server has it; names of one's own for each bucket only some
    request_checksum_calculation="when_required",  # not every server understands the checksums of newer clients
    response_checksum_validation="when_required",
)


@contextmanager
def as_of_a_disk() -> Iterator[None]:
    """Raise OSError in place of boto3's errors; FileNotFoundError passes as it is."""
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        raise OSError(f"the bucket does not do what was asked: {type(error).__name__}") from error


class Bucket(S3Storage):  # type: ignore[misc]  # django-storages has no types
    def __init__(self, **options: Any) -> None:
        super().__init__(**options, client_config=PATIENCE)

    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        """Read the whole document, since it is only ever read whole: the bucket is not used after this."""
        with as_of_a_disk(), super()._open(name, mode) as stored:
            return File(BytesIO(stored.read()), name)

    def _save(self, name: str, content: "File[bytes]") -> str:
        with as_of_a_disk():
            return str(super()._save(name, content))

    def delete(self, name: str) -> None:
        with as_of_a_disk():
            super().delete(name)

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        with as_of_a_disk():
            folders, files = super().listdir(path)
            return list(folders), list(files)

    def get_modified_time(self, name: str) -> dt.datetime:
        with as_of_a_disk():
            modified: dt.datetime = super().get_modified_time(name)
            return modified
