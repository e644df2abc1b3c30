"""`matched` if and only if the law says so: made cases, a model that answers anything, and verifiers with a check dropped."""

import logging
import random
from collections.abc import Callable
from functools import lru_cache

import pytest

from tests.verdicts.law.mutants import MUTANTS
from tests.verdicts.law.several import several
from tests.verdicts.law.trial import Trial, trial

CASES = 1000
MOST = 20 * CASES
"""Most cases that are generated for a mutant: the rarest is caught by one in a thousand."""
FIRST = random.SystemRandom().randrange(10**9)
"""A fresh one each time; `python -m scripts.verdicts --cases 1000 --seed FIRST` does the same again."""


@pytest.fixture(autouse=True)
def quiet() -> None:
    logging.getLogger("reconciliation.verification.judge").setLevel(logging.CRITICAL)


@lru_cache(maxsize=1)
def trials() -> list[Trial]:
    return [trial(seed) for seed in range(FIRST, FIRST + CASES)]


def test_the_verifier_says_matched_where_the_law_does_and_nowhere_else(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{CASES} made cases from seed {FIRST}")  # noqa: T201  so that it can be done again

    wrong = [(one.seed, sorted(one.claimed), sorted(one.lawful)) for one in trials() if not one.agrees]

    assert wrong == [], f"seed, claimed, lawful: {wrong[:10]} (python -m scripts.verdicts --show SEED)"


@pytest.mark.parametrize("seed", [217026690, 500048794, 500049720, 712655543])
def test_a_set_across_statements_leaves_as_little_apart_as_it_can(seed: int) -> None:
    """A charge of the bank goes with the statement of its own day, an entry booked after a statement with the next one."""
    found = trial(seed)

    assert found.claimed == found.lawful


def test_accounts_of_several_currencies_in_one_file_do_not_touch_each_other() -> None:
    """Three cases at a time, in euros, yen, dinars of three decimals, dollars: the verdict on each is the law's verdict on it alone."""
    files = [several(list(trials()[start : start + 3])) for start in range(0, CASES - CASES % 3, 3)]

    wrong = [(sorted(one.claimed - one.lawful), sorted(one.lawful - one.claimed)) for one in files if not one.agrees]

    assert wrong == [], f"(seed, paper) falsely matched, and withheld, from seed {FIRST}: {wrong[:10]}"
    assert [one.too_fine for one in files if one.too_fine] == []
    assert several([one for one in trials() if one.whole_file][:3]).whole_file


def test_the_made_cases_are_of_both_kinds() -> None:
    papers, lawful = sum(one.papers for one in trials()), sum(len(one.lawful) for one in trials())

    assert 0.1 < lawful / papers < 0.9


def _is_told(one: Trial) -> bool:
    """True if the patched verifier answers otherwise than the law, or fails on figures that contradict each other."""
    try:
        return not trial(one.seed, one.lawful).agrees
    except (ArithmeticError, LookupError):
        return True


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_a_verifier_without_one_check_is_caught(mutant: Callable[[pytest.MonkeyPatch], None]) -> None:
    caught = None
    for first in range(FIRST, FIRST + MOST, CASES):  # a rare mutant needs more cases than the first ones
        cases = trials() if first == FIRST else [trial(seed) for seed in range(first, first + CASES)]
        with pytest.MonkeyPatch.context() as patch:
            mutant(patch)
            caught = next((one.seed for one in cases if _is_told(one)), None)
        if caught is not None:
            break

    assert caught is not None, f"none of {MOST} cases from seed {FIRST} tells it from the verifier"
