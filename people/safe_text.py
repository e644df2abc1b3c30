"""Text of strangers where another program would act on it: in CSV files that no spreadsheet reads as a formula, and in a terminal."""

import re

FORMULA = r"(?:^|(?<=[;|\t\r\n])){}(?=['\"\s\x00-\x1f]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^{}(?='*[\t\r\n])"
"""Places where a spreadsheet may begin a formula: the start, and after a character that it may treat as the end of a cell.
Full-width signs count too."""
DANGEROUS = re.compile(FORMULA.format("", ""))
GUARDED = re.compile(FORMULA.format("'", "'"))


def guarded(text: str) -> str:
    """Return the text with an apostrophe before everything that a spreadsheet with any separator could read as a formula.
    `unguarded` reverses it.
    """
    return DANGEROUS.sub("'", text)


def unguarded(text: str) -> str:
    return GUARDED.sub("", text)


class EchoLine:
    """A file object for `csv.writer` that returns each line instead of storing it."""

    def write(self, text: str) -> str:
        return text


def shown(text: str) -> str:
    """Replace control codes and marks that change the direction of text."""
    return "".join(character if character.isprintable() or character == "\n" else "\N{REPLACEMENT CHARACTER}" for character in text)
