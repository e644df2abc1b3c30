"""Properties of generated statements. `make made` measures the reader on many of them."""

import random
from collections import Counter, defaultdict
from functools import cache
from itertools import product
from statistics import mean
from typing import Any

import pytest

from reconciliation.documents.opening import open_document
from reconciliation.reading.reader import read
from tests.reading.making.around import FACETS, PLAIN
from tests.reading.making.chance import seeded
from tests.reading.making.faults import FAULTS, PAGES
from tests.reading.making.habits import LEAST, Habits, draw_habits
from tests.reading.making.judging import false_proofs
from tests.reading.making.maker import make

SHOWN = 0.03  # share of documents on which a habit shows, as far as a few of them tell


def test_each_habit_is_drawn_often() -> None:
    documents = 4000
    drawn: Counter[tuple[str, str]] = Counter()
    for seed in range(documents):
        drawn.update(draw_habits(seeded(seed), FACETS).items())
    habits = [(facet.name, option.name) for facet in FACETS for option in facet.options]

    assert [(habit, drawn[habit] / documents) for habit in habits if drawn[habit] < LEAST * documents] == []


def habits_of(seed: int) -> Habits:
    return draw_habits(seeded(seed), FACETS)


@cache
def drawing(seed: int, plain: str = "") -> list[Any]:
    """Return all texts on the paper of a seed, with one of its habits made plain if one is given."""
    sheet = make(seed, fixed={**habits_of(seed), plain: PLAIN[plain]} if plain else None).sheet
    return [sheet.across, *([(round(text.x, 1), round(text.y, 1), text.text) for text in texts] for texts in sheet.pages)]


@pytest.mark.slow
def test_no_habit_is_drawn_in_vain() -> None:
    """A habit of which nothing shows on most papers teaches next to nothing: it must show on three documents of a hundred at least."""
    documents, looked_at = 2000, 10
    drawn: dict[tuple[str, str], list[int]] = defaultdict(list)
    for seed in range(documents):
        for habit in habits_of(seed).items():
            drawn[habit].append(seed)
    shown = {
        (facet, option): len(seeds) / documents * mean(drawing(seed) != drawing(seed, facet) for seed in seeds[:looked_at])
        for (facet, option), seeds in drawn.items()
        if option != PLAIN[facet]
    }

    assert {habit: share for habit, share in shown.items() if share < SHOWN} == {}


def test_each_fault_is_planted() -> None:
    planted = Counter(make(seed, faults=1.0).made.fault for seed in range(600))

    assert {*FAULTS, *PAGES} <= {fault for fault, count in planted.items() if count >= 5}


@pytest.mark.parametrize("seed", range(6))
def test_a_made_statement_reads_alike_from_its_pdf(seed: int) -> None:
    sheet = make(seed + 3000).sheet
    from_paper, from_pdf = read(sheet.document()), read(open_document(sheet.pdf()))

    assert [[(line.date, line.amount) for line in one.lines] for one in from_paper.statements] == [
        [(line.date, line.amount) for line in one.lines] for one in from_pdf.statements
    ]


@pytest.mark.parametrize(("seed", "share_lost"), list(product(range(12), (0.1, 0.3, 0.5, 0.7, 0.9))))
def test_a_statement_that_lost_rows_is_never_falsely_proved(seed: int, share_lost: float) -> None:
    random_ = random.Random(seed)  # noqa: S311  a seed must give the same document again
    document = make(seed + 500)
    pages = document.sheet.pages
    lines = sorted({(number, text.y) for number, texts in enumerate(pages) for text in texts})
    lost = set(random_.sample(lines, round(share_lost * len(lines))))
    document.sheet.pages = [[text for text in texts if (number, text.y) not in lost] for number, texts in enumerate(pages)]
    document.made.fault = "page_lost"

    assert false_proofs(read(document.sheet.document()), document.made) == []
