"""Columns by their headings, in the spellings of banks and programs.

`PAIRS` are headings of money out and money in that have this meaning only side by side. Headings that books use in the opposite
sense (debit, Soll, 借方) are not among them.
"""

import re
import unicodedata
from collections.abc import Collection, Sequence

from finance.imports.values import currencies_of

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


STATEMENT_COLUMNS = ("date", "description", "amount", "balance", "currency", "account", "page")
"""The columns of a statement that Tieout converted to CSV; its amounts have the holder's signs."""

BRACKETS = re.compile(r"[(\[].*?[)\]]")
IN_BRACKETS = re.compile(r"[(\[]\s*(?:in\s+)?([^()\[\]0-9]{1,6}?)\s*[)\]]")
LAST_WORD = re.compile(r"\s([A-Z]{3}|[^\W\d_]{0,2}[$€£¥₹₽₺₩₫₱₪฿₴₦]|円|元|zł|Kč|Ft|kr)\s*$")
MONEY = {"amount", "debit", "credit", "balance", "fee"}
PARTS = re.compile(r"\s*[/|;]\s*")
IN_PARTS = ("payee", "description", "date", "amount", "balance", "reference", "currency", "status", "account")
"""Fields that a part of a heading may name."""

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
        "дата", "датаоперации", "датапроводки", "датаопераціі", "дататранзакціі", "ημερομηνια", "ημνια", "tarih", "islemtarihi",
        "datum", "konyvelesdatuma", "konyvelesidatum", "tranzakciodatuma", "dataksiegowania", "datawaluty", "datumzauctovani",
        "datumprovedeni", "datumtransakce", "datumzauctovania", "datatranzactiei", "datainregistrarii", "datedecomptabilisation",
        "datedeloperation", "fechadeoperacion", "fechadelaoperacion", "datamovimento", "dataoperacao", "datadolancamento",
        "bogforingsdato", "bokfortdato", "bokforingsdato", "datobokfort", "kirjauspaiva", "datumknjizenja",
        "datumknjizenjatransakcije", "datos", "dateoperation", "buchungsdat", "거래일", "거래일자", "날짜", "交易日期", "日期", "记账日期",
        "תאריך", "التاريخ", "วนท", "ngay", "tanggal", "tarikh", "करयदवस", "netdate",
    ],
    "amount": [
        "amount", "amt", "amounteur", "amountusd", "amountgbp", "transactionamount", "accountamount", "betrag", "betrageur", "umsatz",
        "umsatzineur", "betragineur", "betrageuro", "montant", "montanteneuros", "montanteur", "importe", "importo", "importoeur",
        "bedrag", "bedrageur", "belopp", "belob", "belop", "maara", "kwota", "kwotaoperacji", "castka", "objem", "valor", "monto",
        "sum", "value", "金額", "取引金額", "入出金", "入出金額",
        "сумма", "суммаоперации", "сума", "ποσο", "tutar", "islemtutari", "osszeg", "kwotatransakcji", "kwotawwalucierachunku",
        "suma", "castkavmeneuctu", "sumaveur", "iznos", "znesek", "belopinok", "beloppisek", "montantdeloperation",
        "importeeur", "importoineuro", "valoreur", "net", "netamount", "netto", "nettobetrag", "거래금액", "금액", "交易金额", "金额",
        "סכום", "المبلغ", "จานวนเงน", "sotien", "jumlah", "nominal",
    ],
    "debit": [
        "debit", "debits", "debitamount", "withdrawal", "withdrawals", "withdrawalamount", "withdrawalamt", "paidout", "moneyout", "out",
        "soll", "ausgabe", "ausgaben", "lastschrift", "belastung", "belastungen", "debet", "debito", "cargo", "cargos", "addebiti",
        "dare", "uscite", "sortie", "debiteuros", "af", "uttag", "obciazenia", "saida", "debe",
        "дебет", "расход", "списание", "χρεωση", "borc", "terheles", "terhelesek", "obciazenie", "wyplaty", "vydaj", "vydaje",
        "debiteur", "ausgang", "ausgange", "montantdebit", "debiteuros", "debeteur", "utavkonto", "utfrakonto", "ud", "uttak",
        "выдача", "支出金额", "출금", "출금액", "חובה", "مدين",
    ],
    "credit": [
        "credit", "credits", "creditamount", "deposit", "deposits", "depositamount", "depositamt", "paidin", "moneyin", "in",
        "haben", "einnahme", "einnahmen", "gutschrift", "gutschriften", "kredit", "credito", "abono", "abonos", "accrediti",
        "avere", "entrate", "entree", "crediteuros", "bij", "insattning", "uznania", "entrada", "haber",
        "кредит", "приход", "поступление", "зачисление", "πιστωση", "alacak", "jovairas", "jovairasok", "uznanie", "wplywy", "prijem",
        "prijmy", "crediteur", "eingang", "eingange", "montantcredit", "crediteuros", "krediteur", "innpakonto", "ind", "innskudd",
        "存入金额", "입금", "입금액", "זכות", "داين",
    ],
    "type": [
        "debitcredit", "creditdebit", "debitorcredit", "creditdebitindicator", "drcr", "crdr", "dc", "cd", "sollhaben", "sh",
        "debetcredit", "afbij", "indicator", "sign", "transactiontype", "type", "direction", "vorzeichen", "art", "sens", "richting",
        "dk", "dck", "sh", "da", "dh", "wnma", "debitkredit", "debetkredit", "dareavere", "debitcredit", "debitocredito", "debehaber",
        "afbij", "cdmark", "dcmark", "dcmark", "debitcreditmark", "debitcreditcode", "creditdebit", "borcalacak", "типоперации",
        "типоперации", "kreditdebet", "tj", "shkennzeichen", "sollhabenkennzeichen", "umsatzart", "bijaf", "收支", "收支", "구분",
    ],
    "balance": [
        "balance", "runningbalance", "accountbalance", "closingbalance", "availablebalance", "balanceafter", "saldo", "saldonachbuchung",
        "kontostand", "solde", "saldodisponible", "saldonatrn", "saldopo", "saldopooperacji", "zustatek",
        "残高", "差引残高", "取引後残高",
        "остаток", "остатокнасчете", "баланс", "υπολοιπο", "λογιστικουπολοιπο", "bakiye", "egyenleg", "konyveltegyenleg",
        "saldopotransakcji", "zustatekpotransakci", "zostatok", "sold", "soldfinal", "soldeapresoperation", "saldodespues",
        "saldocontabile", "saldofinal", "saldodisponibile", "saldoetter", "saldoefter", "stanje", "balanceaftertransaction",
        "newbalance", "endingbalance", "잔액", "余额", "账户余额", "יתרה", "الرصيد", "sodu",
    ],
    "description": [
        "description", "transactiondescription", "details", "narrative", "narration", "text", "memo", "particulars", "verwendungszweck",
        "buchungstext", "buchungsdetails", "beschreibung", "libelle", "libelleoperation", "concepto", "descripcion", "descrizione",
        "causale", "omschrijving", "mededelingen", "beskrivning", "tekst", "selite", "opisoperacji", "opis", "popis", "descricao",
        "historico", "memodescription", "notes", "摘要", "内容", "取引内容", "お取引内容", "お取扱内容", "入出金先内容",
        "payee", "merchant", "merchantname", "name", "counterparty",
        "описание", "описаниеоперации", "назначение", "назначениеплатежа", "опис", "περιγραφη", "αιτιολογια", "aciklama",
        "megjegyzes", "kozlemeny", "tytul", "tytuloperacji", "szczegoly", "popistransakce", "zpravaproprijemce", "poznamka",
        "descriere", "detalii", "libelledeloperation", "naturedeloperation", "conceptoampliado", "movimiento",
        "descrizioneoperazione", "descricaodolancamento", "lancamento", "forklaring", "tekstpakonto", "meddelelse", "viesti", "svrha",
        "opisplacanja", "opistransakcije", "namen", "namennakazila", "mitteilung", "betreff", "buchungsinformation",
        "vorgangverwendungszweck", "referencetext", "적요", "내용", "摘要", "交易摘要", "备注", "תיאור", "البيان", "diengiai", "keterangan",
    ],
    "payee": [
        "payee", "merchant", "merchantname", "name", "counterparty", "counterpartyname", "beguenstigterzahlungspflichtiger",
        "begunstigterzahlungspflichtiger", "auftraggeberempfanger", "empfanger", "zahlungsempfanger", "zahlungspflichtiger",
        "naamtegenpartij", "naam", "beneficiaire", "beneficiario", "mottagare", "saaja", "kontrahent",
        "auftraggeber", "begunstigter", "empfanger", "auftraggeberbegunstigter", "zahlungsempfangerin", "zahlungspflichtiger",
        "namezahlungsbeteiligter", "partnername", "partnername", "tegenpartij", "naamtegenpartij", "naambegunstigde",
        "omschrijvingtegenpartij", "nadawca", "odbiorca", "nadawcaodbiorca", "nazwaodbiorcy", "nazevprotiuctu", "nazevprotistrany",
        "nazovprotistrany", "ziskatel", "kedvezmenyezett", "partnerneve", "partner", "контрагент", "получатель", "отправитель",
        "бенефициар", "alici", "gonderen", "modtager", "motpart", "avsender", "saajamaksaja", "saajannimi", "beneficjent",
        "donneurdordre", "tiers", "ordenante", "ordinante", "favorecido", "destinatario", "nome", "nom", "nimi", "jmeno", "payer",
        "counterparty", "suppliername", "받는분", "거래처", "对方户名", "对手方", "交易对方",
    ],
    "id": [
        "id", "externalid", "transactionid", "entryid", "journalid", "uid", "guid", "fitid", "uniqueid", "transaktionsid", "bankreference",
        "transactionreferencenumber", "uniquetransactionid", "transaktionsid", "idtransakcji", "numerreferencyjny", "idtransakce",
        "idpohybu", "номероперации", "tranzakcioazonosito", "arkiveringskode", "arkistointitunnus", "volgnr", "mutatieid",
        "bookingid", "transactioncodeid", "entryreference", "archiveid", "交易流水号", "交易单号", "거래번호",
    ],
    "reference": [
        "reference", "ref", "referenz", "referencenumber", "paymentreference", "endtoendid", "kundenreferenz",
        "kundenreferenzendtoend", "betalingskenmerk", "riferimento", "referencia", "viite",
        "referencenumber", "mandatsreferenz", "platnoscref", "variabilnisymbol", "referencia", "referentie", "reference",
        "pozivnabroj", "viitenumero",
    ],
    "number": [
        "number", "num", "chequenumber", "checknumber", "chequeno", "checkno", "cheque", "check", "checkorslip", "chqrefnumber", "nummer",
    ],
    "status": [
        "status", "state", "buchungsstatus", "statut", "etat", "estado", "stato", "situacao", "tila", "stan", "stav", "статус",
        "durum", "allapot", "状態", "交易状态",
    ],
    "fee": [
        "fee", "fees", "feeamount", "transactionfee", "gebuhr", "gebuhren", "gebuehr", "entgelt", "frais", "commission", "commissions",
        "comision", "comisiones", "comissao", "commissione", "commissioni", "kosten", "avgift", "gebyr", "oplata", "prowizja", "poplatek",
        "dij", "комиссия", "komisyon", "手数料", "手续费", "수수료",
    ],
    "account": [
        "auftragskonto", "ownaccount", "ownaccountnumber", "myaccount", "kontobezeichnung", "accountname", "accountnumber", "accountno",
        "accountiban", "ibankonto", "ibanauftragskonto", "kontonummer", "konto", "account", "ibanbban", "iban", "rekening",
        "rekeningnummer", "compte", "numerodecompte", "comptenum", "cuenta", "numerodecuenta", "conto", "conta", "rachunek", "nrrachunku",
        "numerrachunku", "cislouctu", "ucet", "szamlaszam", "счет", "номерсчета", "hesap", "hesapno", "tili", "product", "produkt",
        "cardno",
        "cardnumber", "card", "cardmember", "karte", "kartennummer", "carte", "numerodecarte", "tarjeta", "cartao", "口座番号", "口座",
        "账号", "계좌번호",
    ],
    "started": [
        "starteddate", "transactiondate", "transdate", "datedoperation", "kaufdatum", "belegdatum", "beleg", "valuedate", "valuta",
        "valutadatum",
        "wertstellung", "datevaleur", "datedevaleur", "fechavalor", "datavaluta", "datatransakcji", "datumtransakce", "orderdate",
        "authorizeddate",
    ],
    "currency": ["currency", "currencycode", "ccy", "wahrung", "waehrung", "devise", "moneda", "divisa", "munt", "muntsoort",
        "валюта", "parabirimi", "doviz", "penznem", "deviza", "waluta", "walutaoperacji", "mena", "mena", "valuta", "moeda",
        "monedacuenta", "valuta", "νομισμα", "валютаоперации", "currencycode", "통화", "币种", "通貨",
    ],
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
    """Return the known columns of a header row; None if it names no date or no amount."""
    columns = known_columns(header, currency)
    return columns if "date" in columns and (columns.keys() & {"amount", "debit", "credit"} or flows_of(header)) else None


