"""An account that no ledger has is called as its statement calls it."""

import pytest

from reconciliation.presentation.formats import named_by_the_paper
from reconciliation.reading.document.metadata import number_of


@pytest.mark.parametrize(
    ("hint", "number", "called"),
    [
        ("1234", "1234", "Northwind Bank ··1234"),
        ("Joint Savings XXXXXX1234", "XXXXXX1234", "Joint Savings ··1234"),
        ("DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00", "Northwind Bank ··3000"),
        ("Way2Save Savings", "", "Way2Save Savings"),
        ("XXXX XXXX XXXX 6426", "XXXX XXXX XXXX 6426", "Northwind Bank ··6426"),
        ("", "", "Northwind Bank"),
    ],
)
def test_name_and_number_are_distinguished(hint: str, number: str, called: str) -> None:
    assert number_of(hint) == number
    assert named_by_the_paper("Northwind Bank", hint) == called
