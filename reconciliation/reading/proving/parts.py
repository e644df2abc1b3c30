"""Evidence that one account of one period is read, and all of it: other numbers and names among the rows, missing and repeated pages."""

import itertools
import re
from collections.abc import Iterator, Sequence
from operator import itemgetter

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.currency import currency_of, other_currency
from reconciliation.reading.document.metadata import kind_of, last_digits
from reconciliation.reading.document.numbering import Numbers, pages_missing
from reconciliation.reading.proving.case import Case
from reconciliation.reading.scanning.entries import Entry, Table
from reconciliation.reading.solving.solution import owed_value
from reconciliation.reading.tokens.alternatives import beginning, words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import HAS_DIGIT
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import MONEY_ROLES
from reconciliation.reading.vocabulary.labels_near import phrases_of

NUMBERED = re.compile(
    beginning(r"statement|(?:konto)?auszug|extracto|extrait|releve|estratto(?: conto)?|(?:rekening)?afschrift|extrato")
    + r"\s*(?:number|nummer|num|no|nr|n[o°]?|#)\s*[.:#]*\s*([\w/-]*\d[\w/-]*)"
)
MONTH = re.compile(beginning("statement") + r" (?:month|for)\s*:?\s*([a-z]{3,9}\.? \d{4})")
DATED = re.compile(
    r"\b(?:statement|closing) date\b|\bdate of (?:the )?statement\b|\bauszugsdatum\b|\bdatum des (?:konto)?auszugs\b|"
    r"\bdate (?:de |du )?releve\b|(?<!solde )\barrete au\b|\bfecha de(?:l)? (?:corte|extracto)\b|"
    r"\bdata (?:estratto|(?:do )?extrato|wyciagu)\b|\bdatum afschrift\b|\bafschriftdatum\b|"
    r"\bdatum for (?:konto)?utdrag\b|\bkontoutdrag per\b"
)
OTHER_STATEMENT = words_of(r"next|previous|last|prior")
ACCOUNT_DIGITS = re.compile(r"\b[x*•]*(\d{4,})\b")
SUPPLIER_TITLE = words_of(r"statement of account|customer statement|supplier statement|ledger")
SUPPLIER_ROWS = words_of(r"invoice|inv|goods|order|delivery|credit note|rechnung|lieferung|facture|factura|fattura|factuur")
OF_AN_ACCOUNT = words_of(r"accounts?|acct|a/c|konto|compte|cuenta|conto|conta|rekening|iban|no|number|nr|checking|savings?|current")
CARD_OF_HOLDER = words_of(r"card|karte|kartennummer|carte|tarjeta|carta|cartao|kaart")  # of which an account may have several
OWN_COLUMN = re.compile(r"account|konto|compte|cuenta|conto|conta|rekening|kontonummer|account (?:no\.?|number)")
OWN_NAME = re.compile(r"(?:joint|sub)[ -]?account\b|(?:unter|gemeinschafts)konto\b|(?:sous-|)compte joint\b|sub(?:cuenta|conta|rekening)\b")
COUNTERPARTY = re.compile(
    r"\b(?:from|to|van|naar|von|an|vers|till|fran|til|fra|desde|hacia)\W+(?:[a-z]{2}\d{2}|\d{4})"
)  # another's account
BOTH_ENDS = 4  # of two accounts
END = re.compile(
    r"^\W*(?:end of (?:the )?(?:account )?(?:statement|transactions)|ende des (?:konto)?auszugs|fin del extracto|fin du releve|"
    r"fine estratto)\W*$"
)
ROWS_TO_END = 6  # below it, with the further lines of the row
TITLE_ROWS, LEFT = 10, 3.0  # rows of a head; points by which a row may stand right of the rows' left edge

Mark = tuple[str, str]


def page_missing(case: Case) -> bool:
    """True if the page numbers show that a page is missing. It has no rows if both balances are labelled and the printed totals of both
    sides equal the sums of the rows. Pages after a closing printed below the rows may be left away."""
    draft, entries = case.draft, case.best.entries
    if draft.has("opening") and draft.has("closing") and case.sums.both_sides_printed:
        return False
    counted = {id(entry) for entry in entries}
    last = max((index for index, one in enumerate(draft.seen) if id(one.entry) in counted), default=-1)
    ended = any(one.kind == "closing" for one in draft.seen[last + 1 :]) and last >= 0
    return pages_missing({entry.page for entry in entries}, case.paper.numbers, in_file=case.paper.pages, ended=ended)


def is_in_segments(case: Case) -> bool:
    """True if the account is printed in parts, and no summary above the rows prints the closing that all the rows together lead to."""
    if "segments" not in case.draft.doubts:
        return False
    above = itertools.takewhile(lambda one: one.kind != "entry", case.draft.seen if case.draft.entries else ())
    closings = [one.figure for one in above if one.kind == "closing" and one.figure is not None and not one.inside]
    all_of_it = case.best.difference == 0 and case.best.closing in {owed_value(figure, owed=case.kind.owed) for figure in closings}
    return not all_of_it


