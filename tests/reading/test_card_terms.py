"""Text around the rows of a card's bill: boxes of terms, written sums, totals that include the previous balance."""

from decimal import Decimal

import pytest

from tests.reading.drawing import DAY, FIGURE, TEXT, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import amounts, empty_page, page, proved, statement, statements

BOX = ((DAY, "Statement date"), (180, "Payment due date"), (320, "Total credit limit"), (450, "Minimum due"))
VALUES = ((DAY, "01/31/2026"), (180, "02/22/2026"), (320, "$5,000"), (450, "$50.00"))
ROWS = (("01/05", "Payment thank you", "-100.00"), ("01/20", "Bistro", "60.00"), ("01/22", "Bakery", "30.00"))


def card(*, amount: str = "Amount") -> Scene:
    """The head of a card's bill that opens with 100.00 owed, and the headings of its rows."""
    made = empty_page()
    made.cells((DAY, "First Example Credit Card Statement"), size=14, step=20)
    made.cells(*BOX)
    made.cells(*VALUES, step=30)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, amount), step=16)
    made.cells((TEXT, "Previous balance"), (FIGURE, "100.00"))
    return made


def rows(made: Scene, cells: tuple[tuple[str, str, str], ...] = ROWS) -> Scene:
    for day, text, figure in cells:
        made.cells((DAY, day), (TEXT, text), (FIGURE, figure))
    return made


def test_a_box_of_terms_is_no_table_and_its_slip_no_row() -> None:
    made = rows(card())
    made.cells((TEXT, "New balance"), (FIGURE, "90.00"), step=30)
    made.cells((DAY, "Please pay this portion"))
    made.cells(*VALUES)

    assert amounts(made) == ["100.00", "-60.00", "-30.00"]
    assert proved(made)


@pytest.mark.parametrize("heading", ["Amount(USD)", "AMOUNT(US$)"])
def test_a_currency_may_be_glued_to_a_heading(heading: str) -> None:
    made = rows(card(amount=heading))
    made.cells((TEXT, "New balance"), (FIGURE, "90.00"))

    assert proved(made)


@pytest.mark.parametrize(("total", "holds"), [("190.00", True), ("90.00", True), ("191.00", False)])
def test_a_total_of_debits_may_include_the_previous_balance(total: str, *, holds: bool) -> None:
    made = rows(card())
    made.cells((TEXT, "Total debits"), (FIGURE, total))
    made.cells((TEXT, "New balance"), (FIGURE, "90.00"))

    assert proved(made) == holds


def test_a_card_may_mark_payments_with_a_plus_beside_foreign_sums() -> None:
    made = empty_page()
    made.cells((DAY, "First Example Credit Card Statement"), size=14, step=20)
    made.cells(*BOX)
    made.cells(*VALUES, step=30)
    made.cells((DAY, "Date"), (TEXT, "Description"), (-330, "Amount in FCY"), (FIGURE, "Amount in USD"))
    made.cells((TEXT, "Previous balance"), (FIGURE, "100.00"))
    made.cells((DAY, "01/05"), (TEXT, "Payment thank you"), (FIGURE, "+100.00"))
    made.cells((DAY, "01/20"), (TEXT, "Bistro"), (-330, "55.00 EUR"), (FIGURE, "60.00"))
    made.cells((DAY, "01/22"), (TEXT, "Bakery"), (FIGURE, "30.00"))
    made.cells((TEXT, "New balance"), (FIGURE, "90.00"))

    assert amounts(made) == ["100.00", "-60.00", "-30.00"]
    assert proved(made)


def test_in_a_sum_written_out_a_sign_apart_belongs_to_no_figure() -> None:
    made = empty_page()
    made.cells((DAY, "First Example Credit Card Statement"), size=14, step=20)
    made.cells((DAY, "Statement period: January 1, 2026 to January 31, 2026"))
    places = (-130.0, -240.0, -350.0, -450.0, -540.0)
    made.cells(*zip(places, ("Opening balance", "New credits", "New debits", "Closing balance", "Minimum payment"), strict=True))
    made.cells(*zip(places, ("100.00 -", "100.00 +", "90.00 =", "90.00", "25.00"), strict=True), step=30)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))
    rows(made)

    result = statement(made)
    assert (result.opening_balance, result.closing_balance) == (Decimal(-100), Decimal(-90))
    assert result.integrity.holds


def test_cards_of_one_file_share_their_headings() -> None:
    made = rows(card())
    made.cells((TEXT, "New balance"), (FIGURE, "90.00"), step=30)
    made.cells((DAY, "Second Example 4000 1111 2222 3333"))
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), step=16)
    made.cells((TEXT, "Previous balance"), (FIGURE, "0.00"))
    rows(made, (("01/07", "Kiosk", "20.00"), ("01/09", "Refund kiosk", "-5.00")))
    made.cells((TEXT, "New balance"), (FIGURE, "15.00"))

    first, second = statements(made)
    assert (first.closing_balance, second.closing_balance) == (Decimal(-90), Decimal(-15))
    assert [str(line.amount) for line in second.lines] == ["-20.00", "5.00"]


