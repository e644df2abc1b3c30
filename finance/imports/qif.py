"""QIF: lines of one letter and a value, a caret after each entry; days and decimals are written as in the program's locale."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from finance.imports.rows import FileAccount, FileRow, ParsedFile, TableShape, joined
from finance.imports.untrusted_files import MOST_ROWS, FileRefused, decoded, too_many_rows
from finance.imports.values import MARKS, possible_marks, possible_orders, read_amount, read_date
from finance.models.coding import Codes
from finance.models.ledger_import import Choices, DateOrder, DecimalMark, Target

KINDS = {"bank": "checking", "cash": "cash", "ccard": "credit_card", "oth a": "", "oth l": "loan"}
OPENING = {"opening balance", "anfangssaldo", "eröffnungssaldo", "solde initial", "saldo inicial"}


@dataclass(slots=True)
class QifEntry:
    """The values of one entry by their letter. The first value counts, so only the first split is stored."""

    line: int
    values: dict[str, str] = field(default_factory=dict)

    def get(self, letter: str) -> str:
        return self.values.get(letter, "")


@dataclass(slots=True)
class QifSection:
    """One account's part of the file."""

    name: str
    kind: str
    entries: list[QifEntry] = field(default_factory=list)


def read_qif(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account except investments; the order of dates and the decimal mark are asked if no entry proves them.

    Raises `FileRefused`.
    """
    by_name: dict[str, QifSection] = {}  # a file may have several parts of one account
    for part in list(_sections(decoded(data))):
        by_name.setdefault(part.name, QifSection(part.name, part.kind)).entries.extend(part.entries)
    sections = [section for section in by_name.values() if section.entries]
    if not sections:
        raise FileRefused([_("The file has no entries of a bank account, a card or cash.")])
    entries = [entry for section in sections for entry in section.entries]
    if len(entries) > MOST_ROWS:
        raise too_many_rows()
    orders = possible_orders((_day_text(entry) for entry in entries), target.today)
    marks = possible_marks((_amount_text(entry) for entry in entries), target.currency)
    order = orders[0] if len(orders) == 1 else choices.date_order
    mark = marks[0] if len(marks) == 1 else choices.decimal_mark
    questions = [name for name, is_open in (("date_order", len(orders) > 1 and not order), ("decimal_mark", not mark)) if is_open]
    return ParsedFile(
        format="qif",
        way="qif",
        accounts=tuple(
            FileAccount(
                name=section.name,
                kind=section.kind,
                rows=tuple(_row(entry, order, mark or MARKS[0], target) for entry in section.entries),
            )
            for section in sections
        ),
        questions=tuple(questions),
        table=TableShape(header=(), sample=(), columns={}, date_order=order, date_orders=orders, decimal_mark=mark, decimal_marks=marks),
    )


def _sections(text: str) -> Iterator[QifSection]:
    """Yield the parts of the file that are accounts; lists of categories, securities and the like are skipped."""
    name, section, entry, in_account = "", None, None, False
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("!"):
            kind = bare[1:].partition(":")[2].strip().casefold()
            in_account = bare.casefold().startswith("!account")
            section = QifSection(name, KINDS[kind]) if bare.casefold().startswith("!type") and kind in KINDS else None
            entry = None
            if section:
                yield section
        elif bare and in_account:
            name = bare[1:].strip() if bare[0] == "N" else name
        elif bare == "^":
            entry = None
        elif bare and section:
            if entry is None:
                entry = QifEntry(number)
                section.entries.append(entry)
            entry.values.setdefault(bare[0], bare[1:].strip())


def _row(entry: QifEntry, order: DateOrder, mark: DecimalMark, target: Target) -> FileRow:
    booked_on = read_date(_day_text(entry), order, target.today)
    amount = read_amount(_amount_text(entry), target.currency, mark)
    number = entry.get("N")
    problem = ""
    if entry.get("P").casefold() in OPENING:
        problem = _("is the opening balance, which belongs to the account itself.")
    elif booked_on is None:
        problem = _('"%(text)s" is not a date in the format of the other rows.') % {"text": entry.get("D")}
    elif amount is None:
        problem = _('"%(text)s" is not an amount in %(currency)s.') % {"text": _amount_text(entry), "currency": target.currency}
    return FileRow(
        place=entry.line,
        booked_on=booked_on,
        amount=amount,
        description=joined(entry.get("P"), entry.get("M")),
        number=number if number.isdigit() else "",
        codes=Codes.read({"nominal": "" if entry.get("S") else entry.get("L"), "payee": entry.get("P")}),  # parts of a split differ
        problem=problem,
    )


def _amount_text(entry: QifEntry) -> str:
    return entry.get("T") or entry.get("U")


def _day_text(entry: QifEntry) -> str:
    """Return the date without Quicken's notation for days of this century: 1/31'26 and 1/ 3' 6."""
    text = entry.get("D").replace("'", "/").replace(" ", "")
    return re.sub(r"(?<=[/.-])([0-9])$", r"0\1", text)
