"""Concerns about a document by code: remarks of its readers and flags of its statements."""

from django.utils.translation import gettext_lazy as _

from reconciliation.presentation.labels.reasons import Words

SKIPPED = _("Parts of the file are damaged and were left out. Download it again from the bank.")
NOTES: dict[str, Words] = {
    "cut_short": _("The file ends before its end: the download was probably cut short."),
    "second_engine": _("The file could only be read by the second reader, which sees less."),
    "second_engine_failed": _("The second reader could not look at the file."),
    "engines_disagree": _("Two readers see different figures on a page."),
    "font_contradicts": _("A font draws other characters than it claims: what is copied from this file is not what is seen."),
    "has_attachments": _("The file holds other files, which no page shows."),
    "portfolio": _("The file is a folder of other files. Upload the statement in it by itself."),
    "form_not_drawn": _("The file holds a form of a kind (XFA) that is not drawn here. Print it to a new PDF, and upload that."),
    "layer_unconfirmed": _("A picture covers the words of a page. They were not compared with the picture: install text recognition."),
    "uncertain_figures": _("Figures were recognised in a picture and are not sure: compare them with the page."),
    "scanned_pages_unread": _("Scanned pages were not read."),
    "too_many_scans": _("There are more scanned pages than are read at once."),
    "no_text": _("Text recognition is not installed: scanned pages stay unread."),
    "ocr_timeout": _("Recognising the scanned pages took too long."),
    "ocr_memory": _("Recognising the scanned pages needs more memory than it may use."),
    "limit_reached": _("The file is nested too deeply to be read to its end."),
    "object_skipped": SKIPPED,
    "stream_skipped": SKIPPED,
    "text_dropped": SKIPPED,
}
FLAGS: dict[str, Words] = {
    "page_missing": _("A page is missing: the printed page numbers do not follow each other."),
    "model_read": _("These rows were pointed at by a model; code looked each up on the page."),
    "typed": _("These balances were typed by hand. No document proves them."),
}
"""What no reason of the verdict says already."""


def remarks(codes: list[str]) -> list[str]:
    """Return one sentence for each code without duplicates. Unknown codes are left out; the verdict reports what was not read."""
    return list(dict.fromkeys(str(NOTES[code]) for code in codes if code in NOTES))