def known_columns(header: Sequence[str], currency: str | None = None) -> dict[str, int]:
    """Return the columns whose headings are known, and ignore the others.

    A field whose heading occurs twice is left out, so that a person is asked. Headings of money may have the account's currency in
    brackets or as their last word, or any currency if `currency` is None. Of a heading such as "Name / Description" a part is enough.
    """
    spelt = [_spelt(name) for name in header]
    columns: dict[str, int] = {}
    for field, names in NAMES.items():
        place = _place(spelt, names, taken=set(columns.values()))
        if place is not None:
            columns[field] = place
    # Headings of money with this currency; a debit and credit pair goes before a single amount.
    bare_money = []
    for name in header:
        match = _currency_match(name)
        bare_money.append(_bare(name.replace(match[0], " ")) if match and _is(match[1], currency) else "")
    once = [name if bare_money.count(name) == 1 else "" for name in bare_money]
    flows, known = flows_of(header), set(columns.values())
    for field in sorted(MONEY - columns.keys() - ({"amount"} if flows else set())):
        place = _place(once, NAMES[field], taken=known)
        if place is not None:
            columns[field] = place
    parts = [[_bare(part) for part in PARTS.split(name)] if PARTS.search(name) else [] for name in header]
    for field in (name for name in IN_PARTS if name not in columns):
        taken = set(columns.values())
        wanted = set(NAMES[field])
        place = next((place for place, names in enumerate(parts) if place not in taken and wanted & set(names)), None)
        if place is not None:
            columns[field] = place
    if columns.keys() >= {"debit", "credit"}:
        columns.pop("amount", None)  # a pair of columns says the sign, a third column cannot say more
    elif "amount" in columns:
        columns = {field: place for field, place in columns.items() if field not in {"debit", "credit"}}
    return {field: place for field, place in columns.items() if not spelt[place] or spelt.count(spelt[place]) == 1}


