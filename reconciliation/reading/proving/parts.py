"""Evidence that one account of one period is read, and all of it: other numbers and names among the rows, missing and repeated pages."""

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft, first_date
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.currency import currency_of, other_currency
from reconciliation.reading.document.metadata import kind_of, last_digits
from reconciliation.reading.document.paper import Numbers, pages_missing
from reconciliation.reading.proving.sums import Case
from reconciliation.reading.solving.solution import owed_value
from reconciliation.reading.tokens.alternatives import beginning, phrases, words_of
from reconciliation.reading.tokens.amounts import HAS_DIGIT
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind, names_unbooked_alone, phrases_of
from reconciliation.reading.vocabulary.phrases import DISOWNS, MONEY_ROLES, STATE

NOTE = re.compile(r"\W?([*\u2020\u2021#]+|\d\))\s*")  # the mark that begins a note
ROW_NUMBER = re.compile(r"\brow (\d{1,3})\b")

NUMBERED = re.compile(
    beginning(phrases("statements", "numbered")) + r"\s*(?:number|nummer|num|no|nr|n[o°]?|#)\s*[.:#]*\s*([\w/-]*\d[\w/-]*)"
)
MONTH = re.compile(beginning("statement") + r" (?:month|for)\s*:?\s*([a-z]{3,9}\.? \d{4})")
DATED, OTHER_STATEMENT = words_of(phrases("statements", "days")), words_of(phrases("statements", "other_statement"))
ACCOUNT_DIGITS = re.compile(r"\b[x*•]*(\d{4,})\b")
SUPPLIER_TITLE, SUPPLIER_ROWS = words_of(phrases("statements", "supplier_titles")), words_of(phrases("statements", "supplier_rows"))
OF_AN_ACCOUNT = words_of(phrases("statements", "of_an_account"))
CARD_OF_HOLDER = words_of(phrases("statements", "of_a_card"))  # names of cards; an account may have several of them
OWN_COLUMN = re.compile(phrases("statements", "own_columns"))
OWN_NAME = re.compile(r"(?:joint|sub)[ -]?account\b|(?:unter|gemeinschafts)konto\b|(?:sous-|)compte joint\b|sub(?:cuenta|conta|rekening)\b")
COUNTERPARTY = re.compile(r"\b(?:from|to|van|naar|von|an|vers|till|fran|til|fra|desde|hacia)\W+(?:[a-z]{2}\d{2}|\d{4})")
BOTH_ENDS = 4  # number of balances that two accounts have
TITLE_ROWS, LEFT = 10, 3.0  # most rows of a head; most points by which a row may begin right of the rows' left edge


def unbooked_counted(case: Case) -> bool:
    """True if a row counts that a heading, a cell of its own or a note calls pending, declined, cancelled or no part of the balances."""
    lines = case.section.rows
    rows = set(filter(case.sums.is_of_rows, lines))
    worded = ([cell for cell in map(fold, line.row.text.split("\t")) if any(map(str.isalpha, cell))] for line in rows)
    states = any(len(cells) > 1 and any(STATE.fullmatch(cell.strip(" .*()")) for cell in cells) for cells in worded)
    if states:
        return True
    for line in (line for line in lines if line not in rows and DISOWNS.match(line.plain)):
        # A note says so of a row by a mark behind its words, its day or its number.
        mark, (first, last) = NOTE.match(line.row.text), case.period
        marked = mark and any(word.text.endswith(mark[1]) for entry in case.best.entries for word in entry.words)
        days = {first_date(entry, case.calendar) for entry in case.best.entries}
        dated = any(case.calendar.date(day, first=first, last=last) in days for day in line.days[:1])
        if marked or dated or ROW_NUMBER.search(line.plain):
            return True
    for place, line in enumerate(lines):
        # Such a heading is right above a row, or above the headings of its columns and an opening balance.
        if not (line.figures or line.days) and names_unbooked_alone(line.plain):
            after = (other for other in lines[place + 1 : place + 4] if not balance_kind(other.folded))
            below = next((other for other in after if other.figures or "\t" not in other.row.text), None)
            if below is not None and below.figures and below in rows:
                return True
    return False


