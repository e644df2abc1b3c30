"""An electronic statement to a `Reading`: the parsers of the imports read the file, and the gate judges the bank's statement in it.

The balances that the bank states are the witnesses of its rows. Every entry of the file is a row, so no row can have been overlooked. The
file may lack a row that the bank or a program left out: opening + rows = closing, both stated for the period, is the certificate of the
sum; a balance after every row that of the steps.
"""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.imports.qif import OPENING
from finance.imports.reading import BEGINNINGS, is_archive, read_file, recognized_format
from finance.imports.rows import SENTENCES, FileAccount, FileRow, ParsedFile, StatedBalance, asked
from finance.imports.untrusted_files import ZIP, FileRefused, decoded, unzipped_files, within_limits
from finance.models.ledger_import import Choices, Target
from finance.money import is_currency
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import HEADER_WITHIN, figures
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.electronic.pages import TextPages, pages_of
from reconciliation.printed.arithmetic import facts_of_gaps, gaps_in_time, in_printed_order
from reconciliation.printed.statement import UNNAMED_ENDS, Fact, Integrity, PrintedLine, PrintedStatement, Reading, UnreadRow

BEFORE = dt.timedelta(days=12)
"""A row may be dated this much before the period, never after it: the limit of the proof file."""
ZERO = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """The balances and the days that the bank states of a statement, and whether the balances are its ends. Those of an interim report are
    none of a period."""

    opening: Decimal | None
    closing: Decimal | None
    are_ends: tuple[bool, bool]
    period: tuple[dt.date | None, dt.date | None]
    is_interim: bool

    def doubts(self, statement: PrintedStatement) -> Iterator[Fact]:
        """Yield the facts that prevent a proof of the file, contradictions aside."""
        for end, own, balance, is_end in (
            ("opening", self.opening, statement.opening_balance, self.are_ends[0]),
            ("closing", self.closing, statement.closing_balance, self.are_ends[1]),
        ):
            if own is None or not is_end:
                yield Fact(code=f"no_{end}" if balance is None else f"{end}_unnamed")
        if self.is_interim:
            yield Fact(code="interim_report")
        for row in statement.unread:
            yield Fact(code="figures_unaccounted", page=row.page, box=row.box)
        start, end_day = self.period
        for line in statement.lines:
            if line.date is None or (start and line.date < start - BEFORE) or (end_day and line.date > end_day):
                yield Fact(code="dates_uncertain", page=line.page, box=line.box)

    def confirmed(self, statement: PrintedStatement) -> Iterator[Fact]:
        if self.opening is not None and self.closing is not None:
            yield Fact(code="rows_lead", figures=(f"{self.opening:,}", f"{self.closing:,}"))
        balances = sum(line.balance is not None for line in statement.lines)
        if balances:
            yield Fact(code="balances_follow", figures=(str(balances), str(balances)))


def judge(rows: PrintedStatement, stated: Stated) -> PrintedStatement:
    """Return the statement with its balances, days and integrity."""
    lines, has_chain = rows.lines, bool(rows.lines) and all(line.balance is not None for line in rows.lines)
    statement = replace(
        rows, opening_balance=stated.opening, closing_balance=stated.closing, period_start=stated.period[0], period_end=stated.period[1]
    )
    if has_chain and (stated.opening is None or stated.closing is None):
        order = in_printed_order(rows)
        order = order[::-1] if gaps_in_time(statement)[1] else order
        before = lines[order[0]]
        opening = before.balance - before.amount if stated.opening is None and before.balance is not None else stated.opening
        closing = lines[order[-1]].balance if stated.closing is None else stated.closing
        statement = replace(statement, opening_balance=opening, closing_balance=closing)
    gaps, _ = gaps_in_time(statement)
    opening, closing = statement.opening_balance, statement.closing_balance
    difference = None if opening is None or closing is None else closing - opening - sum((line.amount for line in lines), ZERO)
    doubts = tuple(stated.doubts(statement))
    codes = {fact.code for fact in doubts}
    contradicts = bool(gaps) and not (statement.unread or stated.is_interim)
    holds = False if contradicts else True if not doubts and not gaps else None
    integrity = Integrity(
        holds=holds,
        rows_follow=holds is None and bool(codes) and codes <= UNNAMED_ENDS.keys() and has_chain and not gaps,
        opening_computed=stated.opening is None and opening is not None,
        difference=difference,
        first_break=next((gap.to for gap in gaps if gap.to is not None), None) if contradicts else None,
        confirmed=() if gaps else tuple(stated.confirmed(statement)),
        unconfirmed=() if holds else (*facts_of_gaps(statement, difference), *doubts),
    )
    return replace(statement, integrity=integrity, flags=("figures_unaccounted",) if statement.unread else ())


