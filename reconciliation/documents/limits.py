"""The limits of one untrusted document on this machine."""

from dataclasses import dataclass


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
