"""Rows that continue on the next page of a table, under the day of the page before."""

import pytest

from reconciliation.reading.reader import read
from tests.reading.drawing import DAY, FIGURE, TEXT, account, draw
from tests.reading.making.judging import false_proofs
from tests.reading.making.maker import make
from tests.reading.scenes import amounts, empty_page, statement, statements, text_page

SUM_OUT, SUM_IN = -380.0, -460.0


def test_columns_of_both_sides_continue_below_a_balance_carried_forward() -> None:
    made = account((), headed=False)
    made.cells((DAY, "Fees and interest"), (-250.0, "12.00"), (300.0, "Average balance of this account"), (-500.0, "900.00"), step=26)
    for rows in (
        [((DAY, "01/05"), (TEXT, "Payroll"), (SUM_IN, "200.00"))],
        [((TEXT, "Grocery"), (SUM_OUT, "30.00")), ((DAY, "01/20"), (TEXT, "Grocery"), (SUM_OUT, "20.00"))],
    ):
        made.cells((DAY, "Date"), (TEXT, "Description"), (SUM_OUT, "Debit"), (SUM_IN, "Credit"), (-540.0, "Balance"))
        for row in rows:
            made.cells(*row)
        made.cells((TEXT, "Carried forward"), (-540.0, "1,200.00"))
        made.sheet.next_page()

    assert amounts(made) == ["200.00", "-30.00", "-20.00"]


def test_a_section_that_is_continued_goes_on_with_the_day_above_the_total_of_its_page() -> None:
    made = account((), before=["Withdrawals"], closing="930.00")
    draw(made, [("01/05", "Rent", "40.00"), ("", "Page total", "40.00")])
    made.sheet.next_page()
    draw(made, ["Withdrawals (continued)", ("", "Grocery", "20.00"), ("01/20", "Grocery", "10.00")])

    assert amounts(made) == ["-40.00", "-20.00", "-10.00"]


@pytest.mark.parametrize("name", ["Uttag (forts.)", "Withdrawals (cont.)"])
def test_a_section_printed_again_as_going_on_keeps_the_day_of_the_page_before(name: str) -> None:
    made = account((), before=[name.split()[0]], closing="970.00")
    draw(made, [("01/05", "Rent", "20.00")])
    made.sheet.next_page()
    draw(made, [name, "", ("", "Grocery", "10.00")])

    assert amounts(made) == ["-20.00", "-10.00"]


def test_a_list_of_fees_apart_from_the_figures_has_no_rows_of_the_last_day() -> None:
    made = account((), headed=False)
    made.cells((TEXT, "Description"), (FIGURE, "Amount"))
    draw(made, ["January 5, 2026", ("", "Payroll", "200.00"), "January 20, 2026", ("", "Grocery", "-50.00")])
    made.sheet.next_page()
    for text, fee in (("Fees", ""), ("Monthly", "4.90"), ("Withdrawal", "12.00")):
        made.cells(*[(place, cell_text) for place, cell_text in ((DAY, text), (-415.0, fee)) if cell_text])

    assert amounts(made) == ["200.00", "-50.00"]


def test_newest_first_rows_follow_the_closing_in_a_second_statement_too() -> None:
    made = empty_page()
    for opening, amount, closing in (("1,000.00", "200.00", "1,200.00"), ("1,200.00", "-50.00", "1,150.00")):
        for text in ("First Example Bank", "Checking account statement", "Account number: 1234567890", "Page 1 of 1"):
            made.cells((DAY, text))
        made.cells((DAY, "Description"), (FIGURE, "Amount"), (-520.0, "Balance"))
        made.cells((DAY, "Closing balance"), (-520.0, closing))
        made.cells((DAY, "January 20, 2026"))
        made.cells((DAY, "Example"), (FIGURE, amount), (-520.0, closing))
        made.cells((DAY, "Opening balance"), (-520.0, opening))
        made.sheet.next_page()

    read_there = statements(made)
    assert [[str(line.amount) for line in one.lines] for one in read_there] == [["200.00"], ["-50.00"]]


