"""An unlabelled opening or closing is proved if every row prints its balance and the file has all its numbered pages."""

from decimal import Decimal

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, proofs, scene, statements, table

Row = tuple[str, str, str, str, str]

RENT, SALARY = ("01/03/2025", "Rent", "40.00", "", "60.00"), ("01/20/2025", "Salary", "", "30.00", "90.00")
FUEL, REFUND = ("01/22/2025", "Fuel", "15.00", "", "75.00"), ("01/25/2025", "Refund", "", "5.00", "80.00")
ROWS = (RENT, SALARY, FUEL, REFUND)


def bare(*rows: Row, page_words: str = "") -> Scene:
    """Return a table of rows and their balances, with only these words above it."""
    made = scene()
    for words in filter(None, page_words.split("|")):
        made.cells((40, words))
    made.cells(*HEAD)
    table(made, *rows)
    return made


@pytest.mark.parametrize("rows", [ROWS, ROWS[::-1]])
def test_balances_beside_all_rows_tell_the_ends(rows: tuple[Row, ...]) -> None:
    (result,) = statements(bare(*rows, page_words="Page 1 of 1"))

    assert result.integrity.holds
    assert (result.opening_balance, result.closing_balance) == (Decimal(100), Decimal(80))


@pytest.mark.parametrize(
    ("page_words", "proof"),
    [
        ("Page 1 of 1", True),
        ("Statement period 01/01/2025 to 01/31/2025|Page 1 of 1", True),
        ("Statement period 01/01/2025 to 01/31/2025|ref:8f2c1a-77aa 1 / 1", True),
        ("Statement period 01/01/2025 to 01/31/2025|ref:8f2c1a-77aa 1 / 2", None),
        ("Page 1 of 2", None),
        ("Page 2 of 2", None),
        ("Page 1", None),
        ("Statement period 01/01/2025 to 01/31/2025", None),
        ("", None),
    ],
)
def test_a_page_that_bears_a_number_must_be_the_only_one(page_words: str, proof: bool | None) -> None:
    assert proofs(bare(*ROWS, page_words=page_words)) == [proof]


@pytest.mark.parametrize(("numbers", "proof"), [(("Page 1 of 2", "Page 2 of 2"), True), (("- 1 -", "- 2 -"), None), (("", ""), None)])
def test_several_pages_must_count_themselves_through(numbers: tuple[str, str], proof: bool | None) -> None:
    made = bare(RENT, SALARY, page_words=numbers[0])
    made.sheet.next_page()
    made.cells((40, numbers[1]))
    made.cells(*HEAD)
    table(made, FUEL, REFUND)

    assert proofs(made) == [proof]


@pytest.mark.parametrize(
    "rows",
    [
        (RENT, FUEL, REFUND),
        (RENT, SALARY, SALARY, FUEL, REFUND),
        (RENT, ("01/20/2025", "Salary", "", "30.01", "90.00"), FUEL, REFUND),
        (RENT, ("01/20/2025", "Salary", "30.00", "", "90.00"), FUEL, REFUND),
        (RENT, SALARY, FUEL, ("01/25/2025", "Refund", "", "5.00", "81.00")),
        (RENT, SALARY, ("01/22/2025", "Fuel", "15.00", "", ""), REFUND),
        (("Soon", "Pay", "", "10.00", "100.00"), *ROWS),
        (*ROWS, ("Soon", "Fee", "1.00", "", "79.00")),
        (RENT,),
    ],
)
def test_a_row_that_breaks_the_chain_or_is_alone_proves_no_ends(rows: tuple[Row, ...]) -> None:
    assert True not in proofs(bare(*rows, page_words="Page 1 of 1"))


def test_a_first_row_that_no_other_row_confirms_gives_no_opening() -> None:
    assert True not in proofs(
        bare(("01/03/2025", "Rent", "40.00", "", "60.00"), SALARY, ("01/25/2025", "Refund", "", "5.00", "95.00"), page_words="Page 1 of 1")
    )


def test_rows_that_follow_in_either_order_tell_no_ends() -> None:
    made = bare(
        ("01/03/2025", "Deposit", "", "5.00", "10.00"),
        ("01/03/2025", "Rent", "5.00", "", "5.00"),
        ("01/03/2025", "Deposit", "", "5.00", "10.00"),
        page_words="Page 1 of 1",
    )

    assert True not in proofs(made)


@pytest.mark.parametrize("row", [("01/03/2025", "Rent", "-40.00", "", "60.00"), ("01/03/2025", "Rent", "40.03", "", "60.00")])
def test_an_odd_sign_or_totals_of_both_sides_do_not_give_the_opening(row: Row) -> None:
    made = bare(row, *ROWS[1:], page_words="Page 1 of 1")
    table(made, ("", "Total", "55.00", "35.00", ""))

    assert True not in proofs(made)


@pytest.mark.parametrize(("first", "proof"), [("Rent", True), ("Salary", None), ("Hillside", None)])
def test_a_first_row_gives_the_opening_only_if_its_words_name_the_side(first: str, proof: bool | None) -> None:
    made = bare(("01/03/2025", first, "40.00", "", "60.00"), *ROWS[1:], page_words="Page 1 of 1")

    assert proofs(made) == [proof]
