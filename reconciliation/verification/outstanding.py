"""Leftover entries: plausibly outstanding, proved to be outstanding, or missing."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from finance.payees import payee, payees_agree
from reconciliation.verification.books import BookEntry
from reconciliation.verification.chain import Chain
from reconciliation.verification.ledger import AccountLedger
from reconciliation.verification.methods import BANK_ORIGINATED, method_of
from reconciliation.verification.span import ONE_DAY, StatementSpan
from reconciliation.verification.verdict import MissingItem
from reconciliation.verification.weighed import Clearing, Weighed

DUPLICATE_DAYS = 35

OUTSTANDING = "outstanding"
NOT_ON_STATEMENT = "not_on_statement"
POSSIBLE_DUPLICATE = "possible_duplicate"
STALE = "stale"


@dataclass(frozen=True, slots=True)
class Leftovers:
    """The facts of an account from which its leftovers are judged. `whole` are the indexes of statements that meet R."""

    chain: Chain
    ledger: AccountLedger
    whole: Collection[int]
    cleared: Mapping[str, Clearing]
    reversed: Mapping[str, str]
    asked: Collection[str]
    cleared_by_amount: Mapping[Decimal, Sequence[BookEntry]]

    def item(self, entry: BookEntry, span: StatementSpan) -> MissingItem:
        proof, cleared_by = self._proof(entry, span)
        kind = OUTSTANDING if proof or entry.id in self.asked else self._kind(entry, span)
        return MissingItem(
            transaction=entry.id,
            date=entry.date,
            amount=entry.amount,
            description=entry.description,
            kind=kind,
            proof=proof,
            cleared_by=cleared_by,
            hint=POSSIBLE_DUPLICATE if kind == OUTSTANDING and not proof and self._repeats(entry) else None,
            age=(span.last - entry.date).days,
            outstanding_since=self._first_outstanding(entry, span),
        )

    def _proof(self, entry: BookEntry, span: StatementSpan) -> tuple[str | None, tuple[int, int] | None]:
        if entry.id in self.reversed:
            return "reversal", None
        clearing = self.cleared.get(entry.id)
        if clearing is None or clearing.difference or clearing.statement not in self.whole:
            return None, None
        if method_of(entry, self.ledger.books.kind) is BANK_ORIGINATED:  # never in transit: its own statement should have shown it
            return None, None
        later = {other.index for other in self.chain.after(span)}
        if clearing.statement not in later:
            return None, None
        return "cleared_later", (clearing.statement, clearing.lines[0])

    def _kind(self, entry: BookEntry, span: StatementSpan) -> str:
        span = self._last_before_gap(entry, span)
        method = method_of(entry, self.ledger.books.kind)
        plausible_until = method.last_plausible_day(entry.date)
        if method.goes_stale:
            return OUTSTANDING if plausible_until > span.last else STALE
        if self._was_outstanding_at_the_start(entry, span) or plausible_until > self._seen_until(entry, span):
            return OUTSTANDING
        return POSSIBLE_DUPLICATE if self._repeats(entry) else NOT_ON_STATEMENT

    def _last_before_gap(self, entry: BookEntry, span: StatementSpan) -> StatementSpan:
        """Return the last statement before a gap: after it an item keeps the kind that it had there."""
        runs = (self.chain.run_of(other) for other in self.chain.spans)
        home = next((run for run in runs if run[0].first <= entry.date <= run[-1].last), None)
        return home[-1] if home and home[-1].last < span.first else span

    def _was_outstanding_at_the_start(self, entry: BookEntry, span: StatementSpan) -> bool:
        """True if the entry is brought forward into days that no statement covers, in which it may have cleared."""
        first = self.chain.spans[0] if self.chain.spans else span
        opening = self.ledger.books.opening_date
        return entry.brought_forward and entry.date < first.first and opening is not None and opening < first.first

    def _seen_until(self, entry: BookEntry, span: StatementSpan) -> dt.date:
        """Return the last day of the unbroken, wholly read statements from this one on: an entry that they do not show is absent.

        A later statement that shows the entry otherwise (another amount, a far day) does not show it to be absent.
        """
        until = span.last
        if entry.id in self.cleared:
            return until
        for other in self.chain.after(span):
            if other.first == until + ONE_DAY and other.index in self.whole:
                until = other.last
        return until

    def _repeats(self, entry: BookEntry) -> bool:
        """True if a cleared entry has the same payee and amount within 35 days."""
        return any(_same_payment(entry, other) for other in self.cleared_by_amount.get(entry.amount, ()) if other.id != entry.id)

    def _first_outstanding(self, entry: BookEntry, span: StatementSpan) -> int | None:
        earlier: Iterable[StatementSpan] = (*self.chain.before(span), span)
        return next((other.index for other in earlier if other.last >= entry.date), None)


def leftovers_of(chain: Chain, ledger: AccountLedger, weighed: Weighed, whole: Collection[int]) -> Leftovers:
    asked = frozenset(entry for question in weighed.questions for entry in question.entries)
    cleared = weighed.cleared()
    by_amount: dict[Decimal, list[BookEntry]] = defaultdict(list)
    for entry in ledger.entries:
        if entry.id in cleared:
            by_amount[entry.amount].append(entry)
    return Leftovers(chain, ledger, whole, cleared, weighed.reversed_by(), asked, by_amount)


def _same_payment(one: BookEntry, other: BookEntry) -> bool:
    if abs((one.date - other.date).days) > DUPLICATE_DAYS:
        return False
    mine, theirs = payee(one.description), payee(other.description)
    return payees_agree(mine, theirs) or (not mine and not theirs)
