"""Headings on two lines, and lines between or below them."""

from reconciliation.reading.headings.headers import header_of
from reconciliation.reading.reader import scan
from tests.reading.drawing import account
from tests.reading.scenes import amounts, german_page, proved, statement, text_page

UPPER, LOWER = (
    ((50.0, "Währung Euro"), (-470.0, "zu Ihren Lasten"), (-545.0, "zu Ihren Gunsten")),
    ((50.0, "Angaben zum Umsatz"), (-380.0, "Valuta")),
)


def test_headings_that_an_opening_parts_are_known_from_another_page() -> None:
    made = german_page("Kontoauszug vom 31.01.2026", "Girokonto")
    made.cells(*UPPER)
    made.cells((50, "Alter Kontostand vom 31.12.2025"), (-545, "1.000,00"))
    made.cells(*LOWER)
    made.cells((50, "Buchungsdatum: 05.01.2026"))
    made.cells((50, "Miete"), (-380, "05.01"), (-470, "50,00-"))
    made.sheet.next_page()
    made.cells(*UPPER)
    made.cells(*LOWER)
    made.cells((50, "Buchungsdatum: 20.01.2026"))
    made.cells((50, "Gehalt"), (-380, "20.01"), (-545, "200,00"))
    made.cells((50, "Neuer Kontostand vom 31.01.2026"), (-545, "1.150,00"))

    assert amounts(made) == ["-50.00", "200.00"]
    assert proved(made)


def test_a_heading_from_further_down_the_page_does_not_go_on_with_the_line_after_it() -> None:
    made = text_page("First Example Bank", "Statement of account")
    made.cells((40, "Money in"), step=13)
    made.cells((40, "Trans date"), (96, "Entry date"), (152, "Transaction details"), (241, "Amount"))
    made.cells((40, "02 Apr 2025"), (96, "04 Apr 2025"), (152, "CASH DEPOSIT"), (-275, "20.58"), step=26)
    made.cells((461, "Running balance"))
    *_, name, headings, row, last = scan(made.sheet.document()).paper.rows

    assert header_of([last, name, headings, row], 0) is None
    assert header_of([headings, row], 0) is not None


def test_the_first_of_two_columns_of_balances_under_one_heading_is_the_balance() -> None:
    made = text_page("Banco Ejemplo", "Estado de cuenta", "Periodo DEL 01/01/2026 AL 31/01/2026")
    made.cells((36, "Saldo Anterior"), (-300, "1,000.00"))
    made.cells((36, "Saldo Final"), (-300, "1,150.00"), step=26)
    made.cells((54, "FECHA"), (495, "SALDO"))
    made.cells(
        (36, "OPER"), (80, "LIQ"), (120, "DESCRIPCION"), (-350, "CARGOS"), (-430, "ABONOS"), (-500, "OPERACION"), (-575, "LIQUIDACION")
    )
    made.cells((36, "05/ENE"), (80, "07/ENE"), (120, "NOMINA"), (-430, "200.00"), (-500, "1,200.00"), (-575, "1,000.00"))
    made.cells((36, "20/ENE"), (80, "20/ENE"), (120, "TIENDA"), (-350, "50.00"), (-500, "1,150.00"), (-575, "1,150.00"))
    result = statement(made)

    assert [str(line.balance) for line in result.lines] == ["1200.00", "1150.00"]
    assert [line.description for line in result.lines] == ["NOMINA", "TIENDA"]
    assert result.integrity.holds


def test_a_line_with_a_figure_only_under_a_heading_of_foreign_sums_is_no_row() -> None:
    made = text_page("First Example Bank", "Credit card statement", "Statement period: January 1, 2026 to January 31, 2026")
    made.cells((50, "Previous balance"), (-250, "100.00"))
    made.cells((50, "New balance"), (-250, "150.00"), step=26)
    made.cells((50, "Date"), (110, "Description"), (-400, "Foreign Spend"), (-500, "Amount"))
    made.cells((50, "01/05"), (110, "Grocery"), (-500, "30.00"))
    made.cells((50, "01/20"), (110, "Bakery in Oslo"), (-500, "20.00"))
    made.cells((50, "01/20"), (110, "Norwegian krone"), (-400, "210.00"))

    assert amounts(made) == ["-30.00", "-20.00"]


def test_a_balance_is_named_above_a_word_that_names_no_column() -> None:
    made = text_page("Musterbank", "Estratto conto corrente", "Periodo dal 01/05/2025 al 31/05/2025")
    made.cells((40, "Saldo precedente"), (-300, "1.000,00"))
    made.cells((40, "Totale entrate"), (-300, "0,00"))
    made.cells((40, "Totale uscite"), (-300, "300,00"))
    made.cells((40, "Nuovo saldo"), (-300, "700,00"), step=26)
    made.cells((-555, "Saldo"), step=10.8)
    made.cells((40, "Data"), (126, "Causale"), (-489, "Importo"), (-555, "contabile"))
    made.cells((40, "02/05/25"), (126, "FARMACIA"), (-489, "99,00 D"), (-555, "900,00"))
    made.cells((40, "05/05/25"), (126, "AFFITTO"), (-489, "201,00 D"), (-555, "700,00"))
    read = statement(made)

    assert [str(line.balance) for line in read.lines] == ["900.00", "700.00"]
    assert read.integrity.holds is False