def two_accounts(case: Case) -> bool:
    """True if another account's number or name is between the rows, over a table, or in a column of accounts."""
    return _other_number(case.draft) or _other_headings(case.draft) or _account_between(case) or any(map(_names_accounts, case.best.tables))


def currency_differs(case: Case) -> bool:
    """True if another currency, or another unit, is printed for the figures than the account's."""
    headings = {id(entry): table.header.row for table in case.best.tables for entry in table.entries}
    figures = [(entry, role, figure) for entry in case.best.entries for role, figure in entry.figures.items()]
    headed = [(headings.get(id(entry)), figure) for entry, role, figure in figures if role in MONEY_ROLES]
    return other_currency(case.section.rows, headed, currency_of(case.section.rows))


def _account_between(case: Case) -> bool:
    """True if a line between two rows that begin with their days, at their left edge and in neither, names an account."""
    known = {id(word) for entry in case.best.entries for word in entry.words}
    for above, line, below in zip(case.section.rows, case.section.rows[1:], case.section.rows[2:], strict=False):
        is_row = [id(one.row.words[0]) in known for one in (above, line, below)] == [True, False, True]
        between = is_row and above.begins_with_day and below.begins_with_day and not line.figures and not line.days
        if between and line.row.left <= below.row.left + LEFT and (kind_of(line.plain) or OWN_NAME.match(line.plain)):
            return True
    return False


def _names_accounts(table: Table) -> bool:
    """True if a column under the word for an account names several, each for about two rows or more."""
    headings = [*phrases_of(table.header.row), ("", float("inf"), 0.0)] if table.header.row is not None else []
    for (phrase, x0, _), (_, end, _) in itertools.pairwise(headings):
        if OWN_COLUMN.fullmatch(fold(phrase)):
            ends = {(id(entry), figure.x1) for entry in table.entries for figure in entry.figures.values()}
            under = [(entry, word) for entry in table.entries for word in entry.words if x0 - LEFT <= word.x0 < end]
            cells = itertools.groupby(((id(entry), word) for entry, word in under if (id(entry), word.x1) not in ends), key=itemgetter(0))
            named = [" ".join(word.text for _, word in cell) for _, cell in cells]
            return len(set(named)) > 1 and 2 * len(set(named)) <= len(named) + 1
    return False


def _other_number(draft: Draft) -> bool:
    rows = [index for index, one in enumerate(draft.seen) if one.kind == "entry"]
    if not rows:
        return False
    pages = {entry.page for entry in draft.entries}
    on_pages = [{last_digits(one.label) for one in draft.of("number") if one.page == page} for page in pages]
    own = {last_digits(one.label) for one in draft.seen[: rows[0]] if one.kind == "number"}
    own |= set.intersection(*on_pages) if len(on_pages) > 1 else set()  # at the foot of each page
    left = min(entry.box[0] for entry in draft.entries)
    for one in draft.seen[rows[0] : rows[-1]]:
        line = one.printed
        if one.kind != "number" or line is None or line.figures or line.days or line.row.left > left + LEFT:
            continue  # no row of its own at the left edge: details of the row above
        if not (CARD_OF_HOLDER.search(line.plain) or COUNTERPARTY.search(line.plain)) and last_digits(one.label) not in own:
            return True
    return False


def _other_headings(draft: Draft) -> bool:
    """True if the tables' headings name two kinds or two numbers. A number in an address is no account's number."""
    headings = {table.heading for table in draft.tables}
    kinds = {kind for heading in headings if (kind := kind_of(heading))}
    numbers = {(heading[: match.start()], match[1]) for heading in headings if (match := ACCOUNT_DIGITS.search(heading))}
    accounts = {
        number
        for words, number in numbers
        if OF_AN_ACCOUNT.search(words) or any(words == others and number != other for others, other in numbers)
    }
    return len(kinds) > 1 or len(accounts) > 1


def two_statements(case: Case) -> bool:
    """True if the pages of the rows bear two numbers, months or days of a statement."""
    pages = {entry.page for entry in case.draft.entries}
    marks = marks_of_statement([line for line in case.section.rows if line.row.page in pages], case.calendar)
    return len({kind for kind, _ in marks}) < len(marks)


def marks_of_statement(lines: Sequence[Printed], calendar: Calendar) -> set[Mark]:
    """Return what tells one statement of an account from the next: numbers, months and days."""
    return {mark for line in lines for mark in _marks_on(line, calendar)}


