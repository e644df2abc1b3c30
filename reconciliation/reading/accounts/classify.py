"""What a document is, by all its words together: no single word makes or unmakes a statement."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reconciliation.reading.document.guides import names_guide
from reconciliation.reading.document.metadata import card_evidence, kind_of
from reconciliation.reading.document.terms import terms_beside
from reconciliation.reading.document.titles import STATEMENT_TITLE, title_kind
from reconciliation.reading.headings.headers import header_of
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.papers import TITLES as OTHER_TITLES
from reconciliation.reading.vocabulary.papers import other_paper
from reconciliation.reading.vocabulary.phrases import DEBT_TERMS

STATEMENT_WORDS = words_of(
    r"(?:account|bank|statement|combined|consolidated|credit card|card|savings|checking) (?:statement|activity|summary|"
    r"details)|statement (?:period|date|of account)|opening balance|closing balance|beginning balance|"
    r"ending balance|previous balance|new balance|balance (?:brought|carried) forward|"
    r"transaction (?:history|details)|transactions|running balance|deposits|withdrawals|"
    r"kontoauszug|kontostand|anfangssaldo|endsaldo|releve de compte|ancien solde|nouveau solde|extracto|saldo inicial|"
    r"saldo final|saldo anterior|estratto conto|saldo iniziale|saldo finale|rekeningafschrift|"
    r"beginsaldo|eindsaldo|extrato|kontoutdrag|kontoutskrift|kontoudtog|ingaende saldo|utgaende saldo|wyciag|saldo poczatkowe|"
    r"saldo koncowe|"
    r"cartola|(?:resumo da )?fatura (?:atual|anterior)|pagamento minimo|monto minimo a pagar|"
    r"resumen de cuenta|estado de cuenta|vypis z uctu|tiliote|szamlakivonat|extras de cont|hesap ozeti|izvod|izpisek|"
    r"pocatecni zustatek|konecny zustatek|"
    r"rekening koran|saldo awal|saldo akhir|penyata|account activity|activity statement|payment due date|minimum payment|"
    r"posting date|statement"
)
INVESTMENT = words_of(
    r"portfolio|holdings|securities|shares|market value|depotauszug|brokerage|unrealized|dividends reinvested|asset allocation"
)


LIMIT = re.compile(
    r"\b(?:limite total de credito|limite (?:total )?do (?:seu )?cartao|cupo total|kart limiti)\b|"
    r"\b(?:credit (?:access )?(?:limit|line)|revolving credit|limite (?:de|di) credito?|verfugungsrahmen|kartenlimite?|"
    r"kredietlimiet|kredietlijn|bestedingsruimte|kreditgrans|kreditlimite?|limit kredytowy)\b"
)
BALANCES = ("opening", "closing", "brought", "carried", "dated")
FEWEST_CARD_WORDS, FEWEST_INVESTMENT_WORDS, FEWEST_DEBT_TERMS = 3, 4, 2
HELD = frozenset({"checking", "savings"})
MOST_ENTRIES, MOST_BALANCES = 6, 4  # that count
TITLED, OTHER_TITLED = 3, 5  # words that a title outweighs
TOP_ROWS, SHORT = 16, 60  # rows of a title; characters of a row that is no prose
CARD_NAMED = re.compile(
    r"(?<!debit )(?<!bank )(?<!atm )(?<!cash )\bcard\b(?! (?:number|no|services?)\b)|"
    r"\b(?:visa|master ?card|american express)\b(?! (?:debit|electron|prepaid)\b)"
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


A_DEBT = DocumentKind("credit_card_statement", is_statement=True, account_kind="credit_card")


def classify(rows: Sequence[Printed], seen: Sequence[Seen]) -> DocumentKind:
    """Weigh the words of statements and the rows found against the words of other papers; the words of the rows themselves say nothing."""
    if names_guide(rows):
        return DocumentKind("other", is_statement=False)
    around = _around(rows, seen)
    text = "\n".join(printed.plain for printed in around)
    words = len(set(STATEMENT_WORDS.findall(text)))
    kinds = Counter(one.kind for one in seen)
    balances = sum(kinds[kind] for kind in BALANCES)
    other, against = other_paper(text)
    title = _title(around)
    title = "" if title == "other" and LIMIT.search(text) else title  # a card's bill
    told = words + min(kinds["entry"], MOST_ENTRIES) * 0.5 + min(balances, MOST_BALANCES) + bool(kinds["number"]) + bool(kinds["period"])
    told += TITLED * (title == "statement")
    against += OTHER_TITLED * (title == "other")
    quiet = balances + kinds["nothing"] > 1 or (kinds["nothing"] and title == "statement")
    if told < 2 or against >= told or not (kinds["entry"] or quiet):
        known = other if against >= 2 else "financial_document" if words >= 2 or other else "other"
        return DocumentKind(known, is_statement=False)
    return _of_account(rows, any_balances=bool(balances), around=around)


def _around(rows: Sequence[Printed], seen: Sequence[Seen]) -> list[Printed]:
    """The rows that are none of a table's."""
    inside = {id(word) for one in seen if one.entry is not None for word in one.entry.words}
    return [printed for printed in rows if not any(id(word) in inside for word in printed.row.words)]