def page_missing(case: Case) -> bool:
    """True if the page numbers show that a page is missing. It has no rows if both balances are labelled and the printed totals of both
    sides equal the sums of the rows. Pages after a closing printed below the rows may be left away. So may
    the back of the last sheet, but where an end is printed and the one behind the last row has no label; where no end is printed, another
    statement on the back may as well be the first page behind a lost one."""
    draft, entries = case.draft, case.best.entries
    if draft.has("opening") and draft.has("closing") and case.sums.both_sides_printed:
        return False
    counted = set(map(id, entries))
    below = itertools.takewhile(lambda item: id(item.entry) not in counted, reversed(draft.items))
    ended = any(item.kind == "closing" for item in below)
    if case.paper.counts_sheets and not case.paper.numbers:
        if not draft.has("opening", "closing", "brought", "carried"):
            return max((entry.page for entry in entries), default=0) % 2 > 0 and entries[-1].page < case.paper.rows[-1].row.page
        return case.paper.pages % 2 > 0 and not (ended or draft.has("opening" if draft.newest_first else "closing"))
    return pages_missing({entry.page for entry in entries}, case.paper.numbers, in_file=case.paper.pages, ended=bool(entries) and ended)


def in_segments(case: Case) -> bool:
    """True if the account is printed in parts, and no summary above the rows prints the closing that all the rows together lead to."""
    printed = [item.figure for item in case.sums.above if item.kind == "closing" and item.figure and not item.inside]
    closings = {owed_value(figure, owed=case.kind.owed) for figure in printed}
    return "segments" in case.draft.doubts and not (case.best.difference == 0 and case.best.closing in closings)


def two_accounts(case: Case) -> bool:
    """True if another account's name or number is over a table, or its name between two rows."""
    # The tables' headings name two kinds or two numbers. A number in an address is no account's number.
    headings = {table.heading for table in case.draft.tables}
    kinds = {kind for heading in headings if (kind := kind_of(heading))}
    numbers = {(heading[: match.start()], match[1]) for heading in headings if (match := ACCOUNT_DIGITS.search(heading))}
    words = Counter(words for words, _ in numbers)
    if len(kinds) > 1 or len({number for name, number in numbers if OF_AN_ACCOUNT.search(name) or words[name] > 1}) > 1:
        return True
    # A line between two rows that begin with their days, at their left edge and in neither, names an account.
    for above, line, below in zip(case.section.rows, case.section.rows[1:], case.section.rows[2:], strict=False):
        is_row = [id(printed.row.words[0]) in case.sums.words_of_rows for printed in (above, line, below)] == [True, False, True]
        between = is_row and above.begins_with_day and below.begins_with_day and not line.figures and not line.days
        if between and line.row.left <= below.row.left + LEFT and (kind_of(line.plain) or OWN_NAME.match(line.plain)):
            return True
    return False


def currency_differs(case: Case) -> bool:
    """True if another currency, or another unit, is printed for the figures than the account's."""
    headings = {id(entry): table.header.row for table in case.best.tables for entry in table.entries}
    figures = [(entry, role, figure) for entry in case.best.entries for role, figure in entry.figures.items()]
    headed = [(headings.get(id(entry)), figure) for entry, role, figure in figures if role in MONEY_ROLES]
    return other_currency(case.section.rows, headed, currency_of(case.section.rows))


def accounts_in_column(case: Case) -> bool:
    """True if a table's first column under the word for an account names several, each for about two rows or more."""
    for table in case.best.tables:
        headings = [*phrases_of(table.header.row), ("", float("inf"), 0.0)] if table.header.row is not None else []
        columns = ((x0, end) for (phrase, x0, _), (_, end, _) in itertools.pairwise(headings) if OWN_COLUMN.fullmatch(fold(phrase)))
        for left, right in itertools.islice(columns, 1):
            cells = []
            for entry in table.entries:
                figures = {figure.x1 for figure in entry.figures.values()}
                cells.append(" ".join(word.text for word in entry.words if left - LEFT <= word.x0 < right and word.x1 not in figures))
            named = list(filter(None, cells))
            if len(set(named)) > 1 and 2 * len(set(named)) <= len(named) + 1:
                return True
    return False


