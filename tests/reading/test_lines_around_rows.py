"""Lines of a table that are no rows: further text of a row, a day's balance or total, lines below the closing."""

from decimal import Decimal

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from tests.reading.drawing import DAY, FIGURE, GROCERY, PAYROLL, TEXT, Cells, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import Line, amounts, empty_page, proved, statement, statements, text_page

OUT, INTO = -430.0, -520.0
SIDES = ((DAY, "Data"), (TEXT, "Descriere"), (OUT, "Debit"), (INTO, "Credit"))


def page(*lines: Line) -> Scene:
    """A page with the title of a German statement above these lines."""
    made = empty_page()
    made.cells((DAY, "Kontoauszug"), size=14, step=20)
    for line in lines:
        made.cells(*line)
    return made


def rows_of_days(*totals: str) -> tuple[Line, ...]:
    """Three days, each with its total on both sides and its balance."""
    rows = ((DAY, "13/11/2025"), (TEXT, "Plata"), (OUT, "2.50")), ((DAY, "14/11/2025"), (TEXT, "Incasare"), (INTO, "40.00"))
    last = ((DAY, "15/11/2025"), (TEXT, "Plata"), (OUT, "7.50"))
    sides = ("2.50", "0.00"), ("0.00", "40.00"), ("7.50", "0.00")
    result = []
    for row, (out, into), total in zip((*rows, last), sides, totals, strict=True):
        result += [row, ((DAY, row[0][1]), (TEXT, "RULAJ ZI"), (OUT, out), (INTO, into)), ((TEXT, "SOLD FINAL ZI"), (INTO, total))]
    return tuple(result)


@pytest.mark.parametrize(("second", "holds"), [("137.50", True), ("173.50", False)])
def test_totals_and_balances_of_days_are_no_rows_and_must_follow(second: str, *, holds: bool) -> None:
    opened, closed = ((TEXT, "SOLD ANTERIOR"), (INTO, "100.00")), ((TEXT, "SOLD FINAL CONT"), (INTO, "130.00"))
    made = page(SIDES, opened, *rows_of_days("97.50", second, "130.00"), closed)

    assert amounts(made) == ["-2.50", "40.00", "-7.50"]
    assert (statement(made).integrity.holds is True) is holds


def test_a_balance_alone_below_the_rows_of_a_day_is_the_balance_after_them() -> None:
    made = account(
        (PAYROLL, ("", "Balance", "1,200.00"), ("01/06", "Shop", "-10.00"), ("", "Balance", "1,190.00"), ("01/20", "Shop", "-40.00"))
    )

    assert amounts(made) == ["200.00", "-10.00", "-40.00"]
    assert proved(made)


def test_the_unlabelled_sum_of_many_rows_is_no_row() -> None:
    rows = tuple((f"01/{day:02}", "Shop", "-10.00") for day in range(5, 10))
    made = account((PAYROLL, *rows, ("", "On card (9876)", "150.00")))

    assert len(statement(made).lines) == 6


def test_a_day_and_words_below_a_row_continue_it_even_if_they_mention_money() -> None:
    def drawn(second: str) -> Scene:
        return page(
            ((DAY, "Alter Saldo"), (FIGURE, "1.000,00")),
            ((DAY, "Neuer Saldo"), (FIGURE, "380,00")),
            ((DAY, "Buchung"), (TEXT, "Verwendungszweck"), (FIGURE, "Betrag")),
            *(
                line
                for day in ("06.12.2024", "09.12.2024")
                for line in (((DAY, day), (TEXT, "Überweisung Hausverwaltung"), (FIGURE, "-310,00")), ((DAY, day), (TEXT, second)))
            ),
        )

    result = statement(drawn("Miete zzgl. NK 180,00 EUR"))
    assert [line.description for line in result.lines] == ["Überweisung Hausverwaltung Miete zzgl. NK 180,00 EUR"] * 2
    assert proved(drawn("Miete zzgl. NK 180,00 EUR"))


