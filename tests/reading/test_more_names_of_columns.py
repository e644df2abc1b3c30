"""Names of days and of money that more banks print over their columns, also cut short, and a currency alone over a card's amounts."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, statement, text_page


@pytest.mark.parametrize(
    ("out", "into"),
    [
        *(("Geldausgang", "Geldeingang"), ("Geldausgänge", "Geldeingänge"), ("Ausgänge", "Eingänge"), ("Abgänge", "Zugänge")),
        *(("Odepsáno z účtu", "Připsáno na účet"), ("Odchozí", "Příchozí")),
    ],
)
def test_a_summary_and_the_columns_may_have_the_same_names(out: str, into: str) -> None:
    made = text_page("Neobank", "EUR Kontoauszug", "vom 1. März 2025 bis zum 31. März 2025")
    made.cells((50, "Produkt"), (-220, "Anfangssaldo"), (-320, out), (-420, into), (-545, "Abschlusssaldo"))
    made.cells((50, "Girokonto"), (-220, "€1,000.00"), (-320, "€30.00"), (-420, "€150.00"), (-545, "€1,120.00"), step=25)
    made.cells((50, "Datum"), (120, "Beschreibung"), (-370, out), (-450, into), (-545, "Kontostand"))
    made.cells((50, "04.03.2025"), (120, "Kartenzahlung"), (-370, "€30.00"), (-545, "€970.00"))
    made.cells((50, "09.03.2025"), (120, "Gehalt"), (-450, "€150.00"), (-545, "€1,120.00"))

    assert proved(made)


def two_days(first: str, second: str) -> Scene:
    """Rows with two days each, one of them of the day before the other's year."""
    made = text_page("Banque Exemple", "Relevé de compte du 01.12.2024 au 05.01.2025")
    made.cells((50, first), (130, second), (220, "Libellé"), (-460, "Débit"), (-545, "Crédit"))
    made.cells((220, "Ancien solde"), (-545, "1 000,00"))
    made.cells((50, "30.12"), (130, "02.01"), (220, "PRLV"), (-460, "30,00"))
    made.cells((50, "02.01"), (130, "03.01"), (220, "VIR"), (-545, "150,00"))
    made.cells((220, "Nouveau solde"), (-545, "1 120,00"))
    return made


@pytest.mark.parametrize(
    ("first", "second"),
    [
        *(
            ("Date opé.", "Date val."),
            ("Date op.", "Date val."),
            ("Date", "Date val"),
            ("Data cont.", "Data val."),
            ("Fecha oper.", "Fecha val."),
        ),
        *(("Buchungsd.", "Wertst."), ("Date compt.", "Date val."), ("Datum účtování", "Datum valuty"), ("Reskontradag", "Transaktionsdag")),
        *(("Bokförd", "Transaktionsdag"), ("Bokföringsdag", "Transaktionsdagen")),
    ],
)
def test_names_of_days_may_be_cut_short(first: str, second: str) -> None:
    result = statement(two_days(first, second))

    assert ([str(line.date) for line in result.lines], result.integrity.holds) == (["2024-12-30", "2025-01-02"], True)


@pytest.mark.parametrize("second", ["Comp.", "Date v", "Numm."])
def test_the_beginning_of_other_names_too_or_without_a_point_names_no_day(second: str) -> None:
    assert not proved(two_days("Date", second))


@pytest.mark.parametrize(("over", "is_proved"), [("R$", True), ("EUR", True), ("BRL", True), ("US$", True), ("Blatt", False)])
def test_a_currency_alone_may_head_the_amounts_above_the_balance_that_opens_a_card(over: str, *, is_proved: bool) -> None:
    made = text_page("Banco Exemplo cartões", "Fatura Mensal", "VISA PLATINUM 4066 XXXX XXXX 1234", "Limite de compras 10.000,00")
    made.cells((50, "Pagamento mínimo 12,00"))
    made.cells((50, "Data"), (120, "Histórico de Lançamentos"), (-545, over))
    made.cells((120, "SALDO ANTERIOR"), (-545, "1.000,00"))
    rows = (("20/02/2025", "PAGTO. POR DEB EM C/C", "1.000,00-"), ("22/02/2025", "POSTO EX", "30,00"), ("28/02/2025", "DROGA EX", "50,00"))
    for day, text, amount in rows:
        made.cells((50, day), (120, text), (-545, amount))
    made.cells((120, "Total da fatura em real"), (-545, "80,00"))

    assert proved(made) is is_proved


def test_finnish_headings_name_a_value_date_under_the_day_of_booking_above_the_rows() -> None:
    made = text_page("Esimerkkipankki", "TILIOTE", "Kausi 01.01.2026 - 31.01.2026")
    made.cells((45, "Arkistointitunnus"), (140, "Saajan / Maksajan nimi"), (330, "Arvopv"), (400, "Tap. nro"), (-545, "Määrä EUR"))
    made.cells((140, "ALKUSALDO 31.12.2025"), (-545, "1.000,00 +"))
    made.cells((45, "Kirjauspäivä 05.01.2026"))
    made.cells((45, "2601055938000001"), (140, "VIRTANEN MIKKO"), (330, "07.01."), (400, "1"), (-545, "200,00 +"))
    made.cells((45, "Kirjauspäivä 20.01.2026"))
    made.cells((45, "2601205938000002"), (140, "KAUPPA OY"), (330, "20.01."), (400, "2"), (-545, "50,00 -"))
    made.cells((140, "LOPPUSALDO 31.01.2026"), (-545, "1.150,00 +"))

    assert [(str(line.date), str(line.amount)) for line in statement(made).lines] == [("2026-01-05", "200.00"), ("2026-01-20", "-50.00")]
    assert proved(made)
