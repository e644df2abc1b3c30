"""Print beside the balances shows their sign if the kind of account is not named."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import PLAIN_HEAD, Cell, amounts, proved, scene, statement

Row = tuple[str, str, str]
Named = tuple[str, str]

ALDER, BIRCH = ("01/05/2025", "Alder", "200.00"), ("01/20/2025", "Birch", "-50.00")
RETURNED = ("01/25/2025", "Cedar", "-150.00")
PLUS = ("01/05/2025", "Alder", "+200.00")


def plan(
    opening: str, closing: str, *rows: Row, before: tuple[Named, ...] = (), between: tuple[Named, ...] = (), kind: str = "Everyday plan"
) -> Scene:
    """An account of January with these balances and rows; named figures stand before the balances and between them."""
    made = scene(kind=kind)
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    for label, figure in (*before, ("Opening balance", opening), *between, ("Closing balance", closing)):
        made.cells((40, label), (-300, figure))
    if not rows:
        made.cells((40, "No transactions this period."))
        return made
    made.cells((40, ""), step=26)
    made.cells(*PLAIN_HEAD)
    for day, text, amount in rows:
        made.cells((40, day), (120, text), (-470, amount))
    return made


def quiet(balance: str = "473.07", *, title: str = "Sample Bank", beside: Cell | None = None) -> Scene:
    """Return an account without rows, with this balance at both ends; one more cell is above them."""
    made = scene(title, kind="Everyday plan")
    made.cells((40, "Statement period 01/01/2025 to 01/31/2025"))
    if beside is not None:
        made.cells(beside)
    for label in ("Opening balance", "Closing balance"):
        made.cells((40, label), (-300, balance))
    made.cells((40, "No transactions this period."))
    return made


def test_without_any_word_or_mark_the_side_stays_open() -> None:
    assert not proved(plan("500.00", "650.00", ALDER, BIRCH))
    assert not proved(quiet())


@pytest.mark.parametrize(
    ("opening", "closing", "read"),
    [
        ("500.00 CR", "650.00 CR", ["500.00", "650.00"]),
        ("500.00 DR", "350.00 DR", ["-500.00", "-350.00"]),
        ("100.00 DR", "50.00 CR", ["-100.00", "50.00"]),
    ],
)
def test_marks_on_both_balances_tell_their_side(opening: str, closing: str, read: list[str]) -> None:
    result = statement(plan(opening, closing, ALDER, BIRCH))

    assert result.integrity.holds is True
    assert [str(result.opening_balance), str(result.closing_balance)] == read
    assert [str(line.amount) for line in result.lines] == ["200.00", "-50.00"]


@pytest.mark.parametrize(("opening", "closing"), [("500.00", "650.00 CR"), ("500.00 CR", "650.00")])
def test_a_mark_on_one_balance_alone_does_not_tell_the_side(opening: str, closing: str) -> None:
    assert not proved(plan(opening, closing, ALDER, BIRCH))


def test_marks_on_balances_that_stay_do_not_tell_the_side_of_the_rows() -> None:
    assert not proved(plan("500.00 CR", "500.00 CR", ALDER, BIRCH, RETURNED))


def test_marks_do_not_help_rows_whose_printed_signs_are_read_turned() -> None:
    turned = plan("500.00 DR", "650.00 DR", ALDER, BIRCH)

    assert amounts(turned) == ["-200.00", "50.00"]
    assert not proved(turned)


@pytest.mark.parametrize(("opening", "closing"), [("+500.00", "+650.00"), ("-500.00", "-350.00"), ("-100.00", "+50.00")])
def test_signs_on_both_balances_and_every_amount_show_the_side(opening: str, closing: str) -> None:
    assert proved(plan(opening, closing, PLUS, BIRCH))


@pytest.mark.parametrize(
    ("opening", "closing", "first"), [("+500.00", "650.00", PLUS), ("500.00", "+650.00", PLUS), ("+500.00", "+650.00", ALDER)]
)
def test_signs_on_some_balances_and_amounts_do_not_show_the_side(opening: str, closing: str, first: Row) -> None:
    assert not proved(plan(opening, closing, first, BIRCH))


@pytest.mark.parametrize("kind", ["Personal loan statement", "Mortgage statement"])
@pytest.mark.parametrize(("closing", "amount"), [("-650.00", "150.00"), ("-350.00", "-150.00")])
def test_a_loan_with_negative_balances_and_a_reversed_row_is_not_proved(kind: str, closing: str, amount: str) -> None:
    assert not proved(plan("-500.00", closing, ("01/05/2025", "Alder", amount), kind=kind))


def test_marks_tell_the_side_of_a_loan_only_where_it_is_owed() -> None:
    row = ("01/05/2025", "Alder", "150.00")

    assert proved(plan("500.00 DR", "350.00 DR", row, kind="Personal loan statement"))
    assert not proved(plan("500.00 CR", "650.00 CR", row, kind="Personal loan statement"))


@pytest.mark.parametrize(
    ("limit", "available"),
    [
        ("Overdraft limit", "Available"),
        ("Credit limit", "Available credit"),
        ("Kreditrahmen", "Verfügbar"),
        ("Découvert autorisé", "Disponible"),
        ("Fido concesso", "Disponibilità"),
        ("Límite", "Disponible"),
        ("Roodstand", "Beschikbaar"),
    ],
)
@pytest.mark.parametrize(("size", "holds"), [("1,650.00", True), ("350.00", False), ("1,640.00", False)])
def test_an_available_amount_equal_to_limit_plus_closing_shows_the_side(limit: str, available: str, size: str, *, holds: bool) -> None:
    before = ((limit, "1,000.00"), (available, size))

    assert proved(plan("500.00", "650.00", ALDER, BIRCH, before=before)) is holds


@pytest.mark.parametrize(("available", "holds"), [("1,650.00", True), ("350.00", False)])
def test_an_amount_available_that_is_the_limit_less_the_closing_speaks_against_the_marks(available: str, *, holds: bool) -> None:
    before = (("Credit limit", "1,000.00"), ("Available credit", available))

    assert proved(plan("500.00 CR", "650.00 CR", ALDER, BIRCH, before=before)) is holds


@pytest.mark.parametrize(
    ("into", "out", "holds"),
    [
        ("Deposits", "Withdrawals", True),
        ("Money in", "Money out", True),
        ("Einzahlungen", "Auszahlungen", True),
        ("Versements", "Retraits", True),
        ("Depósitos", "Retiros", True),
        ("Versamenti", "Prelievi", True),
        ("Bijschrijvingen", "Afschrijvingen", True),
        ("Wpłaty", "Wypłaty", True),
        ("Payments", "Fees and interest", False),
        ("Payments", "Charges", False),
        ("Payments", "Withdrawals", False),
    ],
)
def test_sums_of_deposits_and_withdrawals_show_an_account_in_credit_without_rows(into: str, out: str, *, holds: bool) -> None:
    assert proved(plan("473.07", "473.07", between=((into, "0.00"), (out, "0.00")))) is holds


@pytest.mark.parametrize(
    ("label", "holds"),
    [
        ("Overdraft limit", True),
        ("Arranged overdraft", True),
        ("Dispositionskredit", True),
        ("Découvert autorisé", True),
        ("Descubierto autorizado", True),
        ("Fido accordato", True),
        ("Roodstand", True),
        ("Credit limit", False),
    ],
)
def test_an_overdraft_limit_shows_an_account_in_credit_without_rows(label: str, *, holds: bool) -> None:
    assert proved(plan("473.07", "473.07", before=((label, "1,000.00"),))) is holds


@pytest.mark.parametrize(
    ("title", "beside", "holds"),
    [
        ("First Example Savings", None, False),
        ("First Example Savings account", None, True),
        ("First Example Savings", (40.0, "Savings account"), True),
        ("First Example", (40.0, "Savings 12345678"), True),
        ("First Example", (40.0, "Savings 123"), False),
        ("First Example", (40.0, "Savings"), False),
    ],
)
def test_a_word_for_savings_beside_a_number_or_account_shows_an_account_in_credit(title: str, beside: Cell | None, *, holds: bool) -> None:
    assert proved(quiet(title=title, beside=beside)) is holds


@pytest.mark.parametrize(("balance", "holds"), [("0.00", True), ("0.01", False)])
def test_an_account_without_rows_and_without_money_needs_no_evidence_of_its_side(balance: str, *, holds: bool) -> None:
    assert proved(quiet(balance)) is holds


def test_an_available_amount_may_contradict_a_word_for_an_account_in_credit() -> None:
    rows = (ALDER, BIRCH)
    limit = ("Overdraft limit", "1,000.00")

    assert proved(plan("500.00", "650.00", *rows, before=(limit, ("Available", "1,650.00")), kind="Checking account statement"))
    assert not proved(plan("500.00", "650.00", *rows, before=(limit, ("Available", "350.00")), kind="Checking account statement"))


def test_limits_that_show_both_sides_show_none() -> None:
    limits = (("Credit limit", "2,000.00"), ("Cash limit", "700.00"))

    assert not proved(plan("500.00", "650.00", ALDER, BIRCH, before=(*limits, ("Available credit", "1,350.00"))))


@pytest.mark.parametrize(
    ("into", "out", "holds"),
    [("+100.00", "-100.00", True), ("100.00", "100.00", False), ("-100.00", "+100.00", False), ("+90.00", "-90.00", False)],
)
def test_signed_sums_of_both_sides_show_the_side_of_zero_balances(into: str, out: str, *, holds: bool) -> None:
    made = plan("0.00", "0.00", ("01/05/2025", "From main space", "+100.00"), ("01/20/2025", "To main space", "-100.00"))
    made.cells((40, "Incoming transactions"), (-300, into))
    made.cells((40, "Outgoing transactions"), (-300, out))

    assert proved(made) is holds
