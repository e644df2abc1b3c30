"""The fewest habits with which a document still fails: one after the other is made plain, and left so where it fails all the same."""

from collections.abc import Callable

from tests.reading.making.around import FACETS, PLAIN, options_of, peculiar
from tests.reading.making.habits import Habits
from tests.reading.making.maker import Document, make
from tests.reading.making.trial import FAULTS, judged


def shrunk(seed: int, *, fails: Callable[[int, Document], bool] | None = None) -> Document:
    """The document of this seed with the plainest habits that fail as it does."""
    fails = fails or _like(seed)
    habits, before = make(seed, faults=FAULTS).habits, Habits()
    while habits != before:  # a plain habit may need another to be plain
        before = habits
        for facet in reversed(FACETS):  # those first that need others
            plainer = Habits({**habits, facet.name: PLAIN[facet.name]})
            if plainer != habits and _allowed(plainer) and fails(seed, make(seed, faults=FAULTS, fixed=plainer)):
                habits = plainer
    return make(seed, faults=FAULTS, fixed=habits)


def _like(seed: int) -> Callable[[int, Document], bool]:
    """Does a document fail as the one of this seed: by a false proof, or else by not being read perfectly?"""
    falsely = judged(seed, make(seed, faults=FAULTS)).false

    def fails(seed: int, document: Document) -> bool:
        done = judged(seed, document)
        return done.false if falsely else done.whole and not done.perfect

    return fails


def _allowed(habits: Habits) -> bool:
    """May a bank have these habits together?"""
    return all(option.when is None or option.when(habits) for option in options_of(habits))


def fewest_habits(seed: int) -> str:
    return peculiar(shrunk(seed).habits)
