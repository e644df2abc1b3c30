"""Is one account of one period read, and all of it? Doubts that the sums cannot settle."""

import datetime as dt
import itertools
import re
from collections.abc import Iterator, Sequence

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.account_names import last_digits
from reconciliation.reading.document.metadata import kind_of
from reconciliation.reading.document.numbering import Numbers, pages_missing
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.tokens.alternatives import beginning, words_of
from reconciliation.reading.tokens.money_marks import HAS_DIGIT
from reconciliation.reading.tokens.printed import Printed

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


def page_missing(draft: Draft, entries: Sequence[Entry], numbers: Numbers, *, in_file: int) -> bool:
    """Does the pages' numbering tell of one that is not there? Pages after a closing printed below the rows may be left away."""
    counted = {id(entry) for entry in entries}
    last = max((index for index, one in enumerate(draft.seen) if id(one.entry) in counted), default=-1)
    ended = any(one.kind == "closing" for one in draft.seen[last + 1 :]) and last >= 0
    return pages_missing({entry.page for entry in entries}, numbers, in_file=in_file, ended=ended)


def two_accounts(draft: Draft) -> bool:
    """Does another account's number, or another account's name over a table, stand between the rows?"""
    return _other_number(draft) or _other_headings(draft)


def _other_number(draft: Draft) -> bool:
    places = [index for index, one in enumerate(draft.seen) if one.kind == "entry"]
    if not places:
        return False
    known = {last_digits(one.label) for one in draft.seen[: places[0]] if one.kind == "number"} | _on_every_page(draft)
    left = min(entry.box[0] for entry in draft.entries)
    return any(
        one.kind == "number"
        and one.printed is not None
        and _names_account(one.printed, left)
        and not (CARD_OF_HOLDER.search(one.printed.plain) or COUNTERPARTY.search(one.printed.plain))
        and last_digits(one.label) not in known
        for one in draft.seen[places[0] : places[-1]]
    )


def _on_every_page(draft: Draft) -> set[str]:
    """The last digits of the numbers that each of several pages of rows prints, as at its foot."""
    pages = {entry.page for entry in draft.entries}
    told = [{last_digits(one.label) for one in draft.of("number") if one.page == page} for page in pages]
    return set.intersection(*told) if len(told) > 1 else set()


def _names_account(printed: Printed, left: float) -> bool:
    """A row of its own at the left edge, not the details of a row above."""
    return not printed.figures and not printed.days and printed.row.left <= left + LEFT


def _other_headings(draft: Draft) -> bool:
    """Do the tables' headings name two kinds or two numbers? What stands in an address is no account's number."""
    headings = {table.heading for table in draft.tables}
    kinds = {kind for heading in headings if (kind := kind_of(heading))}
    numbers = {(heading[: match.start()], match[1]) for heading in headings if (match := ACCOUNT_DIGITS.search(heading))}
    accounts = {
        number for words, number in numbers if OF_AN_ACCOUNT.search(words) or any(words == one for one, two in numbers if two != number)
    }
    return len(kinds) > 1 or len(accounts) > 1


def two_statements(section: Sequence[Printed], draft: Draft, calendar: Calendar) -> bool:
    """Two numbers, months or days of a statement on the pages of one account's rows."""
    pages = {entry.page for entry in draft.entries}
    marks = marks_of([printed for printed in section if printed.row.page in pages], calendar)
    return len({kind for kind, _ in marks}) < len(marks)


def marks_of(rows: Sequence[Printed], calendar: Calendar) -> set[Mark]:
    """What tells one statement of an account from the next: number, month, day."""
    marks: set[Mark] = set()
    for printed in rows:
        marks |= set(_marks_on(printed, calendar))
    return marks


def _marks_on(printed: Printed, calendar: Calendar) -> Iterator[Mark]:
    if not HAS_DIGIT.search(printed.plain) or OTHER_STATEMENT.search(printed.plain):
        return
    if match := NUMBERED.search(printed.plain):
        yield "number", match[1]
    if match := MONTH.search(printed.plain):
        yield "month", match[1]
    day = _statement_day(printed, calendar)
    if day is not None:
        yield "day", day.isoformat()


def _statement_day(printed: Printed, calendar: Calendar) -> dt.date | None:
    if len(printed.days) != 1 or not DATED.search(printed.folded):
        return None
    return calendar.date(printed.days[0])


