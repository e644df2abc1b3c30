"""The words of a table: what its cells may say besides dates and amounts."""

import re

STATUSES = {
    "": "posted", "posted": "posted", "booked": "posted", "cleared": "posted",
    "completed": "posted", "reconciled": "posted", "gebucht": "posted",
    "pending": "pending", "uncleared": "pending", "vorgemerkt": "pending",
    "void": "void", "voided": "void", "cancelled": "void", "canceled": "void", "storniert": "void",
}  # fmt: skip
YES_NO = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}
FORMULA = r"(?:^|(?<=[;|\t\r\n])){}(?=['\"\s\x00-\x1f]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^{}(?='*[\t\r\n])"
"""Where one may begin: at the start, and behind what some country's spreadsheet takes for the end of a cell; also in wide letters."""
DANGEROUS = re.compile(FORMULA.format("", ""))
GUARDED = re.compile(FORMULA.format("'", "'"))


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula, whatever it divides cells by: an apostrophe stands before each. `unguarded` gives
    it back."""
    return DANGEROUS.sub("'", text)


def unguarded(text: str) -> str:
    return GUARDED.sub("", text)


def joined(payee: str, description: str) -> str:
    """Both, unless the one says the other already."""
    if not payee or payee.casefold() in description.casefold():
        return description
    return f"{payee} {description}".rstrip()