def test_a_line_below_a_closing_that_is_named_by_its_day_is_no_row() -> None:
    made = page(
        ((DAY, "Forklaring"), (300, "Bokført"), (OUT, "Ut av konto"), (INTO, "Inn på konto")),
        ((DAY, "Saldo fra kontoutskrift 30.09.2025"), (INTO, "1.000,00")),
        ((DAY, "Varekjøp"), (300, "02.10.2025"), (OUT, "200,00")),
        ((DAY, "Lønn"), (300, "03.10.2025"), (INTO, "500,00")),
        ((DAY, "Saldo i Deres favør 31.10.2025"), (INTO, "1.300,00")),
        ((DAY, "Innvilget kreditt hittil i år"), (OUT, "0,00")),
    )

    assert amounts(made) == ["-200.00", "500.00"]
    assert proved(made)


def test_a_list_of_rates_below_the_closing_gives_neither_rows_nor_the_period() -> None:
    rates = ("10/01/2025 - 12/31/2025", "Overdraft interest", "4.00")
    made = account((PAYROLL, GROCERY, ("", "Closing balance", "1,150.00"), rates))

    assert amounts(made) == ["200.00", "-50.00"]
    assert str(statement(made).period_start) == "2026-01-01"
    assert not proved(made)


def test_rows_under_other_headings_below_the_closing_are_not_in_the_table() -> None:
    made = account(
        (PAYROLL, GROCERY, ("", "Closing balance", "1,150.00"), ("Value", "Days", "Balance by value"), ("01/05", "14", "990.00"))
    )

    assert amounts(made) == ["200.00", "-50.00"]
    assert not proved(made)


def test_an_account_name_in_the_words_of_a_row_does_not_name_this_account() -> None:
    made = page(
        ((DAY, "Vorig saldo"), (INTO, "1.000,00")),
        ((DAY, "Nieuw saldo"), (INTO, "900,00")),
        ((DAY, "Boekdatum"), (TEXT, "Omschrijving"), (OUT, "Bedrag af"), (INTO, "Bedrag bij")),
        ((DAY, "04-02"), (TEXT, "Incasso"), (OUT, "50,00")),
        ((DAY, "(04-02)"), (TEXT, "Incassant: NL08ZZZ502326010000")),
        ((DAY, "05-02"), (TEXT, "Overboeking naar NL20 INGB 0001 2345 67"), (OUT, "50,00")),
        ((DAY, "(05-02)"), (TEXT, "IBAN: NL91 RABO 0315 2736 37")),
    )

    assert statement(made).account_hint is None
    assert amounts(made) == ["-50.00", "-50.00"]


def test_a_foreign_amount_beside_the_rows_own_is_known_by_its_currency() -> None:
    made = page(
        ((DAY, "Alter Saldo"), (FIGURE, "100,00")),
        ((DAY, "Neuer Saldo"), (FIGURE, "70,00")),
        ((DAY, "Datum"), (TEXT, "Buchungstext"), (250, "Währung"), (FIGURE, "Betrag in EUR")),
        ((DAY, "06.12.2024"), (TEXT, "Kauf Hotel"), (250, "USD 10,80"), (FIGURE, "-10,00")),
        ((DAY, "07.12.2024"), (TEXT, "Kauf Buch"), (FIGURE, "-15,00")),
        ((DAY, "08.12.2024"), (TEXT, "Kauf Brot"), (FIGURE, "-5,00")),
    )

    assert statement(made).currency == "EUR"
    assert proved(made)


def test_the_number_of_a_page_under_its_name_is_no_day() -> None:
    made = page(
        ((DAY, "Auszug"), (TEXT, "Seite"), (200, "Kontostand vorher"), (350, "Zahlungsausgänge")),
        ((DAY, "002"), (TEXT, "1/1"), (200, "100,00"), (350, "10,00")),
        ((DAY, "Datum"), (TEXT, "Buchungstext"), (FIGURE, "Betrag")),
        ((DAY, "06.12.2024"), (TEXT, "Kauf"), (FIGURE, "-10,00")),
        ((DAY, "Neuer Kontostand"), (FIGURE, "90,00")),
    )

    assert statement(made).opening_balance == 100
    assert amounts(made) == ["-10.00"]


def test_a_heading_of_numbers_and_of_words_names_the_words() -> None:
    made = page(
        ((DAY, "Arkistointitunnus / Saaja - Maksaja"), (300, "Arvopvm"), (FIGURE, "Määrä")),
        ((DAY, "ALKUSALDO 31.07.2025"), (FIGURE, "100,00+")),
        ((DAY, "3842795820965936"), (150, "E-LASKU"), (300, "02.08"), (FIGURE, "10,00-")),
        ((150, "HELEN OY"),),
        ((DAY, "LOPPUSALDO 31.08.2025"), (FIGURE, "90,00+")),
    )

    assert [line.description for line in statement(made).lines] == ["3842795820965936 E-LASKU HELEN OY"]


