"""The only module that writes, reads and removes stored documents; `reconciliation.storage.archive` decides the bytes.

A name is drawn at random, and handed out only after all bytes are written: a document is stored whole or not at all.
"""

import datetime as dt
import re
from collections.abc import Iterator
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

NAME = re.compile(r"documents/[0-9a-f]{2}/[0-9a-f]{32}\.(pdf|sealed)")


class NotAStoredDocument(ValueError):
    """Raised for a name that this store never gave."""


def new_name() -> str:
    """Return a random name for sealed bytes."""
    token = uuid4().hex
    return f"documents/{token[:2]}/{token}.sealed"


def keep(name: str, content: bytes) -> None:
    """Store the bytes under a new name for `fetch`."""
    try:
        default_storage.save(known(name), ContentFile(content))
    except BaseException:
        default_storage.delete(name)
        raise


def is_sealed(name: str) -> bool:
    """True if the document is sealed; older ones were stored plain."""
    return known(name).endswith(".sealed")


def fetch(name: str) -> bytes:
    """Return the stored bytes. Raises FileNotFoundError if they are missing."""
    with default_storage.open(known(name), "rb") as stored:
        return bytes(stored.read())


def stored() -> Iterator[set[str]]:
    """Yield the names of all documents, folder by folder."""
    for folder in _listed("documents")[0]:
        names = {f"documents/{folder}/{file}" for file in _listed(f"documents/{folder}")[1]}
        yield {name for name in names if NAME.fullmatch(name)}


def is_older(name: str, than: dt.datetime) -> bool:
    """True if the document was stored before that moment; in a bucket this is a request of its own."""
    return default_storage.get_modified_time(known(name)) < than


def _listed(folder: str) -> tuple[list[str], list[str]]:
    """Return the folders and files in a folder."""
    try:
        return default_storage.listdir(folder)
    except FileNotFoundError:
        return [], []


def is_writable() -> bool:
    """Store and remove a probe file and return True. Raises the storage's own error on failure."""
    default_storage.delete(default_storage.save(f"probes/{uuid4().hex}", ContentFile(b"ready")))
    return True


def discard(name: str) -> None:
    """Remove a document; ignore a missing one."""
    default_storage.delete(known(name))


def known(name: str) -> str:
    if not NAME.fullmatch(name):
        raise NotAStoredDocument(name)
    return name
