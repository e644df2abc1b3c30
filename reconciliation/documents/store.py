"""The only place where stored documents are written, read and removed.

A name is drawn at random, nothing of it comes from outside, and nobody knows it before all the bytes are there: a document is
stored whole or not at all.
"""

import re
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

NAME = re.compile(r"documents/[0-9a-f]{2}/[0-9a-f]{32}\.pdf")


class NotAStoredDocument(ValueError):
    """A name that this store never gave."""


def keep(pdf: bytes) -> str:
    """Store the bytes; the name under which `fetch` gives them back."""
    token = uuid4().hex
    name = f"documents/{token[:2]}/{token}.pdf"
    try:
        return default_storage.save(name, ContentFile(pdf))
    except BaseException:
        default_storage.delete(name)
        raise


def fetch(name: str) -> bytes:
    """The stored bytes. Raises FileNotFoundError if they are gone."""
    with default_storage.open(known(name), "rb") as stored:
        return bytes(stored.read())


def discard(name: str) -> None:
    """Remove a document; one that is gone already is no error."""
    default_storage.delete(known(name))


def known(name: str) -> str:
    if not NAME.fullmatch(name):
        raise NotAStoredDocument(name)
    return name
