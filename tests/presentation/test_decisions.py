"""Each reason for which a decision is refused or set aside has a sentence of its own."""

import re
from pathlib import Path

from reconciliation.presentation.labels.acts import WHY_NOT, why_not

SOURCES = ("verification/decisions.py", "verification/constraints.py")
CODE = re.compile(r'(?:return|else|\] =|DecisionRefused\(|get\(str\(decision\.pk\), ) ?"([a-z]+_[a-z_]+)"')


def codes() -> set[str]:
    package = Path(__file__).resolve().parents[2] / "reconciliation"
    texts = [(package / name).read_text() for name in SOURCES] + [path.read_text() for path in (package / "decisions").glob("*.py")]
    return {code for text in texts for code in CODE.findall(text)}


def test_every_refusal_has_its_words() -> None:
    assert {"sums_differ", "line_changed", "opening_known", "asked_no_more", "days_left_uncovered", "not_finished"} <= codes()
    assert codes() - WHY_NOT.keys() == set()


def test_a_code_that_is_not_known_here_still_gets_a_sentence() -> None:
    assert why_not("brand_new") == "The decision cannot be applied."
