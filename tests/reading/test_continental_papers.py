"""Habits of continental Europe: the bank's own number in every footer, sides behind figures, the year below its day."""

import pytest

from tests.reading.scenes import german_page, proofs, statement

HEAD = ((50.0, "Buchung"), (120.0, "Text"), (-450.0, "Soll"), (-545.0, "Haben"))
AMOUNTS = ((50.0, "Datum"), (120.0, "Text"), (-545.0, "Betrag EUR"))


def test_the_banks_own_number_at_the_foot_of_a_page_begins_no_account() -> None:
    made = german_page()
    for page, rows in ((1, (("04.01.", "Miete", "40,00"),)), (2, (("20.01.", "Strom", "30,00"), ("21.01.", "Gas", "5,00")))):
        made.cells((50, "Kontoauszug vom 01.01.2026 bis 31.01.2026"))
        made.cells((50, "Kontonummer 0012345678"))
        made.cells(*HEAD)
        for day, text, out in rows:
            made.cells((50, day), (120, text), (-450, out))
        if page == 1:
            made.sheet.y = 790
            made.cells((50, "IBAN: DE34120300000000000000"), (-545, "Seite 1 von 2"))
            made.sheet.next_page()
    made.cells((120, "ALTER KONTOSTAND"), (-545, "100,00 H EUR"))
    made.cells((120, "NEUER KONTOSTAND"), (-545, "25,00 H EUR"))
    made.cells((50, "IBAN: DE34120300000000000000"), (-545, "Seite 2 von 2"))

    assert proofs(made) == [True]


@pytest.mark.parametrize(("mark", "holds"), [(" S", True), ("", None)])
def test_marks_of_debit_and_credit_behind_every_figure_replace_headings(mark: str, *, holds: bool | None) -> None:
    made = german_page("Kontoauszug Nr. 1/2026", "Kontonummer 12345678")
    made.cells((50, "Bu-Tag"), (90, "Wert"), (130, "Vorgang"))
    made.cells((-420, "alter Kontostand vom 31.12.2025"), (-545, "100,00 H"))
    made.cells((50, "04.01."), (90, "04.01."), (130, "Miete"), (-470, f"40,00{mark}"))
    made.cells((50, "20.01."), (90, "20.01."), (130, "Gutschrift"), (-545, "7,00 H"))
    made.cells((-420, "neuer Kontostand vom 31.01.2026"), (-545, "67,00 H"))

    assert statement(made).integrity.holds is holds


def test_the_year_on_the_line_below_its_day_goes_on_with_the_row() -> None:
    made = german_page("Kontoauszug", "IBAN DE51 1001 2345 0123 4567 01")
    made.cells((50, "DATUM"), (120, "BESCHREIBUNG"), (-380, "ZAHLUNGSEINGANG"), (-470, "ZAHLUNGSAUSGANG"), (-545, "SALDO"))
    made.cells((120, "Anfangssaldo"), (-545, "100,00 €"))
    made.cells((50, "04 Apr."), (120, "Einkauf"), (-470, "40,00 €"), (-545, "60,00 €"), step=11)
    made.cells((50, "2026"), (120, "(DE40 1001 1001 2620 0000 00)"))
    made.cells((50, "05 Apr."), (120, "Überweisung"), (-380, "7,00 €"), (-545, "67,00 €"), step=11)
    made.cells((50, "2026"))
    made.cells((120, "Endsaldo"), (-545, "67,00 €"))

    assert statement(made).integrity.holds


def test_a_balance_by_value_dates_among_the_rows_is_none_of_them() -> None:
    made = german_page("Kontoauszug", "Kontonummer 0012345678")
    made.cells((120, "Saldo alt"), (-545, "100,00+"))
    made.cells((120, "Saldo neu"), (-545, "67,00+"))
    made.cells((50, "Text"), (-310, "Datum"), (-390, "Wert"), (-470, "Soll"), (-545, "Haben"))
    made.cells((50, "UEBERWEISUNG"), (-310, "04.01.2026"), (-390, "06.01.2026"), (-470, "40,00-"))
    made.cells((50, "*** VALUTARISCHER SALDO PER 06.01. ***"), (-545, "60,00+"))
    made.cells((50, "GUTSCHRIFT"), (-310, "20.01.2026"), (-390, "20.01.2026"), (-545, "7,00+"))

    result = statement(made)
    assert (len(result.lines), result.integrity.holds) == (2, True)


def test_a_balance_takes_its_day_from_the_words_above_it() -> None:
    made = german_page("Kontoauszug", "Kontonummer 0012345678")
    made.cells((-545, "alter Saldo zum 02.01.2026"))
    made.cells((-450, "in EUR"), (-545, "100,00"))
    made.cells(*AMOUNTS)
    made.cells((50, "04.01.2026"), (120, "Miete"), (-545, "-40,00"))
    made.cells((-545, "neuer Saldo zum 30.01.2026"))
    made.cells((-450, "in EUR"), (-545, "60,00"))

    result = statement(made)
    assert [str(result.period_start), str(result.period_end)] == ["2026-01-02", "2026-01-30"]


