"""A section's name above rows gives their side; a title or a row's own words do not."""

from decimal import Decimal

import pytest

from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.vocabulary.labels import balance_kind, names_side_alone
from reconciliation.reading.vocabulary.phrases import direction
from tests.reading.making.scene import Scene
from tests.reading.scenes import statement, text_page

DAY, TEXT, FIGURE = 50.0, 130.0, -430.0


def amounts(made: Scene) -> list[Decimal]:
    result = statement(made)
    return [line.amount for line in result.lines]


def head(kind: str) -> Scene:
    return text_page("First Example Bank", kind, "Statement period: January 1, 2026 to January 31, 2026")


def test_a_section_under_days_ends_at_its_total_and_the_next_is_another() -> None:
    made = head("Credit card statement")
    made.cells((DAY, "Opening balance"), (FIGURE, "100.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "95.00"))
    for name, rows in {"Payments received": (("80.00",), ("5.00",)), "Transactions": (("50.00",), ("30.00",))}.items():
        made.cells((DAY, name), bold=True)
        made.cells((DAY, "Transaction details"), (FIGURE, "Amount"), bold=True)
        for place, (figure,) in enumerate(rows):
            made.cells((DAY, f"{place + 12} January 2026"))
            made.cells((DAY, "SAMPLE STORE"), (FIGURE, figure))
        made.cells((DAY, "Total"), (FIGURE, str(sum(Decimal(figure) for (figure,) in rows))))

    assert amounts(made) == [Decimal(80), Decimal(5), Decimal(-50), Decimal(-30)]


def test_words_of_the_first_row_above_its_figure_name_no_section() -> None:
    made = head("Checking account statement")
    made.cells((DAY, "Opening balance"), (FIGURE, "100.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "130.00"))
    made.cells((DAY, "Deposits and other credits"), bold=True)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), bold=True)
    made.cells((TEXT, "INWARD PAYMENT EXAMPLE"))
    made.cells((DAY, "01/12/2026"), (TEXT, "Reference 12"), (FIGURE, "30.00"))

    assert amounts(made) == [Decimal(30)]


@pytest.mark.parametrize("title", ["credit card statement", "releve de carte de credit", "tarjeta de credito", "debit card"])
def test_a_kind_of_card_is_no_side(title: str) -> None:
    assert direction(title) == 0


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("payments and other credits", True),
        ("einnahmen", True),
        ("af geschreven", True),
        ("inward payment example", False),
        ("january", False),
    ],
)
def test_a_section_is_named_by_nothing_but_its_side(text: str, *, alone: bool) -> None:
    assert names_side_alone(text) is alone


@pytest.mark.parametrize("name", ["checks paid", "cheques pagados", "eingelöste schecks", "checkar", "assegni", "czeki"])
def test_checks_are_money_out(name: str) -> None:
    assert direction(fold(name)) == -1
    assert direction("versamento assegni") == 0


@pytest.mark.parametrize(
    ("label", "kind"),
    [("saldo vormonat", "opening"), ("kontostand alt", "opening"), ("kontostand neu", "closing"), ("zwischensumme", "")],
)
def test_german_balances_by_their_names(label: str, kind: str) -> None:
    assert balance_kind(label) == kind


