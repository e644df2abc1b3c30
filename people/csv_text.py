"""Text for CSV files that no spreadsheet takes for a formula."""

import re

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


class EchoLine:
    """A file of one line: the writer hands each to whoever asks for it."""

    def write(self, text: str) -> str:
        return text
