"""How banks of some countries word a statement."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The words and the formats of one country's banks."""

    code: str
    currency: str
    symbol: str
    decimal: str
    groups: tuple[str, ...]
    dates: tuple[str, ...]
    short_dates: tuple[str, ...]
    months: tuple[str, ...]
    statement: str
    period: str
    to: str
    account: str
    opening: tuple[str, ...]
    closing: tuple[str, ...]
    brought: tuple[str, ...]
    carried: tuple[str, ...]
    date: tuple[str, ...]
    value: str
    text: tuple[str, ...]
    debit: tuple[str, ...]
    credit: tuple[str, ...]
    amount: tuple[str, ...]
    balance: tuple[str, ...]
    total: str
    money_in: tuple[str, ...]
    money_out: tuple[str, ...]
    page: str
    payees: tuple[str, ...]


ENGLISH_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

LANGUAGES = (
    Language(
        code="en-US", currency="USD", symbol="$", decimal=".", groups=(",",),
        dates=("%m/%d/%Y", "%m/%d/%y", "{mon} %d, %Y", "%Y-%m-%d", "%m-%d-%Y"), short_dates=("%m/%d", "{mon} %d"), months=ENGLISH_MONTHS,
        statement="Account Statement", period="Statement Period", to="through", account="Account Number",
        opening=("Beginning Balance", "Opening balance", "Previous Balance", "Balance Last Statement", "Starting Balance"),
        closing=("Ending Balance", "Closing balance", "New Balance", "Balance This Statement"),
        brought=("Balance Forward", "Balance Brought Forward"), carried=("Balance Carried Forward",),
        date=("Date", "Posting Date", "Post Date"), value="Effective Date", text=("Description", "Transaction Description", "Details", "Transaction"),
        debit=("Withdrawals", "Debits", "Debit", "Withdrawals/Debits", "Money Out"), credit=("Deposits", "Credits", "Credit", "Deposits/Credits", "Money In"),
        amount=("Amount",), balance=("Balance", "Running Balance", "Daily Balance"), total="Total",
        money_in=("Deposits and Additions", "Deposits and Other Credits", "Credits"), money_out=("Withdrawals and Subtractions", "Electronic Withdrawals", "Other Debits", "Fees", "ATM & Debit Card Withdrawals"),
        page="Page {n} of {m}",
        payees=("GROCERY OUTLET", "PAYROLL ACME CORP", "ELECTRIC CO", "ONLINE TRANSFER", "COFFEE HOUSE #12", "CHECK 1021", "RENT 4B", "SQ *FARM STAND", "INTEREST"),
    ),
    Language(
        code="en-GB", currency="GBP", symbol="£", decimal=".", groups=(",",),
        dates=("%d/%m/%Y", "%d %b %Y", "%d/%m/%y", "%d %b %y", "%d-%b-%Y"), short_dates=("%d %b", "%d/%m"), months=ENGLISH_MONTHS,
        statement="Your Statement", period="Statement period", to="to", account="Account number",
        opening=("Opening balance", "Start balance", "Balance at start of period", "Previous balance"),
        closing=("Closing balance", "End balance", "Balance at end of period"),
        brought=("BALANCE BROUGHT FORWARD", "Brought forward", "Balance b/f"), carried=("BALANCE CARRIED FORWARD", "Carried forward", "Balance c/f"),
        date=("Date",), value="Value date", text=("Details", "Description", "Payment type and details", "Particulars"),
        debit=("Paid out", "Money out", "Payments", "Debit", "Withdrawn", "Paid Out (£)"), credit=("Paid in", "Money in", "Receipts", "Credit", "Paid In (£)"),
        amount=("Amount", "Amount (£)"), balance=("Balance", "Balance (£)"), total="Total",
        money_in=("Money in", "Payments in"), money_out=("Money out", "Payments out", "Charges"),
        page="Page {n} of {m}",
        payees=("TESCO STORES 3321", "SALARY BRIGHT LTD", "COUNCIL TAX DD", "TFL TRAVEL", "CASH MACHINE", "FPI J SMITH", "STO RENT", "BOOTS"),
    ),
    Language(
        code="de", currency="EUR", symbol="€", decimal=",", groups=(".",),
        dates=("%d.%m.%Y", "%d.%m.%y", "%d. {mon} %Y"), short_dates=("%d.%m.", "%d.%m"), months=("Jan", "Feb", "März", "April", "Mai", "Juni", "Juli", "Aug", "Sept", "Okt", "Nov", "Dez"),
        statement="Kontoauszug", period="Zeitraum", to="bis", account="Kontonummer",
        opening=("Alter Kontostand", "Anfangssaldo", "Alter Saldo"), closing=("Neuer Kontostand", "Endsaldo", "Neuer Saldo"),
        brought=("Übertrag", "Vortrag"), carried=("Übertrag auf nächste Seite", "Zwischensaldo"),
        date=("Datum", "Buchungstag", "Buchung"), value="Wert", text=("Verwendungszweck", "Buchungstext", "Vorgang", "Erläuterung"),
        debit=("Soll", "Belastung", "Lastschrift", "Ausgaben"), credit=("Haben", "Gutschrift", "Einnahmen"),
        amount=("Betrag", "Umsatz", "Betrag EUR"), balance=("Saldo", "Kontostand"), total="Summe",
        money_in=("Gutschriften", "Einnahmen"), money_out=("Lastschriften", "Ausgaben", "Belastungen"),
        page="Seite {n} von {m}",
        payees=("REWE Markt Köln", "Gehalt Muster GmbH", "Stadtwerke Abschlag", "Miete Haus 3", "Geldautomat 0442", "Apotheke am Markt", "Versicherung AG"),
    ),
    Language(
        code="fr", currency="EUR", symbol="€", decimal=",", groups=(" ", "."),
        dates=("%d/%m/%Y", "%d.%m.%Y", "%d/%m/%y", "%d {mon} %Y"), short_dates=("%d/%m", "%d.%m"), months=("janv.", "févr.", "mars", "avril", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."),
        statement="Relevé de compte", period="Période du", to="au", account="Numéro de compte",
        opening=("Ancien solde", "Solde initial", "Solde précédent"), closing=("Nouveau solde", "Solde final"),
        brought=("Report",), carried=("A reporter",),
        date=("Date",), value="Valeur", text=("Libellé", "Nature de l'opération", "Opération"),
        debit=("Débit", "Débits"), credit=("Crédit", "Crédits"), amount=("Montant",), balance=("Solde",), total="Total",
        money_in=("Crédits", "Virements reçus"), money_out=("Débits", "Prélèvements", "Retraits"),
        page="Page {n} sur {m}",
        payees=("CARTE MONOPRIX", "VIR SALAIRE SARL", "PRLV EDF", "LOYER", "RETRAIT DAB", "BOULANGERIE", "CHEQUE 0042"),
    ),
    Language(
        code="es", currency="EUR", symbol="€", decimal=",", groups=(".",),
        dates=("%d/%m/%Y", "%d-%m-%Y", "%d/%m/%y"), short_dates=("%d/%m", "%d {mon}"), months=("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"),
        statement="Extracto de cuenta", period="Periodo", to="al", account="Número de cuenta",
        opening=("Saldo inicial", "Saldo anterior"), closing=("Saldo final", "Nuevo saldo"), brought=("Saldo anterior",), carried=("Suma y sigue",),
        date=("Fecha",), value="Fecha valor", text=("Concepto", "Descripción", "Detalle"),
        debit=("Cargo", "Cargos", "Debe"), credit=("Abono", "Abonos", "Haber"), amount=("Importe",), balance=("Saldo",), total="Total",
        money_in=("Abonos", "Ingresos"), money_out=("Cargos", "Retiros"),
        page="Página {n} de {m}",
        payees=("MERCADONA", "NOMINA EMPRESA SL", "RECIBO LUZ", "ALQUILER", "CAJERO", "BIZUM", "FARMACIA"),
    ),
    Language(
        code="it", currency="EUR", symbol="€", decimal=",", groups=(".",),
        dates=("%d/%m/%Y", "%d.%m.%Y", "%d/%m/%y"), short_dates=("%d/%m", "%d.%m"), months=("gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"),
        statement="Estratto conto", period="Periodo", to="al", account="Conto corrente n.",
        opening=("Saldo iniziale", "Saldo precedente"), closing=("Saldo finale", "Nuovo saldo"), brought=("Riporto",), carried=("A riportare",),
        date=("Data", "Data operazione"), value="Data valuta", text=("Descrizione", "Causale"),
        debit=("Addebiti", "Dare", "Uscite"), credit=("Accrediti", "Avere", "Entrate"), amount=("Importo",), balance=("Saldo",), total="Totale",
        money_in=("Entrate", "Accrediti"), money_out=("Uscite", "Addebiti"),
        page="Pagina {n} di {m}",
        payees=("COOP SPESA", "STIPENDIO DITTA SRL", "BOLLETTA ENEL", "AFFITTO", "PRELIEVO ATM", "PAGAMENTO POS", "BONIFICO"),
    ),
    Language(
        code="nl", currency="EUR", symbol="€", decimal=",", groups=(".",),
        dates=("%d-%m-%Y", "%d/%m/%Y", "%d-%m-%y"), short_dates=("%d-%m", "%d/%m"), months=("jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"),
        statement="Rekeningafschrift", period="Periode", to="t/m", account="Rekeningnummer",
        opening=("Beginsaldo", "Vorig saldo"), closing=("Eindsaldo", "Nieuw saldo"), brought=("Transport",), carried=("Over te brengen",),
        date=("Datum", "Boekdatum"), value="Valutadatum", text=("Omschrijving",),
        debit=("Af", "Debet", "Afschrijving"), credit=("Bij", "Credit", "Bijschrijving"), amount=("Bedrag",), balance=("Saldo",), total="Totaal",
        money_in=("Bijschrijvingen",), money_out=("Afschrijvingen",),
        page="Pagina {n} van {m}",
        payees=("ALBERT HEIJN 1021", "SALARIS BEDRIJF BV", "ENERGIE INCASSO", "HUUR", "GELDAUTOMAAT", "NS REIZIGERS"),
    ),
    Language(
        code="pt", currency="EUR", symbol="€", decimal=",", groups=(".", " "),
        dates=("%d/%m/%Y", "%d-%m-%Y", "%Y-%m-%d"), short_dates=("%d/%m", "%d-%m"), months=("jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"),
        statement="Extrato de conta", period="Período", to="a", account="Conta número",
        opening=("Saldo inicial", "Saldo anterior"), closing=("Saldo final", "Saldo atual"), brought=("Transporte",), carried=("A transportar",),
        date=("Data", "Data mov"), value="Data valor", text=("Descrição", "Histórico"),
        debit=("Débito", "Débitos", "Saídas"), credit=("Crédito", "Créditos", "Entradas"), amount=("Valor", "Montante"), balance=("Saldo",), total="Total",
        money_in=("Créditos", "Entradas"), money_out=("Débitos", "Saídas"),
        page="Página {n} de {m}",
        payees=("COMPRA CONTINENTE", "VENCIMENTO EMPRESA", "EDP COMERCIAL", "RENDA", "LEVANTAMENTO MB", "FARMACIA SILVA"),
    ),
)  # fmt: skip
