"""Which side of the account is plus: evidence outside the sums, since negating everything keeps every sum."""

import re
from decimal import Decimal

from reconciliation.reading.dates import fold
from reconciliation.reading.paper import Paper
from reconciliation.reading.solve import Solution

PAID = re.compile(
    r"\b(?:payment|thank you|refund|credit|cashback|redemption|returned|zahlung|einzug|gutschrift|paiement|pago|pagamento|"
    r"betaling|lastschrifteinzug)\b"
)
MOST_TO_ONE = 2  # purchases for a payment, where only their number tells
FEWEST_TERMS = 2  # limit, minimum, due: of a card's terms


def oriented(best: Solution, paper: Paper, *, card: bool) -> bool:
    """Is there evidence beside the sums for the sign of the rows and of the balances?"""
    if card:
        return paper.card_terms >= FEWEST_TERMS and _card_rows(best)
    if "columns" in best.ways or "type" in best.ways:
        return True
    if not (paper.names_bank_account or _mostly_out(best)):
        return False
    return "reversed" not in best.ways and not paper.names_card and paper.card_terms < FEWEST_TERMS


def _mostly_out(best: Solution) -> bool:
    """Printed minus signs at least as often as none: on a card it is the payments, the fewer, that carry them."""
    out = sum(amount < 0 for amount in best.amounts if amount is not None)
    return 2 * out >= len(best.amounts)


def _card_rows(best: Solution) -> bool:
    """Sections, words of payment, or far more purchases than payments say which rows are which."""
    pairs = [(entry, amount) for entry, amount in zip(best.entries, best.amounts, strict=True) if amount]
    if not pairs:
        return True
    if "columns" in best.ways or "type" in best.ways or "heading" in best.ways:
        return True
    paid = [amount for entry, amount in pairs if PAID.search(fold(entry.description))]
    if paid:
        return sum(amount > 0 for amount in paid) * 2 > len(paid) and any(amount < 0 for _, amount in pairs)
    plus, less = sum(amount > 0 for _, amount in pairs), sum(amount < 0 for _, amount in pairs)
    return less >= MOST_TO_ONE * plus and plus > 0 and sum((amount for _, amount in pairs), Decimal(0)) != 0
