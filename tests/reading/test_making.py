"""The reader on made statements: whatever is drawn, nothing is called proved that is not."""

import os
import random
import sys
from collections import Counter

import pytest

from reconciliation.documents.opening import open_document
from reconciliation.reading.reader import read
from tests.reading.making.judging import false_proofs, perfect, proved
from tests.reading.making.maker import make, make_scene

DOCUMENTS = int(os.environ.get("MADE_STATEMENTS", "60"))
# elsewhere each run draws new documents; in CI a landing does not hang on the draw, as with the property tests
SEED = int(os.environ.get("MADE_SEED", "1" if "CI" in os.environ else "0")) or random.SystemRandom().randrange(10**9)
SEEDS = range(SEED, SEED + DOCUMENTS)


def tell(capsys: pytest.CaptureFixture[str], shares: str) -> None:
    """Say the seed and the shares, whether or not the test passes."""
    with capsys.disabled():
        sys.stdout.write(f"\n{shares}\n")


def test_no_made_statement_is_falsely_proved(capsys: pytest.CaptureFixture[str]) -> None:
    count: Counter[str] = Counter()
    wrong = []
    for seed in SEEDS:
        sheet, made, _ = make(seed, faults=0.4)
        reading = read(sheet.document())
        wrong += [seed] if false_proofs(reading, made) else []
        if made.whole:
            count.update(whole=1, perfect=perfect(reading, made), proved=proved(reading))
    tell(capsys, f"made statements from seed {SEED}: {dict(count)}")
    assert wrong == []
    assert count["perfect"] >= 0.8 * count["whole"]


def test_no_layout_that_banks_use_is_falsely_proved(capsys: pytest.CaptureFixture[str]) -> None:
    count: Counter[str] = Counter()
    wrong = []
    for seed in SEEDS:
        sheet, made, _ = make_scene(seed)
        reading = read(sheet.document())
        wrong += [seed] if false_proofs(reading, made) else []
        if made.whole:
            count.update(whole=1, perfect=perfect(reading, made), proved=proved(reading))
    tell(capsys, f"layouts from seed {SEED}: {dict(count)}")
    assert wrong == []
    assert count["perfect"] >= 0.8 * count["whole"]


@pytest.mark.parametrize("seed", range(4))
def test_a_made_statement_reads_alike_from_its_pdf(seed: int) -> None:
    sheet, _, _ = make(seed + 3000)
    from_paper, from_pdf = read(sheet.document()), read(open_document(sheet.pdf()))

    assert [[(line.date, line.amount) for line in one.lines] for one in from_paper.statements] == [
        [(line.date, line.amount) for line in one.lines] for one in from_pdf.statements
    ]


@pytest.mark.parametrize("seed", range(12))
def test_a_statement_that_lost_rows_is_never_falsely_proved(seed: int) -> None:
    random_ = random.Random(seed)  # noqa: S311  a seed must give the same document again
    sheet, made, _ = make(seed + 500)
    whole = list(sheet.pages)
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
        lines = sorted({(number, text.y) for number, texts in enumerate(whole) for text in texts})
        cut = set(random_.sample(lines, round(share * len(lines))))
        sheet.pages = [[text for text in texts if (number, text.y) not in cut] for number, texts in enumerate(whole)]

        assert false_proofs(read(sheet.document()), made) == []
