"""QIF: lines of one letter and a value, a caret after each entry; days and decimals are written as in the program's locale."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance, TableShape, joined
from finance.imports.untrusted_files import MOST_ROWS, FileRefused, decoded, in_row, too_many_rows
from finance.imports.values import MARKS, possible_marks, possible_orders, read_amount, read_date
from finance.models.coding import Codes
from finance.models.ledger_import import Choices, DateOrder, DecimalMark, Target

MIXED = re.compile(r"([0-9]{1,4})(['/.\u2019-])([0-9]{1,2})(['/.\u2019-])([0-9]{1,4})")
LISTS = {"cat", "class", "memorized", "security", "prices", "budget", "template", "tag", "payee"}
"""Types of parts that hold no entries of an account."""
KINDS = {"bank": "checking", "cash": "cash", "ccard": "credit_card", "oth a": "", "oth l": "loan"}
OPENING = {"opening balance", "anfangssaldo", "eröffnungssaldo", "solde initial", "saldo inicial"}


@dataclass(slots=True)
class QifEntry:
    """The values of one entry by their letter. The first value counts, so only the first split is stored. `is_doubled` if it has two
    dates or amounts: the end of one entry is missing.
    """

    line: int
    values: dict[str, str] = field(default_factory=dict)
    is_doubled: bool = False

    def get(self, letter: str) -> str:
        return self.values.get(letter, "")

    def row(self, order: DateOrder, mark: DecimalMark, target: Target) -> FileRow:
        booked_on = read_date(_day_text(self.get("D")), order, target.today)
        amount = read_amount(_amount_text(self), target.currency, mark)
        number = self.get("N")
        problem = ""
        if self.get("P").casefold() in OPENING:
            problem = _("is the opening balance, which belongs to the account itself.")
        elif self.is_doubled:
            problem = _("has two dates or amounts: the line ^ between two entries is missing.")
        elif booked_on is None:
            problem = _('"%(text)s" is not a date in the format of the other rows.') % {"text": self.get("D")}
        elif read_amount(self.get("U") or _amount_text(self), target.currency, mark) != amount:
            problem = _('has two amounts that differ: "%(text)s" and "%(other)s".') % {"text": self.get("T"), "other": self.get("U")}
        elif amount is None:
            problem = _('"%(text)s" is not an amount in %(currency)s.') % {"text": _amount_text(self), "currency": target.currency}
        return FileRow(
            place=self.line,
            booked_on=booked_on,
            amount=amount,
            description=joined(self.get("P"), self.get("M")),
            number=number if number.isdigit() else "",
            codes=Codes.read({"nominal": "" if self.get("S") else self.get("L"), "payee": self.get("P")}),  # parts of a split differ
            problem=problem,
        )


@dataclass(slots=True)
class QifSection:
    """One account's part of the file; `balance` has the amount and the day of its !Account block, as written.

    A part without a name has the type of its entries as its name. `is_account` is False for parts that are not imported.
    """

    name: str
    kind: str
    is_named: bool = True
    is_account: bool = True
    balance: tuple[str, str] = ("", "")
    entries: list[QifEntry] = field(default_factory=list)

    def account(self, order: DateOrder, mark: DecimalMark, target: Target) -> FileAccount:
        """Return the account with the balance that its block states, and that of its entry *Opening Balance*."""
        rows = tuple(entry.row(order, mark, target) for entry in self.entries)
        amount, day = (self.balance[0] and read_amount(self.balance[0], target.currency, mark)), self.balance[1]
        opening = next(
            (row for row, entry in zip(rows, self.entries, strict=True) if entry.get("P").casefold() in OPENING and row.amount is not None),
            None,
        )
        before = opening.booked_on - dt.timedelta(days=1) if opening and opening.booked_on else None
        return FileAccount(
            name=self.name,
            kind=self.kind,
            rows=rows,
            opening=StatedBalance(amount=opening.amount, as_of=before) if opening and opening.amount is not None else None,
            closing=StatedBalance(amount=amount, as_of=read_date(_day_text(day), order, target.today))
            if isinstance(amount, Decimal)
            else None,
        )


def read_qif(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account except investments; the order of dates and the decimal mark are asked if no entry proves them.

    Raises `FileRefused`.
    """
    parts = list(_sections(decoded(data)))
    sections = _accounts([part for part in parts if part.is_account and part.entries])
    if not sections:
        raise FileRefused([_("The file has no entries of a bank account, a card or cash.")])
    entries = [entry for section in sections for entry in section.entries]
    if len(entries) > MOST_ROWS:
        raise too_many_rows()
    orders = possible_orders((_day_text(entry.get("D")) for entry in entries), target.today)
    marks = possible_marks((_amount_text(entry) for entry in entries), target.currency)
    order = orders[0] if len(orders) == 1 else choices.date_order
    mark = marks[0] if len(marks) == 1 else choices.decimal_mark
    questions = [name for name, is_open in (("date_order", len(orders) > 1 and not order), ("decimal_mark", not mark)) if is_open]
    passed_over = Counter(part.kind for part in parts if not part.is_account for _entry in part.entries)
    return ParsedFile(
        format="qif",
        way="qif",
        accounts=tuple(section.account(order, mark or MARKS[0], target) for section in sections),
        questions=tuple(questions),
        table=TableShape(header=(), sample=(), columns={}, date_order=order, date_orders=orders, decimal_mark=mark, decimal_marks=marks),
        notes=tuple(
            ngettext("%(count)d entry of !Type:%(type)s was left out.", "%(count)d entries of !Type:%(type)s were left out.", count)
            % {"count": count, "type": kind}
            for kind, count in passed_over.items()
        ),
    )


