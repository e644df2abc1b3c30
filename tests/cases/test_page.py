"""docs/cases.md shows the product's answers."""

import json

from tests.cases.page import HERE, PAGE, page


def test_the_cases_in_the_docs_match_the_product() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.cases.page generates it"


def test_all_thirty_six_cases_are_there() -> None:
    cases = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))

    assert [case["number"] for case in cases] == list(range(1, 37))
    assert all(case["variants"] and case["story"] for case in cases)
