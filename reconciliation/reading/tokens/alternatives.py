"""Long lists of words in one pattern, so that at each place of a text only those are tried that begin with its letter."""

import itertools
import re
from collections import defaultdict

PART = re.compile(r"\\.|\[(?:\\.|[^\]\\])+\]|.", re.DOTALL)  # of a pattern: what is escaped, a set, or a character
GROUP, REPEATED = "(?:", frozenset("*+{")  # how a choice begins, and what stands behind one that is there more than once
LETTER = re.compile(r"[^\W\d_](?![?*+{])")


def words_of(words: str) -> re.Pattern[str]:
    """Any of these as whole words."""
    return re.compile(rf"\b(?:{one_of(words)})\b")


def begins_of(words: str) -> re.Pattern[str]:
    """Any of these where a word begins; how it ends each says itself."""
    return re.compile(rf"\b(?:{one_of(words)})")


def one_of(words: str) -> str:
    """The same alternatives, which bars part, with each first letter once; those of one letter keep their order.

    What begins with something else than a plain letter, or a choice of such, is tried before them.
    """
    by_letter: dict[str, list[str]] = defaultdict(list)
    for piece in itertools.chain.from_iterable(map(_opened, _pieces(words))):
        letter = piece[0] if LETTER.match(piece) else ""
        by_letter[letter].append(piece[len(letter) :])
    others = by_letter.pop("", [])
    return "|".join([*others, *(f"{letter}(?:{'|'.join(rests)})" for letter, rests in by_letter.items())])


def _opened(piece: str) -> list[str]:
    """A piece that begins with a choice, perhaps one that may be left out, as a piece for each."""
    if not piece.startswith(GROUP):
        return [piece]
    inside = _pieces(piece[len(GROUP) :], closed=True)
    rest = piece[len(GROUP) + sum(map(len, inside)) + len(inside) :]
    if rest[:1] in REPEATED:
        return [piece]
    choices = [*inside, ""] if rest[:1] == "?" else inside
    return [opened for choice in choices for opened in _opened(choice + rest.removeprefix("?"))]


def _pieces(words: str, *, closed: bool = False) -> list[str]:
    """What stands between the bars that are in no brackets; `closed` where a bracket ends them."""
    pieces, depth = [""], 0
    for part in PART.findall(words):
        depth += (part == "(") - (part == ")")
        if closed and depth < 0:
            break
        if part == "|" and not depth:
            pieces.append("")
        else:
            pieces[-1] += part
    return pieces