@pytest.mark.parametrize(
    ("names", "holds"), [(("Data valuta", "Giorni", "Tasso", "Numeri"), True), (("Giorno", "Luogo", "Nota", "Numeri"), None)]
)
def test_days_and_rates_of_an_interest_calculation_are_no_rows(names: tuple[str, ...], holds: bool | None) -> None:
    made = account((PAYROLL, GROCERY, ("", "Closing balance", "1,150.00")))
    made.cells(*zip((DAY, TEXT, 250, FIGURE), names, strict=True))
    made.cells((DAY, "01/05"), (TEXT, "14"), (250, "0.001"), (FIGURE, "990.00"))
    result = statement(made)

    assert amounts(made) == ["200.00", "-50.00"]
    assert result.integrity.holds is holds


def test_a_number_of_many_digits_without_marks_is_no_money_where_money_has_them() -> None:
    made = page(
        ((DAY, "FECHA"), (TEXT, "DETALLE"), (250, "N DOCUMENTO"), (OUT, "CHEQUES Y OTROS CARGOS"), (INTO, "ABONOS"), (-580, "SALDO")),
        ((TEXT, "SALDO INICIAL"), (-580, "1.845.320")),
        ((DAY, "03/02/2024"), (TEXT, "GIRO"), (280, "835864"), (OUT, "15.000"), (-580, "1.830.320")),
        ((DAY, "14/02/2024"), (TEXT, "PAGO"), (280, "713960"), (OUT, "30.320"), (-580, "1.800.000")),
        ((TEXT, "SALDO FINAL"), (-580, "1.800.000")),
    )

    assert amounts(made) == ["-15000", "-30320"]
    assert proved(made)


@pytest.mark.parametrize(("total", "holds"), [("850,00", True), ("860,00", None)])
def test_a_line_below_the_rows_that_says_the_last_balance_again_closes_the_account(total: str, holds: bool | None) -> None:
    result = statement(
        page(
            ((DAY, "Fecha"), (TEXT, "Movimiento"), (300, "Débito"), (OUT, "Crédito"), (INTO, "Saldo en cuenta")),
            ((DAY, "01/03/2025"), (TEXT, "Saldo inicial"), (INTO, "1.000,00")),
            ((DAY, "15/03/2025"), (TEXT, "Compra"), (-330, "100,00"), (INTO, "900,00")),
            ((DAY, "16/03/2025"), (TEXT, "Compra"), (-330, "50,00"), (INTO, "850,00")),
            ((DAY, "Saldo total"), (INTO, total)),
        )
    )

    assert result.integrity.holds is holds


@pytest.mark.parametrize(("out", "holds"), [(("", "Total withdrawals", "50.00"), True), ("Withdrawals are free of charge", None)])
def test_named_totals_of_both_sides_show_that_no_row_is_missing(out: Cells | str, holds: bool | None) -> None:
    made = account(
        (PAYROLL, GROCERY),
        before=[("", "Total deposits", "200.00"), out],
        after=["Summary of charges", ("", "Stamp duty", "8.55")],
    )

    assert statement(made).integrity.holds is holds


def test_a_row_that_names_a_period_is_read_below_another_accounts_closing() -> None:
    made = account((PAYROLL, GROCERY, ("", "Closing balance", "1,150.00")))
    for number, opening, closing in (("2222222222", "7.00", "12.00"),):
        made.cells((DAY, "Savings account"))
        made.cells((DAY, f"Account number: {number}"))
        made.cells((DAY, "Opening balance"), (FIGURE, opening))
        made.cells((DAY, "01/31"), (TEXT, "Interest 01/01/2026 - 01/31/2026"), (FIGURE, "5.00"))
        made.cells((DAY, "Closing balance"), (FIGURE, closing))

    assert [[line.amount for line in one.lines] for one in statements(made)] == [[200, -50], [5]]


