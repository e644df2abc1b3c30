"""The words of statements, as the TOML files of the vocabulary list them, and patterns of long lists: at each place of a text only those
words are tried that begin with its letter."""

import itertools
import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "vocabulary"

PART = re.compile(r"\\.|\[(?:\\.|[^\]\\])+\]|[^\\\[()|]+|.", re.DOTALL)  # an escaped character, a set, letters or a mark
FEW_LETTERS = 16  # most first letters of a list's words; with more, nearly every place of a text has one of them
GROUP, REPEATED = "(?:", frozenset("*+{")  # the beginning of a choice, and the sign behind one that is listed more than once
LETTER = re.compile(r"[^\W\d_](?![?*+{])")


@cache
def lists_of(file: str) -> dict[str, list[str]]:
    """Return the phrases of a file by the name of their list."""
    texts: dict[str, str] = tomllib.loads(FOLDER.joinpath(f"{file}.toml").read_text(encoding="utf-8"))
    return {name: text.splitlines() for name, text in texts.items()}


def phrases(file: str, *names: str) -> str:
    """Return the phrases of one list of a file, or of several in turn, with bars between them, as a regular expression has them."""
    return "|".join(phrase for name in names for phrase in lists_of(file)[name])


def words_of(words: str) -> re.Pattern[str]:
    """Compile a pattern for any of these as whole words."""
    return re.compile(rf"{beginning(words)}\b")


def begins_of(words: str) -> re.Pattern[str]:
    """Compile a pattern for any of these where a word begins; each alternative says itself how it ends."""
    return re.compile(beginning(words))


def one_of(words: str) -> str:
    """Group alternatives, parted by bars, by first letter; those of one keep their order, those without a letter come first."""
    by_letter = _by_letter(words)
    others = by_letter.pop("", [])
    return "|".join([*others, *(f"{letter}(?:{'|'.join(rests)})" for letter, rests in by_letter.items())])


def beginning(words: str) -> str:
    """Return the beginning of a pattern for any of these where a word begins; few first letters are tested first, as that is fast."""
    by_letter = _by_letter(words)
    if "" in by_letter or len(by_letter) > FEW_LETTERS:
        return rf"\b(?:{one_of(words)})"
    return "(?:" + "|".join(rf"{letter}(?<!\w.)(?:{'|'.join(rests)})" for letter, rests in by_letter.items()) + ")"


def _by_letter(words: str) -> dict[str, list[str]]:
    """Sort the rests of words by first letter; whole words that begin with none are under the empty letter."""
    rests: dict[str, list[str]] = defaultdict(list)
    for word in itertools.chain.from_iterable(map(_opened, _between_bars(words))):
        letter = word[0] if LETTER.match(word) else ""
        rests[letter].append(word[len(letter) :])
    return rests


def _opened(word: str) -> list[str]:
    """Split a word that begins with a choice, perhaps an optional one, into a word for each."""
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
    """Split at the bars that are in no brackets; `closed` ends at the bracket that closes the list."""
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