def test_a_figure_that_begins_where_the_descriptions_do_is_one_of_their_words() -> None:
    made = head("Checking account statement")
    made.cells((DAY, "Opening balance"), (FIGURE, "100.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "90.00"))
    made.cells((DAY, "Date"), (TEXT, "Description of the transaction"), (258.0, "Amount"), bold=True)
    made.cells((DAY, "01/12/2026"), (TEXT, "SAMPLE STORE 2 x"), (-294.0, "-10.00"))
    made.cells((TEXT, "1,005.00"))

    assert amounts(made) == [Decimal(-10)]


def test_a_label_is_no_day_of_the_week() -> None:
    made = head("Checking account statement")
    made.cells((DAY, "To: 01/31/2026"))
    made.cells((DAY, "Overdraft"), (FIGURE, "500.00"))
    made.cells((DAY, "Opening balance"), (FIGURE, "100.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "100.00"))
    made.cells((DAY, "There were no transactions during this period."))

    assert amounts(made) == []


def test_a_section_named_in_larger_letters_right_below_a_row_is_no_further_line_of_it() -> None:
    made = head("Credit card statement")
    made.cells((DAY, "Opening balance"), (FIGURE, "100.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "70.00"))
    for name, figure in {"Payments and credits": "80.00", "Purchases": "50.00"}.items():
        made.cells((DAY, name), bold=True, size=10)
        made.cells((DAY, "12 January 2026"))
        made.cells((DAY, "SAMPLE STORE"), (FIGURE, figure))

    assert amounts(made) == [Decimal(80), Decimal(-50)]


def test_a_balance_that_only_its_day_names_is_no_row() -> None:
    made = head("Checking account statement")
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), bold=True)
    made.cells((TEXT, "Balance 01/01/2026"), (FIGURE, "100.00"))
    made.cells((DAY, "01/12/2026"), (TEXT, "SAMPLE STORE"), (FIGURE, "-10.00"))
    made.cells((TEXT, "Balance 01/31/2026"), (FIGURE, "90.00"))

    result = statement(made)
    assert (result.opening_balance, result.closing_balance, len(result.lines)) == (Decimal(100), Decimal(90), 1)


def section(name: str, sign: str, *, closing: str) -> Scene:
    made = head("Checking account statement")
    made.cells((DAY, "Opening balance"), (FIGURE, "100.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, closing))
    made.cells((DAY, name), bold=True)
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), bold=True)
    made.cells((TEXT, "CASH DEPOSIT"))
    made.cells((DAY, "01/12/2026"), (TEXT, "Reference 12"), (FIGURE, f"{sign}30.00"))
    return made


def test_the_words_of_a_row_right_below_the_headings_are_none_of_them() -> None:
    assert amounts(section("Deposits and other credits", "", closing="130.00")) == [Decimal(30)]
    assert amounts(section("Withdrawals", "", closing="70.00")) == [Decimal(-30)]


@pytest.mark.parametrize(("name", "sign", "closing"), [("Deposits", "-", "130.00"), ("Withdrawals", "+", "70.00")])
def test_signs_that_contradict_the_name_of_their_section_forbid_a_proof(name: str, sign: str, closing: str) -> None:
    result = statement(section(name, sign, closing=closing))

    assert result.integrity.holds is not True


def test_a_debt_is_the_likelier_of_two_mirrored_readings_of_a_card() -> None:
    made = head("Credit card statement")
    made.cells((DAY, "Opening balance"), (FIGURE, "-100.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "-70.00"))
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), bold=True)
    made.cells((DAY, "01/12/2026"), (TEXT, "SHOE STORE"), (FIGURE, "30.00"))

    assert amounts(made) == [Decimal(30)]


def test_a_section_named_right_over_the_first_heading_is_none_of_its_words() -> None:
    made = head("Checking account statement")
    made.cells((DAY, "Opening balance"), (FIGURE, "100.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "120.00"))
    for name, day, figure in (("Credits", "20 January 2026", "50.00"), ("Debits", "9 January 2026", "30.00")):
        made.cells((DAY, name), bold=True)
        made.cells((DAY, "Document"), (TEXT, "Description"), (FIGURE, "Amount"), bold=True)
        made.cells((DAY, day))
        made.cells((DAY, "00007001"), (TEXT, "SAMPLE STORE"), (FIGURE, figure))

    assert amounts(made) == [Decimal(50), Decimal(-30)]


def named_between(gap: float, name: str = "PURCHASE") -> Scene:
    """Sections whose names stand where the descriptions do, in their letters."""
    made = head("Credit card statement")
    made.cells((DAY, "Opening balance"), (FIGURE, "100.00"))
    made.cells((DAY, "Closing balance"), (FIGURE, "95.00"))
    made.cells((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"), bold=True)
    made.cells((TEXT, "PAYMENTS AND OTHER CREDITS"))
    made.cells((DAY, "01/05/2026"), (TEXT, "SAMPLE TRANSFER"), (FIGURE, "80.00"), step=gap)
    made.cells((TEXT, name), step=11)
    made.cells((DAY, "01/12/2026"), (TEXT, "SAMPLE STORE"), (FIGURE, "75.00"))
    return made


def test_a_sides_name_apart_from_the_row_above_begins_a_section() -> None:
    assert amounts(named_between(18)) == [Decimal(80), Decimal(-75)]


@pytest.mark.parametrize(("gap", "name"), [(11, "PURCHASE"), (18, "SAMPLE PURCHASE 12")])
def test_words_close_below_a_row_are_its_own(gap: float, name: str) -> None:
    result = statement(named_between(gap, name))

    assert not result.integrity.holds


@pytest.mark.parametrize(
    "name",
    [
        "Payments received",
        "Ontvangen betalingen",
        "Paiements reçus",
        "Pagos recibidos",
        "Pagamenti ricevuti",
        "Pagamentos recebidos",
        "Erhaltene Zahlungen",
        "Mottagna betalningar",
        "Mottatte betalinger",
        "Modtagne betalinger",
    ],
)
def test_payments_received_are_money_in_and_nothing_else(name: str) -> None:
    assert direction(fold(name)) == direction(fold(name), card=True) == 1
    assert names_side_alone(fold(name))


@pytest.mark.parametrize(
    "name", ["Payments made", "Paiements effectués", "Pagos realizados", "Geleistete Zahlungen", "Verrichte betalingen"]
)
def test_payments_made_are_money_out_of_an_account_and_pay_off_a_card(name: str) -> None:
    assert (direction(fold(name)), direction(fold(name), card=True)) == (-1, 1)
    assert names_side_alone(fold(name))


@pytest.mark.parametrize(("closing", "holds"), [("128,00", True), ("228,00", None)])
def test_a_section_without_headings_is_held_against_sums_that_need_the_other_side(closing: str, holds: bool | None) -> None:
    made = text_page("Sample Example Bank", "Rekeningoverzicht creditcard", "Periode van: 01-06-2023 t/m 30-06-2023")
    made.cells((DAY, "Vorig saldo"), (-300, "100,00"))
    made.cells((DAY, "Nieuw saldo"), (-300, closing))
    made.cells((DAY, "Ontvangen betalingen"))
    made.cells((DAY, "04-06-2023"), (TEXT, "VOORBEELD 24"), (FIGURE, "50,00"))
    made.cells((DAY, "Aankopen"))
    made.cells((DAY, "05-06-2023"), (TEXT, "HOTEL VOORBEELD"), (FIGURE, "58,00"))
    made.cells((DAY, "06-06-2023"), (TEXT, "BOEKEN ONLINE"), (FIGURE, "20,00"))

    result = statement(made)

    assert [abs(line.amount) for line in result.lines] == [Decimal("50.00"), Decimal("58.00"), Decimal("20.00")]
    assert result.integrity.holds is holds
