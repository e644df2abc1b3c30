"""A made file read for, or imported into, the account of its rows, and what is false of the rows that needed no answer."""

import datetime as dt
import random
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from finance.imports.judging import refusal
from finance.imports.preview import same_number
from finance.imports.proof import breaks_of
from finance.imports.reading import chosen_account, read_file
from finance.imports.rows import FileAccount
from finance.imports.services import confirm, preview_now, show_file
from finance.imports.untrusted_files import FileRefused
from finance.models import Account
from finance.models.ledger_import import Choices, Target
from people.models import Organization
from tests.finance.imports.true_files import books, statements, tables
from tests.finance.imports.true_files.facts import TrueAccount, TrueFile

TODAY = dt.date(2026, 6, 30)
FORMATS = {
    "ofx": statements.ofx,
    "camt": statements.camt,
    "mt940": statements.mt940,
    "mt942": statements.mt942,
    "bai2": statements.bai2,
    "qif": books.qif,
    "beancount": books.beancount,
    "hledger": books.hledger,
    "xlsx": tables.xlsx_table,
    "ods": tables.ods_table,
    "csv": tables.csv_table,
}
TOKEN = re.compile(r"Q\d+Z")
Taken = tuple[str, dt.date, Decimal, str]
"""Text, day, amount and status of a row that is imported without an answer."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """`outcomes` count the accounts: imported, asked, warned, refused. `false` are sentences about what was imported in silence."""

    outcomes: Counter[str]
    false: tuple[str, ...]
    shape: dict[str, object]


@dataclass(frozen=True, slots=True)
class Result:
    outcome: str
    false: tuple[str, ...] = ()


def made(name: str, seed: int) -> TrueFile:
    return FORMATS[name](random.Random(f"{name} {seed}"))  # noqa: S311  for tests


def judged_as_read(name: str, seed: int) -> Judgement:
    """Make the file of a seed and read it for each of its accounts, without a database."""
    file = made(name, seed)
    return _judgement(file, seed, [_read(file, true) for true in file.accounts])


def judged_as_imported(organization: Organization, name: str, seed: int) -> Judgement:
    """Make the file of a seed and import it into each of its accounts; nothing stays in the books."""
    file, results = made(name, seed), []
    for true in file.accounts:
        with transaction.atomic():
            results.append(_imported(organization, file, true))
            transaction.set_rollback(True)
    return _judgement(file, seed, results)


def _judgement(file: TrueFile, seed: int, results: Iterable[Result]) -> Judgement:
    results = list(results)
    false = tuple(sentence for result in results for sentence in result.false)
    return Judgement(Counter(result.outcome for result in results), false, {**file.shape, "seed": seed})


def _read(file: TrueFile, true: TrueAccount) -> Result:
    account = Account(currency="EUR", number=true.number, kind="checking")
    try:
        parsed = read_file(file.data, choices=Choices(), target=Target(currency="EUR", kind="checking", today=TODAY))
    except FileRefused:
        return Result("refused")
    part = chosen_account(parsed, Choices(account="".join(part.name for part in parsed.accounts if true.number in part.name)))
    if part is None or parsed.questions:
        return Result("asked")
    if (
        breaks_of(part, either_sign=False)
        or part.currency not in {"", "EUR"}
        or (part.number and not same_number(part.number, true.number))
    ):
        return Result("warned")
    refused = [row.description for row in part.rows if refusal(account, row)]
    taken = [
        (row.description, row.booked_on, row.amount, row.status)
        for row in part.rows
        if row.booked_on and row.amount is not None and not refusal(account, row)
    ]
    return Result("imported", tuple(_false(file, true, part, taken, refused, is_told=bool(parsed.notes or part.notes))))


def _imported(organization: Organization, file: TrueFile, true: TrueAccount) -> Result:
    account = organization.accounts.create(name=f"Account {true.number}", currency="EUR", number=true.number)
    try:
        waiting = show_file(account=account, by=None, filename="file", data=file.data)
    except FileRefused:
        return Result("refused")
    preview = preview_now(waiting)
    if preview.part is None or preview.questions:
        return Result("asked")
    if preview.warnings:
        return Result("warned")
    confirm(by=None, ledger_import=waiting, shown=preview.shown)
    refused = [result.row.description for result in preview.judged if result.outcome in {"refused", "probable"}]
    taken = [(entry.description, entry.booked_on, entry.amount, entry.status) for entry in account.transactions.all()]
    return Result("imported", tuple(_false(file, true, preview.part, taken, refused, is_told=bool(preview.notes))))


def _false(file: TrueFile, true: TrueAccount, part: FileAccount, taken: list[Taken], refused: list[str], *, is_told: bool) -> Iterable[str]:
    """Yield what is false of the rows that were taken, and of those that are in no list."""
    if len(file.accounts) > 1 and true.number not in f"{part.name} {part.number}":
        yield f"account {true.number}: the part {part.name!r} was taken"
    rows, there = {row.token: row for row in true.rows}, Counter[str]()
    for text, day, amount, status in taken:
        token = next(iter(TOKEN.findall(text)), "")
        there[token] += 1
        row = rows.get(token)
        if row is None:
            yield f"account {true.number}: {day} {amount} {text} is no row of it"
        elif (day, amount, status, "EUR") != (row.day, row.amount, row.status, row.currency):
            yield f"account {true.number}: {day} {amount} {status} is {row}"
        elif there[token] > 1:
            yield f"account {true.number}: {row} is imported twice"
    named = {token for text in refused for token in TOKEN.findall(text)[:1]}
    lost = rows.keys() - there.keys() - named
    if len(lost) > sum(not TOKEN.search(text) for text in refused) and not is_told:
        yield f"account {true.number}: rows {sorted(lost)} are neither imported nor refused"
    stated = [row for row in part.rows if row.balance is not None and row.status == "posted"]
    is_provable = not refused and ((part.opening and part.closing) or len(stated) > 1)
    if true.wrong_by and file.states_balances and is_provable:
        yield f"account {true.number}: a balance that is wrong by {true.wrong_by} was not noticed"