@pytest.mark.parametrize(("payment", "holds"), [("Einzahlung", True), ("Muster", None)])
def test_a_possible_card_is_proved_if_its_rows_agree_with_their_words_on_both_sides(payment: str, *, holds: bool | None) -> None:
    made = german_page("Abrechnung Januar 2026", "VISA-Card: 4930 00XX XXXX 1111", "Abrechnung vom 01.01.2026 bis 31.01.2026")
    made.cells(*AMOUNTS)
    made.cells((120, "Saldo letzte Abrechnung"), (-545, "100,00+"))
    made.cells((50, "04.01.2026"), (120, "Laden"), (-545, "40,00-"))
    made.cells((50, "20.01.2026"), (120, payment), (-545, "7,00+"))
    made.cells((120, "Neuer Saldo"), (-545, "67,00+"))

    assert statement(made).integrity.holds is holds


def test_days_with_spaces_behind_their_points_are_days() -> None:
    made = german_page("Výpis z účtu", "Číslo účtu: 12-3456789/0100", "za období: 1. 5. 2026 - 31. 5. 2026")
    made.cells((50, "Počáteční zůstatek:"), (-300, "100,00"))
    made.cells((50, "Konečný zůstatek:"), (-300, "67,00"))
    made.cells((50, "Datum"), (150, "Popis"), (-545, "Částka"), step=10)
    made.cells((50, "Valuta"), (150, "Název protiúčtu"), step=10)
    made.cells((50, "Kód transakce"))
    for day, text, figure in (("4. 5. 2026", "Platba kartou", "-40,00"), ("20. 5. 2026", "Příchozí úhrada", "7,00")):
        made.cells((50, day), (150, text), (-545, figure), step=10)
        made.cells((50, "3. 5. 2026"), (150, "KS:308"), step=10)
        made.cells((50, "8800623099"))

    result = statement(made)
    assert [str(line.date) for line in result.lines] == ["2026-05-04", "2026-05-20"]
    assert (str(result.period_start), result.integrity.holds) == ("2026-05-01", True)


@pytest.mark.parametrize(("named", "holds"), [("EUR", True), ("Blatt", None)])
def test_a_currency_alone_may_head_the_amounts(named: str, *, holds: bool | None) -> None:
    made = german_page("Kontoauszug", "Kontonummer 0012345678")
    made.cells((210, "alter Saldo"), (-500, "100,00"))
    made.cells((50, "Nr."), (80, "Valuta / Buchungstag"), (210, "Buchungstext"), (-500, named))
    made.cells((50, "01"), (80, "04.01.2026 / 04.01.2026"), (210, "Gutschrift"), (-500, "40,00"))
    made.cells((50, "02"), (80, "20.01.2026 / 20.01.2026"), (210, "Lastschrift"), (-500, "-7,00"))
    made.cells((210, "neuer Saldo"), (-500, "133,00"))

    assert statement(made).integrity.holds is holds


def test_interest_of_a_period_below_the_closing_is_no_row() -> None:
    made = german_page("Kontoauszug", "Kontonummer 0012345678")
    made.cells((50, "DATUM"), (120, "BUCHUNGSVORGANG"), (-470, "SOLL"), (-545, "HABEN"))
    made.cells((120, "ALTER KONTOSTAND VOM 01.01.2026"), (-545, "100,00+"))
    made.cells((50, "04.01."), (120, "Überweisung"), (-470, "40,00-"))
    made.cells((50, "30.01."), (120, "Zinsen"), (-545, "7,00+"))
    made.cells((120, "NEUER KONTOSTAND VOM 30.01.2026"), (-545, "67,00+"))
    made.sheet.next_page()
    made.cells((50, "Rechnungsabschluss"))
    made.cells((50, "15.01.-30.01."), (120, "0,500% Habenzinsen"), (-470, "7,00+"))
    made.cells((120, "Summe Zinsen"), (-470, "7,00+"))

    result = statement(made)
    assert (len(result.lines), result.integrity.holds) == (2, True)


def test_a_norwegian_balance_carried_forward_is_no_row() -> None:
    made = german_page("Kontoutskrift for konto 1234.56.78901 i perioden 01.01.2026 - 31.01.2026")
    head = ((50.0, "Forklaring"), (-310.0, "Rentedato"), (-390.0, "Ut av konto"), (-470.0, "Inn på konto"), (-510.0, "Bokført"))
    made.cells(*head)
    made.cells((50, "Saldo fra kontoutskrift 31.12.2025"), (-470, "100,00"))
    made.cells((50, "Varekjøp"), (-310, "0401"), (-390, "40,00"), (-510, "0401"))
    made.cells((50, "Varekjøp"), (-310, "0501"), (-390, "10,00"), (-510, "0501"))
    made.cells((50, "Overført til neste side"), (-470, "50,00"))
    made.sheet.next_page()
    made.cells(*head)
    made.cells((50, "Overført fra forrige side"), (-470, "50,00"))
    made.cells((50, "Lønn"), (-310, "2001"), (-470, "17,00"), (-510, "2001"))
    made.cells((50, "Saldo i Deres favør"), (-470, "67,00"), (-510, "3101"))

    result = statement(made)
    assert (len(result.lines), result.integrity.holds) == (3, True)


