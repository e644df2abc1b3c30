"""Columns by their headings, in the spellings of banks and programs.

`PAIRS` are headings of money out and money in that have this meaning only side by side. Headings that books use in the opposite
sense (debit, Soll, 借方) are not among them.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence

from finance.money import is_currency

PAIRS: tuple[tuple[set[str], set[str]], ...] = (
    ({"outflow", "outflows", "moneyout", "cashout", "out", "paidout"}, {"inflow", "inflows", "moneyin", "cashin", "in", "paidin"}),
    ({"spent", "spend", "spending", "paid"}, {"received", "earned"}),
    ({"payment", "payments", "paymentamount"}, {"receipt", "receipts", "deposit", "deposits", "depositamount"}),
    ({"expense", "expenses", "expenditure"}, {"income", "incomes", "revenue"}),
    ({"withdrawn", "moneywithdrawn"}, {"deposited", "paidin", "moneydeposited"}),
    ({"ausgabe", "ausgaben", "kosten"}, {"einnahme", "einnahmen", "ertrag", "ertrage"}),
    ({"ausgang", "ausgange", "zahlungsausgang", "zahlungsausgange"}, {"eingang", "eingange", "zahlungseingang", "zahlungseingange"}),
    ({"abgang", "abgange"}, {"zugang", "zugange"}),
    ({"auszahlung", "auszahlungen"}, {"einzahlung", "einzahlungen"}),
    ({"depense", "depenses"}, {"recette", "recettes", "revenu", "revenus"}),
    ({"sortie", "sorties", "decaissement", "decaissements"}, {"entree", "entrees", "encaissement", "encaissements"}),
    ({"retrait", "retraits"}, {"depot", "depots", "versement", "versements"}),
    ({"debits"}, {"credits"}),
    ({"gasto", "gastos", "egreso", "egresos"}, {"ingreso", "ingresos"}),
    ({"pago", "pagos"}, {"cobro", "cobros"}),
    ({"retiro", "retiros"}, {"deposito", "depositos"}),
    ({"salida", "salidas", "saida", "saidas"}, {"entrada", "entradas"}),
    ({"despesa", "despesas"}, {"receita", "receitas"}),
    ({"pagamento", "pagamentos"}, {"recebimento", "recebimentos"}),
    ({"uscita", "uscite", "spesa", "spese"}, {"entrata", "entrate"}),
    ({"pagamento", "pagamenti"}, {"incasso", "incassi"}),
    ({"prelievo", "prelievi"}, {"versamento", "versamenti"}),
    ({"uit", "af", "eruit"}, {"in", "bij", "erin"}),
    ({"uitgave", "uitgaven"}, {"inkomst", "inkomsten", "ontvangst", "ontvangsten"}),
    ({"opname", "opnames"}, {"storting", "stortingen"}),
    ({"betaald"}, {"ontvangen"}),
    ({"出金", "出金額", "出金金額", "払出", "払出金額"}, {"入金", "入金額", "入金金額", "受入", "受入金額"}),
    ({"支出", "支出額", "支出金額"}, {"収入", "収入額", "収入金額"}),
    ({"お支払金額", "お支払い金額", "支払金額", "お支払額"}, {"お預り金額", "お預かり金額", "預り金額", "お預入金額"}),
    ({"引出", "引出額", "お引出し", "お引出金額", "引落"}, {"預入", "預入額", "お預入れ", "お預入金額"}),
)  # fmt: skip


BRACKETS = re.compile(r"[(\[].*?[)\]]")
CURRENCY = re.compile(r"[(\[]\s*(?:in\s+)?([A-Z]{3}|[€$£¥円元])\s*[)\]]")
"""Brackets that contain only a currency."""
LAST_WORD = re.compile(r"\s([A-Z]{3}|[€$£¥円元])\s*$")
DOLLARS_AND_PESOS = {
    "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "DOP", "BBD", "BMD", "BSD", "BZD", "BND", "FJD",
    "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD", "XCD", "CUP",
}  # fmt: skip
CURRENCIES = {"€": {"EUR"}, "£": {"GBP"}, "$": DOLLARS_AND_PESOS, "¥": {"JPY", "CNY"}, "円": {"JPY"}, "元": {"CNY"}}
MONEY = {"amount", "debit", "credit", "balance"}
Columns = Mapping[str, int]
"""The place of each known column, from 0."""

# In each list the better name comes first: where a file has a booking and a transaction date, the booking date is taken.
NAMES: dict[str, list[str]] = {
    "date": [
        "date", "bookedon", "bookingdate", "posted", "postedon", "posteddate", "postdate", "postingdate", "transactiondate", "transdate",
        "datetime", "completeddate", "dateposted", "buchungsdatum", "buchungstag", "buchung", "datum", "buchungsdatumdertransaktion",
        "fecha", "fechaoperacion", "fechacontable", "data", "datacontabile", "dataoperazione", "datalancamento", "datamovimento",
        "datecomptable", "dateoperation", "datedoperation", "boekdatum", "boekingsdatum", "transactiedatum", "bokforingsdag",
        "bokforingsdatum", "bogfringsdato", "dato", "bokfort", "kirjauspaiva", "dataoperacji", "dataksiegowania", "datumzauctovani",
        "umsatzdatum", "valuedate", "valuta", "valutadatum", "wertstellung", "datevaleur", "fechavalor", "datavaluta",
        "日付", "取引日", "お取引日", "年月日", "計上日",
    ],
    "amount": [
        "amount", "amt", "amounteur", "amountusd", "amountgbp", "transactionamount", "accountamount", "betrag", "betrageur", "umsatz",
        "umsatzineur", "betragineur", "betrageuro", "montant", "montanteneuros", "montanteur", "importe", "importo", "importoeur",
        "bedrag", "bedrageur", "belopp", "belob", "belop", "maara", "kwota", "kwotaoperacji", "castka", "objem", "valor", "monto",
        "sum", "value", "金額", "取引金額", "入出金", "入出金額",
    ],
    "debit": [
        "debit", "debits", "debitamount", "withdrawal", "withdrawals", "withdrawalamount", "withdrawalamt", "paidout", "moneyout", "out",
        "soll", "ausgabe", "ausgaben", "lastschrift", "belastung", "belastungen", "debet", "debito", "cargo", "cargos", "addebiti",
        "dare", "uscite", "sortie", "debiteuros", "af", "uttag", "obciazenia", "saida", "debe",
    ],
    "credit": [
        "credit", "credits", "creditamount", "deposit", "deposits", "depositamount", "depositamt", "paidin", "moneyin", "in",
        "haben", "einnahme", "einnahmen", "gutschrift", "gutschriften", "kredit", "credito", "abono", "abonos", "accrediti",
        "avere", "entrate", "entree", "crediteuros", "bij", "insattning", "uznania", "entrada", "haber",
    ],
    "type": [
        "debitcredit", "creditdebit", "debitorcredit", "creditdebitindicator", "drcr", "crdr", "dc", "cd", "sollhaben", "sh",
        "debetcredit", "afbij", "indicator", "sign", "transactiontype", "type", "direction", "vorzeichen", "art", "sens", "richting",
    ],
    "balance": [
        "balance", "runningbalance", "accountbalance", "closingbalance", "availablebalance", "balanceafter", "saldo", "saldonachbuchung",
        "kontostand", "solde", "saldodisponible", "saldonatrn", "saldopo", "saldopooperacji", "zustatek",
        "残高", "差引残高", "取引後残高",
    ],
    "description": [
        "description", "transactiondescription", "details", "narrative", "narration", "text", "memo", "particulars", "verwendungszweck",
        "buchungstext", "buchungsdetails", "beschreibung", "libelle", "libelleoperation", "concepto", "descripcion", "descrizione",
        "causale", "omschrijving", "mededelingen", "beskrivning", "tekst", "selite", "opisoperacji", "opis", "popis", "descricao",
        "historico", "memodescription", "notes", "摘要", "内容", "取引内容", "お取引内容", "お取扱内容", "入出金先内容",
        "payee", "merchant", "merchantname", "name", "counterparty",
    ],
    "payee": [
        "payee", "merchant", "merchantname", "name", "counterparty", "counterpartyname", "beguenstigterzahlungspflichtiger",
        "begunstigterzahlungspflichtiger", "auftraggeberempfanger", "empfanger", "zahlungsempfanger", "zahlungspflichtiger",
        "naamtegenpartij", "naam", "beneficiaire", "beneficiario", "mottagare", "saaja", "kontrahent",
    ],
    "id": [
        "id", "externalid", "transactionid", "entryid", "journalid", "uid", "guid", "fitid", "uniqueid", "transaktionsid", "bankreference",
    ],
    "reference": [
        "reference", "ref", "referenz", "referencenumber", "paymentreference", "endtoendid", "kundenreferenz",
        "kundenreferenzendtoend", "betalingskenmerk", "riferimento", "referencia", "viite",
    ],
    "number": [
        "number", "num", "chequenumber", "checknumber", "chequeno", "checkno", "cheque", "check", "checkorslip", "chqrefnumber", "nummer",
    ],
    "status": ["status", "state"],
    "currency": ["currency", "currencycode", "ccy", "wahrung", "waehrung", "devise", "moneda", "divisa", "munt", "muntsoort"],
    "brought_forward": ["broughtforward"],
    "left_out": ["leftout"],
}  # fmt: skip

CODES: dict[str, list[str]] = {
    "nominal": [
        "nominalaccount", "nominalcode", "accountcode", "transferaccount", "contraaccount", "gegenkonto", "sachkonto", "category",
        "kategorie", "categoria", "categorie", "split", "勘定科目", "費目", "大項目",
    ],
    "tax_code": ["taxcode", "vatcode", "taxtype", "taxrate", "buschlussel", "buschluessel", "steuerschlussel", "steuerschluessel"],
    "party": ["party", "contactname", "contact", "customer", "supplier", "vendor", "debitor", "kreditor"],
}  # fmt: skip
"""Headings of codes. They are matched last, because such a column may already serve as a description."""


def find_columns(header: Sequence[str], currency: str | None = None) -> dict[str, int] | None:
    """Return the known columns of a header row; None if the row is no header.

    A field whose heading occurs twice is left out, so that a person is asked. Headings of money may have the account's currency in
    brackets, or any currency if `currency` is None.
    """
    spelt = [_bare(name) for name in header]
    columns: dict[str, int] = {}
    for field, names in NAMES.items():
        place = _place(spelt, names, taken=set(columns.values()))
        if place is not None:
            columns[field] = place
    # Headings of money with this currency in brackets; a debit and credit pair goes before a single amount.
    before_brackets = []
    for name in header:
        plain = unicodedata.normalize("NFKC", name)
        match = CURRENCY.search(plain)
        before_brackets.append(_bare(CURRENCY.sub("", plain)) if match and _is(match[1], currency) else "")
    once = [name if before_brackets.count(name) == 1 else "" for name in before_brackets]
    flows, known = flows_of(header), set(columns.values())
    for field in sorted(MONEY - columns.keys() - ({"amount"} if flows else set())):
        place = _place(once, NAMES[field], taken=known)
        if place is not None:
            columns[field] = place
    if "date" not in columns or not (columns.keys() & {"amount", "debit", "credit"} or flows):
        return None
    if columns.keys() >= {"debit", "credit"}:
        columns.pop("amount", None)  # a pair of columns says the sign, a third column cannot say more
    elif "amount" in columns:
        columns = {field: place for field, place in columns.items() if field not in {"debit", "credit"}}
    return {field: place for field, place in columns.items() if spelt.count(spelt[place]) == 1}


def other_currency(name: str, currency: str) -> str:
    """Return the currency in a heading, as in "Amount (USD)", "Betrag in CHF" or "Amount USD", if it is not this one."""
    plain = unicodedata.normalize("NFKC", name)
    match = CURRENCY.search(plain) or (None if plain.isupper() else LAST_WORD.search(plain))
    if match is None or _is(match[1], currency) or not (match[1] in CURRENCIES or is_currency(match[1])):
        return ""
    return match[1]


def _is(text: str, currency: str | None) -> bool:
    return currency is None or currency in CURRENCIES.get(text, {text})


def flows_of(header: Sequence[str]) -> dict[str, int]:
    """Return the places of money out ("debit") and money in ("credit"), ignoring brackets; empty unless exactly one pair matches."""
    spelt = [_bare(BRACKETS.sub("", unicodedata.normalize("NFKC", name))) for name in header]
    matches = {
        (out, into)
        for outs, ins in PAIRS
        for out, name in enumerate(spelt)
        if name in outs
        for into, other in enumerate(spelt)
        if other in ins
    }
    if len(matches) != 1:
        return {}
    [(out, into)] = matches
    return {"debit": out, "credit": into}


def find_codes(header: Sequence[str], taken: Collection[int]) -> dict[str, int]:
    """Return the columns of codes among those not taken."""
    spelt = [_bare(name) for name in header]
    places = {field: _place(spelt, names, taken=taken) for field, names in CODES.items()}
    return {field: place for field, place in places.items() if place is not None and spelt.count(spelt[place]) == 1}


def _place(spelt: Sequence[str], names: Sequence[str], *, taken: Collection[int]) -> int | None:
    return next((place for name in names if name in spelt and (place := spelt.index(name)) not in taken), None)


def _bare(name: str) -> str:
    """Return the letters in lower case without accents: "Booking-Date " is "bookingdate", "Währung" is "wahrung"."""
    plain = unicodedata.normalize("NFKD", name.casefold().replace("ø", "o").replace("æ", "ae").replace("ł", "l"))
    return "".join(letter for letter in plain if letter.isalpha())
