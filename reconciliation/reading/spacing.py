"""Words printed in spaced letters, put together again."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reconciliation.documents.pages import Word

FEWEST_LETTERS = 4
SAME_WORD, SAME_CELL = 1.6, 3.8  # times the narrowest gap between two letters: to the next letter, to the next word
NARROW = 1.2  # heights: letters farther apart than that are no word
MOSTLY = 0.7  # of the characters are letters


def unspaced(line: Sequence[Word]) -> list[Word]:
    """The words of a line, from left to right, with each run of spaced letters as one word, which may hold spaces."""
    found: list[Word] = []
    for single, group in itertools.groupby(line, key=lambda word: len(word.text) == 1):
        words = list(group)
        found += [joined for run in _runs(words) for joined in _joined(run)] if single else words
    return found


def _runs(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Letters that stand as close as the letters and words of one cell do."""
    gaps = [after.x0 - before.x1 for before, after in itertools.pairwise(words)]
    widest = SAME_CELL * max(min(gaps, default=0.0), 0.0)
    run = [words[0]]
    for gap, word in zip(gaps, words[1:], strict=True):
        if gap > min(widest, NARROW * (word.y1 - word.y0)):
            yield run
            run = []
        run.append(word)
    yield run


def _joined(run: Sequence[Word]) -> list[Word]:
    """One word of a run, unless it is too short or holds few letters."""
    if len(run) < FEWEST_LETTERS or sum(word.text.isalpha() for word in run) < MOSTLY * len(run):
        return list(run)
    gaps = [after.x0 - before.x1 for before, after in itertools.pairwise(run)]
    between = ["" if gap <= SAME_WORD * min(gaps) else " " for gap in gaps]
    text = run[0].text + "".join(space + word.text for space, word in zip(between, run[1:], strict=True))
    return [replace(run[0], text=text, x1=run[-1].x1, y0=min(word.y0 for word in run), y1=max(word.y1 for word in run))]
