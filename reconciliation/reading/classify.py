"""What a document is, by all its words together: no single word makes or unmakes a statement."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reconciliation.reading.entries import Seen
from reconciliation.reading.guides import names_guide
from reconciliation.reading.metadata import card_evidence, kind_of
from reconciliation.reading.printed import Printed
from reconciliation.reading.titles import title_kind

OTHERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "invoice",
        re.compile(
            r"\b(?:invoice (?:number|no|date|#)|invoice|bill to|ship to|purchase order|qty|quantity|unit price|unit cost|"
            r"subtotal|vat no|rechnung(?:snummer)?|rechnungsdatum|facture|factura|fattura|fatura|factuur|due upon receipt|"
            r"amount due|po number)\b"
        ),
    ),
    (
        "receipt",
        re.compile(
            r"\b(?:receipt (?:number|no|#)|date paid|amount paid|payment method|thank you for your (?:order|purchase)|"
            r"change due|cashier|receipt|quittung|kassenbon|recu de paiement)\b"
        ),
    ),
    (
        "tax_form",
        re.compile(
            r"\b(?:form (?:1099|w-?2|1040|5500|1098)\w*|irs|internal revenue|department of the treasury|omb no|payer's|"
            r"recipient's tin|tax year|lohnsteuerbescheinigung|steuerbescheid|omb nos)\b"
        ),
    ),
    (
        "pay_slip",
        re.compile(
            r"\b(?:pay ?(?:slip|stub|period|date)|gross (?:pay|earnings)|net pay|employee|employer|earnings statement|"
            r"deductions|payroll|federal income tax|social security|bulletin de paie|lohnabrechnung|gehaltsabrechnung|nomina|"
            r"busta paga|ytd)\b"
        ),
    ),
    (
        "contract",
        re.compile(
            r"\b(?:agreement between|terms and conditions of|hereby|hereinafter|the parties|party of the|witness whereof|"
            r"shall be governed|lessor|lessee|vertrag zwischen)\b"
        ),
    ),
    (
        "asset_report",
        re.compile(
            r"\b(?:asset (?:report|verification)|verification of assets|voa|report id|requested by|borrower|days requested|"
            r"historical balance)\b"
        ),
    ),
)
STATEMENT_WORDS = re.compile(
    r"\b(?:(?:account|bank|statement|combined|consolidated|credit card|card|savings|checking) (?:statement|activity|summary|"
    r"details)|statement (?:period|date|of account)|opening balance|closing balance|beginning balance|"
    r"ending balance|previous balance|new balance|balance (?:brought|carried) forward|account (?:number|no)|"
    r"transaction (?:history|details)|transactions|running balance|deposits|withdrawals|"
    r"kontoauszug|kontostand|anfangssaldo|endsaldo|releve de compte|ancien solde|nouveau solde|extracto|saldo inicial|"
    r"saldo final|saldo anterior|estratto conto|saldo iniziale|saldo finale|rekeningafschrift|"
    r"beginsaldo|eindsaldo|extrato|kontoutdrag|kontoutskrift|kontoudtog|ingaende saldo|utgaende saldo|wyciag|saldo poczatkowe|"
    r"saldo koncowe|"
    r"rekening koran|saldo awal|saldo akhir|penyata|iban|account activity|activity statement|payment due date|minimum payment|"
    r"posting date|statement)\b"
)
INVESTMENT = re.compile(
    r"\b(?:portfolio|holdings|securities|shares|market value|depotauszug|brokerage|unrealized|dividends reinvested|asset allocation)\b"
)


FEWEST_CARD_WORDS, FEWEST_INVESTMENT_WORDS = 3, 4
TOP_ROWS, SHORT = 16, 60  # rows of a title; characters of a row that is no prose
STATEMENT_TITLE = re.compile(
    r"\b(?:(?:account|bank|checking|savings|card|combined|consolidated|monthly|customer|current account|your|e-|deposit|"
    r"business|transaction) ?(?:account )?statements?|"
    r"statement of account|statement period|account activity|kontoauszug|rekeningafschrift|releve (?:de |d')?\w*|extracto|"
    r"estratto conto|extrato|finanzreport|account summary|kontoutdrag|kontoutskrift|kontoudtog|wyciag|rekening koran|penyata akaun|"
    r"kreditkartenabrechnung|creditcardafschrift)\b"
)
OTHER_TITLE = re.compile(
    r"\b(?:invoice|purchase order|receipt|pay ?stub|pay ?slip|earnings statement|asset report|verification of assets?|"
    r"rechnung|facture|fattura|form (?:1099|w-2|1040|1098)|agreement|contract|"
    r"quote|quotation|order confirmation|remittance advice|credit report|tax return|prospectus|bill of lading)\b"
)


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """The document's type, and whether it is one of a bank's statements; or the same of one account's section in it."""

    document_type: str
    is_statement: bool
    account_kind: str | None = None
    titled: bool = False  # its head names the kind

    @property
    def card(self) -> bool:
        return self.account_kind == "credit_card"

    @property
    def owed(self) -> bool:
        """Is what is printed plainly a debt?"""
        return self.card or (self.account_kind == "loan" and self.titled)