def test_the_names_of_a_summary_below_the_last_row_are_no_amounts() -> None:
    made = account()
    made.cells((DAY, "Opening balance"), (180, "Debits"), (300, "Credits"), (-440, "Closing balance"))
    made.cells((DAY, "1,000.00"), (180, "50.00"), (300, "200.00"), (-440, "1,150.00"))

    assert proved(made)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("01/31/26, you may have to pay a late fee of up to $40.00 and your rates may rise", True),
        ("01/31/26, Bistro in town $40.00", False),
        ("01/31/26 you bought from Bistro for $40.00 and thank you", False),
    ],
)
def test_a_sentence_may_begin_with_a_day_and_name_a_fee_and_a_row_is_no_sentence(line: str, *, holds: bool) -> None:
    made = empty_page()
    made.cells((DAY, "First Example Credit Card Statement"), size=14, step=20)
    made.cells((DAY, "Statement date"), (180, "Payment due date"), (320, "Minimum due"))
    made.cells((DAY, "01/31/2026"), (180, "02/22/2026"), (320, "$50.00"), step=30)
    made.cells((DAY, "If we do not receive your minimum payment by"))
    made.cells((DAY, line), step=30)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), step=16)
    made.cells((TEXT, "Previous balance"), (FIGURE, "100.00"))
    rows(made)
    made.cells((TEXT, "New balance"), (FIGURE, "90.00"))

    assert proved(made) == holds


def with_box(number: str, *, names: bool = True) -> Scene:
    """A bill with a box of two lines right below its rows: names, and under them a day, a card's number and two sums."""
    made = rows(card())
    if names:
        made.cells((DAY, "Payment date"), (180, "Card number"), (-350, "Minimum payment"), (FIGURE, "Amount enclosed"))
    made.cells((DAY, "01/25/2026"), (180, number), (-350, "50.00"), (FIGURE, "90.00"))
    made.cells((TEXT, "New balance"), (FIGURE, "90.00"))
    return made


@pytest.mark.parametrize("number", ["4000 xxxx xxxx 1234", "xxxx xxxx xxxx 1234", "4000 1234 5678 1234"])
def test_a_line_of_a_cards_number_a_day_and_sums_under_names_of_terms_is_no_row(number: str) -> None:
    assert amounts(with_box(number)) == ["100.00", "-60.00", "-30.00"]
    assert proved(with_box(number))


def test_a_line_of_sums_with_other_words_or_without_names_over_it_may_be_a_row() -> None:
    assert not proved(with_box("Jane Example"))
    assert not proved(with_box("4000 xxxx xxxx 1234", names=False))


@pytest.mark.parametrize(
    ("out", "into", "holds"),
    [("Advances/ Charges", "Payments/ Credits", True), ("Charges", "Payments", True), ("Payments/ Credits", "Advances/ Charges", False)],
)
def test_the_column_of_payments_is_the_credit_column_of_a_card(out: str, into: str, *, holds: bool) -> None:
    made = empty_page()
    made.cells((DAY, "First Example Credit Card Statement"), size=14, step=20)
    made.cells((DAY, "Statement period: January 1, 2026 to January 31, 2026"))
    made.cells((DAY, "Previous balance"), (-250, "500.00"))
    made.cells((DAY, "New balance"), (-250, "350.00"), step=26)
    made.cells((DAY, "Date"), (TEXT, "Description"), (-380, out), (-520, into))
    made.cells((DAY, "01/05"), (TEXT, "Alder"), (-520, "250.00"))
    made.cells((DAY, "01/20"), (TEXT, "Birch"), (-380, "100.00"))

    assert proved(made) is holds


@pytest.mark.parametrize(
    ("title", "limit", "due", "least", "headings", "opening", "closing"),
    [
        (
            "Faktura Visa",
            "Att betala senast",
            "Förfallodag",
            "Lägsta belopp att betala",
            "Datum Text Belopp",
            "Ingående skuld",
            "Utgående skuld",
        ),
        ("Faktura", "Kredittgrense", "Forfallsdato", "Minimumsbeløp", "Dato Tekst Beløp", "Saldo fra forrige faktura", "Å betale"),
        ("Luottokorttilasku", "Luottoraja", "Eräpäivä", "Vähimmäissuoritus", "Päivä Selite Määrä", "Edellinen lasku", "Uusi saldo"),
        ("Výpis", "Úvěrový limit", "Datum splatnosti", "Minimální splátka", "Datum Popis Částka", "Předchozí zůstatek", "Nový zůstatek"),
        ("Extras de cont", "Limita de credit", "Data scadenței", "Suma minimă", "Data Descriere Suma", "Sold precedent", "Sold final"),
        ("Izvadak", "Kreditni limit", "Dospijeće", "Minimalni iznos", "Datum Opis Iznos", "Prethodno stanje", "Novo stanje"),
    ],
)
def test_a_limit_a_day_due_and_a_least_sum_make_a_card(
    title: str, limit: str, due: str, least: str, headings: str, opening: str, closing: str
) -> None:
    made = page(
        ((DAY, title), (300, "07.10.2024 - 06.11.2024")),
        ((DAY, limit), (300, "40.000,00")),
        ((DAY, due), (300, "29.11.2024")),
        ((DAY, least), (300, "40,00")),
        ((DAY, opening), (300, "100,00")),
        ((DAY, closing), (300, "90,00")),
        tuple(zip((DAY, TEXT, FIGURE), headings.split(), strict=True)),
        ((DAY, "08.10.2024"), (TEXT, "Alder"), (FIGURE, "60,00")),
        ((DAY, "20.10.2024"), (TEXT, "Birch"), (FIGURE, "-100,00")),
        ((DAY, "30.10.2024"), (TEXT, "Cedar"), (FIGURE, "30,00")),
    )

    assert amounts(made) == ["-60.00", "100.00", "-30.00"]
    assert proved(made)
