"""A case as the product is given it: rows in words, beside accounts that are not the case's own."""

from dataclasses import dataclass
from decimal import Decimal

from finance.payees import payee
from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement, UnreadRow
from reconciliation.verification.books import AccountBooks, BookEntry, LearnedNames
from tests.verdicts.law.case import FEE, Booked, Case, Line

WORDS = {"card": "Card purchase", "transfer": "Transfer", "banked": "Cash banked", "cheque": "Cheque", "unknown": "", "fee": "Account"}
UNREAD = (UnreadRow(page=1, box=(0.0, 0.0, 1.0, 1.0), text="?? 12.00"),)


@dataclass(frozen=True)
class Purse:
    """The account of a case. A case counts in hundredths: `unit` is the value of one of them in this currency. Its papers print the `sign`
    instead of the currency, if it has one."""

    id: str = "a1"
    name: str = "Everyday"
    number: str = "1234"
    currency: str = "EUR"
    unit: Decimal = Decimal("0.01")
    sign: str | None = None

    def money(self, amount: Decimal) -> Decimal:
        return (amount * 100 * self.unit).quantize(self.unit)

    def balance(self, amount: Decimal | None) -> Decimal | None:
        return None if amount is None else self.money(amount)

    def paper(self, place: int) -> str:
        return f"{self.id}-paper-{place}"


EVERYDAY = Purse()


def account_of(case: Case, purse: Purse) -> AccountBooks:
    return AccountBooks(
        id=purse.id,
        name=purse.name,
        kind=case.kind,
        currency=purse.currency,
        institution="Sample Bank",
        number=purse.number,
        opening_balance=purse.balance(case.opening),
        opening_date=case.opening_date,
        entries=tuple(_entry(row, purse) for row in case.entries),
        names=tuple(
            LearnedNames(decision=f"names-{place}", bank=payee(bank), books=payee(books))
            for place, (bank, books) in enumerate(sorted(case.names))
        ),
    )


def books_of(case: Case) -> list[AccountBooks]:
    """The account, one of another number with the same rows, and one in another currency."""
    others = [("a2", "Reserve", "9876", "EUR"), ("a3", "Abroad", "5555", "USD")]
    strangers = [
        AccountBooks(
            id=name,
            name=title,
            kind=case.kind,
            currency=currency,
            institution="Sample Bank",
            number=number,
            opening_balance=case.opening,
            opening_date=case.opening_date,
            entries=tuple(_entry(row, EVERYDAY, f"{name}-") for row in case.entries),
        )
        for name, title, number, currency in others
    ]
    return [account_of(case, EVERYDAY), *strangers]


def _entry(row: Booked, purse: Purse, before: str = "") -> BookEntry:
    return BookEntry(
        id=f"{before}{row.id}",
        date=row.date,
        amount=purse.money(row.amount),
        description=_words(WORDS[row.way], row),
        status=row.status,
        excluded=row.excluded,
        reference=row.reference,
        number=row.number,
        reversal_of=f"{before}{row.reversal_of}" if row.reversal_of else None,
        brought_forward=row.brought_forward,
        origin="" if row.from_paper is None else f"statement:{purse.paper(row.from_paper)}",
    )


def _words(way: str, row: Booked | Line) -> str:
    return " ".join(word for word in (way, row.number, row.name) if word)


def statements_of(case: Case, purse: Purse = EVERYDAY) -> list[PrintedStatement]:
    return [_statement(case, place, purse) for place in range(len(case.papers))]


def _statement(case: Case, place: int, purse: Purse) -> PrintedStatement:
    paper = case.papers[place]
    return PrintedStatement(
        institution="Other House" if paper.doubtful else "Sample Bank",
        account_hint=None if paper.doubtful else f"**{purse.number}",
        account_kind=case.kind,
        currency=None if purse.sign else purse.currency,
        currency_sign=purse.sign,
        period_start=paper.first,
        period_end=paper.last,
        opening_balance=purse.balance(paper.opening),
        closing_balance=purse.balance(paper.closing),
        integrity=Integrity(holds=paper.holds, rows_follow=paper.follows, difference=Decimal(0) if paper.holds else None),
        lines=tuple(_line(case.lines[line], purse) for line in case.lines_of(place)),
        unread=UNREAD if paper.unread else (),
        flags=paper.flags,
        source=purse.paper(place),
    )


def _line(line: Line, purse: Purse) -> PrintedLine:
    way = "CHQ" if line.number else "ACCOUNT" if line.name == FEE else ""
    return PrintedLine(
        date=line.date,
        description=_words(way, line).upper(),
        amount=purse.money(line.amount),
        transaction_date=line.transacted,
        reference=line.reference,
    )