def test_a_row_above_the_headings_may_hold_nothing_but_the_first_half_of_a_balances_name() -> None:
    made = text_page("Voorbeeld Bank", "Afschrift betaalrekening", "Periode: 01/01/2026 t/m 31/01/2026")
    made.cells((50, "Oud saldo"), (-250, "1.000,00"))
    made.cells((50, "Nieuw saldo"), (-250, "1.150,00"), step=26)
    made.cells((500, "Saldo na"), step=10)
    made.cells((50, "Mededelingen"), (-380, "Credit"), (-460, "Debet"), (-545, "mutatie"))
    for text, place, figure, balance, day in (
        ("Salaris", -380, "200,00", "1.200,00", "05/01/2026"),
        ("Boodschappen", -460, "50,00", "1.150,00", "20/01/2026"),
    ):
        made.cells((50, text), (place, figure), (-545, balance), step=10)
        made.cells((50, day))

    assert [str(line.balance) for line in statement(made).lines] == ["1200.00", "1150.00"]
    assert proved(made)


def test_a_unit_under_the_heading_beside_that_of_the_balance_is_no_column_of_balances() -> None:
    made = german_page("Girokonto Kontoauszug", "Zeitraum: 01.01.2026 - 31.01.2026")
    made.cells((50, "Alter Saldo"), (-250, "1.000,00"))
    made.cells((50, "Neuer Saldo"), (-250, "1.150,00"), step=26)
    made.cells((388, "Betrag in"), (432, "Kontostand"), step=10)
    made.cells((50, "Datum"), (120, "Buchungsinformation"), (-425, "EUR (EUR)"), (-480, "(EUR)"))
    made.cells((50, "05.01.2026"), (120, "Gehalt"), (-425, "200,00"), (-480, "1.200,00"))
    made.cells((50, "20.01.2026"), (120, "Markt"), (-425, "- 50,00"), (-480, "1.150,00"))

    assert [str(line.balance) for line in statement(made).lines] == ["1200.00", "1150.00"]


def test_a_name_and_a_number_right_above_headings_are_no_headings() -> None:
    made = german_page("Finanzreport Nr. 1 per 31.01.2026")
    made.cells((50, "Girokonto"), size=11, step=0)
    made.cells((220, "DE06 2004 1155 0447 1220 00"), size=8)
    made.cells((50, "Buchungstag"), (115, "Vorgang"), (200, "Auftraggeber/"), (300, "Buchungstext"), (-545, "Ausgang/Eingang"), step=10)
    made.cells((50, "Valuta"), (115, "Referenz"), (200, "Empfänger"), (-545, "in EUR"))
    made.cells((50, "Alter Saldo"), (115, "31.12.2025"), (-545, "1.000,00"))
    for booked, value, kind, figure in (
        ("05.01.2026", "03.01.2026", "Gutschrift", "+200,00"),
        ("20.01.2026", "19.01.2026", "Lastschrift", "-50,00"),
    ):
        made.cells((50, booked), (115, kind), (200, "Muster GmbH"), (300, "Rechnung"), (-545, figure), step=10)
        made.cells((50, value), (300, "vom Januar"), step=16)
    made.cells((50, "Neuer Saldo"), (115, "31.01.2026"), (-545, "1.150,00"))

    assert header_of(scan(made.sheet.document()).paper.rows, 2) is None
    assert [str(line.date) for line in statement(made).lines] == ["2026-01-05", "2026-01-20"]
    assert proved(made)


def test_two_names_of_days_go_on_below_the_middle_line_of_the_other_headings() -> None:
    made = text_page("Example Card", "Statement period: December 20, 2025 to January 18, 2026")
    made.cells((40, "Previous balance"), (-410, "$100.00"))
    made.cells((40, "New balance"), (-410, "$60.00"), step=20)
    for line, step in (
        (((40, "TRANSACTION"), (110, "POSTING")), 4.5),
        (((180, "ACTIVITY DESCRIPTION"), (-410, "AMOUNT($)")), 4.5),
        (((40, "DATE"), (110, "DATE")), 12),
    ):
        made.cells(*line, size=7, step=step)
    made.cells((40, "DEC 30"), (110, "JAN 2"), (180, "SHOP"), (-410, "$60.00"))
    made.cells((40, "JAN 7"), (110, "JAN 8"), (180, "PAYMENT - THANK YOU"), (-410, "-$100.00"))

    assert [(str(line.transaction_date), str(line.date)) for line in statement(made).lines] == [
        ("2025-12-30", "2026-01-02"), ("2026-01-07", "2026-01-08"),
    ]  # fmt: skip


def test_names_and_figures_of_a_box_beside_the_headings_are_none_of_them() -> None:
    made = account((), headed=False)
    made.cells((50, "Trans."), (90, "Post"), (500, "Cash back"), (-590, "14.02"), step=10)
    made.cells((50, "date"), (90, "date"), (140, "Description"), (-430, "Amount"), (500, "This year"), (-590, "9.88"))
    for transaction, posted, text, figure in (("01/03", "01/05", "Payroll", "200.00"), ("01/18", "01/20", "Grocery", "-50.00")):
        made.cells((50, transaction), (90, posted), (140, text), (-430, figure))

    assert [line.date.day for line in statement(made).lines if line.date] == [5, 20]
    assert proved(made)


def test_a_footnote_above_the_headings_names_no_column() -> None:
    made = account((), headed=False)
    made.cells((50, "Detail"), (110, "*Indicates posting date"))
    made.cells((50, "Payroll"), (-430, "Amount"))
    made.cells((50, "01/05/2026*"), (110, "GLOBEX"), (-430, "200.00"), step=26)
    made.cells((50, "Purchases"), (-430, "Amount"))
    made.cells((50, "01/20/2026"), (110, "Grocery"), (-430, "-50.00"))

    header = header_of(scan(made.sheet.document()).paper.rows, 6)
    assert header is None or "date" not in header[0].roles
