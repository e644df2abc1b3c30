"""Long lists of words in one pattern, so that at each place of a text only those are tried that begin with its letter."""

import itertools
import re
from collections import defaultdict

PART = re.compile(r"\\.|\[(?:\\.|[^\]\\])+\]|.", re.DOTALL)  # of a pattern: what is escaped, a set, or a character
FEW_LETTERS = 16  # with which the words of a list begin: with more nearly every place of a text has one of them
GROUP, REPEATED = "(?:", frozenset("*+{")  # how a choice begins, and what stands behind one that is there more than once
LETTER = re.compile(r"[^\W\d_](?![?*+{])")


def words_of(words: str) -> re.Pattern[str]:
    """Any of these as whole words."""
    return re.compile(rf"{beginning(words)}\b")


def begins_of(words: str) -> re.Pattern[str]:
    """Any of these where a word begins; how it ends each says itself."""
    return re.compile(beginning(words))


def one_of(words: str) -> str:
    """The same alternatives, which bars part, with each first letter once; those of one letter keep their order.

    What begins with something else than a plain letter, or a choice of such, is tried before them.
    """
    by_letter = _by_letter(words)
    others = by_letter.pop("", [])
    return "|".join([*others, *(f"{letter}(?:{'|'.join(rests)})" for letter, rests in by_letter.items())])


def beginning(words: str) -> str:
    """Any of these where a word begins, as the first part of a pattern.

    Few letters are asked first and whether a word begins there second: the engine then passes over all other places at once.
    """
    by_letter = _by_letter(words)
    if "" in by_letter or len(by_letter) > FEW_LETTERS:
        return rf"\b(?:{one_of(words)})"
    return "(?:" + "|".join(rf"{letter}(?<!\w.)(?:{'|'.join(rests)})" for letter, rests in by_letter.items()) + ")"


def _by_letter(words: str) -> dict[str, list[str]]:
    """What follows each first letter; below no letter what begins with none."""
    rests: dict[str, list[str]] = defaultdict(list)
    for word in itertools.chain.from_iterable(map(_opened, _between_bars(words))):
        letter = word[0] if LETTER.match(word) else ""
        rests[letter].append(word[len(letter) :])
    return rests


def _opened(word: str) -> list[str]:
    """A word that begins with a choice, perhaps one that may be left out, as a word for each."""
    if not word.startswith(GROUP):
        return [word]
    choices = _between_bars(word[len(GROUP) :], closed=True)
    rest = word[len(GROUP) + sum(map(len, choices)) + len(choices) :]
    if rest[:1] in REPEATED:
        return [word]
    if rest[:1] == "?":
        choices, rest = [*choices, ""], rest[1:]
    return [opened for choice in choices for opened in _opened(choice + rest)]


def _between_bars(words: str, *, closed: bool = False) -> list[str]:
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
