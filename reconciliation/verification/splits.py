"""Payments of a debt that a statement splits, as in principal and interest. The row is the principal; books with one entry for the payment
need one for each other part. Such entries are proposed, as the fees of payouts are."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.matching.outcome import COMPLETE, FEE_MISSING, NOT_UNIQUE, Explanation
from reconciliation.matching.rows import Payout, PayoutPart
from reconciliation.printed.statement import PRINCIPAL, WHOLE
from reconciliation.verification.chain import StatementSpan
from reconciliation.verification.verdict import Part

STATES = {COMPLETE: "complete", FEE_MISSING: "parts_missing", NOT_UNIQUE: "not_unique"}
"""States that are shown. A row is compared as any other if its payment is not in the books, or if they have an entry of its amount."""


@dataclass(frozen=True, slots=True)
class SplitLine(Part):
    """A line that is the principal of a payment in the books. `state` is complete (matched with the payment and its parts), parts_missing
    (the books lack only the entries `to_add`, amounts by kind), or not_unique."""

    line: int
    payment: Decimal
    state: str
    to_add: tuple[tuple[str, Decimal], ...] = ()


def payments_of(spans: Iterable[StatementSpan]) -> Iterator[Payout]:
    """Yield each payment that its row splits as the matcher compares it: the whole, less the parts that do not pay the debt off."""
    for span in spans:
        for place, line in enumerate(span.statement.lines):
            whole, others = dict(line.parts).get(WHOLE), charges(line.parts)
            if whole is None or line.date is None or not others or whole + sum(amount for _, amount in others) != line.amount:
                continue
            paid = (
                PayoutPart(gross=whole, day=line.date),
                *(PayoutPart(gross=Decimal(0), fee=-amount, day=line.date) for _, amount in others),
            )
            key = (span.index, place)
            yield Payout(id=f"{span.index}:{place}", day=line.date, net=line.amount, parts=paid, line=key)


def charges(parts: Iterable[tuple[str, Decimal]]) -> tuple[tuple[str, Decimal], ...]:
    """Return the entries that the parts of a payment make beside it, by kind: of interest of 5.00 an entry of -5.00."""
    return tuple((kind, -amount) for kind, amount in parts if kind not in {WHOLE, PRINCIPAL} and amount)


def split_line(explanation: Explanation, line: int, parts: Iterable[tuple[str, Decimal]]) -> SplitLine | None:
    """Return how the books have the payment of a line; None if they do not have it, or have the line itself."""
    if explanation.state not in STATES:
        return None
    to_add = charges(parts) if explanation.fee is not None else ()
    return SplitLine(line, explanation.payout.gross, STATES[explanation.state], to_add)
