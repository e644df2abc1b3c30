"""The words for money in and money out, in several languages. Everything is matched against folded text."""

import re
from functools import lru_cache

from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.vocabulary.lists import phrases
from reconciliation.reading.vocabulary.phrases import TOTAL

MONEY_IN, MONEY_OUT = words_of(phrases("sides", "money_in")), words_of(phrases("sides", "money_out"))
DEPOSITS, WITHDRAWALS = words_of(phrases("sides", "deposits")), words_of(phrases("sides", "withdrawals"))
"""Names of sums that only an account with money on it has. A debt has payments and charges."""
PAYMENTS = words_of(phrases("sides", "payments"))
NO_SIDE = words_of(phrases("sides", "no_side"))
PART = words_of(phrases("sides", "parts"))
AND_OTHER = re.compile(phrases("sides", "and_other"))  # words that make what is named before them no part
BOTH_WAYS = re.compile(r"\b(?:payments?\W+(?:and )?receipts?|receipts?\W+(?:and )?payments?)\b")
CASH = re.compile(r"\bcash (?:in|out)(?:flows?)?\b")  # no part of what came in or went out
FILLING = re.compile(rf"\b(?:{phrases('sides', 'filling')})\b|[^a-z]")
SURELY_OUT, SURELY_IN = re.compile(r"\b(?:withdrawals?|fees?|purchases?|charges?)\b"), re.compile(r"\b(?:deposits?|additions?|credits)\b")
ONE_PAYMENT = re.compile(r"(?:payment|pago|paiement|zahlung|pagamento|betaling|betalning)\b")
SAME_LABELS = 1024  # kept with what they say: one label is asked again and again, in every section, reading and check


@lru_cache(maxsize=SAME_LABELS)
def direction(label: str, *, card: bool = False) -> int:
    """Return +1 where a label names money in, -1 for money out, 0 for both or neither."""
    label = NO_SIDE.sub(" ", label)
    if BOTH_WAYS.search(label):
        return 0
    into, out = MONEY_IN.search(label), MONEY_OUT.search(label)
    if into and out:  # card withdrawals are money out though they say "credit"
        return -1 if SURELY_OUT.search(label) and not SURELY_IN.search(label) else 0
    if into or out:
        return 1 if into else -1
    return (1 if card else -1) if PAYMENTS.search(label) else 0


def names_sum_of_side(label: str) -> bool:
    """True if a label names nothing but one direction, or its sum. A single payment is none."""
    return direction(label) != 0 and plain_side(label) and not (ONE_PAYMENT.search(label) and not TOTAL.search(label))


def plain_side(label: str) -> bool:
    """True if a label names nothing but a side and filling words, and no part of the side, such as fees."""
    rest = AND_OTHER.sub(" ", CASH.sub(" ", label))
    if PART.search(rest):
        return False
    for pattern in (TOTAL, MONEY_IN, MONEY_OUT, PAYMENTS, FILLING):
        rest = pattern.sub(" ", rest)
    return not rest.strip()