FORMATS = ("camt", "mt940", "ofx", "qif", "csv")
"""Formats in which banks give statements; the others are books."""
ENDINGS = {"camt": ".xml", "mt940": ".sta", "ofx": ".ofx", "qif": ".qif", "csv": ".csv"}
TAKEN_ENDINGS = (".xml", ".camt", ".sta", ".mt940", ".940", ".ofx", ".qfx", ".qif", ".csv", ".zip")
"""Endings of the names of electronic statements and archives that are taken without a person who chose them."""
NOT_TEXT = {name for _begin, name in BEGINNINGS}
FOR_A_PAGE = 4
"""Pages of text that are allowed for each page of a PDF: they are only drawn."""
MOST_STATEMENTS = 60
MOST_CURRENCIES = 8
FIRST_TRIED = "EUR"
"""A currency of two decimals: amounts are read in it until the file has said which currency they are in."""
INTERIM = {"camt": re.compile(r"<(?:\w+:)?(?:Rpt|Ntfctn)[\s>]"), "mt940": re.compile(r"^:34F:", re.MULTILINE)}
"""Parts of reports during the day and of notices of entries, whose balances are no ends of a statement."""
OPENINGS, CLOSINGS = re.compile(r"^:60([FM]):", re.MULTILINE), re.compile(r"^:62([FM]):", re.MULTILINE)
"""The balances of MT940 with their kind: those of M lie between the messages of one statement, and are no ends of it."""
SATURDAY = 5
SOURCE = "file"
NO_ROW = {"pending", "void"}


@dataclass(frozen=True, slots=True)
class ElectronicFile:
    """A file as it was opened: its text on pages, and its statements in the order of the file. `ends` is whether opening and closing
    balance of each are ends."""

    format: str
    pages: TextPages
    parts: tuple[FileAccount, ...]
    ends: tuple[tuple[bool, bool], ...]
    is_interim: bool

    def closing_of(self, part: FileAccount, last_day: dt.date | None) -> Decimal | None:
        """Return the stated closing balance. The last running balance of a table is none. That of OFX is the balance of some day, and
        counts if this is the last day and no row is later."""
        if part.closing is None or self.format == "csv":
            return None
        as_of, latest = part.closing.as_of, max(_booked(part), default=None)
        is_other_day = as_of is not None and (as_of != (last_day or as_of) or (latest or as_of) > as_of)
        return None if self.format == "ofx" and is_other_day else part.closing.amount

    def printed(self, group: "Sequence[FilePart]") -> PrintedStatement:
        first, last = group[0].account, group[-1].account
        currency, days = _currency(first), (_first_day(first), _last_day(last))
        lines: list[PrintedLine] = []
        unread: list[UnreadRow] = []
        reached: dict[int, Decimal] = {}
        opening = first.opening
        for part in group:
            for row, (page, box) in part.rows:
                if self.format == "qif" and opening is None and row.amount is not None and row.description.casefold() in OPENING:
                    opening = StatedBalance(amount=row.amount, as_of=row.booked_on)
                elif row.status in NO_ROW:
                    continue
                elif row.problem or row.amount is None or (row.currency and currency and row.currency != currency):
                    why = row.problem or _("is in %(currency)s.") % {"currency": row.currency}
                    text = " ".join(str(value) for value in (row.booked_on, row.description, row.amount) if value is not None)
                    unread.append(UnreadRow(page=page, box=box, text=f"{text}: {why}"))
                else:
                    lines.append(
                        PrintedLine(
                            date=row.booked_on,
                            description=row.description,
                            amount=row.amount,
                            balance=row.balance,
                            reference=row.reference or row.number,
                            page=page,
                            box=box,
                        )
                    )
            if lines and part.account.closing is not None and part is not group[-1]:
                reached[len(lines) - 1] = part.account.closing.amount
        stated = Stated(
            opening=opening.amount if opening else None,
            closing=self.closing_of(last, days[1]),
            are_ends=(group[0].are_ends[0], group[-1].are_ends[1]),
            period=days if self.format != "csv" else (None, None),
            is_interim=self.is_interim,
        )
        return judge(
            PrintedStatement(
                account_hint=(first.number or first.name) or None,
                account_kind=first.kind or "checking",
                currency=currency or None,
                lines=tuple(replace(line, balance=reached.get(place, line.balance)) for place, line in enumerate(lines)),
                unread=tuple(unread),
            ),
            stated,
        )


def is_electronic(data: bytes) -> bool:
    """True if the bytes are neither empty nor a PDF: a stored document of that kind is an electronic statement."""
    return bool(data.strip()) and (data.startswith(ZIP) or b"%PDF-" not in data[:HEADER_WITHIN])


def ending_of(data: bytes) -> str:
    """Return the usual ending of a document's name, by its content."""
    return ENDINGS.get(recognized_format(data), ".txt") if is_electronic(data) else ".pdf"


