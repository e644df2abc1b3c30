"""A proof covers one complete account: no missing page, no second account, number or statement, no fragment."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import HEAD, PLAIN_HEAD, proofs, scene, statements, table, write_lines

ROWS = (("01/03/2025", "Rent", "40.00", "", "60.00"), ("01/20/2025", "Salary", "", "30.00", "90.00"))

RENT_ALONE, FUEL_ALONE = ("01/03/2025", "Rent", "40.00", "", ""), ("01/22/2025", "Fuel", "10.00", "", "")


def summary(opening: str = "100.00", closing: str = "90.00") -> Scene:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells((40, "Opening balance"), (-250, opening))
    made.cells((40, "Closing balance"), (-250, closing))
    return made


@pytest.mark.parametrize(
    "words",
    [
        "Page {} of {}",
        "Sheet {} of {}",
        "Leaf {} of {}",
        "Feuille {}/{}",
        "Blatt {}/{}",
        "Blad {} van {}",
        "Pág. {} de {}",
        "{}/{}",
        "{} of {}",
    ],
)
def test_a_statement_without_its_last_page_is_not_proved(words: str) -> None:
    made = summary()
    write_lines(made, words.format(1, 2))
    made.cells(*HEAD)
    table(made, *ROWS)

    assert proofs(made) == [None]


NUMBERS = ("{} of 3", "{}/3", "{}", "00{}", "- {} -", "Feuille {}/3", "Leaf {} of 3", "P. {}", "Arkusz {}")


def on_two_pages(words: str, *numbers: str) -> Scene:
    """A summary and two rows on pages that bear these numbers at their foot."""
    made = summary()
    for row, number in zip((("01/03/2025", "Rent", "40.00", "", ""), ("01/20/2025", "Salary", "", "30.00", "")), numbers, strict=True):
        made.cells(*HEAD)
        table(made, row)
        made.sheet.write(300, words.format(number), y=800)
        made.sheet.next_page()
    return made


@pytest.mark.parametrize("words", NUMBERS)
def test_a_page_is_missed_between_numbers_in_one_place(words: str) -> None:
    assert proofs(on_two_pages(words, "1", "3")) == [None]


@pytest.mark.parametrize("words", NUMBERS)
def test_no_page_is_missed_between_numbers_that_count_on(words: str) -> None:
    assert proofs(on_two_pages(words.replace("3", "2"), "1", "2")) == [True]


@pytest.mark.parametrize(("words", "numbers"), [("Page: {}", ("one", "three")), ("P. {}", ("I", "III")), ("Seite {}", ("eins", "drei"))])
def test_a_page_is_missed_between_numbers_in_words(words: str, numbers: tuple[str, str]) -> None:
    assert proofs(on_two_pages(words, *numbers)) == [None]


def test_a_second_page_that_calls_itself_the_only_one_forbids_no_proof() -> None:
    assert proofs(on_two_pages("Page {} of 1", "1", "1")) == [True]


def test_pages_after_the_printed_end_of_the_rows_may_be_left_away() -> None:
    made = summary()
    write_lines(made, "Page 1 of 2")
    made.cells(*HEAD)
    table(made, *ROWS)
    made.cells((40, "Closing balance"), (-545, "90.00"))

    assert proofs(made) == [True]


def test_a_page_is_missed_before_one_that_calls_itself_the_second_by_its_number_alone() -> None:
    made = summary()
    write_lines(made, "- 2 -")
    made.cells(*HEAD)
    table(made, *ROWS)

    assert proofs(made) == [None]


def test_a_file_that_begins_with_page_2_is_not_proved() -> None:
    made = summary()
    write_lines(made, "Page 2")
    made.cells(*HEAD)
    table(made, *ROWS)

    assert proofs(made) == [None]


@pytest.mark.parametrize("mark", ["Page 1 of 1", "Page 1", "Statement no. {}", "Statement date: 0{}/28/2025"])
@pytest.mark.parametrize(("first", "last"), [("Balance brought forward", "Closing balance"), ("Balance b/f", "Balance c/f")])
def test_two_months_are_never_one_proved_account(mark: str, first: str, last: str) -> None:
    made = scene()
    for month, opening, closing in ((1, "100.00", "60.00"), (2, "60.00", "20.00")):
        write_lines(made, mark.format(month))
        made.cells(*HEAD)
        made.cells((120, first), (-545, opening))
        table(made, (f"0{month}/03/2025", "Rent", "40.00", "", closing))
        made.cells((120, last), (-545, closing), step=30)
        made.sheet.next_page()

    assert True not in proofs(made) or len(proofs(made)) == 2


@pytest.mark.parametrize(
    "mark",
    [
        *("Statement date", "Date of statement", "Auszugsdatum", "Datum des Auszugs", "Date du relevé", "Arrêté au", "Fecha del extracto"),
        *("Data estratto", "Data do extrato", "Datum afschrift", "Afschriftdatum", "Datum för utdrag", "Kontoutdrag per", "Data wyciagu"),
    ],
)
@pytest.mark.parametrize("months", [(1, 1), (1, 2)])
def test_a_page_with_another_statement_date_does_not_continue_the_statement(mark: str, months: tuple[int, int]) -> None:
    made = summary()
    for month, row in zip(months, ROWS, strict=True):
        write_lines(made, f"{mark}: 0{month}/28/2025")
        made.cells(*HEAD)
        table(made, row)
        made.sheet.next_page()

    assert (True in proofs(made)) is (months == (1, 1))


def test_pages_that_each_open_and_close_are_pieces_and_prove_nothing() -> None:
    made = scene()
    for number, opening, closing in ((1, "100.00", "60.00"), (2, "60.00", "20.00")):
        write_lines(made, "Statement period 01/01/2025 to 01/31/2025", f"Page {number} of 3")
        made.cells(*HEAD)
        made.cells((120, "Opening balance"), (-545, opening))
        table(made, (f"01/0{number}/2025", "Rent", "40.00", "", closing))
        made.cells((120, "Closing balance"), (-545, closing))
        made.sheet.next_page()

    assert True not in proofs(made)


def test_rows_of_an_opening_half_and_a_closing_half_are_not_linked() -> None:
    """Sheets are counted here, and each has two pages."""
    made = scene(kind="Everyday account statement")
    write_lines(made, "Statement period 01/01/2025 to 01/31/2025", "Sheet 1 of 2")
    made.cells((40, "Closing balance"), (-545, "90.00"))
    made.cells(*HEAD)
    table(made, ("01/22/2025", "Salary", "", "10.00", "90.00"), ("01/21/2025", "Rent", "20.00", "", "80.00"))
    made.sheet.next_page()
    write_lines(made, "Sheet 1 of 2")
    made.cells(*HEAD)
    table(made, ("01/20/2025", "Salary", "", "50.00", "100.00"), ("01/19/2025", "Rent", "30.00", "", "50.00"))
    made.sheet.next_page()
    write_lines(made, "Sheet 2 of 2")
    made.cells(*HEAD)
    table(made, ("01/18/2025", "Rent", "20.00", "", "80.00"))
    made.cells((40, "Balance b/f"), (-545, "100.00"))

    assert not any(one.integrity.holds or one.integrity.rows_follow for one in statements(made))


def test_another_account_number_between_the_rows_proves_nothing() -> None:
    made = summary()
    write_lines(made, "Account number: 1111111")
    made.cells(*HEAD)
    table(made, *ROWS)
    write_lines(made, "Account number: 2222222")
    made.cells(*HEAD)
    table(made, ("01/21/2025", "Out", "10.00", "", "80.00"), ("01/22/2025", "In", "", "10.00", "90.00"))

    assert True not in proofs(made)


def test_a_combined_summary_over_two_accounts_tables_proves_nothing() -> None:
    made = summary()
    for heading, text, amount in (("Checking 0001", "Rent", "-40.00"), ("Savings 0002", "Salary", "30.00")):
        made.cells((40, heading), bold=True)
        made.cells(*PLAIN_HEAD)
        made.cells((40, "01/09/2025"), (120, text), (-470, amount))

    assert proofs(made) == [None, None]


def test_a_suppliers_statement_of_account_proves_nothing() -> None:
    made = scene("Paper Supplies", kind="Statement of account")
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells((40, "Closing balance"), (-250, "90.00"))
    made.cells(*PLAIN_HEAD)
    made.cells((40, "01/03/2025"), (120, "Credit note 7"), (-470, "-40.00"))
    made.cells((40, "01/20/2025"), (120, "Goods order 1001"), (-470, "30.00"))

    assert True not in proofs(made)


@pytest.mark.parametrize(
    ("number", "proof"), [("Page 1 of 1", True), ("Page 1 of 2", None), ("Page 1", None), ("Page 2 of 2", None), ("", None)]
)
def test_without_a_closing_the_page_numbers_must_mark_the_last_page(number: str, proof: bool | None) -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*HEAD)
    made.cells((120, "Opening balance"), (-545, "100.00"))
    table(made, *ROWS)
    write_lines(made, *([number] if number else []))

    assert proofs(made) == [proof]


def test_without_a_closing_the_last_row_must_print_its_balance() -> None:
    made = scene()
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    made.cells(*HEAD)
    made.cells((120, "Opening balance"), (-545, "100.00"))
    table(made, *ROWS, ("01/25/2025", "Fuel", "20.00", "", ""))
    write_lines(made, "Page 1 of 1")

    assert proofs(made) == [None]


@pytest.mark.parametrize(("words", "proved"), [("*** END OF STATEMENT ***", True), ("End of statement fees apply", False), ("", False)])
def test_words_for_the_end_of_the_statement_exclude_further_rows(words: str, proved: bool) -> None:
    made = scene()
    write_lines(made, "Page 1", "Statement period 01/01/2025 to 01/31/2025")
    made.cells((40, "Opening balance"), (-250, "100.00"))
    made.cells(*HEAD)
    table(made, ("01/03/2025", "Rent", "40.00", "", "60.00"), ("01/20/2025", "Salary", "", "30.00", "90.00"))
    made.cells((120, words))

    assert (True in proofs(made)) is proved


@pytest.mark.parametrize(("opening", "proof"), [("Closing balance", [None, None]), ("Opening balance", [True, True])])
def test_rows_below_another_number_that_open_nowhere_may_be_those_of_the_account_above(opening: str, proof: list[bool | None]) -> None:
    made = scene()
    write_lines(made, "Account number: 1111111")
    made.cells(*HEAD[:-1])
    for first, row, last in (("100.00", RENT_ALONE, "60.00"), ("90.00", FUEL_ALONE, "80.00")):
        made.cells((120, "Opening balance" if first == "100.00" else opening), (-470, first))
        table(made, row)
        made.cells((120, "Closing balance"), (-470, last))
        write_lines(made, "Account number: 2222222")

    assert proofs(made) == proof
