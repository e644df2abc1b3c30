"""Whether text that no reader sees says anything to those who would read it all the same."""

import re

# What programs leave in every file that they write: a credit, and marks where a section begins and ends.
LEFT_BY_SOFTWARE = re.compile(r"(powered by tcpdf \(www\.tcpdf\.org\)|\*(start|end)\*[\w ]{1,60})", re.IGNORECASE)
ENOUGH_WORDS = 3  # of two letters or digits at least
ENOUGH_DIGITS = 3  # in one word: a figure
LETTERS_OF_A_WORD = 6  # where no space divides them
PART = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}|[^\W_]+")
"""Two ideographs say a word; marks divide words as spaces do, as in JSON."""


def says_something(lines: list[str]) -> bool:
    """A few words or one figure."""
    said = [word for line in lines if not LEFT_BY_SOFTWARE.fullmatch(line) for word in line.split()]
    figures = any(sum(character.isdigit() for character in word) >= ENOUGH_DIGITS for word in said)
    return figures or sum(map(_words_in, said)) >= ENOUGH_WORDS


def _words_in(text: str) -> int:
    if sum(character.isalnum() for character in text) < 2:
        return 0
    return max(1, sum(max(len(part) > 1, len(part) // LETTERS_OF_A_WORD) for part in PART.findall(text)))