MOST_MEMBERS = 100
"""Files of an archive; together they may have 50 MB."""


def members_of(data: bytes, limits: DocumentLimits) -> list[tuple[str, bytes]] | None:
    """Return the files of a ZIP archive with the last part of each name; None for any other file, a spreadsheet or a budget among them.

    Raises DocumentUnreadable: `too_large`, or `file_refused` for an archive that is damaged, locked, empty or too large when unpacked."""
    if not data.startswith(ZIP):
        return None
    if len(data) > limits.bytes:
        raise DocumentUnreadable("too_large", figures("too_large", limits))
    try:
        if not is_archive(data):
            return None
        files = [(re.split(r"[/\\]", name)[-1], content) for name, content in unzipped_files(data, most=MOST_MEMBERS)]
    except FileRefused as refused:
        raise _refused(refused) from refused
    if not files:
        raise DocumentUnreadable("file_refused", {"why": _("The archive is empty.")})
    return files


def open_file(data: bytes, *, today: dt.date, most_pages: int) -> ElectronicFile:
    """Return the file with its statements; `most_pages` is the limit for a PDF. Raises DocumentUnreadable: `not_a_pdf` if it is not a
    statement, `file_refused` with its reason, `file_asks` for a table that can be read in several ways, `too_many_pages_of_text`."""
    name = ""
    try:
        within_limits(data)
        _refuse_archive(data)
    except FileRefused as refused:
        raise _refused(refused) from refused
    try:
        name = recognized_format(data)
        if name not in FORMATS:
            if name in NOT_TEXT:
                raise DocumentUnreadable("not_a_pdf")
            raise DocumentUnreadable("file_refused", {"why": _("This file contains books, not a bank statement.")})
        parsed = _parsed(data, today)
        text = decoded(data)
    except FileRefused as refused:
        if name in {"", "csv"}:  # any text may be a table
            raise DocumentUnreadable("not_a_pdf") from refused
        raise _refused(refused) from refused
    if parsed.questions:
        questions = " ".join(str(SENTENCES[key]) for key in asked(parsed.questions, parsed))
        raise DocumentUnreadable("file_asks", {"questions": questions})
    parts = parsed.statements or parsed.accounts
    if not any(part.rows or part.opening or part.closing for part in parts):
        raise DocumentUnreadable("file_refused", {"why": _("It has neither rows nor balances.")})
    if any(not part.currency and len({row.currency for row in part.rows}) > 1 for part in parts):
        why = _("Its rows are in several currencies, and no account is named for each.")
        raise DocumentUnreadable("file_refused", {"why": why})
    pages = pages_of(text, name, [row.place for part in parts for row in part.rows])
    if pages.count > FOR_A_PAGE * most_pages:
        raise DocumentUnreadable("too_many_pages_of_text", {"pages": pages.count, "limit": FOR_A_PAGE * most_pages})
    is_interim = name in INTERIM and bool(INTERIM[name].search(text))
    return ElectronicFile(name, pages, parts, tuple(_ends(text, name, len(parts))), is_interim)


def _refuse_archive(data: bytes) -> None:
    if is_archive(data):
        raise FileRefused([_("This is an archive. Unpack it and upload its files.")])


def _refused(refused: FileRefused) -> DocumentUnreadable:
    return DocumentUnreadable("file_refused", {"why": " ".join(refused.shown())})


def _ends(text: str, format_: str, parts: int) -> Iterator[tuple[bool, bool]]:
    """Yield for each part whether its opening and its closing balance are ends. If it is not certain which is whose, one in between counts
    for all."""
    if format_ != "mt940":
        yield from ((True, True) for _part in range(parts))
        return
    bare = text.replace("\r\n", "\n").replace("\r", "\n")
    kinds = [[kind == "F" for kind in pattern.findall(bare)] for pattern in (OPENINGS, CLOSINGS)]
    certain = [own if len(own) == parts else [all(own)] * parts for own in kinds]
    yield from zip(*certain, strict=True)


def states_balances(parsed: ParsedFile) -> bool:
    """True if a file of entries has balances that can confirm its rows, so that it may be a statement."""
    stated = any(part.opening or part.closing or any(row.balance is not None for row in part.rows) for part in parsed.accounts)
    return parsed.format in FORMATS and stated