def other_number(case: Case) -> bool:
    """True if a number that is not the account's own is among the rows, at their left edge: others are details of the row above."""
    numbers, entries = case.draft.of("number"), case.draft.entries
    on_pages = [{last_digits(item.label) for item in numbers if item.page == page} for page in {entry.page for entry in entries}]
    own = {last_digits(item.label) for item in case.sums.above if item.kind == "number"}
    own |= set.intersection(*on_pages) if len(on_pages) > 1 else set()  # at the foot of each page
    left = min((entry.box[0] for entry in entries), default=0.0)
    for item in case.sums.between:
        line = item.printed
        if item.kind != "number" or line is None or line.figures or line.days or line.row.left > left + LEFT:
            continue
        if not (CARD_OF_HOLDER.search(line.plain) or COUNTERPARTY.search(line.plain)) and last_digits(item.label) not in own:
            return True
    return False


def two_statements(case: Case) -> bool:
    """True if the pages of the rows bear two numbers, months or days of a statement."""
    pages = {entry.page for entry in case.draft.entries}
    marks = marks_of_statement([line for line in case.section.rows if line.row.page in pages], case.calendar)
    return any(len(values) > 1 for values in marks.values())


def marks_of_statement(lines: Sequence[Printed], calendar: Calendar) -> dict[str, set[object]]:
    """Return what tells one statement of an account from the next, by kind: numbers, months and days."""
    marks: dict[str, set[object]] = {"number": set(), "month": set(), "day": set()}
    for line in lines:
        if HAS_DIGIT.search(line.plain) and not OTHER_STATEMENT.search(line.plain):
            for kind, pattern in (("number", NUMBERED), ("month", MONTH)):
                marks[kind] |= {match[1] for match in [pattern.search(line.plain)] if match}
            if len(line.days) == 1 and DATED.search(line.folded):
                marks["day"].add(calendar.date(line.days[0]))
    marks["day"].discard(None)
    return marks


def of_a_supplier(case: Case) -> bool:
    """True if the document is a supplier's statement of account: most rows are goods and invoices."""
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
    for (index, draft), (place, other) in itertools.combinations(enumerate(drafts), 2):
        next_to_it = place == index + 1 and _has_no_head(draft, other)
        pairs = zip(marks[index].values(), marks[place].values(), strict=True)
        apart = any(mine and others and len(mine | others) > 1 for mine, others in pairs)
        if next_to_it or _are_one(draft, other, numbers, apart=apart):
            draft.doubts.add("pieces")
            other.doubts.add("pieces")


def _has_no_head(before: Draft, after: Draft) -> bool:
    """True if the later account has no period and no head: nothing at all, no opening though the one above has, only the other end, or no
    number though the one above is carried forward and never closed."""
    opens, opens_again = before.has("opening", "brought"), after.has("opening", "brought")
    if after.has("period"):
        return False
    if opens and opens_again:
        return before.has("carried") and not before.has("closing") and not after.has("number")
    other_end = before.has("closing", "carried") and opens_again and not after.has("number", "closing", "carried")
    return opens or other_end or not after.has("number", "opening", "closing", "brought")


def _are_one(draft: Draft, other: Draft, numbers: Numbers, *, apart: bool) -> bool:
    """True if both print the same number and the same period, and not each an opening and a closing of its own; if one of them has no row
    though its balances differ, and a balance of the other's: it is the other's head; or if nothing says that they are `apart`, and the
    other opens with this one's closing balance, in the same period, on a page that is no first page, or with its balance carried forward,
    which no statement closes with."""
    ends = [end.value for either in (draft, other) for kind in ("opening", "closing") for end in either.of(kind)[:1]]
    named = bool(draft.number and draft.has("period") and other.has("period")) and not len(ends) == len(set(ends)) == BOTH_ENDS
    if named and re.sub(r"\D", "", draft.number) == re.sub(r"\D", "", other.number) and draft.period == other.period:
        return True
    bare, full = (other, draft) if draft.entries else (draft, other)
    opened, closed = _values(bare, "opening"), _values(bare, "closing")
    shared = opened & _values(full, "opening", "brought") or closed & _values(full, "closing", "carried")
    if shared and opened and closed and not bare.entries and not opened & closed:
        return True
    other_number = draft.number and other.number and last_digits(draft.number) != last_digits(other.number)
    begun = _values(other, "opening", "brought")
    if apart or other_number or not _values(draft, "closing", "carried") & begun:
        return False
    number = numbers.get(min(end.page for end in other.of("opening", "brought")), (0, 0))[0]
    return number > 1 or (draft.period == other.period and (number != 1 or bool(_values(draft, "carried") & begun)))


def _values(draft: Draft, *kinds: str) -> set[Decimal | None]:
    return {end.value for end in draft.of(*kinds)}
