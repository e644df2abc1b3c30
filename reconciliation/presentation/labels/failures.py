"""Reasons why an import failed and what to do about it, one entry for each error code."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from reconciliation.documents.unreadable import MESSAGES, message
from reconciliation.presentation.labels.reasons import Words

ADVICE: dict[str, Words] = {
    "not_a_pdf": _("Download the statement from your bank as a PDF and upload that file."),
    "empty": _("The download was probably cut short. Download it again."),
    "damaged": _("A fresh download usually helps; a file that was edited or printed anew often does not."),
    "encrypted": _("Its password opens it once: a copy without the lock is kept, the password is not."),
    "wrong_password": _("Mind capitals, dots and spaces, and try again."),
    "too_large": _("Split it into smaller files, for example one a month."),
    "too_many_pages": _("Split it into smaller files, for example one a month."),
    "timeout": _("Try once more. If it stops again, split the file."),
    "memory": _("Split it into smaller files, for example one a month."),
    "too_complex": _("Download it anew from your bank, without printing or editing it."),
    "blank": _("Download the statement from your bank as a PDF and upload that file."),
    "nothing_legible": _("Scan it again, straight and at 200 to 300 dots an inch, or download it from your bank as a PDF."),
    "too_many_scans": _("Split it into smaller files, for example one a month."),
    "ocr_timeout": _("Try once more. If it stops again, split the file."),
    "ocr_memory": _("Ask your administrator to raise this limit."),
    "no_text": _("Until then nothing can be compared; the file is kept here."),
    "not_confined": _("Ask your administrator: `manage.py check --deploy` names the locks that are missing."),
    "document_gone": _("Upload the file again, and ask your administrator what became of the stored documents."),
    "document_sealed": _("Ask your administrator to put the master key back with which it was stored; then process it again."),
    "not_stored": _("Upload it again in a while. If that happens again, ask your administrator: the disk may be full."),
    "too_many_waiting": _("Nothing of it was kept. Upload it again once some of them are done."),
    "figure_out_of_range": _("Look at the document: this is hardly a statement."),
}

OTHERS: dict[str, Words] = {
    "gave_up": _("Processing was tried %(attempts)s times and was interrupted each time."),
    "gave_up_on_error": _("Processing was tried %(attempts)s times and ended in an error, the last time in %(cause)s."),
    "interrupted": _("This run was broken off; the next one began anew."),
    "not_stored": _("The file could not be stored."),
    "document_gone": _("The stored file is not there any more."),
    "document_sealed": _("The stored file cannot be decrypted: its key is missing, or the file was altered."),
    "too_many_waiting": _("So many of your statements wait already that no more are accepted now."),
    "figure_out_of_range": _("An amount in this document is larger, or has more decimals, than any money has."),
}

PASSING = frozenset({"timeout", "memory", "ocr_timeout", "ocr_memory", "not_confined", "not_stored", "document_sealed", "too_many_waiting"})
FILES_FAULT = frozenset(ADVICE) - PASSING
UNKNOWN = _("Something went wrong while this was processed.")
TRY_AGAIN = _("Try once more. If it happens again, ask your administrator.")


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure in words: `what` happened, and `advice` on what to do, each of one or two sentences."""

    code: str
    what: str
    advice: str

    @property
    def may_pass(self) -> bool:
        """True if reading the same file again may succeed."""
        return self.code not in FILES_FAULT


def failure(error: Mapping[str, Any] | None) -> Failure | None:
    """Return the words for a stored error, or None if there is none. An unknown code has a general sentence."""
    if not error:
        return None
    code, params = str(error.get("code", "")), error.get("params") or {}
    return Failure(code, _what(code, params), str(ADVICE.get(code, TRY_AGAIN)))


def _what(code: str, params: Mapping[str, Any]) -> str:
    try:
        return message(code, params) if code in MESSAGES else str(OTHERS.get(code, UNKNOWN)) % params
    except (KeyError, TypeError):  # figures that the message names were not stored
        return str(UNKNOWN)
