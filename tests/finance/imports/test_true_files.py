"""Files of every format made from known rows: what is imported without a question is right to the cent, status, currency and account
included, and everything else is asked or refused.

`make true-files FILES=500 SEED=1` reads 500 of each format, from the first seed on.
"""

import os
from collections import Counter
from collections.abc import Iterable

import pytest

from people.models import Organization
from tests.factories import OrganizationFactory
from tests.finance.imports.true_files.judge import FORMATS, Judgement, judged_as_imported, judged_as_read

READ = int(os.environ.get("TRUE_FILES", "25"))
FIRST = int(os.environ.get("TRUE_FILES_FIRST", "0"))
IMPORTED = 4
"""Files of each format that are imported into books: ids and equal rows are decided there."""


@pytest.fixture
def organization(db: None) -> Organization:
    return OrganizationFactory.create()


def outcomes_of(name: str, judgements: Iterable[Judgement]) -> Counter[str]:
    """Return the outcomes; fails for each false row."""
    listed = list(judgements)
    outcomes = sum((judgement.outcomes for judgement in listed), Counter[str]())
    false = [(judgement.shape, judgement.false) for judgement in listed if judgement.false]
    print(f"\n{name}: {len(listed)} files, {dict(outcomes)}, false: {len(false)}")  # noqa: T201  shown by -s, and if it fails
    assert false == []
    return outcomes


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_nothing_false_is_read_in_silence(name: str) -> None:
    outcomes = outcomes_of(name, (judged_as_read(name, seed) for seed in range(FIRST, FIRST + READ)))

    assert outcomes["imported"] * 3 > READ  # most files need no answer


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(FORMATS))
def test_nothing_false_is_imported_in_silence(name: str, organization: Organization) -> None:
    outcomes_of(name, (judged_as_imported(organization, name, seed) for seed in range(FIRST, FIRST + IMPORTED)))