def _marks_on(line: Printed, calendar: Calendar) -> Iterator[Mark]:
    if not HAS_DIGIT.search(line.plain) or OTHER_STATEMENT.search(line.plain):
        return
    if match := NUMBERED.search(line.plain):
        yield "number", match[1]
    if match := MONTH.search(line.plain):
        yield "month", match[1]
    day = calendar.date(line.days[0]) if len(line.days) == 1 and DATED.search(line.folded) else None
    if day is not None:
        yield "day", day.isoformat()


def says_end(entries: Sequence[Entry], section: Sequence[Printed]) -> bool:
    """True if words below the first line of the last row, on its page, say that the statement ends there."""
    page, top = max((entry.page, entry.box[1]) for entry in entries)
    below = [line for line in section if line.row.page == page and line.row.top > top]
    return any(END.search(line.plain) for line in below[:ROWS_TO_END])


def of_a_supplier(case: Case) -> bool:
    """True if it is a supplier's statement of account: most rows are goods and invoices."""
    titled = any(SUPPLIER_TITLE.search(line.plain) for line in case.section.rows[:TITLE_ROWS])
    goods = sum(bool(SUPPLIER_ROWS.search(entry.description.lower())) for entry in case.draft.entries)
    return titled and 2 * goods >= len(case.draft.entries) > 0


def page_repeated(case: Case) -> bool:
    """True if two pages have the same rows: one may be a copy."""
    pages: dict[int, list[str]] = {}
    for entry in case.best.entries:
        pages.setdefault(entry.page, []).append(entry.text)
    return len(set(map(tuple, pages.values()))) < len(pages)


def mark_pieces(drafts: Sequence[Draft], sections: Sequence[Sequence[Printed]], calendar: Calendar, numbers: Numbers) -> None:
    """Doubt accounts that may be parts of one: the same account and period, one that begins where the other ends, rows without a head."""
    marks = [marks_of_statement(section, calendar) for section in sections] if len(drafts) > 1 else []
    for (index, one), (place, other) in itertools.combinations(enumerate(drafts), 2):
        next_to_it = place == index + 1 and (_has_no_head(one, other) or _are_halves(one, other))
        goes_on = _goes_on(one, other, numbers) and not _apart(marks[index], marks[place])
        if next_to_it or goes_on or _same(one, other) or _heads(one, other):
            one.doubts.add("pieces")
            other.doubts.add("pieces")


def _has_no_head(before: Draft, after: Draft) -> bool:
    """True if the later account has no head, or has rows but neither period nor opening of its own, as the one above has."""
    if not after.has("number", "period", "opening", "closing", "brought"):
        return True
    return before.has("opening", "brought") and not after.has("period", "opening", "brought") and bool(after.entries)


def _are_halves(before: Draft, after: Draft) -> bool:
    """True if one opens and does not close, the other closes and does not open, and the second names neither number nor period."""
    ends = {(draft.has("opening", "brought"), draft.has("closing", "carried")) for draft in (before, after)}
    return not after.has("number", "period") and ends == {(True, False), (False, True)}


def _same(one: Draft, other: Draft) -> bool:
    """True if both print the same number and the same period, and not each an opening and a closing of its own."""
    ends = [end.value for draft in (one, other) for kind in ("opening", "closing") for end in draft.of(kind)[:1]]
    if len(ends) == len(set(ends)) == BOTH_ENDS:
        return False
    own = one.number and other.number and one.has("period") and other.has("period")
    return bool(own) and re.sub(r"\D", "", one.number) == re.sub(r"\D", "", other.number) and one.period == other.period


def _heads(one: Draft, other: Draft) -> bool:
    """True if one of them has no row though its balances differ, and a balance of the other's: it is the other's head."""
    bare, full = (other, one) if one.entries else (one, other)
    opened, closed = ({end.value for end in bare.of(kind)} for kind in ("opening", "closing"))
    shared = (opened & {end.value for end in full.of("opening", "brought")}) | (
        closed & {end.value for end in full.of("closing", "carried")}
    )
    return not bare.entries and bool(shared) and bool(opened) and bool(closed) and not opened & closed


def _goes_on(one: Draft, other: Draft, numbers: Numbers) -> bool:
    """True if the other account opens with what this one closes with, in the same period, on a page that is no first page."""
    if one.number and other.number and last_digits(one.number) != last_digits(other.number):
        return False
    openings = other.of("opening", "brought")
    if not {end.value for end in one.of("closing", "carried")} & {end.value for end in openings}:
        return False
    pages = [end.page for end in openings if end.printed is not None] or [entry.page for entry in other.entries]
    number = numbers.get(min(pages, default=0), (0, 0))[0]
    return number > 1 or (one.period == other.period and number != 1)


def _apart(one: set[Mark], other: set[Mark]) -> bool:
    """True if they bear different numbers, months or days."""
    return any(kind == other_kind and value != other_value for kind, value in one for other_kind, other_value in other)