def _title(rows: Sequence[Printed]) -> str:
    """What the head names the paper: statement, other, or nothing, also where another paper's title stands over a statement's."""
    other = False
    for printed in rows[:TOP_ROWS]:
        if printed.row.page != rows[0].row.page or printed.begins_with_day:
            break
        if STATEMENT_TITLE.search(printed.plain):
            return "" if other else "statement"
        other = other or (len(printed.plain) <= SHORT and bool(OTHER_TITLES.search(printed.plain)))
    return "other" if other else ""


def kinds_of(sections: Sequence[Sequence[Printed]], document: DocumentKind) -> list[DocumentKind]:
    """What each account is by its own section; the document's word counts for all of them where no section has its own."""
    if len(sections) < 2:
        return [document] * len(sections)
    own = [_of_account(rows, any_balances=True) for rows in sections]
    if document.owed and not any(kind.owed for kind in own):
        return [document] * len(sections)
    if document.card:
        of_cards = {name for rows, kind in zip(sections, own, strict=True) if kind.card for name in _headings(rows)}
        own = [
            document if kind.account_kind is None and _headings(rows) & of_cards else kind for rows, kind in zip(sections, own, strict=True)
        ]
    return [kind if kind.owed or kind.account_kind else replace(kind, account_kind=_bank_kind(document)) for kind in own]


def _headings(rows: Sequence[Printed]) -> set[str]:
    """The words of the headings of its tables: one bank's cards of one file stand under the same."""
    found = (header_of(rows, index) for index in range(len(rows)))
    return {header.row.plain for header, _ in filter(None, found) if header.row is not None}


def _bank_kind(document: DocumentKind) -> str | None:
    return None if document.card else document.account_kind


def _of_account(rows: Sequence[Printed], *, any_balances: bool, around: Sequence[Printed] | None = None) -> DocumentKind:
    """Card, loan, investment or bank account, by the head of these rows and by all their words; `around` are those of no entry."""
    text = "\n".join(printed.plain for printed in rows)
    told = rows if around is None else around
    title = title_kind(told)
    if title == "credit_card" or (card_evidence(text) >= FEWEST_CARD_WORDS and _card_words(rows, text)):
        return DocumentKind("credit_card_statement", is_statement=True, account_kind="credit_card", titled=title == "credit_card")
    kind = kind_of("\n".join(printed.plain for printed in told if len(printed.plain) < SHORT and not printed.figures))
    due = title not in HELD and len({match.lastgroup for match in terms_beside(told, DEBT_TERMS)}) >= FEWEST_DEBT_TERMS
    if title == "loan" or kind == "loan":
        return DocumentKind("loan_statement", is_statement=True, account_kind="loan", titled=title == "loan" or due)
    if due:
        return A_DEBT
    if len(set(INVESTMENT.findall(text))) >= FEWEST_INVESTMENT_WORDS and not any_balances:
        return DocumentKind("investment_statement", is_statement=True, account_kind="investment")
    return DocumentKind("bank_statement", is_statement=True, account_kind=kind, titled=title is not None)


def _card_words(rows: Sequence[Printed], text: str) -> bool:
    """Does it speak of what only cards have: a limit or a card's name on top, and a payment due, a minimum, the year's charges
    (12 CFR 1026.7(b)(6))?"""
    limits = LIMIT.search(text)
    dues = re.search(
        r"\b(?:monto minimo|asgari odeme)\b|"
        r"\b(?:minimum (?:amount|payment)|payment due|amount due|pago minimo|new balance|total (?:fees|interest) charged|mindestbetrag|"
        r"paiement minimum|rata minima|minim(?:aal|um) te betalen|pagamento minimo|lagsta belopp att betala|minimalna kwota)\b",
        text,
    )
    return bool(dues and (limits or _card_on_top(rows))) or bool(
        re.search(r"\b(?:credit card|creditcard|kreditkarte\w*) (?:statement|account|abrechnung)|kreditkartenabrechnung\b", text)
    )


def _card_on_top(rows: Sequence[Printed]) -> bool:
    """Does a short row at the top name a card, and not one that draws on an account?"""
    return any(CARD_NAMED.search(one.plain) and len(one.plain) < SHORT and not one.figures for one in rows[:TOP_ROWS])
