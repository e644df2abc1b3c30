"""CSV files generated from known entries: files read without a question are read correctly, and all others are asked about or refused."""

import csv
import datetime as dt
import io
import os
import random
from dataclasses import dataclass, field, replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from finance.imports.proof import breaks_of
from finance.imports.reading import read_file
from finance.imports.rows import FileRow, ParsedFile
from finance.imports.untrusted_files import FileRefused
from finance.models.ledger_import import Choices, Target

TODAY = dt.date(2026, 6, 30)
EXAMPLES = int(os.environ.get("CSV_TRUTH_EXAMPLES", "60"))
HEADINGS = {
    "en": ("Date", "Amount", "Debit", "Credit", "Description", "Payee", "Balance", "Currency", "Status", "Transaction ID",
        "Account number"),
    "de": ("Buchungstag", "Betrag", "Soll", "Haben", "Verwendungszweck", "Empfänger", "Saldo", "Währung", "Status",
        "Transaktions-ID", "IBAN"),
    "fr": ("Date comptable", "Montant", "Débit", "Crédit", "Libellé", "Bénéficiaire", "Solde", "Devise", "Statut", "ID", "Compte"),
    "es": ("Fecha", "Importe", "Cargo", "Abono", "Concepto", "Beneficiario", "Saldo", "Divisa", "Estado", "ID", "Cuenta"),
    "it": ("Data contabile", "Importo", "Dare", "Avere", "Causale", "Beneficiario", "Saldo", "Valuta conto", "Stato", "ID", "Conto"),
    "nl": ("Boekdatum", "Bedrag", "Af", "Bij", "Omschrijving", "Naam", "Saldo", "Munt", "Status", "ID", "Rekening"),
    "pl": ("Data operacji", "Kwota", "Obciążenia", "Uznania", "Opis operacji", "Kontrahent", "Saldo po operacji", "Waluta",
        "Status", "ID", "Rachunek"),
    "ru": ("Дата", "Сумма", "Расход", "Приход", "Описание", "Контрагент", "Остаток", "Валюта", "Статус", "ID", "Счет"),
    "sv": ("Bokföringsdag", "Belopp", "Uttag", "Insättning", "Beskrivning", "Mottagare", "Saldo", "Valuta", "Status", "ID", "Konto"),
    "ja": ("日付", "取引金額", "お支払金額", "お預り金額", "摘要", "内容", "残高", "通貨", "状態", "ID", "口座番号"),
    "xx": ("Zaq", "Wsx", "Edc", "Rfv", "Tgb", "Yhn", "Ujm", "Ikl", "Olp", "Plo", "Mju"),
}  # fmt: skip
FIELDS = ("date", "amount", "debit", "credit", "description", "payee", "balance", "currency", "status", "id", "account")
TEXTS = {
    "ru": ("Магазин", "Зарплата", "Аптека на углу", "Кафе"), "pl": ("Żabka Łódź", "Wynagrodzenie", "Płatność kartą", "Sklep"),
    "de": ("Bäckerei Müller", "Gehalt", "Grüße & Söhne", "Miete"), "ja": ("スーパー", "給料", "家賃", "電気代"),
}  # fmt: skip
WORDS = {"en": ("Shop", "Salary", "Rent; flat 3", 'The "Old" Inn', "Café")}
ENCODINGS = {"ru": ("utf-8", "cp1251"), "pl": ("utf-8", "cp1250"), "de": ("utf-8", "cp1252", "cp850", "utf-8-sig", "utf-16")}
DAYS = (
    "%Y-%m-%d",
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%Y/%m/%d",
    "%d-%b-%y",
    "%d %b %Y",
    "%Y.%m.%d.",
    "%d/%m/%y",
    "%Y年%m月%d日",
    "%Y%m%d",
)
SIDES = (
    ("D", "C"),
    ("D", "K"),
    ("S", "H"),
    ("Af", "Bij"),
    ("DEBIT_CARD", "ACH_CREDIT"),
    ("Debit", "Credit"),
    ("Soll", "Haben"),
    ("Wn", "Ma"),
)
IBANS = ("DE02120300000000202051", "DE02500105170137075030")


@dataclass(frozen=True)
class Entry:
    day: dt.date
    amount: Decimal
    text: str
    status: str = "posted"
    currency: str = "EUR"
    account: int = 0
    fee: Decimal = Decimal(0)

    @property
    def effect(self) -> Decimal:
        return self.amount - self.fee


@dataclass
class Made:
    """A file with the entry of each of its lines, and whether a balance in it is wrong."""

    data: bytes
    truth: dict[int, Entry]
    is_broken: bool = False
    shape: dict[str, object] = field(default_factory=dict)


