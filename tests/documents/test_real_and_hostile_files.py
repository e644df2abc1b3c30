"""Real statements open, and hostile files end with an answer or a named error."""

from pathlib import Path

import pytest

from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import DocumentUnreadable, open_document
from reconciliation.documents.unreadable import MESSAGES
from tests.shared_statements import STATEMENTS, documents

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"
FIRST_SET, SECOND_SET = ([STATEMENTS / one["path"] for one in documents(*named) if one["text_layer"]] for named in ([], ["second"]))
"""Without scans, whose recognition takes minutes."""
MADE = sorted((DATA / "hostile" / "made").glob("*.pdf"))

LIMITS = DocumentLimits(seconds=60, ocr_seconds=600)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.shared,
    pytest.mark.skipif(not FIRST_SET or not MADE, reason="the real statements are not beside the project"),
]


def end_of(path: Path) -> tuple[str, bool]:
    """`ok` or the error's code, and whether hidden text is said."""
    try:
        document = open_document(path.read_bytes(), limits=LIMITS)
    except DocumentUnreadable as unreadable:
        return unreadable.code, False
    return "ok", document.hidden_text


def ends_of(paths: list[Path]) -> dict[str, tuple[str, bool]]:
    return {path.name: end_of(path) for path in paths}


def test_every_real_statement_opens_and_none_of_the_first_set_hides_text() -> None:
    """Two of the second set do hide text: printers' marks in white, and a title without a height."""
    ends = ends_of([*FIRST_SET, *SECOND_SET])

    assert {code for code, _ in ends.values()} == {"ok"}
    assert not [path.name for path in FIRST_SET if ends[path.name][1]]


def test_every_hostile_file_ends_with_an_answer_or_an_error_and_hidden_text_is_reported() -> None:
    ends = ends_of(MADE)

    assert {code for code, _ in ends.values()} <= {"ok", *MESSAGES}
    assert [name for name, (_, hides) in ends.items() if hides] == [path.name for path in MADE if "71" <= path.name[:2] <= "80"]
