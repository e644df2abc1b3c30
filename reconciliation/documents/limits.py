"""The limits of one untrusted document on this machine."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import TypeVar

from reconciliation.documents.unreadable import DocumentUnreadable

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLimits:
    """Sizes in bytes, time in seconds of wall clock, everything for one document.

    The `ocr_` ones are for reading scanned pages: their number, seconds for all of them together, memory. With `sandbox_required` the child
    refuses the document unless every one of its locks holds.
    """

    bytes: int = 25_000_000
    pages: int = 500
    characters: int = 2_000_000
    seconds: float = 30.0
    memory: int = 1_000_000_000
    ocr_pages: int = 20
    ocr_seconds: float = 150.0
    ocr_memory: int = 2_000_000_000
    sandbox_required: bool = False


class OutOfTime(DocumentUnreadable):
    """Raised if the time of a document is used up before an engine begins."""

    def __init__(self) -> None:
        super().__init__("timeout")


class DocumentClock:
    """Counts the seconds that all engines together may use for one document. It runs while an engine runs. Text recognition may extend it
    once, because scans take long."""

    def __init__(self, seconds: float, *, now: Callable[[], float] = time.monotonic) -> None:
        self.left = seconds
        self.is_extended = False
        self._now = now

    def extend(self, seconds: float) -> None:
        """Let at least so many seconds be left, the first time."""
        if not self.is_extended:
            self.left, self.is_extended = max(self.left, seconds), True

    def run(self, engine: Callable[[float], Found], *, most: float = inf) -> Found:
        """Call the engine with the seconds that it has, and return its result. Raises OutOfTime if none are left."""
        if self.left <= 0:
            raise OutOfTime
        started = self._now()
        try:
            return engine(min(self.left, most))
        finally:
            self.left -= self._now() - started


def configured_limits() -> DocumentLimits:
    """Return the limits from the settings."""
    from django.conf import settings  # only where Django runs: the child that parses knows no settings

    return DocumentLimits(
        bytes=settings.DOCUMENT_MAX_BYTES,
        pages=settings.DOCUMENT_MAX_PAGES,
        characters=settings.DOCUMENT_MAX_CHARACTERS,
        seconds=settings.DOCUMENT_MAX_SECONDS,
        memory=settings.DOCUMENT_MAX_MEMORY,
        ocr_pages=settings.OCR_MAX_PAGES,
        ocr_seconds=settings.OCR_MAX_SECONDS,
        ocr_memory=settings.OCR_MAX_MEMORY,
        sandbox_required=settings.SANDBOX_REQUIRED,
    )