def made(seed: int) -> Made:
    """A file as some bank might write it."""
    pick = random.Random(seed)  # noqa: S311  for tests
    language = pick.choice(sorted(HEADINGS))
    accounts = 2 if pick.random() < 0.25 else 1
    style = pick.choice(
        ["signed", "signed", "trailing", "brackets", "plus", "dash", "sides", "pair", "pair", "minus debits", "minus credits"]
    )
    mark, group = pick.choice([(".", ","), (".", ""), (",", "."), (",", " "), (",", "'"), (",", "")])
    sign = pick.choice(["", "", "", "€", " EUR", " €"])
    entries = _entries(pick, TEXTS.get(language, WORDS["en"]), accounts)
    shape: dict[str, object] = {"language": language, "style": style, "mark": mark, "accounts": accounts}
    there = {"date", "description"} | ({"debit", "credit"} if style in {"pair", "minus debits", "minus credits"} else {"amount"})
    there |= {name for name in ("payee", "balance", "currency", "status", "id") if pick.random() < 0.5}
    there |= {"account"} if accounts > 1 else set()
    if "status" not in there:
        entries = [replace(entry, status="posted") for entry in entries]
    in_cell = pick.random() < 0.5
    if "currency" not in there and not in_cell:
        entries = [replace(entry, currency="EUR") for entry in entries]
    has_fee = pick.random() < 0.2 and style == "signed"
    if not has_fee:
        entries = [replace(entry, fee=Decimal(0)) for entry in entries]
    shape |= {"columns": sorted(there), "fee": has_fee, "cells": in_cell}
    day_form, newest_first = pick.choice(DAYS), pick.random() < 0.4
    side_words = pick.choice(SIDES)
    order = sorted(sorted(there), key=lambda _name: pick.random())
    header = [HEADINGS[language][FIELDS.index(name)] for name in order] + (
        ["D/K" if side_words == ("D", "K") else "Type"] if style == "sides" else []
    )
    header += ["Fee"] if has_fee else []
    balances = [Decimal("1000.00"), Decimal("250.00")]
    broken = pick.randrange(2, len(entries)) if "balance" in there and len(entries) > 4 and pick.random() < 0.2 else 0
    lines: list[tuple[Entry | None, list[str]]] = []
    for place, entry in enumerate(entries):
        counts = entry.status == "posted" and entry.currency == "EUR"
        if counts:
            balances[entry.account] += entry.effect + (Decimal("0.37") if place == broken else 0)
        symbol = "$" if entry.currency == "USD" and "currency" not in there else sign
        cells = {
            "date": entry.day.strftime(day_form),
            "description": entry.text,
            "payee": "Somebody",
            "balance": _figure(balances[entry.account], mark, group, "") if counts else "",
            "currency": entry.currency,
            "status": {"posted": "Booked", "pending": "Pending", "void": "Cancelled"}[entry.status],
            "id": f"T{place}",
            "account": IBANS[entry.account],
            **_money(entry.amount, style, mark, group, symbol),
        }
        row = [cells[name] for name in order] + ([side_words[entry.amount > 0]] if style == "sides" else [])
        lines.append((entry, row + ([_figure(entry.fee, mark, group, "")] if has_fee else [])))
    shape |= {"broken": broken, "days": day_form, "newest": newest_first}
    counted = [entry for entry in entries[: broken + 1] if entry.status == "posted" and entry.currency == "EUR"]
    is_broken = bool(broken) and counted[-1:] == [entries[broken]] and counted[-1].account in {entry.account for entry in counted[:-1]}
    return _written(pick, lines[::-1] if newest_first else lines, header, language, shape, is_broken=is_broken, order=order)


def _entries(pick: random.Random, texts: tuple[str, ...], accounts: int) -> list[Entry]:
    day, entries = dt.date(2026, 1, 2), []
    for _place in range(pick.randint(1, 12)):
        day += dt.timedelta(days=pick.choice([0, 1, 1, 3, 9]))
        amount = Decimal(pick.choice([-1, -1, 1]) * pick.choice([350, 1250, 99, 123456, 10000, pick.randint(1, 999999)])) / 100
        entries.append(
            Entry(
                day,
                amount,
                pick.choice(texts),
                pick.choice(["posted"] * 6 + ["pending", "void"]),
                pick.choice(["EUR"] * 9 + ["USD"]),
                pick.randrange(accounts),
                pick.choice([Decimal(0), Decimal("0.50")]),
            )
        )
    return entries


