"""BAI2: the cash management reports of banks in the United States, after the specification of the Bank Administration Institute (2005).

Amounts have no decimal mark; the type code of a transaction decides its sign.
"""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.imports.parts import merged
from finance.imports.rows import FileAccount, FileRow, ParsedFile, StatedBalance
from finance.imports.untrusted_files import MOST_ROWS, FileRefused, decoded, in_row, too_many_rows
from finance.models.ledger_import import Choices, Target
from finance.money import UnknownCurrency, exponent

CODES = {"01", "02", "03", "16", "49", "88", "98", "99"}
OPENING, CLOSING = "010", "015"
CREDITS, DEBITS = (range(100, 400), range(920, 960)), (range(400, 700), range(960, 1000))
INFORMATION = "890"
"""Type of a transaction record without an amount."""
CHECK_PAID = "475"
FUNDS = {"S": 3, "V": 2}
"""Fields that follow a type of funds; after D the next field is the number of pairs."""
AMOUNT = re.compile(r"([+-]?)([0-9]{1,18}(?:\.[0-9]{1,4})?)")
FINAL = {"", "1"}
"""ReportGroup status of an update; the others delete, correct or test."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record with its continuations. `fields` follow its code; line breaks divide fields, too."""

    line: int
    code: str
    text: str
    lines: int

    @property
    def fields(self) -> list[str]:
        return [part.strip() for part in re.split("[,\n]", self.text)]

    def row(self, place: int, group: "ReportGroup", currency: str, decimals: int) -> FileRow:
        fields = self.fields
        code, text = (*fields, "")[:2]
        after = _after_funds(fields, 2)
        parts = re.split("[,\n]", self.text, maxsplit=after + 2)
        bank, customer, words = (part.strip() for part in (*parts[after:], "", "", "")[:3])
        number = int(code) if code.isascii() and code.isdigit() else 0
        sign = 1 if any(number in codes for codes in CREDITS) else -1 if any(number in codes for codes in DEBITS) else 0
        amount, day = _amount(text, decimals), _day(group.day)
        problem = ""
        if day is None:
            problem = _('"%(text)s" is not a date.') % {"text": group.day}
        elif amount is None:
            problem = _('"%(text)s" is not an amount in %(currency)s.') % {"text": text, "currency": currency}
        elif not sign:
            problem, amount = _("has the type %(code)s, which is neither money in nor money out.") % {"code": code}, None
        elif group.status not in FINAL:
            problem = _("is in a group that the bank sends to delete, correct or test (status %(status)s).") % {"status": group.status}
        return FileRow(
            place=place,
            booked_on=day,
            amount=None if amount is None else sign * amount,
            description=" ".join(words.split()) or f"BAI {code}",
            reference=customer or bank,
            number=customer if code == CHECK_PAID and customer.isdigit() else "",
            currency=currency,
            problem=problem,
        )


@dataclass(slots=True)
class ReportGroup:
    status: str = ""
    day: str = ""
    currency: str = ""


@dataclass(slots=True)
class AccountRecords:
    """The records of one account, from 03 to 49."""

    head: Record
    group: ReportGroup
    details: list[Record] = field(default_factory=list)
    end: Record | None = None

    def contradictions(self, total: Decimal) -> Iterator[str]:
        """Yield contradictions of the account's last record: of the sum of all amounts and of the number of lines."""
        number = self.head.fields[0]
        if self.end is None:
            yield _("Account %(number)s ends before its last record. Check that the file is complete.") % {"number": number}
            return
        stated, count = (*self.end.fields, "", "")[:2]
        lines = sum(record.lines for record in (self.head, *self.details, self.end))
        if stated and _amount(stated, 0) != total:
            names = {"number": number, "stated": stated, "total": total}
            yield _("The control total of account %(number)s is %(stated)s, and its records add up to %(total)s.") % names
        if count.isascii() and count.isdigit() and int(count[:9]) != lines:
            numbers = {"number": number, "stated": count, "lines": lines}
            yield _("Account %(number)s should have %(stated)s records, and has %(lines)s.") % numbers

    def account(self, target: Target) -> FileAccount:
        number, currency, *summary = [*self.head.fields, ""]
        currency = (currency or self.group.currency).upper()
        try:
            decimals = exponent(currency or target.currency)
        except UnknownCurrency:
            decimals = exponent(target.currency)  # each row is refused for its currency
        day = _day(self.group.day)
        stated: dict[str, Decimal] = {}
        total = Decimal(0)
        place = 0
        while place + 1 < len(summary):
            code, text = summary[place], summary[place + 1]
            place = _after_funds(summary, place + 3)
            amount = _amount(text, 0) if code else None
            total += amount or 0
            if amount is not None:
                stated.setdefault(code, amount.scaleb(-decimals) if "." not in text else amount)
        rows: list[FileRow] = []
        information = 0
        for record in self.details:
            code, text = (*record.fields, "")[:2]
            total += _amount(text, 0) or 0
            if code == INFORMATION:
                information += 1
                continue
            rows.append(record.row(len(rows) + 1, self.group, currency, decimals))
        notes = [*self.contradictions(total)]
        if self.group.day and day is None:
            notes.append(_('The date "%(text)s" of a group is not a valid date.') % {"text": self.group.day})
        if information:
            what = ngettext(
                "%(count)d record without an amount was left out.", "%(count)d records without an amount were left out.", information
            )
            notes.append(what % {"count": information})
        before = day - dt.timedelta(days=1) if day else None
        return FileAccount(
            name=number,
            number=number,
            currency=currency,
            rows=tuple(rows),
            opening=StatedBalance(amount=stated[OPENING], as_of=before) if OPENING in stated else None,
            closing=StatedBalance(amount=stated[CLOSING], as_of=day) if CLOSING in stated else None,
            notes=tuple(notes),
        )


