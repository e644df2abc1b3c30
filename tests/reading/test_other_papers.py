"""Papers with days and money on them that no bank sent about an account have no statements."""

import pytest

from reconciliation.reading.reader import read
from tests.reading.papers import PAPERS, paper


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_of_another_kind_has_no_statement(name: str) -> None:
    assert read(paper(name).sheet.document()).statements == ()