def _money(amount: Decimal, style: str, mark: str, group: str, symbol: str) -> dict[str, str]:
    figure = _figure(abs(amount), mark, group, symbol)
    if style in {"pair", "minus debits", "minus credits"}:
        minus = (style == "minus debits" and amount < 0) or (style == "minus credits" and amount > 0)
        written = f"-{figure}" if minus else figure
        return {"debit": written if amount < 0 else "", "credit": written if amount > 0 else ""}
    if amount > 0:
        return {"amount": {"plus": f"+{figure}", "trailing": figure}.get(style, figure)}
    return {
        "amount": {"sides": figure, "trailing": f"{figure}-", "brackets": f"({figure})", "dash": f"\u2013{figure}"}.get(style, f"-{figure}")
    }


def _figure(amount: Decimal, mark: str, group: str, symbol: str) -> str:
    text = f"{abs(amount):,.2f}".replace(",", "\0").replace(".", mark).replace("\0", group)
    sign = "-" if amount < 0 else ""
    return f"{sign}{text}{symbol}" if symbol.startswith(" ") else f"{sign}{symbol}{text}"


def _written(
    pick: random.Random,
    lines: list[tuple[Entry | None, list[str]]],
    header: list[str],
    language: str,
    shape: dict[str, object],
    *,
    is_broken: bool,
    order: list[str],
) -> Made:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=pick.choice([",", ";", "\t"]), lineterminator="\n")
    number, truth = 1, {}
    if pick.random() < 0.2:
        writer.writerow(["Export of the account"])
        number += 1
    writer.writerow(header)
    for entry, row in lines:
        number += 1
        writer.writerow(row)
        if entry:
            truth[number] = entry
    if pick.random() < 0.2:
        writer.writerow(["*** END ***"])
    text = out.getvalue()
    encoding = pick.choice(ENCODINGS.get(language, ("utf-8",)))
    try:
        data = text.encode(encoding)
    except UnicodeEncodeError:
        encoding = "utf-8"
        data = text.encode()
    return Made(data=data, truth=truth, is_broken=is_broken, shape={**shape, "encoding": encoding, "order": order})


def errors_of(file: Made, parsed: ParsedFile) -> list[str]:
    """Return the differences between a file that was read without a question and the entries that it was made from."""
    errors = []
    accounts = {entry.account for entry in file.truth.values()}
    if len(accounts) > 1 and len(parsed.accounts) < 2:
        errors.append("two accounts in one")
    named = {line: part.name for part in parsed.accounts for line in (row.place for row in part.rows)}
    read: dict[int, FileRow] = {row.place: row for part in parsed.accounts for row in part.rows}
    for line, entry in file.truth.items():
        row = read.get(line)
        if row is None:
            errors.append(f"line {line} is not there")
        elif not row.problem and row.currency in {"", "EUR"}:
            is_right = (row.booked_on, row.amount, row.status) == (entry.day, entry.effect, entry.status) and entry.currency == "EUR"
            in_text = entry.text in row.description or file.shape["language"] == "xx"  # which of two columns of words is the text is open
            if not is_right or not in_text:
                errors.append(f"line {line}: {row} is {entry}")
            if len(accounts) > 1 and named[line] != IBANS[entry.account]:
                errors.append(f"line {line} is in {named[line]}")
    errors += [f"line {line} is no entry" for line, row in read.items() if line not in file.truth and not row.problem]
    if file.is_broken and not any(breaks_of(part, either_sign=False) for part in parsed.accounts) and _has_balances(file, parsed):
        errors.append("the balance that does not follow is not named")
    return errors


def _has_balances(file: Made, parsed: ParsedFile) -> bool:
    return bool(parsed.table and "balance" in parsed.table.columns)


OUTCOMES: dict[str, int] = {"read": 0, "asked": 0, "refused": 0}


@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(min_value=0, max_value=10**9))
def test_a_file_read_without_a_question_is_read_correctly(seed: int) -> None:
    file = made(seed)
    try:
        parsed = read_file(file.data, choices=Choices(), target=Target(currency="EUR", kind="checking", today=TODAY))
    except FileRefused:
        OUTCOMES["refused"] += 1
        return
    if parsed.questions:
        OUTCOMES["asked"] += 1
        return
    OUTCOMES["read"] += 1

    assert errors_of(file, parsed) == [], (file.shape, file.data.decode("utf-8", "replace"))


@pytest.mark.parametrize("seed", range(3))
def test_a_made_file_has_an_entry_a_line(seed: int) -> None:
    file = made(seed)

    assert file.truth
    assert file.data
