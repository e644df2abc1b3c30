"""Words printed in spaced letters, put together again."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reconciliation.documents.pages import Word

FEWEST_LETTERS = 4
SAME_WORD, SAME_CELL = 1.6, 3.3  # times the narrowest gap between two letters: to the next letter, to the next word
TOUCHING = 0.1  # points
NARROW, APART = 1.2, 2.0  # heights: letters farther apart than that are no word, and words no cell
MOSTLY = 0.7  # of the characters are letters


def unspaced(line: Sequence[Word]) -> list[Word]:
    """The words of a line, from left to right, with each run of spaced letters as one word, which may hold spaces."""
    runs = [run for single, group in itertools.groupby(line, key=_is_single) for run in (_runs(list(group)) if single else [list(group)])]
    if not any(_is_spaced(run, FEWEST_LETTERS) for run in runs):
        return list(line)
    return [word for run in runs for word in ([_joined(run)] if _is_spaced(run, 2) else run)]


def _is_single(word: Word) -> bool:
    return len(word.text) == 1


def _runs(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Letters that stand as close as the letters and words of one cell do."""
    gaps = [after.x0 - before.x1 for before, after in itertools.pairwise(words)]
    letters = _narrowest(gaps)
    run = [words[0]]
    for gap, word in zip(gaps, words[1:], strict=True):
        height = word.y1 - word.y0
        if letters > NARROW * height or gap > min(SAME_CELL * letters, APART * height):
            yield run
            run = []
        run.append(word)
    yield run


def _narrowest(gaps: Sequence[float]) -> float:
    """The narrowest that is a gap: letters may touch, or be printed over one another."""
    return min((gap for gap in gaps if gap > TOUCHING), default=0.0)


def _is_spaced(run: Sequence[Word], fewest: int) -> bool:
    """Single characters, enough of them, most of them letters?"""
    return all(map(_is_single, run)) and len(run) >= fewest and sum(word.text.isalpha() for word in run) >= MOSTLY * len(run)


def _joined(run: Sequence[Word]) -> Word:
    """One word of a run."""
    gaps = [after.x0 - before.x1 for before, after in itertools.pairwise(run)]
    between = ["" if gap <= SAME_WORD * _narrowest(gaps) else " " for gap in gaps]
    text = run[0].text + "".join(space + word.text for space, word in zip(between, run[1:], strict=True))
    return replace(run[0], text=text, x1=run[-1].x1, y0=min(word.y0 for word in run), y1=max(word.y1 for word in run))
