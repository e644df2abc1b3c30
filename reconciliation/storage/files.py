"""The only place where stored documents are written, read and removed; what their bytes are is `reconciliation.storage.archive`'s to know.

A name is drawn at random, nothing of it comes from outside, and nobody knows it before all the bytes are there: a document is
stored whole or not at all.
"""

import datetime as dt
import re
from collections.abc import Iterator
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

NAME = re.compile(r"documents/[0-9a-f]{2}/[0-9a-f]{32}\.(pdf|sealed)")


class NotAStoredDocument(ValueError):
    """A name that this store never gave."""


def new_name() -> str:
    """Where sealed bytes are to lie."""
    token = uuid4().hex
    return f"documents/{token[:2]}/{token}.sealed"


def keep(name: str, content: bytes) -> None:
    """Store the bytes under a new name, under which `fetch` gives them back."""
    try:
        default_storage.save(known(name), ContentFile(content))
    except BaseException:
        default_storage.delete(name)
        raise


def is_sealed(name: str) -> bool:
    """Else it was stored plain, as documents once were."""
    return known(name).endswith(".sealed")


def fetch(name: str) -> bytes:
    """The stored bytes. Raises FileNotFoundError if they are gone."""
    with default_storage.open(known(name), "rb") as stored:
        return bytes(stored.read())


def stored() -> Iterator[set[str]]:
    """The names of all documents, folder by folder."""
    for folder in _listed("documents")[0]:
        names = {f"documents/{folder}/{file}" for file in _listed(f"documents/{folder}")[1]}
        yield {name for name in names if NAME.fullmatch(name)}


def is_older(name: str, than: dt.datetime) -> bool:
    """Whether it was stored before then; in a bucket that is a request of its own."""
    return default_storage.get_modified_time(known(name)) < than


def _listed(folder: str) -> tuple[list[str], list[str]]:
    """Folders and files in it."""
    try:
        return default_storage.listdir(folder)
    except FileNotFoundError:
        return [], []


def is_writable() -> bool:
    """Whether a file can be stored and removed again. Raises what the storage does where not."""
    default_storage.delete(default_storage.save(f"probes/{uuid4().hex}", ContentFile(b"ready")))
    return True


def discard(name: str) -> None:
    """Remove a document; one that is gone already is no error."""
    default_storage.delete(known(name))


def known(name: str) -> str:
    if not NAME.fullmatch(name):
        raise NotAStoredDocument(name)
    return name