def test_rows_have_the_booking_day_above_them_and_the_value_day_beside_them() -> None:
    result = statement(
        page(
            ((DAY, "Angaben zu den Umsätzen"), (300, "Valuta"), (OUT, "zu Ihren Lasten"), (INTO, "zu Ihren Gunsten")),
            ((DAY, "Alter Kontostand vom 30.05.2025"), (INTO, "100,00+")),
            ((DAY, "Buchungsdatum: 02.06.2025"),),
            ((DAY, "Kauf"), (300, "03.06."), (OUT, "10,00-")),
            ((DAY, "Buchungsdatum: 05.06.2025"),),
            ((DAY, "Gehalt"), (300, "06.06."), (INTO, "30,00")),
            ((DAY, "Neuer Kontostand vom 30.06.2025"), (INTO, "120,00+")),
        )
    )

    assert [str(line.date) for line in result.lines] == ["2025-06-02", "2025-06-05"]
    assert result.integrity.holds


@pytest.mark.parametrize("name", ["Pending from January 1, 2026", "Reverted from January 1, 2026"])
def test_a_list_of_pending_payments_moves_no_money_even_with_days_in_its_name(name: str) -> None:
    made = account((PAYROLL, GROCERY))
    made.cells((DAY, name), size=11)
    made.cells((DAY, "Start date"), (TEXT, "Description"), (OUT, "Money out"), (INTO, "Money in"))
    made.cells((DAY, "01/22"), (TEXT, "Cab"), (OUT, "7.40"))

    assert amounts(made) == ["200.00", "-50.00"]


def test_the_sum_of_the_years_charges_is_not_the_sum_of_all_money_out() -> None:
    assert proved(
        account((PAYROLL, GROCERY, ("", "Closing balance", "1,150.00")), after=["Récapitulatif annuel", ("", "Total frais", "75.12")])
    )


def test_a_mark_below_its_amount_and_a_balance_behind_the_opening_are_those_of_a_card() -> None:
    made = page(
        ((DAY, "Kreditkarten-Abrechnung"),),
        (),
        ((DAY, "Saldo des letzten Monats EUR"), (200, "Gutschriften EUR"), (300, "Belastungen EUR"), (400, "Saldo EUR")),
        ((DAY, "70,00"), (200, "70,00"), (300, "30,00"), (400, "30,00")),
        ((DAY, "Datum"), (TEXT, "Details"), (FIGURE, "Betrag EUR")),
        ((DAY, "04.07.2025"), (TEXT, "Otto"), (FIGURE, "10,00")),
        ((DAY, "05.07.2025"), (TEXT, "Zahlung erhalten"), (FIGURE, "70,00")),
        ((FIGURE, "CR"),),
        ((DAY, "06.07.2025"), (TEXT, "Otto"), (FIGURE, "20,00")),
    )
    result = statement(made)

    assert amounts(made) == ["-10.00", "70.00", "-20.00"]
    assert (result.opening_balance, result.closing_balance) == (Decimal(-70), Decimal(-30))


@pytest.mark.parametrize(("amount", "holds"), [("50.00", True), ("49.00", False)])
def test_a_sentence_in_a_footer_is_no_row_though_its_figure_ends_where_amounts_do(amount: str, *, holds: bool) -> None:
    foot = "Example Bank S.p.A. - Piazza Grande 11 - Capitale sociale Euro 201,508,381.35"
    made = text_page("Example Bank S.p.A.", "Estratto conto dal 01/01/2026 al 31/01/2026")
    for label, figure in (
        ("Saldo iniziale", "1,000.00"),
        ("Totale Entrate", "200.00"),
        ("Totale Uscite", "50.00"),
        ("Saldo finale", "1,150.00"),
    ):
        made.cells((DAY, label), (-200, figure))
    edge = DAY + stringWidth(foot, "Helvetica", 6)
    head = ((DAY, "Data"), (-(edge - 90), "Uscite"), (-edge, "Entrate"), (edge + 20, "Descrizione"))
    made.cells(*head)
    made.cells((DAY, "05/01/26"), (-edge, "200.00"), (edge + 20, "Stipendio"))
    made.cells((DAY, foot), size=6)
    made.sheet.next_page()
    made.cells(*head)
    made.cells((DAY, "20/01/26"), (-(edge - 90), amount), (edge + 20, "Prelevamento"))
    made.cells((DAY, foot), size=6)

    assert amounts(made) == ["200.00", f"-{amount}"]
    assert proved(made) is holds