def classify(rows: Sequence[Printed], seen: Sequence[Seen]) -> DocumentKind:
    """Weigh the words of statements and the rows found against the words of other papers."""
    text = "\n".join(printed.plain for printed in rows)
    statement = len(set(STATEMENT_WORDS.findall(text)))
    entries = sum(one.kind == "entry" for one in seen)
    balances = sum(one.kind in {"opening", "closing", "brought", "carried", "dated"} for one in seen)
    nothing = any(one.kind == "nothing" for one in seen)
    other, weight = _other(text)
    top = "\n".join(printed.plain for printed in rows[:TOP_ROWS] if printed.row.page == rows[0].row.page)
    named = bool(STATEMENT_TITLE.search(top))
    weight_for = statement + min(entries, 6) * 0.5 + min(balances, 4) + 3 * named
    weight += 4 * (bool(OTHER_TITLE.search(top)) and not named)
    if names_guide(rows):
        return DocumentKind("other", is_statement=False)
    if weight_for < 2 or weight >= weight_for or (not entries and balances + nothing < 2):
        name = other if weight >= 2 else "financial_document" if statement >= 2 or other else "other"
        return DocumentKind(name if weight >= 2 or name != other else "financial_document", is_statement=False)
    return _of_account(rows, any_balances=bool(balances))


def kinds_of(sections: Sequence[Sequence[Printed]], document: DocumentKind) -> list[DocumentKind]:
    """What each account is by its own section; the document's word counts for all of them where no section has its own."""
    if len(sections) < 2:
        return [document] * len(sections)
    own = [_of_account(rows, any_balances=True) for rows in sections]
    if document.owed and not any(kind.owed for kind in own):
        return [document] * len(sections)
    return [kind if kind.owed or kind.account_kind else replace(kind, account_kind=_bank_kind(document)) for kind in own]


def _bank_kind(document: DocumentKind) -> str | None:
    return None if document.card else document.account_kind


def _of_account(rows: Sequence[Printed], *, any_balances: bool) -> DocumentKind:
    """Card, loan, investment or bank account, by the head of these rows and by all their words."""
    text = "\n".join(printed.plain for printed in rows)
    title = title_kind(rows)
    if title == "credit_card" or (card_evidence(text) >= FEWEST_CARD_WORDS and _card_words(text)):
        return DocumentKind("credit_card_statement", is_statement=True, account_kind="credit_card", titled=title == "credit_card")
    kind = kind_of("\n".join(printed.plain for printed in rows if len(printed.plain) < SHORT and not printed.figures))
    if title == "loan" or kind == "loan":
        return DocumentKind("loan_statement", is_statement=True, account_kind="loan", titled=title == "loan")
    if len(set(INVESTMENT.findall(text))) >= FEWEST_INVESTMENT_WORDS and not any_balances:
        return DocumentKind("investment_statement", is_statement=True, account_kind="investment")
    return DocumentKind("bank_statement", is_statement=True, account_kind=kind, titled=title is not None)


def _other(text: str) -> tuple[str, int]:
    weights = {name: len(set(pattern.findall(text))) for name, pattern in OTHERS}
    best = max(weights, key=lambda name: weights[name])
    return (best, weights[best]) if weights[best] else ("", 0)


def _card_words(text: str) -> bool:
    """Does it speak of what only cards have: a limit, a payment due, a minimum, the year's charges (12 CFR 1026.7(b)(6))?"""
    limits = re.search(r"\b(?:credit (?:access )?(?:limit|line)|revolving credit|limite de credito|verfugungsrahmen|kartenlimit)\b", text)
    dues = re.search(
        r"\b(?:minimum (?:amount|payment)|payment due|amount due|pago minimo|new balance|total (?:fees|interest) charged)\b", text
    )
    return bool(limits and dues) or bool(
        re.search(r"\b(?:credit card|creditcard|kreditkarte\w*) (?:statement|account|abrechnung)|kreditkartenabrechnung\b", text)
    )
