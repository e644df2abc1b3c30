"""Documents with days and money that are no bank statements yield no statements."""

import pytest

from tests.reading.drawing import account
from tests.reading.papers import PAPERS, paper
from tests.reading.scenes import statements


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_of_another_kind_has_no_statement(name: str) -> None:
    assert statements(paper(name)) == ()


def test_an_invoice_that_a_row_speaks_of_names_no_paper() -> None:
    made = account((("01/05", "Invoice 2024-117", "200.00"), ("01/20", "Purchase order 5512, quantity 3", "-50.00")))

    assert len(statements(made)) == 1
