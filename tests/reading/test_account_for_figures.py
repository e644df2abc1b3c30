"""Every number around the rows is a row, a balance, a total or named text; any other number forbids the proof."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from reconciliation.documents.pages import UnreadMark, Word
from reconciliation.reading.reader import read
from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, TEXT, account, draw, headings
from tests.reading.making.scene import Scene
from tests.reading.scenes import page, proved, statement, statements, text_page


def test_the_plain_account_is_proved() -> None:
    assert proved(account())


@pytest.mark.parametrize(
    ("out", "back"), [("-75", "75"), ("", ""), ("-75.0", "75.0"), ("-75,00", "75,00"), ("75.OO", "-75.OO"), ("75.000", "-75.000")]
)
def test_two_rows_without_a_readable_figure_are_not_passed_over(out: str, back: str) -> None:
    rows = (PAYROLL, ("01/12", "To savings", out), ("01/14", "From savings", back), GROCERY)

    assert not proved(account(rows))


@pytest.mark.parametrize(("text", "holds"), [("Card 1234", True), ("", True), ("", False)])
def test_rows_with_damaged_figures_between_the_headings_and_the_first_day_are_not_passed_over(text: str, holds: bool) -> None:
    made = account((), headed=False)
    made.cells((TEXT, "Description"), (FIGURE, "Amount"))
    lost = () if holds else (("", "To savings", "-7?.00"), ("", "From savings", "7?.00"))
    draw(made, [*([text] if text else []), *lost, "01/05/2026", ("", "Payroll", "200.00"), "01/20/2026", ("", "Grocery", "-50.00")])

    assert proved(made) is holds


@pytest.mark.parametrize(("sides", "holds"), [((), True), (("Debit", "Credit"), False)])
def test_rows_with_letters_for_all_digits_of_their_amounts_are_no_headings_of_the_row_below(sides: tuple[str, ...], *, holds: bool) -> None:
    made = text_page("First Example Bank", "Current account statement", "Currency: JPY", "Period: 05-07-2024 - 04-08-2024", left=DAY)
    made.cells((DAY, "Date"), (TEXT, "Details"), (-390.0, "Dr/Cr"), (-470.0, "Amount"), (-545.0, "Balance"))
    made.cells((TEXT, "Opening balance"), (-545.0, "90,000"))
    made.cells((DAY, "05-07-2024"), (TEXT, "Payroll"), (-390.0, "Credit"), (-470.0, "2,000"), (-545.0, "92,000"))
    for side in sides:
        made.cells((TEXT, "Cash deposit"), (-390.0, side), (-470.0, "SlO"))
    made.cells((TEXT, "Rent"), (-390.0, "Debit"), (-470.0, "1,000"), (-545.0, "91,000"))
    made.cells((TEXT, "Closing balance"), (-545.0, "91,000"))

    assert proved(made) is holds


@pytest.mark.parametrize(("figures", "holds"), [(("-l0.l9", "l0.l9"), False), ((), True)])
def test_damaged_figures_alone_on_the_next_page_are_not_passed_over(figures: tuple[str, ...], *, holds: bool) -> None:
    made = account()
    made.sheet.next_page()
    draw(made, ["First Example Bank", "", *(("", "Online books", figure) for figure in figures)])
    made.cells((DAY, "01/31"), (TEXT, "Ending balance"), (FIGURE, "1,150.00"))

    assert proved(made) is holds


def test_a_damaged_figure_under_a_heading_that_no_row_uses_is_not_passed_over() -> None:
    made = page(((DAY, "First Example Bank"),), ((DAY, "Current account statement"),))
    made.cells((DAY, "Date"), (TEXT, "Details"), (-390.0, "Credit"), (-470.0, "Debit"), (-545.0, "Balance"))
    made.cells((DAY, "19 Feb 24"), (TEXT, "Coffee"), (-470.0, "280.00"), (-545.0, "-1,134.27"))
    made.cells((TEXT, "Coffee"), (-470.0, "290.00"), (-545.0, "-1,424.27"))
    made.cells((TEXT, "Coffee"), (-390.0, "290:00"), (-545.0, "-1,134.27"))

    assert not statement(made).integrity.rows_follow


@pytest.mark.parametrize(("beside", "holds"), [("of an account", True), ("01/20 of an account USD -50.00", False)])
def test_an_amount_that_is_printed_once_more_behind_another_day_is_not_passed_over(beside: str, *, holds: bool) -> None:
    made = account((PAYROLL,))
    made.cells((DAY, "01/20"), (TEXT, "Check 1010"), (FIGURE, "USD -50.00"), (450.0, beside))

    assert proved(made) is holds


def test_a_figure_that_has_lost_its_decimal_mark_to_a_gap_is_not_read_without_decimals() -> None:
    assert not proved(account((PAYROLL, ("01/12", "To savings", "USD -75 61"), ("01/14", "From savings", "USD 75 61"), GROCERY)))


def test_a_dated_row_without_a_figure_at_the_end_is_not_passed_over() -> None:
    assert not proved(account((PAYROLL, GROCERY, ("01/21", "To savings", ""), ("01/22", "From savings", ""))))


def test_dated_rows_with_unreadable_figures_at_the_end_are_not_passed_over() -> None:
    assert not proved(account((PAYROLL, GROCERY, ("01/21", "To savings", "-75"), ("01/22", "From savings", "75"))))


def test_rows_before_the_headings_are_not_passed_over() -> None:
    before = ("Automatic transfers", ("01/12", "To savings", "-75.00"), ("01/14", "From savings", "75.00"))

    assert not proved(account(before=before))


@pytest.mark.parametrize("total", [(), (("", "Total", "150.00"),)])
def test_rows_without_a_day_below_the_table_are_not_passed_over(total: tuple[tuple[str, str, str], ...]) -> None:
    assert not proved(account(after=[*total, "Fees", ("", "Annual fee", "-75.00"), ("", "Annual fee waived", "75.00")]))


def test_rows_of_another_layout_are_not_passed_over() -> None:
    made = account()
    for text, day, figure in (("Wire to supplier", "01/12", "-75.00"), ("Wire returned", "01/14", "75.00")):
        made.cells((50, text), (200, day), (-300, figure))

    assert not proved(made)


def test_a_named_figure_below_the_rows_is_no_row() -> None:
    assert proved(
        account(after=[("", "Total", "150.00"), ("", "Average daily balance", "1,080.00"), ("", "Fees charged this year", "12.00")])
    )


def test_no_activity_fee_does_not_say_that_there_was_no_activity() -> None:
    made = account((), closing="1,000.00", after=["No activity fee applies to this account.", "Wire 75.00", "Wire -75.00"])

    assert not proved(made)


@pytest.mark.parametrize("text", ["No activity this period", "No transactions", "There were no transactions."])
def test_words_for_no_activity_prove_an_account_without_rows(text: str) -> None:
    assert proved(account((), closing="1,000.00", after=[text]))


def test_no_activity_beside_another_figure_proves_nothing() -> None:
    assert not proved(account((), closing="1,000.00", after=["No activity this period", ("", "Wire", "75.00")]))


def test_headings_printed_again_end_no_account() -> None:
    made = account()
    headings(made)

    assert proved(made)


def test_a_hidden_figure_is_not_printed_and_forbids_nothing() -> None:
    document = account().sheet.document()
    hidden = ((1, Word("75.00", 400.0, 200.0, 430.0, 209.0, 9.0, 207.0)),)

    assert read(document).statements[0].integrity.holds
    assert read(replace(document, hidden=hidden, hidden_text=True)).statements[0].integrity.holds


def test_a_row_beyond_the_visible_page_forbids_the_proof_and_a_code_does_not() -> None:
    document = account().sheet.document()
    beyond = document.pages[0].width + 20
    row = (Word("01/12/2025", beyond, 200, beyond + 50, 209, 9.0, 207.0), Word("75.00", beyond + 80, 200, beyond + 110, 209, 9.0, 207.0))
    code = Word("JOB-4711", beyond, 200, beyond + 50, 209, 9.0, 207.0)

    assert read(replace(document, hidden=((1, code),))).statements[0].integrity.holds
    (statement,) = read(replace(document, hidden=tuple((1, word) for word in row))).statements
    assert statement.integrity.holds is None
    assert [unread.text.split() for unread in statement.unread] == [["01/12/2025", "75.00"]]


def test_a_mark_among_the_rows_forbids_the_proof_and_one_elsewhere_does_not() -> None:
    document = account().sheet.document()
    box = read(document).statements[0].lines[0].box
    among, elsewhere = ((300.0, top, 340.0, top + 8) for top in (box[1], document.pages[0].height - 20))

    assert read(replace(document, marks=(UnreadMark(1, elsewhere, "type"),))).statements[0].integrity.holds
    (statement,) = read(replace(document, marks=(UnreadMark(1, among, "type"),))).statements
    assert statement.integrity.holds is None
    assert [unread.box for unread in statement.unread] == [among]


@pytest.mark.parametrize(("pages", "holds"), [((1, 2), True), ((2,), None)])
def test_a_mark_above_all_print_of_every_page_forbids_nothing(pages: tuple[int, ...], *, holds: bool | None) -> None:
    made = account()
    made.sheet.next_page(y=20.0)
    made.cells((DAY, "01/31"), (TEXT, "Grocery"), (FIGURE, "-0.00"))
    logos = tuple(UnreadMark(page, (300.0, 2.0, 380.0, 12.0), "type") for page in pages)
    (statement,) = read(replace(made.sheet.document(), marks=logos)).statements

    assert statement.integrity.holds is holds


def test_marks_as_wide_as_the_rows_are_an_unread_row_anywhere_on_the_page() -> None:
    document = account().sheet.document()
    x0, _, x1, _ = read(document).statements[0].lines[0].box
    foot = document.pages[0].height - 20

    def holds(left: float, right: float) -> bool | None:
        marks = [UnreadMark(1, (x, foot, x + 40, foot + 8), "type") for x in (left, 250.0, right - 40)]
        return read(replace(document, marks=tuple(marks))).statements[0].integrity.holds

    assert holds(x0, x1) is None
    assert holds(x0 - 15, x1)
    assert holds(x0, x1 + 15)


def test_marks_on_one_line_are_one_row_that_was_not_read() -> None:
    document = account().sheet.document()
    x0, top, _, _ = read(document).statements[0].lines[0].box
    words = [UnreadMark(1, (x0 + step, top, x0 + step + 30, top + 8), "type") for step in (0, 60, 300)]
    below = UnreadMark(1, (x0, top + 10, x0 + 30, top + 18), "type")

    (statement,) = read(replace(document, marks=(*words, below))).statements
    assert [unread.box for unread in statement.unread] == [(x0, top, x0 + 330, top + 8), below.box]


def test_figures_of_the_table_above_its_first_dated_row_are_rows_that_were_not_read() -> None:
    undated = [("", "Rent", "-80.00"), ("", "Payroll", "230.00"), ("01/31", "All of the month", "150.00")]

    assert not proved(account(undated))


@pytest.mark.parametrize("text", ["2 x 25.00", "Card 4711 60.00 USD at 1.0845", "Dinner 12.50 EUR each", "Grocery (before discount 55.00)"])
def test_a_figure_among_the_words_of_a_row_belongs_to_them(text: str) -> None:
    assert proved(account((PAYROLL, ("01/20", f"Grocery {text}", "-50.00"))))


def test_a_figure_in_its_own_cell_of_a_row_forbids_the_proof() -> None:
    made = account(())
    made.cells((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00"))
    made.cells((DAY, "01/20"), (TEXT, "Grocery"), (-300, "75.00"), (FIGURE, "-50.00"))

    assert not proved(made)


def test_round_sums_that_are_read_are_no_unread_numbers() -> None:
    assert proved(account((PAYROLL, ("01/12", "To savings", "-75"), GROCERY), closing="1,075.00"))


def test_rows_without_a_day_right_under_the_headings_are_not_passed_over() -> None:
    assert not proved(account((("", "To savings", "-75.00"), ("", "From savings", "75.00"), PAYROLL, GROCERY)))


@pytest.mark.parametrize(
    "below",
    [("", "Arranged overdraft", "500.00"), ("", "Découvert autorisé", "500.00"), ("", "Your money is protected up to", "85,000.00")],
)
def test_an_overdraft_limit_or_an_insured_sum_is_no_movement(below: tuple[str, str, str]) -> None:
    assert proved(account(after=["Your account", below]))


@pytest.mark.parametrize("text", ["Arranged overdraft interest", "Overdraft fee"])
def test_the_cost_of_an_overdraft_is_a_movement(text: str) -> None:
    assert not proved(account(after=["Fees", ("", text, "-75.00"), ("", "Refund", "75.00")]))


def test_a_rate_of_exchange_with_its_day_is_no_row() -> None:
    assert proved(account(after=["Exchange rates used", ("01/31", "1 USD = 0.8567 GBP", "")]))


@pytest.mark.parametrize("tier", ["Less than $10,000.00", "$10,000.00 and over", "From $10,000.00"])
def test_a_tier_of_balances_with_its_rate_is_no_row(tier: str) -> None:
    assert proved(account(after=[("", "Closing balance", "1,150.00"), "Your interest rates", ("01/31", tier, "0.05%")]))


def test_the_sum_of_a_list_of_checks_is_no_row() -> None:
    made = account(closing="1,050.00")
    made.cells((DAY, "Checks paid"))
    made.cells((DAY, "Check"), (90, "Date"), (-220, "Amount"), (260, "Check"), (300, "Date"), (-430, "Amount"))
    made.cells((DAY, "1041"), (90, "01/06"), (-220, "60.00"), (260, "1043"), (300, "01/09"), (-430, "40.00"))
    made.cells((DAY, "* Gap in sequence"), (260, "Conventional Checks Paid (2)"), (-430, "100.00"))

    assert proved(made)


def test_a_paragraph_below_the_closing_that_names_a_day_and_a_fee_is_no_row() -> None:
    text = [
        "Tell us within 60 days of the day on which we sent this statement to you, or before",
        "30 days from 01/15/2026. Fees of 15.00 may apply.",
    ]

    assert proved(account(after=[("", "Ending balance", "1,150.00"), *text]))


def test_a_count_of_points_is_no_account() -> None:
    made = account()
    made.cells((DAY, "Rewards summary"))
    made.cells((DAY, "Opening balance"), (200, "Earned"), (300, "Closing balance"))
    made.cells((DAY, "12,400.00"), (200, "512.40"), (300, "12,912.40"))

    assert len(statements(made)) == 1
    assert proved(made)


DAMAGED = ["0.59%", "0.59 %", "l2.50", "12,50", "12.5O", "12.50x", "12.50 of 3", "#12.50", "12/50", "??.??", "twelve", "(cid:12)"]


@pytest.mark.parametrize("label", ["To savings", "Total", "Credit limit", "Average balance", "Closing balance"])
@pytest.mark.parametrize("figure", DAMAGED)
def test_any_text_in_the_place_of_an_amount_is_accounted_for(figure: str, label: str) -> None:
    between = (PAYROLL, ("", label, figure), ("", label, figure), GROCERY)

    assert not proved(account(between))


@pytest.mark.parametrize("figure", DAMAGED)
def test_text_in_place_of_an_amount_below_the_last_row_is_accounted_for(figure: str) -> None:
    assert not proved(account(after=[("", "To savings", figure), ("", "From savings", figure)]))


@pytest.mark.parametrize("text", ["-", "CR"])
def test_a_dash_or_a_mark_alone_is_no_amount(text: str) -> None:
    assert proved(account((PAYROLL, ("", "", text), GROCERY)))


def test_the_headings_of_the_next_section_are_no_amounts() -> None:
    assert proved(account((PAYROLL,), after=["Withdrawals", "", GROCERY]))


def test_text_in_the_place_of_a_round_sum_on_the_next_line_is_accounted_for() -> None:
    rows = (PAYROLL, ("01/12", "To savings", "-75"), GROCERY)

    assert not proved(account((*rows[:2], ("", "To savings", "75*"), GROCERY), closing="1,075.00"))


LEDGER = [(50.0, "Date"), (110.0, "Description"), (-360.0, "Withdrawals"), (-430.0, "Deposits"), (-520.0, "Balance")]


def ledger(out: str, *, closing: str = "Closing balance", below: Sequence[tuple[float, str]] = ()) -> Scene:
    """Return a table of five columns with this withdrawal, its closing under this name, and a line close below that."""
    made = account((), headed=False)
    made.cells(*LEDGER)
    made.cells((50, "01/05"), (110, "Payroll"), (-430, "200.00"), (-520, "1,200.00"))
    made.cells((50, "01/20"), (110, "Grocery"), (-352, out), (-520, "1,150.00"))
    made.cells((110, closing), (-520, "1,150.00"))
    made.cells(*below)
    return made


def test_half_a_pair_of_brackets_behind_a_rows_own_amount_is_no_number() -> None:
    assert proved(ledger("50.00 ("))


@pytest.mark.parametrize("behind", ["%", " (1", " x", " ?"])
def test_other_marks_behind_an_amount_are_accounted_for(behind: str) -> None:
    assert not proved(ledger(f"50.00{behind}"))


@pytest.mark.parametrize("closing", ["Total balance carried forward", "Balance 31JAN"])
def test_a_line_below_the_balance_that_the_rows_lead_to_is_not_the_tables(closing: str) -> None:
    assert proved(ledger("50.00", closing=closing, below=[(50, "Transaction details"), (400, "as of Jan 31, 2026")]))


TOTALS = (("", "Total deposits", "200.00"), ("", "Total withdrawals", "50.00"))
COUNTED = ("", "Operations booked", "2")


def test_a_count_below_the_rows_is_no_row_if_totals_cover_all_money() -> None:
    assert proved(account(before=TOTALS, after=["Fees and charges", COUNTED]))
    assert not proved(account(after=["Fees and charges", COUNTED]))


@pytest.mark.parametrize("number", ["34", "2%", "x2"])
def test_no_other_number_is_one_there(number: str) -> None:
    assert proved(account(before=TOTALS, after=["Fees and charges", ("", "To savings", number)]))
    assert not proved(account(after=["Fees and charges", ("", "To savings", number)]))


def test_a_number_between_them_may_be_one() -> None:
    assert not proved(account((PAYROLL, COUNTED, GROCERY), before=TOTALS))


@pytest.mark.parametrize(("paid_in", "proof"), [("262.22", True), ("524.44", False)])
def test_repeated_words_below_a_row_are_another_row_if_totals_require_it(paid_in: str, *, proof: bool) -> None:
    again = "SALARY ACME LTD"
    totals = [("", "Deposits and additions (1)", paid_in), ("", "Electronic withdrawals (0)", "0.00")]
    made = account((), before=totals, closing="1,262.22", headed=False)
    made.cells((DAY, "Jan 23, 2026"), (TEXT + 20, "SALARY ACME LTD"), (FIGURE, "262.22 CR"))
    made.cells((TEXT + 20, again), (FIGURE, "262.22 CR"), (FIGURE - 90, "1,262.22"))

    assert proved(made) is proof


def test_words_below_rows_side_by_side_are_in_no_ones_place() -> None:
    made = page(
        ((50, "Credit card statement"), (300, "Credit limit 5,000.00")),
        ((50, "Payment due date 07/20/2024"), (300, "Minimum payment 25.00")),
        ((50, "Statement period 06/01/2024 to 06/30/2024"),),
        ((50, "Previous balance 0.00"), (300, "New balance 140.00")),
        ((50, "Purchases"), (300, "140.00")),
        ((50, "Date"), (110, "Merchant"), (-280, "Amount"), (310, "Date"), (370, "Merchant"), (-540, "Amount")),
        ((50, "06/03/2024"), (110, "Alder"), (-280, "50.00"), (310, "06/14/2024"), (370, "Birch"), (-540, "30.00")),
        ((110, "Food .London"), (370, "Fuel .London")),
        ((50, "06/04/2024"), (110, "Alder"), (-280, "40.00"), (310, "06/15/2024"), (370, "Birch"), (-540, "20.00")),
        ((110, "Food .London"), (370, "Fuel .London")),
    )

    assert proved(made)


@pytest.mark.parametrize(("behind", "holds"), [("§ Hotel", True), ("§", True), ("§ lO,OO", False)])
def test_a_sign_before_the_words_right_behind_an_amount_belongs_to_them(behind: str, *, holds: bool) -> None:
    made = text_page("Erste Beispielbank", "Kontoauszug Girokonto", "Zeitraum: 01.01.2026 bis 31.01.2026", left=DAY)
    made.cells((DAY, "Alter Kontostand"), (FIGURE, "1.000,00"))
    made.cells((DAY, "Neuer Kontostand"), (FIGURE, "950,00"))
    made.cells((DAY, "Datum"), (-170.0, "Betrag"), (180.0, "Text"))
    made.cells((DAY, "12.01."), (-170.0, "-50,00"), (173.0, behind))

    assert proved(made) is holds
