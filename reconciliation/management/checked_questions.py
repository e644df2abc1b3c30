"""Questions about a finished import of which code knows the one right figure, and the figures of an answer."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from finance.models import Account
from reconciliation.models.actor import Actor
from reconciliation.proposals.tools import LedgerTools, TransactionQuery
from reconciliation.reconcile.build_answer import Settled
from reconciliation.reconcile.reconcile_accounts import Trial

MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]
_MONTH = f"(?:{'|'.join(name[:3] for name in MONTHS)})[a-z]{{0,6}}"
_DAY = re.compile(
    r"\b(?:(?P<iso>\d{4}-\d\d-\d\d)"
    rf"|(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m>{_MONTH})\.?,? (?P<y>\d{{4}})"
    rf"|(?P<m2>{_MONTH})\.? (?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y2>\d{{4}})"
    r"|(?P<d3>\d{1,2})\.(?P<m3>\d{1,2})\.(?P<y3>\d{4}))\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,'\u00a0\u202f]\d+)*")
_DECIMALS = re.compile(r"[.,](\d{1,2})$")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedQuestion:
    """A question with one right figure: an amount (its sign is not compared, because words can say it), a day, or a number."""

    text: str
    expected: Decimal | date | int

    def holds(self, answer: str) -> bool:
        """Return True if the answer has the figure and no other of its kind, besides those of the question."""
        return self.figures_of(answer) == {self.expected}

    def figures_of(self, answer: str) -> set[Any]:
        repeated = set(figures_in(self.text, type(self.expected))) - {self.expected}
        return set(figures_in(answer, type(self.expected))) - repeated


def figures_in(text: str, kind: type) -> Iterator[Any]:
    """Yield the figures of one kind in a text: days, amounts with decimals, or whole numbers."""
    if kind is date:
        yield from filter(None, (_day_of(written.groupdict()) for written in _DAY.finditer(text)))
        return
    for number in _NUMBER.findall(_DAY.sub(" ", text)):
        digits, decimals = re.sub(r"\D", "", number), _DECIMALS.search(number)
        if kind is Decimal and decimals:
            yield Decimal(digits).scaleb(-len(decimals[1]))
        elif kind is int and not decimals:
            yield int(digits)


def _day_of(written: Mapping[str, str | None]) -> date | None:
    try:
        if written["iso"]:
            return date.fromisoformat(written["iso"])
        day, year = (written[part] or written[f"{part}2"] or written[f"{part}3"] or "" for part in "dy")
        named = (written["m"] or written["m2"] or "").lower()
        months = [number for number, name in enumerate(MONTHS, 1) if named and name.startswith(named)]
        return date(int(year), int(written["m3"] or months[0]), int(day))
    except (ValueError, IndexError):
        return None


def checked_questions(trial: Trial, actor: Actor) -> Iterator[CheckedQuestion]:
    """Yield the questions about each statement of an import whose account and days are known."""
    for settled in trial.settled:
        account = trial.ledger.account(settled.verdict.account_id)
        if account is not None and settled.printed.period_start and settled.printed.period_end:
            yield from _about(settled, account, LedgerTools(actor), settled.printed.period_start, settled.printed.period_end)


def _about(settled: Settled, account: Account, tools: LedgerTools, first: date, last: date) -> Iterator[CheckedQuestion]:
    """Only the books have the answers to the first three questions, and books and document together that to the last."""
    handle = tools.accounts.give(account.pk, account)
    books = tools.get_transactions(TransactionQuery(account=handle, first=first, last=last, limit=500))
    entries = [entry for row in books["rows"] if row[6] == "posted" and (entry := tools.transactions.row(row[0]))]
    if books["next"] or not entries:
        return
    days = f"in the account {account.name} from {first} to {last}, both days included"
    text = f"How many posted entries do the books have {days}? Answer with the number alone."
    yield CheckedQuestion(text=text, expected=int(books["count"]))
    yield CheckedQuestion(
        text=f"What is the sum of the posted entries {days}? Answer with the amount alone.", expected=abs(Decimal(books["sum"]))
    )
    largest = min(entries, key=lambda entry: entry.amount)
    if [entry.amount for entry in entries].count(largest.amount) == 1:
        text = f"On which day is the largest payment out {days}? Answer with the day alone."
        yield CheckedQuestion(text=text, expected=largest.booked_on)
    by_name = {entry.external_id or str(entry.pk): entry for entry in entries}
    descriptions = [entry.description for entry in entries]
    for item in settled.verdict.matched:
        paired = by_name.get(item.transactions[0]) if len(item.transactions) == 1 and not item.interchangeable else None
        if paired and descriptions.count(paired.description) == 1:
            text = (
                f"Look up the entry \u201c{paired.description}\u201d of the account {account.name} in the books. Which printed row is it?"
            )
            yield CheckedQuestion(text=f"{text} Answer with the number of the row alone.", expected=item.line)
            return
