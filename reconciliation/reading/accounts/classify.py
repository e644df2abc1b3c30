"""The type of a document and its accounts, by all their words together: no single word makes or unmakes a statement."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import dropwhile, takewhile
from operator import itemgetter

from reconciliation.reading.accounts.drafts import Draft, balance
from reconciliation.reading.document.furniture import names_guide
from reconciliation.reading.document.metadata import CARD_STRONG, NO_CREDIT, STATEMENT_TITLE, kind_of, title_kind
from reconciliation.reading.document.paper import terms_beside
from reconciliation.reading.headings.headers import header_of
from reconciliation.reading.scanning.entries import Entry, ScanItem
from reconciliation.reading.tokens.alternatives import phrases, words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.phrases import CREDIT_LIMITS, DEBT_TERMS, LEAST_SUMS, PAYMENTS, direction

PAPERS = ("invoice", "receipt", "tax_form", "pay_slip", "contract", "asset_report")
OTHER_PAPERS = {name: words_of(phrases("papers", name)) for name in PAPERS}
TITLES = words_of(phrases("papers", "titles"))
BALANCES = ("opening", "closing", "brought", "carried", "dated")
HELD = frozenset({"checking", "savings"})
FEWEST_CARD_WORDS, FEWEST_INVESTMENT_WORDS, FEWEST_DEBT_TERMS = 3, 4, 2
MOST_ENTRIES, MOST_BALANCES = 6, 4  # most entries and most balances that count
TITLED, OTHER_TITLED = 3, 5  # weight, in words, of the title of a statement; of another title
TOP_ROWS, SHORT = 16, 60  # most rows of a title; most characters of a row that is no prose
STATEMENT_WORDS, INVESTMENT = words_of(phrases("statements", "words")), words_of(phrases("statements", "investment"))
LIMIT = re.compile(rf"\b(?:{CREDIT_LIMITS})\b")
OF_A_CARD = re.compile(rf"\b(?:{CREDIT_LIMITS}|{LEAST_SUMS})\b")
DUE = re.compile(rf"\b(?:{LEAST_SUMS}|payment due|amount due|new balance|total (?:fees|interest) charged)\b")
PURCHASES, PAYMENT_OF_CARD = words_of(phrases("cards", "purchases")), words_of(phrases("rows", "of_payment"))
CARD_NUMBER = re.compile(r"(?<![\w*•])[\dx*•]{4}([ -]?)(?:[x*•]{4}|\d\d[x*•]{2})\1[x*•]{4}\1\d{4}(?![\w*•])")
CARD_ACCOUNT = re.compile(r"\b(?:credit card|creditcard|kreditkarte\w*) (?:statement|account|abrechnung)|kreditkartenabrechnung\b")
CARD_NAMED = re.compile(phrases("cards", "named"))
TURNED, RECEIVED, THANKED, EARNED, SPENT, OFTEN_SPENT, PAID, OWED_MORE, DRAWN = (  # the last only an account that is held pays
    words_of(phrases("rows", name))
    for name in ("turned", "received", "thanked", "earned", "spent", "often_spent", "paid", "owed_more", "drawn")
)
PART_OF_PLAN = re.compile(r"\b(?:instal?ment|rate|cuota|parcela|rata|raty) (?:no\.? )?\d{1,2} ?(?:of|/|von|de|di|z) ?\d{1,2}\b")


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """The type of a document, or of one account's section in it, and whether it is a bank's statement."""

    document_type: str
    is_statement: bool
    account_kind: str | None = None
    titled: bool = False  # its head names the kind

    @property
    def card(self) -> bool:
        return self.account_kind == "credit_card"

    @property
    def owed(self) -> bool:
        """True if printed balances are plainly a debt."""
        return self.card or (self.account_kind == "loan" and self.titled)


A_DEBT = DocumentKind("credit_card_statement", is_statement=True, account_kind="credit_card")


def classify(rows: Sequence[Printed], items: Sequence[ScanItem], *, is_statement: bool = False) -> DocumentKind:
    """Weigh the words of statements and the rows found against the words of other papers; the words of the rows themselves do not count.
    With `is_statement` a person has decided this, and only the kind of account is left to find."""
    if names_guide(rows) and not is_statement:
        return DocumentKind("other", is_statement=False)
    in_rows = {id(word) for item in items if item.entry is not None for word in item.entry.words}
    around = [printed for printed in rows if in_rows.isdisjoint(map(id, printed.row.words))]
    text = "\n".join(printed.plain for printed in around)
    words = len(set(STATEMENT_WORDS.findall(text)))
    kinds = Counter(item.kind for item in items)
    balances = sum(kinds[kind] for kind in BALANCES)
    title = _title(around, items)
    weight = words + min(kinds["entry"], MOST_ENTRIES) * 0.5 + min(balances, MOST_BALANCES) + bool(kinds["number"]) + bool(kinds["period"])
    weight += TITLED * (title == "statement")
    against, other = max(((len(set(words.findall(text))), name) for name, words in OTHER_PAPERS.items()), key=itemgetter(0))
    other = other if against else ""
    of_card = title == "other" and kinds["opening"] and kinds["closing"] and _of_credit(rows)  # it is a card's bill
    against += OTHER_TITLED * (title == "other" and not of_card and not OF_A_CARD.search(text))
    quiet = balances + kinds["nothing"] > 1 or (kinds["nothing"] and title == "statement")
    if not is_statement and (weight < 2 or against >= weight or not (kinds["entry"] or quiet)):
        known = other if against >= 2 else "financial_document" if words >= 2 or other else "other"
        return DocumentKind(known, is_statement=False)
    return A_DEBT if of_card else _of_account(rows, around, any_balances=bool(balances) or is_statement)


def _title(rows: Sequence[Printed], items: Sequence[ScanItem]) -> str:
    """Return the kind of paper that the head names: statement, other, or nothing, also if another paper's title is above a statement's.
    Within the table, a group of rows may be called invoices or receipts."""
    title, page = "", rows[0].row.page if rows else 0
    in_tables = [item.printed for item in items if item.inside] + [item.table.header.row for item in items if item.entry and item.table]
    table_top = min((line.row.top for line in in_tables if line is not None and line.row.page == page), default=math.inf)
    for printed in rows[:TOP_ROWS]:
        if printed.row.page != page or printed.begins_with_day:
            break
        if STATEMENT_TITLE.search(printed.plain):
            return "" if title else "statement"
        if len(printed.plain) <= SHORT and printed.row.top < table_top and TITLES.search(printed.plain):
            title = "other"
    return title


def kinds_of(sections: Sequence[Sequence[Printed]], document: DocumentKind, drafts: Sequence[Draft]) -> list[DocumentKind]:
    """Return what each account is by its own section; the document's kind counts for those whose section has none. Where no title names
    it, its figures may say that it is owed."""
    kinds = [_of_account(rows, rows, any_balances=True) for rows in sections] if len(sections) > 1 else []
    if not kinds or (document.owed and not any(kind.owed for kind in kinds)):
        kinds = [document] * len(sections)
    elif not document.card:
        kinds = [kind if kind.owed or kind.account_kind else replace(kind, account_kind=document.account_kind) for kind in kinds]
    else:
        headings = [{rows[index].plain for index in range(len(rows)) if header_of(rows, index)} for rows in sections]
        of_cards = set[str]().union(*(own for own, kind in zip(headings, kinds, strict=True) if kind.card))  # these have the same headings
        kinds = [document if kind.account_kind is None and own & of_cards else kind for own, kind in zip(headings, kinds, strict=True)]
    accounts = zip(kinds, drafts, sections, strict=True)
    return [
        kind if kind.titled or kind.owed or not _is_owed(draft, rows) else replace(A_DEBT, titled=True) for kind, draft, rows in accounts
    ]


def with_known(kind: DocumentKind, known: str | None) -> DocumentKind:
    """Return the kind, or the known one if no print names any. Only a card's kind changes how figures are read."""
    is_named = kind.titled or kind.owed or kind.account_kind is not None
    return kind if is_named or known != A_DEBT.account_kind else A_DEBT