def read_bai2(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account of the file. Raises `FileRefused`."""
    records = list(_records(decoded(data)))
    accounts: list[AccountRecords] = []
    group: ReportGroup | None = None
    current: AccountRecords | None = None
    for record in records:
        if record.code == "02":
            fields = [*record.fields, *[""] * 7]
            group, current = ReportGroup(fields[2], fields[3], fields[5].upper()), None
        elif record.code == "03" and group:
            current = AccountRecords(record, group)
            accounts.append(current)
        elif record.code == "16" and current:
            current.details.append(record)
        elif record.code in {"03", "16"}:
            raise FileRefused([in_row(record.line, _("is outside its group or account: lines are missing above. Export the file again."))])
        elif record.code == "49" and current:
            current.end, current = record, None
        elif record.code == "98":
            group = current = None
    if not accounts:
        raise FileRefused([_("The file contains no account statement. Export it again.")])
    if sum(len(account.details) for account in accounts) > MOST_ROWS:
        raise too_many_rows()
    notes = () if records[-1].code == "99" else (_("The file ends before its last record. Check that it is complete."),)
    return ParsedFile(format="bai2", way="bai2", accounts=merged(account.account(target) for account in accounts), notes=notes)


def _records(text: str) -> Iterator[Record]:
    """Yield the records, each with the lines that continue it. Raises `FileRefused` for a line of no known code."""
    open_record: Record | None = None
    parts: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip().removesuffix("/")
        code, comma, rest = bare[:2], bare[2:3], bare[3:]
        if not bare:
            continue
        if code not in CODES or comma not in {",", ""} or (code == "88" and open_record is None):
            raise FileRefused([in_row(number, _('begins with "%(text)s", which is no record of BAI2.') % {"text": bare[:10]})])
        if code == "88":
            parts.append(rest)
            continue
        if open_record:
            yield Record(open_record.line, open_record.code, "\n".join(parts), len(parts))
        open_record, parts = Record(number, code, "", 1), [rest]
    if open_record:
        yield Record(open_record.line, open_record.code, "\n".join(parts), len(parts))


def _after_funds(fields: Sequence[str], place: int) -> int:
    """Return the place after the type of funds at this place and its fields."""
    kind = fields[place].upper() if place < len(fields) else ""
    if kind == "D":
        count = fields[place + 1] if place + 1 < len(fields) else ""
        return place + 2 + (2 * int(count) if count.isascii() and count.isdigit() and len(count) < 4 else 0)
    return place + 1 + FUNDS.get(kind, 0)


def _amount(text: str, decimals: int) -> Decimal | None:
    match = AMOUNT.fullmatch(text)
    if match is None:
        return None
    amount = Decimal(match[2]) if "." in match[2] else Decimal(match[2]).scaleb(-decimals)
    return -amount if match[1] == "-" else amount


def _day(text: str) -> dt.date | None:
    """Return the day of YYMMDD."""
    if not re.fullmatch("[0-9]{6}", text):
        return None
    try:
        return dt.date(2000 + int(text[:2]), int(text[2:4]), int(text[4:]))
    except ValueError:
        return None