def test_a_count_below_the_rows_and_apart_from_their_figures_is_no_row() -> None:
    made = account((), headed=False, closing="1,120.00")
    made.cells((DAY, "Description"), (FIGURE, "Amount"))
    draw(made, ["January 5, 2026", ("Payroll", "", "200.00"), "January 20, 2026", ("Grocery", "", "-50.00"), ("Kiosk", "", "-30.00")])
    made.cells((DAY, "Paid with points"), (-418.0, "340.00"))

    assert amounts(made) == ["200.00", "-50.00", "-30.00"]


def test_a_page_continues_the_last_day_although_a_row_named_a_side() -> None:
    made = account((), headed=False, closing="1,120.00")
    balance = -520.0
    for brought, carried, rows in (
        ("1,000.00", "1,200.00", [((DAY, "Mon 01/05/2026"),), ((DAY, "Payroll"), (FIGURE, "200.00"), (balance, "1,200.00"))]),
        ("1,200.00", "1,170.00", [((DAY, "Cheque 85969/441"),), ((DAY, "Mandate"), (FIGURE, "-30.00"), (balance, "1,170.00"))]),
        (
            "1,170.00",
            "1,120.00",
            [
                ((DAY, "Kiosk"), (FIGURE, "-20.00"), (balance, "1,150.00")),
                ((DAY, "Tue 01/20/2026"),),
                ((DAY, "Grocery"), (FIGURE, "-30.00"), (balance, "1,120.00")),
            ],
        ),
    ):
        made.cells((DAY, "Description"), (FIGURE, "Amount"), (balance, "Balance"))
        for row in [((DAY, "Brought forward"), (balance, brought)), *rows, ((DAY, "Carried forward"), (balance, carried))]:
            made.cells(*row)
        made.sheet.next_page()

    assert [line.date and line.date.day for line in statement(made).lines] == [5, 5, 5, 20]


def test_shortened_headings_of_days_on_the_next_page_keep_their_meaning() -> None:
    made = account((), before=["Deposits"], closing="1,240.00")
    for names, row in (
        (("Trans date", "Post date"), ("01/03", "01/05", "Payroll", "200.00")),
        (("Date", "Date"), ("01/17", "01/20", "Refund", "40.00")),
    ):
        made.cells((DAY, names[0]), (110.0, names[1]), (170.0, "Description"), (FIGURE, "Amount"))
        made.cells((DAY, row[0]), (110.0, row[1]), (170.0, row[2]), (FIGURE, row[3]))
        made.sheet.next_page()

    assert [line.date and line.date.day for line in statement(made).lines] == [5, 20]


@pytest.mark.parametrize("seed", [600009373, 600016565])
def test_a_day_printed_alone_on_a_later_page_heads_the_rows_below_it(seed: int) -> None:
    document = make(seed)

    assert false_proofs(read(document.sheet.document()), document.made) == []


def test_rows_that_are_not_read_above_a_balance_carried_forward_stay_unaccounted_for() -> None:
    made = text_page("Banque Exemple", "Relevé de compte courant", "Relevé du: 11.12.2025 au 10.01.2026", "Compte n°: 6271464636")
    made.cells((40, "Solde au 11.12.2025"), (-555, "792,70"))
    for amount, balance in (("+2,65", "795,35"), ("-2,65", "792,70")):
        made.cells((40, "REMBOURSEMENT"))
        made.cells((-498, amount), (-555, balance))
    made.cells((40, "A reporter"), (-555, "792,70"))
    made.sheet.next_page()
    made.cells((40, "Report"), (-555, "792,70"))
    made.cells((40, "Date"), (120, "Libellé"), (-498, "Montant"), (-555, "Solde"))
    made.cells((40, "14.12.2025"), (120, "BOULANGERIE"), (-498, "-190,70"), (-555, "602,00"))
    made.cells((40, "07.01.2026"), (120, "SALAIRE"), (-498, "+100,00"), (-555, "702,00"))
    made.cells((40, "Solde au 10.01.2026"), (-555, "702,00"))

    assert statement(made).integrity.holds is None
