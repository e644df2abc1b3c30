"""Whether text that no reader sees says anything to those who would read it all the same."""

import re

# What programs leave in every file that they write: a credit, and marks where a section begins and ends.
LEFT_BY_SOFTWARE = re.compile(r"(powered by tcpdf \(www\.tcpdf\.org\)|\*(start|end)\*[\w ]{1,60})", re.IGNORECASE)
ENOUGH_WORDS = 3  # of two letters or digits at least
ENOUGH_DIGITS = 3  # in one word: a figure


def says_something(lines: list[str]) -> bool:
    """A few words or one figure."""
    said = [word for line in lines if not LEFT_BY_SOFTWARE.fullmatch(line) for word in line.split()]
    figures = any(sum(character.isdigit() for character in word) >= ENOUGH_DIGITS for word in said)
    return figures or sum(sum(character.isalnum() for character in word) > 1 for word in said) >= ENOUGH_WORDS
