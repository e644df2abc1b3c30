"""Habits of the Low Countries: sides in words behind figures, a plus on payments alone, currencies behind amounts."""

from tests.reading.scenes import german_page, statement

MARKED = ((130.0, "Af"), (270.0, "Bij"), (400.0, "Af"), (530.0, "Af"))


def test_on_a_card_a_plus_may_mark_the_payments_alone() -> None:
    made = german_page("Uittreksel van uw kredietkaart", "Periode 01/01/2026 - 31/01/2026")
    made.cells((50, "Vorig saldo"), (-300, "100,00 €"))
    made.cells((50, "Nieuw saldo"), (-300, "47,00 €"))
    made.cells((50, "Uw kredietlijn"), (-300, "2.500,00 €"))
    made.cells((50, "Datum"), (120, "Beschrijving"), (-545, "Bedrag (in €)"))
    made.cells((50, "04/01/2026"), (120, "Betaling"), (-545, "+ 100,00"))
    made.cells((50, "20/01/2026"), (120, "Winkel"), (-545, "47,00"))

    result = statement(made)
    assert (result.closing_balance is not None and result.closing_balance < 0, result.integrity.holds) == (True, True)


def test_the_side_behind_a_figure_of_a_summary_is_no_name_of_the_next() -> None:
    made = german_page("Creditcardafschrift")
    made.cells(
        (50, "Vorig openstaand saldo"),
        (180, "Totaal ontvangen betalingen"),
        (320, "Totaal nieuwe uitgaven"),
        (450, "Nieuw openstaand saldo"),
    )
    made.cells(*((x, text) for x, text in zip((50, 180, 320, 450), ("€ 100,00", "€ 100,00", "€ 47,00", "€ 47,00"), strict=True)), *MARKED)
    made.cells((50, "Datum"), (100, "Datum"), (150, "Omschrijving"), (-520, "Bedrag"), step=10)
    made.cells((50, "transactie"), (100, "boeking"), (-520, "in euro's"))
    made.cells((50, "01 sep 2025"), (100, "01 sep 2025"), (150, "IDEAL BETALING, DANK U"), (-520, "100,00"), (530, "Bij"))
    made.cells((50, "20 sep 2025"), (100, "21 sep 2025"), (150, "WINKEL"), (-520, "47,00"), (530, "Af"))

    result = statement(made)
    assert [str(line.date) for line in result.lines] == ["2025-09-01", "2025-09-21"]
    assert (str(result.opening_balance), result.integrity.holds) == ("-100.00", True)


def test_a_loan_among_the_words_of_the_rows_makes_no_loan_of_the_account() -> None:
    made = german_page("Rekeningafschrift")
    made.cells((50, "Rekeningnummer"), (250, "Datum afschrift"))
    made.cells((50, "12.34.56.789"), (250, "30-12-2025"))
    made.cells((50, "Vorig saldo"), (180, "Nieuw saldo"))
    made.cells((50, "100,00 +/CREDIT"), (180, "67,00 +/CREDIT"))
    made.cells((50, "Boekdatum"), (120, "Omschrijving"), (-450, "Bedrag af (debet)"), (-545, "Bedrag bij (credit)"))
    made.cells((50, "20-12"), (120, "SEPA Incasso"), (-450, "40,00"), step=10)
    made.cells((120, "Voorbeeld Hypotheek"))
    made.cells((50, "10-12"), (120, "SEPA Overboeking"), (-545, "7,00"))

    result = statement(made)
    assert (result.account_kind, str(result.period_end), result.integrity.holds) == (None, "2025-12-30", True)


def test_amounts_with_their_currency_behind_them_are_no_box_beside_the_table() -> None:
    made = german_page("Rekeninguittreksel nr. 4", "Zichtrekening BE68 5390 0754 7034")
    made.cells((50, "Datum"), (110, "Verrichting"), (-420, "Valutadatum"), (-545, "Bedrag EUR"))
    made.cells((110, "VORIG SALDO OP 31/03/2026"), (-545, "+200,00 EUR"))
    for day in ("05/04/2026", "06/04/2026", "07/04/2026", "08/04/2026"):
        made.cells((50, day), (110, "BETALING BANKCONTACT"), (-420, day), (-545, "-20,00 EUR"), step=10)
        made.cells((110, "REF. : 1343944282"), step=12)
    made.cells((110, "NIEUW SALDO OP 30/04/2026"), (-545, "+120,00 EUR"))

    result = statement(made)
    assert (len(result.lines), result.integrity.holds) == (4, True)
