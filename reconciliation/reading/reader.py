"""A document's words to a `Reading`: pure, the same answer every time, no bank known by name."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reconciliation.documents.pages import OpenedDocument
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.printed.currency_signs import SIGNS
from reconciliation.printed.statement import Fact, PrintedLine, PrintedStatement, Reading
from reconciliation.reading.accounts.classify import DocumentKind, kinds_of, with_known
from reconciliation.reading.accounts.drafts import Draft, balance, period_of, posting_roles
from reconciliation.reading.accounts.parting import sections_of
from reconciliation.reading.days.calendar import Calendar, decide_calendar, with_bare_days, with_months, with_spaced_days, with_years_first
from reconciliation.reading.document.currency import BESIDE_FIGURES, currencies_of, currency_of, custom_of, exponent
from reconciliation.reading.document.furniture import without_boxes, without_counters, without_feet, without_guides, without_margins
from reconciliation.reading.document.metadata import account_name, institution_in, kind_beside, kind_of, number_beside
from reconciliation.reading.document.paper import Paper, with_balances_under_days, without_numbers
from reconciliation.reading.document.securities import securities_in
from reconciliation.reading.proving.coverage import unaccounted_for, unread_rows
from reconciliation.reading.proving.gate import conventions_of, judge
from reconciliation.reading.proving.ink import cut_off_rows, ledger_area, marks_in
from reconciliation.reading.proving.parts import mark_pieces
from reconciliation.reading.proving.sums import AccountSums, Case
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.solving.solve import Scanned, best_variant
from reconciliation.reading.tokens.amounts import NumberStyle, decide_style, with_signs
from reconciliation.reading.tokens.dates import fold, writes_days_with_points
from reconciliation.reading.tokens.printed import LONGEST_ROW, Printed, look_at, without_first_letters
from reconciliation.reading.tokens.rows import Row, box_of, rows_of

MOST_ACCOUNTS = 60  # most accounts in one file; no bank sends a statement with more


def read(document: OpenedDocument, known_kind: str | None = None) -> Reading:
    """Read every statement of a document and say of each whether it is proved to be whole. `known_kind` is the kind of an account that no
    print names, as earlier statements of its layout taught it.

    Raises DocumentUnreadable (too_complex) where a file claims more accounts than any bank would print.
    """
    return conclude(document, scan(document), known_kind)


def scan(document: OpenedDocument) -> Scanned:
    """Return the rows of all pages, with their figures and days, and their kinds."""
    every_row = [row for page in document.pages for row in rows_of(page)]
    rows = [row for row in every_row if len(row.text) <= LONGEST_ROW]
    styled, style, currency = _look(with_signs(without_counters(without_feet(without_boxes(without_margins(rows))))))
    dated = with_bare_days(with_balances_under_days(styled, style))
    printed = with_years_first(with_spaced_days(with_months(without_guides(without_numbers(dated)))))
    if printed != styled:
        currency = currency_of(printed)
    calendar = decide_calendar(printed, custom_of(printed, currency))
    whole = not document.incomplete and len(rows) == len(every_row)
    securities = list(securities_in(printed, style))
    listed = {line for table in securities for line in table.lines}
    apart = [line for line in printed if line not in listed]
    papers = [
        Paper(rows, pages=len(document.pages), is_statement=document.is_statement) for rows in (apart, printed)[: 1 + bool(securities)]
    ]
    variants = [best_variant(paper, calendar, style) for paper in papers]
    paper, variant = max(zip(papers, variants, strict=True), key=lambda both: (both[1].holds, both[1].rows > 0))
    securities = securities if paper is papers[0] else []  # else their rows are those of the account
    return Scanned(paper, style, calendar, variant, currency, document.marks, cut_off_rows(document, style), whole, securities)


def conclude(document: OpenedDocument, scanned: Scanned, known_kind: str | None = None) -> Reading:
    """Return the statements that the scanned items make, each with its integrity. Raises as `read` does."""
    kind, sources = scanned.variant.kind, {page.source for page in document.pages if page.words}
    statements = tuple(_statements(scanned, known_kind)) if kind.is_statement else ()
    return Reading(
        document_type=kind.document_type if statements or not kind.is_statement else "financial_document",
        pages=len(document.pages),
        source=sources.pop() if len(sources) == 1 else "mixed" if sources else "text",  # of a scanner's pages "ocr"
        hidden_text=document.hidden_text,
        statements=statements,
        notes=document.notes,
    )


def _statements(scanned: Scanned, known_kind: str | None) -> Iterator[PrintedStatement]:
    printed, variant, calendar = scanned.printed, scanned.variant, scanned.calendar
    drafts = variant.drafts
    if len(drafts) > MOST_ACCOUNTS:
        raise DocumentUnreadable("too_complex", {"characters": sum(len(line.row.text) for line in printed)})
    _mark_repeated(drafts)
    sections = sections_of(drafts, printed)
    mark_pieces(drafts, sections, calendar, scanned.paper.numbers)
    kinds = [with_known(kind, known_kind) for kind in variant.owing(kinds_of(sections, variant.kind, drafts), calendar)]
    currencies, readings = currencies_of(sections, scanned.currency), variant.readings(calendar, kinds)
    for account in zip(drafts, readings, sections, kinds, currencies, strict=True):
        of_account = [own[0] for draft, own in zip(drafts, readings, strict=True) if draft.number == account[0].number]
        yield _statement(scanned, of_account, *account)


def _mark_repeated(drafts: Sequence[Draft]) -> None:
    """Doubt each of two accounts with one first balance and one period, and one whose rows, in the same words, are all among more rows of
    another that may be the same account: a page or a statement is twice in the file."""
    beside = [draft.entries[0].figures.get("balance") if draft.entries else None for draft in drafts]
    first = [
        balance(draft, "opening") or balance(draft, "brought") or (own and own.printed) for draft, own in zip(drafts, beside, strict=True)
    ]
    keys = [(own, draft.period, draft.number) for draft, own in zip(drafts, first, strict=True)]
    texts = [Counter(entry.text for entry in draft.entries) for draft in drafts]
    for draft, key, own in zip(drafts, keys, texts, strict=True):
        others = (other for account, other in zip(drafts, texts, strict=True) if draft.number in {"", account.number})
        if draft.entries and (keys.count(key) > 1 or any(own < other for other in others)):
            draft.doubts.add("repeated")


def _look(rows: Sequence[Row], *, decimals: int | None = None) -> tuple[list[Printed], NumberStyle, str | None]:
    """The rows with their figures, in the decimals of the currency that they name, and that currency."""
    style = decide_style(rows, decimals=decimals)
    style = replace(style, pointed_days=style.decimal == "." and style.decimals == 2 and writes_days_with_points(rows))
    printed = without_first_letters([look_at(row, style) for row in rows])
    currency = currency_of(printed)
    places = exponent(currency) if decimals is None else 2
    return (printed, style, currency) if places == 2 else _look(rows, decimals=places)


def _statement(
    scanned: Scanned,
    of_account: Sequence[Solution],
    draft: Draft,
    solutions: Sequence[Solution],
    section: Sequence[Printed],
    kind: DocumentKind,
    currency: str | None,
) -> PrintedStatement:
    paper, lines, calendar, best = scanned.paper, scanned.printed, scanned.calendar, solutions[0]
    own, sums = Paper(section, pages=paper.pages), AccountSums(draft, best)
    first, last = period = period_of(draft, section, lines, calendar)
    unaccounted = unaccounted_for(sums, paper, calendar)
    area = ledger_area(draft, lines)
    marks = (*marks_in(area, scanned.marks, sums, lines), *(row for row in scanned.cut_off if row.page in area))
    case = Case(
        sums=sums,
        solutions=solutions,
        paper=paper,
        section=own,
        marks=marks,
        whole=scanned.whole,
        calendar=calendar,
        kind=kind,
        period=period,
        unaccounted=unaccounted if best.entries else unaccounted_for(sums, own, calendar),
        of_account=of_account,
        traded=[value for table in scanned.securities if table.fact.code == "trades_listed" for value in table.values],
    )
    integrity, failed = judge(case)
    integrity = replace(integrity, confirmed=(*integrity.confirmed, *(table.fact for table in scanned.securities)))
    name = account_name(lines, best.opening, best.closing)
    first_line = next((item.printed for item in draft.of("opening", "brought", "entry") if item.printed is not None), None)
    account_kind, number = kind.account_kind, draft.number
    if first_line is not None and first_line in lines:
        number = number or number_beside(lines, first_line)
        if account_kind not in {"credit_card", "loan"}:
            account_kind = kind_of(fold(name)) or kind_beside(lines, first_line) or account_kind
    return PrintedStatement(
        institution=institution_in(section, lines),
        account_hint=" ".join(filter(None, (name, number))) or None,
        account_kind=account_kind,
        currency=None if currency in SIGNS else currency,
        currency_sign=currency if currency in SIGNS else None,
        period_start=first,
        period_end=last,
        opening_balance=best.opening,
        closing_balance=best.closing,
        integrity=integrity,
        lines=tuple(_lines(best, calendar, first, last)),
        unread=(*unread_rows(sums, unaccounted), *marks),
        flags=tuple(sorted(failed & {"page_unread", "figures_unaccounted", "page_missing"})),
        places=tuple(places_of(section, number, currency)),
        conventions=conventions_of(case, failed),
    )


def _lines(best: Solution, calendar: Calendar, first: dt.date | None, last: dt.date | None) -> Iterator[PrintedLine]:
    roles = posting_roles(best.entries, calendar)
    for entry, amount, reached in zip(best.entries, best.amounts, best.balances, strict=True):
        if amount is None:
            continue
        dates = {role: calendar.date(day, first=first, last=last) for role, day in entry.days.items()}
        yield PrintedLine(
            date=next((dates[role] for role in roles if role in dates), None),
            description=entry.description,
            amount=amount,
            balance=reached,
            transaction_date=dates.get("transaction"),
            value_date=dates.get("value"),
            page=entry.page,
            box=entry.box,
            text=entry.text,
            parts=entry.parts,
        )


NO_DIGIT = re.compile(r"\D")
NUMBER, CURRENCY = "account_number", "currency"


def places_of(rows: Sequence[Printed], number: str, currency: str | None) -> Iterator[Fact]:
    """Yield the first row with the account number and the first one with the currency, its code or a symbol of it."""
    digits = NO_DIGIT.sub("", number)
    numbered = (printed for printed in rows if digits and digits in NO_DIGIT.sub("", printed.row.text))
    marks = [currency, *(symbol for symbol, code in BESIDE_FIGURES.items() if code == currency)] if currency else []
    pattern = re.compile("|".join(rf"(?<![^\W\d]){re.escape(mark)}(?![^\W\d])" for mark in marks), re.IGNORECASE)
    marked = (printed for printed in rows if marks and pattern.search(printed.row.text))
    for code, printed_texts, says in ((NUMBER, numbered, number), (CURRENCY, marked, currency)):
        printed = next(printed_texts, None)
        if printed is not None and says:
            yield Fact(code=code, figures=(says,), page=printed.row.page, box=box_of(printed.row.words))
