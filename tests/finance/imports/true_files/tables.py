"""Tables in XLSX, ODS and CSV: headings of languages in any order, one or two columns of money, balances, and cells of all types."""

import csv
import io
import random
from decimal import Decimal

from tests.finance.imports.spreadsheets import ods, xlsx
from tests.finance.imports.true_files.books import figure
from tests.finance.imports.true_files.facts import NO_LATIN, Able, TrueAccount, TrueFile, TrueRow, accounts

FIELDS = ("date", "amount", "debit", "credit", "text", "balance", "currency", "status", "id", "account")
HEADINGS = {
    "en": ("Date", "Amount", "Debit", "Credit", "Description", "Balance", "Currency", "Status", "Transaction ID", "Account number"),
    "de": ("Buchungstag", "Betrag", "Soll", "Haben", "Verwendungszweck", "Saldo", "Währung", "Status", "Transaktions-ID", "IBAN"),
    "fr": ("Date comptable", "Montant", "Débit", "Crédit", "Libellé", "Solde", "Devise", "Statut", "ID", "Compte"),
    "es": ("Fecha", "Importe", "Cargo", "Abono", "Concepto", "Saldo", "Divisa", "Estado", "ID", "Cuenta"),
    "it": ("Data contabile", "Importo", "Dare", "Avere", "Causale", "Saldo", "Divisa", "Stato", "ID", "Conto"),
    "nl": ("Boekdatum", "Bedrag", "Af", "Bij", "Omschrijving", "Saldo", "Munt", "Status", "ID", "Rekening"),
    "pl": ("Data operacji", "Kwota", "Obciążenia", "Uznania", "Opis operacji", "Saldo po operacji", "Waluta", "Status", "ID", "Rachunek"),
    "pt": ("Data", "Valor", "Débito", "Crédito", "Descrição", "Saldo", "Moeda", "Estado", "ID", "Conta"),
    "sv": ("Bokföringsdag", "Belopp", "Uttag", "Insättning", "Beskrivning", "Saldo", "Valuta", "Status", "ID", "Konto"),
    "ja": ("日付", "取引金額", "お支払金額", "お預り金額", "摘要", "残高", "通貨", "状態", "ID", "口座番号"),
    "xx": ("Zaq", "Wsx", "Edc", "Rfv", "Tgb", "Ujm", "Ikl", "Olp", "Plo", "Mju"),
}  # fmt: skip
DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%b-%y")
FIGURES = ((".", ","), (".", ""), (",", "."), (",", ""))
STATUSES = {"posted": "Booked", "pending": "Pending", "void": "Cancelled"}


def xlsx_table(pick: random.Random) -> TrueFile:
    return _table(pick, "xlsx")


def ods_table(pick: random.Random) -> TrueFile:
    return _table(pick, "ods")


def csv_table(pick: random.Random) -> TrueFile:
    return _table(pick, "csv")


def _table(pick: random.Random, form: str) -> TrueFile:
    chosen = {name for name in ("balance", "currency", "status", "id") if pick.random() < 0.5}
    able = Able(
        statuses=tuple(STATUSES) if "status" in chosen else ("posted",), foreign="currency" in chosen, ids="id" in chosen, currency=False
    )
    language = pick.choice(sorted(HEADINGS))
    made = accounts(pick, able, NO_LATIN["utf-8"])
    chosen |= {"date", "text"} | ({"debit", "credit"} if pick.random() < 0.4 else {"amount"}) | ({"account"} if len(made) > 1 else set())
    order = sorted(chosen)
    pick.shuffle(order)
    is_typed, newest_first = form != "csv" and pick.random() < 0.6, pick.random() < 0.4
    day_form, (mark, group) = pick.choice(DAYS), pick.choice(FIGURES)

    def money(amount: Decimal) -> object:
        return float(amount) if is_typed else figure(amount, mark, group)

    def cells(account: TrueAccount, row: TrueRow, balance: Decimal) -> list[object]:
        values: dict[str, object] = {
            "date": row.day if is_typed else row.day.strftime(day_form),
            "amount": money(row.amount),
            "debit": money(-row.amount) if row.amount < 0 else "",
            "credit": money(row.amount) if row.amount > 0 else "",
            "text": row.text,
            "balance": money(balance) if account.counts(row) else "",
            "currency": row.currency,
            "status": STATUSES[row.status],
            "id": row.identity,
            "account": account.number,
        }
        return [values[name] for name in order]

    lines: list[list[object]] = []
    for account in made:
        balance = account.opening
        last = next((row for row in reversed(account.rows) if account.counts(row)), None)
        for row in account.rows:
            balance += row.amount if account.counts(row) else 0
            lines.append(cells(account, row, balance + (account.wrong_by if row is last else 0)))
    rows: list[list[object]] = [[HEADINGS[language][FIELDS.index(name)] for name in order], *(lines[::-1] if newest_first else lines)]
    if pick.random() < 0.2:
        rows = [["Account statement"], [], *rows]
    shape = {"format": form, "language": language, "order": order, "days": day_form, "typed": is_typed, "newest": newest_first}
    data = xlsx(rows) if form == "xlsx" else ods(rows) if form == "ods" else _csv(pick, rows)
    return TrueFile(data, made, states_balances="balance" in chosen, shape=shape)


def _csv(pick: random.Random, rows: list[list[object]]) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=pick.choice((",", ";", "\t")), lineterminator=pick.choice(("\n", "\r\n"))).writerows(rows)
    return out.getvalue().encode(pick.choice(("utf-8", "utf-8-sig", "utf-16")))
