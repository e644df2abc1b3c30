"""Which side of the account is plus: evidence outside the sums, since negating everything keeps every sum."""

import re
from collections.abc import Sequence
from decimal import Decimal

from reconciliation.reading.classify import DocumentKind
from reconciliation.reading.dates import fold
from reconciliation.reading.drafts import Draft
from reconciliation.reading.printed import Printed
from reconciliation.reading.solve import Solution

TITLE_ROWS = 16
CARD_NUMBER = re.compile(r"\b[x*•\d]{4}[ -][x*•]{4}[ -][x*•]{4}[ -]\d{4}\b|\b\d{4}[ -]\d{2}[x*]{2}[ -][x*]{4}[ -]\d{4}\b")
CARD_TITLE = re.compile(
    r"\b(?:credit card|creditcard|kreditkarte\w*|kartenabrechnung|carte de credit|releve de carte|carte bancaire|"
    r"tarjeta de credito|tarjeta|carta di credito|cartao de credito|charge card|"
    r"card (?:statement|account|number|services|member)|mastercard|visa|american express)\b"
)
CARD_TERMS = re.compile(
    r"\b(?:credit (?:access )?(?:limit|line)|available credit|revolving credit|minimum (?:amount|payment)|payment due|"
    r"amount due|past due|new charges|cash (?:advance|access)|"
    r"kartenlimit|verfugungsrahmen|limite de credito|pago minimo|limite di credito|cash line)\b"
)
PAID = re.compile(
    r"\b(?:payment|thank you|refund|credit|cashback|redemption|returned|zahlung|einzug|gutschrift|paiement|pago|pagamento|"
    r"betaling|lastschrifteinzug)\b"
)
BANK_WORDS = re.compile(
    r"\b(?:deposits?|withdrawals?|checking|savings|current account|girokonto|sparkonto|iban|bic|sort ?code|routing|overdraft|"
    r"kontoauszug|extracto de cuenta|releve de compte|estratto conto|"
    r"rekeningafschrift|extrato|bank account|interest (?:paid|earned|credited)|checks?|cheques?|direct debit|standing order|"
    r"gutschrift\w*|lastschrift\w*|uberweisung\w*|virements?|bonifico|transferencias?)\b"
)
MOST_TO_ONE = 2  # purchases for a payment, where only their number tells


def oriented(best: Solution, draft: Draft, rows: Sequence[Printed], kind: DocumentKind) -> bool:
    """Is there evidence beside the sums for the sign of the rows and of the balances?"""
    if kind.card:
        return _card_terms(draft, rows) >= 2 and _card_rows(best)
    if "columns" in best.ways or "type" in best.ways:
        return True
    top = "\n".join(printed.plain for printed in rows[:TITLE_ROWS] if not printed.figures)
    if not (BANK_WORDS.search("\n".join(printed.plain for printed in rows)) or _mostly_out(best)):
        return False
    return "reversed" not in best.ways and not CARD_TITLE.search(top) and not CARD_NUMBER.search(top) and _card_terms(draft, rows) < 2


def _mostly_out(best: Solution) -> bool:
    """Printed minus signs at least as often as none: on a card it is the payments, the fewer, that carry them."""
    out = sum(amount < 0 for amount in best.amounts if amount is not None)
    return 2 * out >= len(best.amounts)


def _card_terms(draft: Draft, rows: Sequence[Printed]) -> int:
    """Different terms of a card that stand as labels beside a figure or a day, not in prose."""
    found: set[str] = set()
    for printed in rows:
        if (printed.figures or printed.days) and len(printed.plain) < 160:
            found.update(CARD_TERMS.findall(printed.plain))
    return len(found)


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