def says_end(entries: Sequence[Entry], section: Sequence[Printed]) -> bool:
    """Do words below the first line of the last row, on its page, say that the statement ends there?"""
    page, top = max((entry.page, entry.box[1]) for entry in entries)
    below = [printed for printed in section if printed.row.page == page and printed.row.top > top]
    return any(END.search(printed.plain) for printed in below[:ROWS_TO_END])


def of_a_supplier(section: Sequence[Printed], draft: Draft) -> bool:
    """A supplier's statement of account: most rows are goods and invoices."""
    titled = any(SUPPLIER_TITLE.search(printed.plain) for printed in section[:TITLE_ROWS])
    goods = sum(bool(SUPPLIER_ROWS.search(entry.description.lower())) for entry in draft.entries)
    return titled and 2 * goods >= len(draft.entries) > 0


def mark_pieces(drafts: Sequence[Draft], sections: Sequence[Sequence[Printed]], calendar: Calendar, numbers: Numbers) -> None:
    """Doubt accounts that may be parts of one: the same account and period, one that begins where the other ends, rows without a head."""
    for before, after in itertools.pairwise(drafts):
        bare = not after.has("number", "period", "opening", "closing", "brought")
        if bare or _opens_nowhere(before, after) or _are_halves(before, after):
            before.doubts.add("pieces")
            after.doubts.add("pieces")
    marks = [marks_of(section, calendar) for section in sections] if len(drafts) > 1 else []
    for index, one in enumerate(drafts):
        for place, other in enumerate(drafts[index + 1 :], index + 1):
            if _same(one, other) or _heads(one, other) or (_goes_on(one, other, numbers) and not _apart(marks[index], marks[place])):
                one.doubts.add("pieces")
                other.doubts.add("pieces")


def _opens_nowhere(before: Draft, after: Draft) -> bool:
    """Has the next account rows, but neither period nor opening of its own, as the one above has?"""
    opens = before.has("opening", "brought") and not after.has("period", "opening", "brought")
    return opens and bool(after.entries)


def _are_halves(before: Draft, after: Draft) -> bool:
    """True if one opens and does not close, the other closes and does not open, and the second names neither number nor period."""
    ends = {(draft.has("opening", "brought"), draft.has("closing", "carried")) for draft in (before, after)}
    return not after.has("number", "period") and ends == {(True, False), (False, True)}


def _same(one: Draft, other: Draft) -> bool:
    """Both print the same number and the same period, and not each an opening and a closing of its own."""
    ends = [seen.value for draft in (one, other) for kind in ("opening", "closing") for seen in draft.of(kind)[:1]]
    if len(ends) == len(set(ends)) == BOTH_ENDS:
        return False
    own = one.number and other.number and one.has("period") and other.has("period")
    return bool(own) and re.sub(r"\D", "", one.number) == re.sub(r"\D", "", other.number) and one.period == other.period


def _heads(one: Draft, other: Draft) -> bool:
    """Has one of them no row though its balances differ, and a balance of the other's? Then it is the other's head."""
    bare, full = (other, one) if one.entries else (one, other)
    opened, closed = ({seen.value for seen in bare.of(kind)} for kind in ("opening", "closing"))
    shared = (opened & {seen.value for seen in full.of("opening", "brought")}) | (
        closed & {seen.value for seen in full.of("closing", "carried")}
    )
    return not bare.entries and bool(shared) and bool(opened) and bool(closed) and not opened & closed


def _goes_on(one: Draft, other: Draft, numbers: Numbers) -> bool:
    """Does the other account open with what this one closes with, in the same period, on a page that is no first page?"""
    if one.number and other.number and last_digits(one.number) != last_digits(other.number):
        return False
    closings = {seen.value for seen in one.of("closing", "carried")}
    if not closings & {seen.value for seen in other.of("opening", "brought")}:
        return False
    heads = [seen.page for seen in other.of("opening", "brought") if seen.printed is not None]
    begins = min(heads or [entry.page for entry in other.entries], default=0)
    number = numbers.get(begins, (0, 0))[0]
    return number > 1 or (one.period == other.period and number != 1)


def _apart(one: set[Mark], other: set[Mark]) -> bool:
    """Do they bear different numbers, months or days?"""
    return any(kind == other_kind and value != other_value for kind, value in one for other_kind, other_value in other)
