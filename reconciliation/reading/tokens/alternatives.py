"""Long lists of words in one pattern, so that at each place of a text only those are tried that begin with its letter."""

import re
from collections import defaultdict

PART = re.compile(r"\\.|\[(?:\\.|[^\]\\])+\]|.", re.DOTALL)  # of a pattern: what is escaped, a set, or a character
LETTER = re.compile(r"[^\W\d_](?![?*+{])")


def words_of(words: str) -> re.Pattern[str]:
    """Any of these as whole words."""
    return re.compile(rf"\b(?:{one_of(words)})\b")


def one_of(words: str) -> str:
    """The same alternatives, which bars part, with each first letter once; those of one letter keep their order.

    What begins with something else than a plain letter is tried before them.
    """
    by_letter: dict[str, list[str]] = defaultdict(list)
    for piece in _pieces(words):
        letter = piece[0] if LETTER.match(piece) else ""
        by_letter[letter].append(piece[len(letter) :])
    others = by_letter.pop("", [])
    return "|".join([*others, *(f"{letter}(?:{'|'.join(rests)})" for letter, rests in by_letter.items())])


def _pieces(words: str) -> list[str]:
    """What stands between the bars that are in no brackets."""
    pieces, depth = [""], 0
    for part in PART.findall(words):
        depth += (part == "(") - (part == ")")
        if part == "|" and not depth:
            pieces.append("")
        else:
            pieces[-1] += part
    return pieces