def _is_owed(draft: Draft, rows: Sequence[Printed]) -> bool:
    """True if a summary leads from opening to closing by signs with which purchases raise the balance, and payments lower it. Or
    if a card's number is above the rows, of which one pays the whole opening, and most others run against it."""
    from_opening = dropwhile(lambda item: item.kind != "opening", draft.of("opening", "summary", "closing"))
    sums = [(item.label, item.value) for item in takewhile(lambda item: item.kind != "closing", from_opening) if item.value]
    bought = any(PURCHASES.search(label) and value > 0 for label, value in sums)
    paid = any(PAYMENTS.search(label) and value < 0 for label, value in sums)
    if bought and paid and sum(value for _, value in sums) == balance(draft, "closing"):
        return all(direction(label, card=True) * value <= 0 for label, value in sums)
    opening = balance(draft, "opening") or 0
    moved = [(entry, entry.figures["amount"].printed) for entry in draft.entries if "amount" in entry.figures]
    others = [(entry, value) for entry, value in moved if not (value == -opening < 0 and PAYMENT_OF_CARD.search(fold(entry.description)))]
    whole = len(others) + 1 == len(moved) < 2 * sum(value > 0 for _, value in others) and _of_credit(rows)
    return whole and not testimony([entry for entry, _ in others], [value for _, value in others], owed=False).agree


