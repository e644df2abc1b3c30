"""The reasons why a document cannot be read: codes with figures, and their messages."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

Params = dict[str, int | float | str]

MESSAGES = {
    "not_a_pdf": _("This file is not a PDF."),
    "empty": _("This file is empty."),
    "damaged": _("This PDF is damaged and cannot be read. Please download it from the bank again."),
    "encrypted": _("This PDF is locked with a password."),
    "wrong_password": _("The password does not open this PDF."),
    "too_large": _("This file is larger than the limit of %(megabytes)g MB."),
    "too_many_pages": _("This PDF has %(pages)s pages; the limit is %(limit)s."),
    "timeout": _("Reading this PDF took longer than the limit of %(seconds)g seconds."),
    "memory": _("Reading this PDF needs more memory than the limit of %(megabytes)g MB."),
    "too_complex": _("This PDF is too complex: it has more than %(characters)s characters or is nested too deeply."),
    "not_confined": _(
        "This machine lacks protections of the sandbox that opens documents: %(missing)s of %(locks)s. "
        "It is configured to open none without all of them."
    ),
    "no_text": _(
        "This PDF has no text: it was probably scanned. Scanned documents can be read once text recognition (OCR) is installed "
        "with `make setup-ocr`. Or download the statement from the bank as a PDF."
    ),
    "blank": _("This PDF has no text, and none of its pages looks scanned."),
    "nothing_legible": _("No text could be recognized on the scanned pages of this PDF."),
    "too_many_scans": _("This PDF has %(pages)s scanned pages; the limit is %(limit)s."),
    "file_refused": _("This file cannot be read as a bank statement. %(why)s"),
    "file_asks": _("This table leaves open how it is to be read. %(questions)s"),
    "too_many_pages_of_text": _("The text of this file fills %(pages)s pages; the limit is %(limit)s."),
    "ocr_timeout": _("Recognizing the text of this scanned PDF took longer than the limit of %(seconds)g seconds."),
    "ocr_memory": _("Recognizing the text of this scanned PDF needs more memory than the limit of %(megabytes)g MB."),
}


AS_NAMED_OUTSIDE = {
    "blank": "no_text",
    "nothing_legible": "no_text",
    "too_many_scans": "too_many_pages",
    "too_many_pages_of_text": "too_many_pages",
    "ocr_timeout": "timeout",
    "ocr_memory": "memory",
}


class DocumentUnreadable(Exception):
    """Raised if a document cannot be read. `code` is one of MESSAGES, `params` are the figures in its message."""

    def __init__(self, code: str, params: Mapping[str, int | float | str] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.params: Params = dict(params or {})


def message(code: str, params: Mapping[str, int | float | str]) -> str:
    """Return the message in the reader's language; an unknown code reads as damaged."""
    return str(MESSAGES.get(code, MESSAGES["damaged"])) % params
