"""CSV exports of bookkeeping programs, whose columns have fixed names: Firefly III, Actual, Xero and QuickBooks Desktop.

In the reports of Xero and QuickBooks debit and credit are those of books, not of banks: a debit of one's own account is money in. A row
without a date begins or ends an account.
"""

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.csv_amounts import OWED
from finance.imports.csv_rows import nominal_of
from finance.imports.csv_table import Cell, named_rows
from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, TableShape, joined
from finance.imports.untrusted_files import FileRefused
from finance.imports.values import MARKS, is_date, possible_marks, possible_orders, read_amount, read_date
from finance.models.coding import Codes
from finance.models.ledger_import import Choices, DateOrder, DecimalMark, Target
from people.safe_text import unguarded

OWN = {"asset account": "", "default account": "", "credit card": "credit_card", "loan": "loan", "debt": "loan", "mortgage": "loan"}
"""The types of the user's own accounts, and their kinds here."""
OPENS = "opening balance"


@dataclass(slots=True)
class AccountPart:
    """One account in one currency."""

    number: str
    kind: str
    rows: list[FileRow] = field(default_factory=list)
    opening: StatedBalance | None = None


def read_firefly(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every own account. Outgoing amounts are negative; ids are those of the journals. Raises `FileRefused`."""
    parts: dict[tuple[str, str], AccountPart] = {}
    for number, cell in named_rows(data):
        for end, other, sign in (("source", "destination", -1), ("destination", "source", 1)):
            kind = OWN.get(cell(f"{end}_type").casefold())
            if kind is None:
                continue
            row = _row(number, cell, end, other, sign, target)
            part = parts.setdefault((unguarded(cell(f"{end}_name")), row.currency), AccountPart(cell(f"{end}_iban"), kind))
            part.rows.append(row)
            if cell("type").casefold() == OPENS and row.amount is not None and row.booked_on:
                part.opening = StatedBalance(amount=row.amount, as_of=row.booked_on - dt.timedelta(days=1))
    if not parts:
        raise FileRefused([_("The file has no transaction of an account of your own.")])
    currencies = Counter(name for name, _currency in parts)
    accounts = [
        FileAccount(
            name=name if currencies[name] == 1 else f"{name} {currency}",
            number=part.number,
            currency=currency,
            kind=part.kind,
            rows=tuple(part.rows),
            opening=part.opening,
        )
        for (name, currency), part in sorted(parts.items())
    ]
    return ParsedFile(format="firefly", way="firefly_csv", accounts=tuple(accounts))


def _row(number: int, cell: Cell, end: str, other: str, sign: int, target: Target) -> FileRow:
    """Return the row at one end; a transfer between currencies has the foreign amount at its destination."""
    foreign = end == "destination" and cell("type").casefold() == "transfer" and bool(cell("foreign_currency_code"))
    figure = cell("foreign_amount" if foreign else "amount")
    currency = cell("foreign_currency_code" if foreign else "currency_code").upper()
    booked_on = read_date(cell("date")[:10], "ymd", target.today)
    amount = read_amount(figure, target.currency, ".")
    row = FileRow(
        place=number,
        booked_on=booked_on,
        amount=None if amount is None else sign * abs(amount),  # the end decides the sign
        description=joined(unguarded(cell(f"{other}_name")), unguarded(cell("description"))),
        external_id=cell("journal_id"),
        reference=unguarded(cell("internal_reference")),
        currency=currency,
        codes=Codes.read({"nominal": unguarded(cell("category")), "payee": unguarded(cell(f"{other}_name"))}),
    )
    if cell("type").casefold() == OPENS:
        return replace(row, problem=_("is the opening balance, which belongs to the account itself."))
    return row if booked_on and amount is not None else replace(row, problem=_("has no date or no amount."))


PART = re.compile(r"\(SPLIT [0-9]+ OF [0-9]+\)")
WHOLE = re.compile(r"\(SPLIT INTO [0-9]+\) ?")


def read_actual_csv(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of the file. Its rows have no ids and are recognized by content. Raises `FileRefused`."""
    by_account: dict[str, list[FileRow]] = defaultdict(list)
    for number, cell in named_rows(data):
        notes = cell("notes")
        if PART.match(notes):
            continue
        booked_on = read_date(cell("date"), "ymd", target.today)
        figure = cell("split_amount") if WHOLE.match(notes) else cell("amount")
        amount = read_amount(figure, target.currency, ".")
        by_account[cell("account")].append(
            FileRow(
                place=number,
                booked_on=booked_on,
                amount=amount,
                description=joined(unguarded(cell("payee")), unguarded(WHOLE.sub("", notes))),
                problem="" if booked_on and amount is not None else _("has no date or no amount."),
            )
        )
    return ParsedFile(
        format="actual_csv",
        way="actual_csv",
        accounts=tuple(FileAccount(name=name, rows=tuple(by_account[name])) for name in sorted(by_account)),
    )


FIGURES = ("debit", "credit", "amount", "balance", "running balance")
OTHER_SIDE = ("split", "related account", "related accounts")
TAX = ("tax rate name", "vat rate name", "gst rate name")
NOT_ACCOUNTS = ("total", "net movement", "closing balance")


@dataclass(slots=True)
class ReportSection:
    """One account of the report. `before` is the balance in its heading."""

    name: str
    before: str = ""
    lines: list[tuple[int, Cell]] = field(default_factory=list)


def read_xero(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of Xero's report. Raises `FileRefused`."""
    return _report(data, "xero", choices, target)


def read_quickbooks(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of QuickBooks Desktop's report. Raises `FileRefused`.

    With a single column of amounts, debts grow with positive amounts, so the sign is asked for cards and loans.
    """
    return _report(data, "quickbooks", choices, target)


def _report(data: bytes, name: str, choices: Choices, target: Target) -> ParsedFile:
    lines = list(named_rows(data))
    sections = [section for section in _sections(lines) if section.lines]
    if not sections:
        raise FileRefused([_("The report has no entries.")])
    orders = possible_orders((cell("date") for section in sections for _number, cell in section.lines), target.today)
    marks = possible_marks((cell(column) for _number, cell in lines for column in FIGURES), target.currency)
    order = orders[0] if len(orders) == 1 else choices.date_order
    mark = marks[0] if len(marks) == 1 else choices.decimal_mark
    reading = _Reading(order, mark or MARKS[0], target)
    two_columns = any(cell("debit") or cell("credit") for section in sections for _number, cell in section.lines)
    open_questions = {
        "date_order": len(orders) > 1 and not order,
        "decimal_mark": not mark,
        "sign": not two_columns and target.kind in OWED and not choices.sign,
    }
    return ParsedFile(
        format=name,
        way=name,
        accounts=tuple(map(reading.account, sections)),
        questions=tuple(question for question, is_open in open_questions.items() if is_open),
        table=TableShape(header=(), sample=(), columns={}, date_order=order, date_orders=orders, decimal_mark=mark, decimal_marks=marks),
    )


def _sections(lines: list[tuple[int, Cell]]) -> Iterator[ReportSection]:
    """Yield a section for each account, headed by a row with its name instead of a date; a report of one account has no name."""
    section = ReportSection("")
    for number, cell in lines:
        head = (cell("date") or cell("")).strip()
        if is_date(cell("date")):
            section.lines.append((number, cell))
        elif head.casefold() == "opening balance":
            section.before = cell("running balance") or cell("balance")
        elif head and not head.casefold().startswith(NOT_ACCOUNTS):
            yield section
            section = ReportSection(unguarded(head), before=cell("balance"))
    yield section


@dataclass(frozen=True, slots=True)
class _Reading:
    order: DateOrder
    mark: DecimalMark
    target: Target

    def account(self, section: ReportSection) -> FileAccount:
        rows = tuple(self._row(number, cell) for number, cell in section.lines)
        before, last = self._amount(section.before), section.lines[-1][1]
        after = self._amount(last("running balance") or last("balance"))
        return FileAccount(
            name=section.name,
            rows=rows,
            opening=None if before is None else StatedBalance(amount=before),
            closing=None if after is None else StatedBalance(amount=after, as_of=rows[-1].booked_on),
        )

    def _row(self, number: int, cell: Cell) -> FileRow:
        """Return the row with its codes. QuickBooks names the payee, Xero the contact, who is also a customer or supplier."""
        booked_on = read_date(cell("date"), self.order, self.target.today)
        debit, credit, num = self._amount(cell("debit")), self._amount(cell("credit")), cell("num")
        amount = None if debit and credit else (debit or Decimal(0)) - (credit or Decimal(0))
        if debit is None and credit is None:
            amount = self._amount(cell("amount"))
        problem = ""
        if booked_on is None:
            problem = _('"%(text)s" is not a date in the format of the other rows.') % {"text": cell("date")}
        elif amount is None:
            problem = _("needs either a debit or a credit.")
        nominal, tax_code = (next(filter(None, map(cell, names)), "") for names in (OTHER_SIDE, TAX))
        codes = {
            "nominal": nominal_of(nominal),
            "tax_code": unguarded(tax_code),
            "payee": unguarded(cell("name") or cell("contact")),
            "party": unguarded(cell("contact")),
        }
        return FileRow(
            place=number,
            booked_on=booked_on,
            amount=amount,
            description=joined(unguarded(cell("name")), unguarded(cell("memo") or cell("description"))),
            reference=unguarded(cell("reference")) or ("" if num.isdigit() else unguarded(num)),
            number=num if num.isdigit() else "",
            codes=Codes.read(codes),
            problem=problem,
        )

    def _amount(self, text: str) -> Decimal | None:
        return read_amount(text, self.target.currency, self.mark)