def _of_credit(rows: Sequence[Printed]) -> bool:
    """True if the hidden number of a card is above the rows, and nothing there calls it a debit card."""
    above = list(takewhile(lambda printed: not (printed.begins_with_day and printed.figures), rows))
    hidden = any(CARD_NUMBER.search(fold(printed.row.text)) for printed in above)
    return hidden and not any(NO_CREDIT.search(printed.plain) for printed in above)


def _of_account(rows: Sequence[Printed], around: Sequence[Printed], *, any_balances: bool) -> DocumentKind:
    """Return card, loan, investment or bank account, by the head of the rows of no entry (`around`) and by the words of all rows."""
    text = "\n".join(printed.plain for printed in rows)
    title = title_kind(around)
    # A card's account, or a limit or a card on top beside an amount due or charged (12 CFR 1026.7(b)(6)).
    named = (CARD_NAMED.search(printed.plain) for printed in rows[:TOP_ROWS] if len(printed.plain) < SHORT and not printed.figures)
    of_card = CARD_ACCOUNT.search(text) or (DUE.search(text) and (LIMIT.search(text) or any(named)))
    if title == "credit_card" or (of_card and len(set(CARD_STRONG.findall(text))) >= FEWEST_CARD_WORDS):
        return replace(A_DEBT, titled=title == "credit_card")
    kind = kind_of("\n".join(printed.plain for printed in around if len(printed.plain) < SHORT and not printed.figures))
    due = title not in HELD and len({match.lastgroup for match in terms_beside(around, DEBT_TERMS)}) >= FEWEST_DEBT_TERMS
    if title == "loan" or kind == "loan":
        return DocumentKind("loan_statement", is_statement=True, account_kind="loan", titled=title == "loan" or due)
    if due:
        return A_DEBT
    if len(set(INVESTMENT.findall(text))) >= FEWEST_INVESTMENT_WORDS and not any_balances:
        return DocumentKind("investment_statement", is_statement=True, account_kind="investment")
    return DocumentKind("bank_statement", is_statement=True, account_kind=kind, titled=title is not None)


@dataclass(frozen=True, slots=True)
class Testimony:
    """The number of rows that agree with their words, of those that contradict them, and of those that contradict doubtful words."""

    agree: int
    against: int
    unlike: int

    @property
    def speaks_for(self) -> bool:
        return self.agree > self.unlike


def testimony(entries: Sequence[Entry], amounts: Sequence[Decimal | None], *, owed: bool) -> Testimony:
    """Weigh the rows' words, for an account that is owed or one that is held."""
    ways = [_way(fold(entry.description), owed=owed) for entry in entries]
    weighed = [(way * amount, clear) for (way, clear), amount in zip(ways, amounts, strict=True) if way and amount]
    against = [clear for sense, clear in weighed if sense < 0]
    return Testimony(agree=len(weighed) - len(against), against=against.count(True), unlike=against.count(False))


def _way(words: str, *, owed: bool) -> tuple[int, bool]:
    """Return +1 for money in or less owed, -1 for money out or more owed, 0 where the words may mean either; and whether they are clear."""
    if TURNED.search(words):
        return 0, False
    if RECEIVED.search(words) or (owed and THANKED.search(words) and PAID.search(words)):
        return 1, True
    if owed and PART_OF_PLAN.search(words):
        return 0, False
    into = bool(PAID.search(words) if owed else EARNED.search(words))
    out = bool(SPENT.search(words) or (owed and OWED_MORE.search(words)))
    if into and out:
        return (-1, True) if owed and words.endswith((" fee", " charge", " interest")) else (0, False)
    if into or out:
        return (1, owed) if into else (-1, True)
    return (-1, False) if OFTEN_SPENT.search(words) or (not owed and DRAWN.search(words)) else (0, False)