def test_a_day_behind_the_number_of_a_machine_is_no_sum_with_its_thousands_apart() -> None:
    made = german_page("Kontoauszug", "IBAN AT12 1400 0000 1234 5678")
    made.cells((50, "Buchung"), (110, "Text"), (-420, "Valuta"), (-545, "Betrag EUR"))
    made.cells((110, "Saldo alt per 30.04.2026"), (-545, "100,00"))
    for day in ("0405", "0505", "1105", "2005"):
        made.cells((50, day), (110, "BILLA DANKT"), (-420, day), (-545, "20,00-"), step=10)
        made.cells((110, "MC/334598 1234 K1 04.05.UM 10:21"), step=11)
    made.cells((110, "Saldo neu per 31.05.2026"), (-545, "20,00"))

    result = statement(made)
    assert (len(result.lines), result.integrity.holds) == (4, True)


def test_balances_and_amounts_may_be_called_states_and_volumes_in_czech() -> None:
    made = german_page("Výpis operací č. 1/2026", "Období: 01.01.2026 - 31.01.2026")
    made.cells((50, "Počáteční stav účtu k 01.01.2026"), (300, "Koncový stav účtu k 31.01.2026"))
    made.cells((50, "100,00 CZK"), (300, "60,00 CZK"))
    made.cells((50, "Datum"), (110, "Typ"), (300, "Zpráva pro příjemce"), (-545, "Objem"))
    made.cells((50, "05.01.2026"), (110, "Platba kartou"), (300, "faktura"), (-545, "-40,00"))

    assert statement(made).integrity.holds


def test_a_turnover_of_both_sides_below_the_rows_is_none_of_them() -> None:
    made = german_page("Kontoauszug vom 01.08.2026 bis 31.08.2026", "IBAN CH55 0070 0110 0012 3456 7")
    made.cells((50, "Datum"), (110, "Buchungstext"), (-370, "Belastung CHF"), (-445, "Gutschrift CHF"), (-545, "Saldo CHF"))
    made.cells((50, "01.08.2026"), (110, "Saldovortrag"), (-545, "100.00"))
    made.cells((50, "04.08.2026"), (110, "Einkauf"), (-370, "40.00"), (-545, "60.00"))
    made.cells((50, "20.08.2026"), (110, "Salär"), (-445, "7.00"), (-545, "67.00"))
    made.cells((50, "31.08.2026"), (110, "Umsatz"), (-370, "40.00"), (-445, "7.00"))
    made.cells((50, "31.08.2026"), (110, "Saldo zu Ihren Gunsten"), (-545, "67.00"))

    result = statement(made)
    assert (len(result.lines), result.integrity.holds) == (2, True)


@pytest.mark.parametrize(("opening", "closing"), [("Zůstatek k 31.12.2025", "Zůstatek k 31.01.2026"), ("Saldo primo", "Saldo ultimo")])
def test_balances_have_names_of_their_own_in_czech_and_danish(opening: str, closing: str) -> None:
    made = german_page("Kontoudskrift / Výpis z účtu", "Konto 2191 0123 456 789")
    made.cells((50, opening), (-300, "100,00"))
    made.cells((50, closing), (-300, "60,00"))
    made.cells((50, "Datum"), (110, "Popis"), (-545, "Částka"))
    made.cells((50, "05.01.2026"), (110, "Platba kartou"), (-545, "-40,00"))

    result = statement(made)
    assert (str(result.opening_balance), str(result.closing_balance)) == ("100.00", "60.00")


def test_headings_without_money_name_the_days_of_rows_with_one_column_of_amounts() -> None:
    made = german_page("Kontoauszug Nr. 3/2026", "erstellt am 31.03.2026")
    made.cells((60, "Bu-Tag"), (105, "Wert"), (200, "Vorgang"))
    made.cells((280, "alter Kontostand vom 28.02.2026"), (-540, "1.000,00 H"))
    made.cells((60, "03.03."), (105, "04.03."), (200, "Lastschrift"), (-540, "30,00 S"))
    made.cells((60, "31.03."), (105, "31.03."), (200, "Gehalt"), (-540, "150,00 H"))
    made.cells((280, "neuer Kontostand vom 31.03.2026"), (-540, "1.120,00 H"))

    assert [str(line.date) for line in statement(made).lines] == ["2026-03-03", "2026-03-31"]
    assert statement(made).integrity.holds