def _accounts(parts: Sequence[QifSection]) -> list[QifSection]:
    """Return the accounts: parts of one name are one. Parts without a name are one only if each entry has its own heading."""
    by_name: dict[tuple[str, str], QifSection] = {}
    accounts: list[QifSection] = []
    unnamed = Counter(part.name for part in parts if not part.is_named)
    single = {name for name, count in unnamed.items() if count > 2 and all(len(part.entries) == 1 for part in parts if part.name == name)}
    for part in parts:
        before = by_name.get((part.name, part.kind)) if part.is_named or part.name in single else None
        if before:
            before.entries.extend(part.entries)
            continue
        by_name[part.name, part.kind] = part
        accounts.append(part)
    if len(accounts) == 1 and not accounts[0].is_named:
        accounts[0].name = ""
    return accounts


def _sections(text: str) -> Iterator[QifSection]:
    """Yield the parts of the file; lists of categories, securities and the like are skipped.

    An !Account block names the next part; a block of several accounts is a list, and names none.
    """
    head: list[str] = []
    section, entry, in_account = None, None, False
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("!"):
            in_account, section, entry = bare.casefold().startswith("!account"), None, None
            if in_account or bare.casefold().startswith("!clear"):
                head = []
            written = bare[1:].partition(":")[2].strip()
            if bare.casefold().startswith("!type") and written.casefold() not in LISTS:
                # an empty part of this type, after the lines of its !Account block
                values = {letter: [line[1:].strip() for line in head if line[0] == letter] for letter in "N$/"}
                is_list = len(values["N"]) != 1
                name, amount, day = ("" if is_list or not values[letter] else values[letter][-1] for letter in "N$/")
                kind = written.casefold()
                section = QifSection(name or written, KINDS.get(kind, written), bool(name), kind in KINDS, (amount, day))
                yield section
        elif bare and in_account:
            if bare[0] in "PMU":
                raise FileRefused([in_row(number, _("is an entry below !Account: the line with !Type is missing. Export the file again."))])
            head.append(bare)
        elif bare == "^":
            entry = None
        elif bare and section:
            if entry is None:
                entry = QifEntry(number)
                section.entries.append(entry)
            entry.is_doubled = entry.is_doubled or (bare[0] in "DT" and bare[0] in entry.values)
            entry.values.setdefault(bare[0], bare[1:].strip())


def _amount_text(entry: QifEntry) -> str:
    return entry.get("T") or entry.get("U")


def _day_text(text: str) -> str:
    """Return the date with one separator. Quicken writes 1/31'26 and 1/ 3' 6 for days of this century, others 28.02'2009 and 1-31'26."""
    bare = text.replace(" ", "")
    if match := MIXED.fullmatch(bare):
        first, mark, second, other, year = match.groups()
        if mark != other:
            mark = "." if "." in {mark, other} else "/"
        bare = f"{first}{mark}{second}{mark}{year}"
    return re.sub(r"(?<=[/.-])([0-9])$", r"0\1", bare)