def other_currency(name: str, currency: str) -> str:
    """Return the currency in a heading, as in "Amount (USD)", "Betrag in CHF" or "Amount USD", if it is not this one."""
    match = _currency_match(name)
    return "" if match is None or _is(match[1], currency) else match[1]


def _currency_match(name: str) -> re.Match[str] | None:
    """Return the match of a currency in brackets, or as the last word of a heading that is not all capitals."""
    plain = unicodedata.normalize("NFKC", name)
    matches = (IN_BRACKETS.search(plain), None if plain.isupper() else LAST_WORD.search(plain))
    return next((match for match in matches if match and currencies_of(match[1])), None)


def _is(text: str, currency: str | None) -> bool:
    return currency is None or currency in currencies_of(text)


def _spelt(name: str) -> str:
    """Return the heading as the lists have it; empty if a sign of a currency is part of it, whose letters mean nothing."""
    match = IN_BRACKETS.search(unicodedata.normalize("NFKC", name))
    return "" if match and currencies_of(match[1]) and len(match[1]) != 3 else _bare(name)


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
    spelt = [_spelt(name) for name in header]
    places = {field: _place(spelt, names, taken=taken) for field, names in CODES.items()}
    return {field: place for field, place in places.items() if place is not None and spelt.count(spelt[place]) == 1}


def _place(spelt: Sequence[str], names: Sequence[str], *, taken: Collection[int]) -> int | None:
    return next((place for name in names if name in spelt and (place := spelt.index(name)) not in taken), None)


def _bare(name: str) -> str:
    """Return the letters in lower case without accents: "Booking-Date " is "bookingdate", "Währung" is "wahrung"."""
    plain = unicodedata.normalize("NFKD", name.casefold().replace("ø", "o").replace("\u0131", "i").replace("æ", "ae").replace("ł", "l"))
    return "".join(letter for letter in plain if letter.isalpha())