def read_electronic(file: ElectronicFile) -> Reading:
    """Return every statement of the file with its integrity. Raises DocumentUnreadable (`file_refused`) for too many statements."""
    places = iter(file.pages.places)
    located = [[(row, next(places)) for row in part.rows] for part in file.parts]
    parts = [FilePart(*part) for part in zip(file.parts, located, file.ends, strict=True)]
    statements = [file.printed(group) for group in _joined(parts)]
    if len(statements) > MOST_STATEMENTS:
        why = _("It has more than %(most)d statements. Split it.") % {"most": MOST_STATEMENTS}
        raise DocumentUnreadable("file_refused", {"why": why})
    of_cards = bool(statements) and all(statement.account_kind == "credit_card" for statement in statements)
    return Reading(
        document_type="credit_card_statement" if of_cards else "bank_statement",
        pages=file.pages.count,
        source=SOURCE,
        statements=tuple(statements),
        notes=("pending_rows",) if any(row.status in NO_ROW for part in file.parts for row in part.rows) else (),
    )


def _parsed(data: bytes, today: dt.date) -> ParsedFile:
    """Return the file, each statement read in the currency that it names. Raises FileRefused."""

    def read_in(currency: str) -> ParsedFile:
        return read_file(data, choices=Choices(), target=Target(currency=currency, kind="checking", today=today))

    first = read_in(FIRST_TRIED)
    named = [_currency(part) for part in first.statements or first.accounts]
    wrong = next((code for code in named if code and not is_currency(code)), None)
    if wrong is not None:
        raise FileRefused([_('"%(text)s" is no currency.') % {"text": wrong[:20]}])
    if len(set(named)) > MOST_CURRENCIES:
        raise FileRefused([_("It has statements in more than %(most)d currencies. Split it.") % {"most": MOST_CURRENCIES}])
    others = {code: read_in(code) for code in sorted({*named} - {FIRST_TRIED, ""})}
    accounts, statements = list(first.accounts), list(first.statements)
    for place, code in enumerate(named):
        if code in others and statements:
            statements[place] = others[code].statements[place]
        elif code in others:
            accounts[place] = others[code].accounts[place]
    questions = {question: None for parsed in (first, *others.values()) for question in parsed.questions}
    return replace(first, accounts=tuple(accounts), statements=tuple(statements), questions=tuple(questions))


def _currency(part: FileAccount) -> str:
    """Return the currency of the account, else the only one of its rows; empty if the file names none or several."""
    of_rows = {row.currency for row in part.rows}
    return part.currency or (of_rows.pop() if len(of_rows) == 1 else "")


Box = tuple[float, float, float, float]
Place = tuple[int, Box]


@dataclass(frozen=True, slots=True)
class FilePart:
    """One statement of the file, its rows with their places, and whether its opening and its closing balance are ends."""

    account: FileAccount
    rows: Sequence[tuple[FileRow, Place]]
    are_ends: tuple[bool, bool]


def _joined(parts: Sequence[FilePart]) -> Iterator[list[FilePart]]:
    """Yield the parts that are one statement: of one account and one calendar month, each opening with the closing balance of the one
    before.

    A bank's daily statements are so the statement of their month, and the parts of a long message are its whole."""
    by_account: dict[tuple[str, str], list[FilePart]] = {}
    for part in parts:
        by_account.setdefault((part.account.number or part.account.name, _currency(part.account)), []).append(part)
    for own in by_account.values():
        group: list[FilePart] = []
        for part in sorted(own, key=lambda part: _last_day(part.account) or dt.date.min):
            if group and not _goes_on(group[-1].account, part.account):
                yield group
                group = []
            group.append(part)
        yield group


def _goes_on(before: FileAccount, after: FileAccount) -> bool:
    """True if the second is of the same month, opens with the closing balance of the first, and leaves out no day but a weekend: the rows
    of a missing statement may sum to zero."""
    ended, ends = _last_day(before), _last_day(after)
    begins = after.period[0] if after.period else after.opening.as_of if after.opening else None
    if before.closing is None or after.opening is None or before.closing.amount != after.opening.amount:
        return False
    if ended is None or ends is None or begins is None or (ended.year, ended.month) != (ends.year, ends.month):
        return False
    between = (ended + dt.timedelta(days=days) for days in range(1, (begins - ended).days))
    return all(day.weekday() >= SATURDAY for day in between)


def _booked(part: FileAccount) -> list[dt.date]:
    return [row.booked_on for row in part.rows if row.booked_on and row.status not in NO_ROW]


def _last_day(part: FileAccount) -> dt.date | None:
    """Return the stated last day, else that of the closing balance."""
    return part.period[1] if part.period else part.closing.as_of if part.closing else None


def _first_day(part: FileAccount) -> dt.date | None:
    """Return the stated first day, else that of the opening balance. If that is of an earlier month than the first row, the bank means the
    end of a day before the statement, which then begins with the month."""
    if part.period:
        return part.period[0]
    stated, first = part.opening.as_of if part.opening else None, min(_booked(part), default=_last_day(part))
    if stated is None or first is None or stated > first:
        return None
    return stated if (stated.year, stated.month) == (first.year, first.month) else first.replace(day=1)
