"""Which side of the account is plus: evidence outside the sums, since negating everything keeps every sum."""

import re

from reconciliation.reading.accounts.classify import HELD, DocumentKind
from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.document.metadata import KINDS, kind_of
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.document.titles import OF_AN_ACCOUNT
from reconciliation.reading.proving.side_of_balances import (
    balances_tell_side,
    has_overdraft,
    left_to_spend,
    signed_throughout,
    sums_of_held,
)
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.solving.testimony import Testimony, testimony
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import IN_MARKS, OUT_MARKS

PAID = words_of(
    r"payment|thank you|refund|credit|cashback|redemption|returned|(?:ein)?zahlung|einzug|gutschrift|paiement|pago|pagamento|"
    r"betaling|betalning|inbetalning|innbetaling|indbetaling|splata|wplata|bayaran|pembayaran|lastschrifteinzug|"
    r"merci|gracias|grazie|danke|bedankt|obrigad[oa]|tack|takk|tak|dziekujemy|terima kasih"
)
CREDIT_BALANCE = words_of(
    r"(?:solde|saldo) (?:crediteur|acreedor|creditore|credor)|credit balance|in credit|in your favou?r|en votre faveur"
)
LOAN_ROWS = words_of(
    r"loan|repayments?|instal?ments?|principal|insurance premium|late fees?|interest charged|darlehen\w*|tilgung\w*|kreditrate|"
    r"raten?zahlung|"
    r"pret|remboursements?|echeances?|mensualites?|assurance|prestamo|amortizacion(?:es)?|amortizacao|cuotas?|seguro|intereses|mutuo|rata|"
    r"rate|emprestimo|prestacao|prestacoes|lening|aflossing|aflossingen|lan|amortering|avdrag"
)
SHARE_OF_A_LOAN = 0.75  # of the rows
MOST_TO_ONE = 2  # purchases for a payment, where only their number tells
FEWEST_TERMS = 2  # limit, minimum, due: of a card's terms
FEWEST_IN_FAVOUR = 3  # rows whose words tell the side of a card that owes its holder, where no heading does: it may as well be a debt
FEWEST_WHERE_NOTHING_MOVES = 2  # rows whose words tell the side of a card whose balance stays: turned, all would add up as well
FEWEST_WHERE_TITLED = 3  # rows whose side only the balances tell, where the title names an account that holds money
NAMES_ACCOUNT = re.compile(r"konto\b|rekening\b|\b(?:conto|cuenta|conta|compte|livret|rachunek|akaun)\b")
NUMBER = re.compile(r"\W{0,4}[\dx*]{4}")
WEIGHT_AGAINST = 3  # rows that run as their words say, for each that runs against them


def oriented(draft: Draft, best: Solution, section: Paper, kind: DocumentKind) -> bool:
    """Is there evidence beside the sums, in the account's own section, for the sign of the rows and of the balances?"""
    told = testimony(best.entries, best.amounts, owed=kind.owed)
    in_columns = "columns" in best.ways or "type" in best.ways
    if told.against and told.against * (1 if in_columns else WEIGHT_AGAINST) > told.agree:
        return False
    if left_to_spend(best, section) < 0:
        return False
    if balances_tell_side(draft, best, section) and (_owes(best) if kind.owed else not _signs_reversed(best)):
        return True
    return _told_by_kind(draft, best, section, kind, told)


def _told_by_kind(draft: Draft, best: Solution, section: Paper, kind: DocumentKind, told: Testimony) -> bool:
    """True if the kind of the account tells the sides, with its rows' words, headings and signs."""
    in_columns = "columns" in best.ways or "type" in best.ways
    if kind.card:
        if _in_favour(best) and told.agree < FEWEST_IN_FAVOUR and not (len(best.entries) > 1 and _sides_named(best)):
            return False
        spoken = told.speaks_for and not told.against and not (told.unlike and _turned_by_one(best))
        if not best.movement and not best.follows and best.entries and told.agree < FEWEST_WHERE_NOTHING_MOVES:
            return False
        named = kind.titled or section.card_terms >= FEWEST_TERMS or (section.names_card and section.card_terms > 0)
        return named and (_card_rows(best) or spoken)
    if kind.owed:
        return (not best.entries or _sides_named(best) or told.speaks_for) and _owes(best)
    if kind.account_kind == "loan" and not ("columns" in best.ways and best.movement and told.speaks_for):
        return False  # in columns named debit and credit only money that is held moves as its balances say
    if in_columns and (best.movement or best.follows):  # where the balance does not move, columns do not tell its side
        return kind.titled or told.speaks_for or not _like_card(section)
    return _held(draft, best, section, told, titled=kind.titled)


def _signs_reversed(best: Solution) -> bool:
    """True if amounts bear a plus or a minus, and are read with the other."""
    return "reversed" in best.ways and any(figure.sign for entry in best.entries for figure in entry.figures.values())


def _held(draft: Draft, best: Solution, section: Paper, told: Testimony, *, titled: bool) -> bool:
    """Is money held here, by its title, its rows' words, their headings, or minus signs on most?"""
    turned = "reversed" in best.ways and best.by_row and not _may_be_a_wrong_sign(best)
    by_balance = turned or ("balance" in best.ways and bool(best.entries))
    if "reversed" in best.ways and (_against_plus(best) or not by_balance):
        return False
    if _like_card(section):
        return bool(best.movement or best.follows) and told.speaks_for and not told.against and _runs_as_owed(best)
    if by_balance:
        return told.speaks_for or (titled and not told.against and len(best.entries) >= FEWEST_WHERE_TITLED)
    if not titled and _like_loan(best):
        return False
    if not best.entries and (_named_held(section) or has_overdraft(section) or sums_of_held(draft)):
        return True
    if told.speaks_for or titled or "heading" in best.ways or _marked(best) or _in_credit(best, section):
        return True
    if signed_throughout(draft, best):
        return True
    return bool(best.entries) and _mostly_out(best)


def _marked(best: Solution) -> bool:
    """True if every amount bears the mark of its side, and both sides are marked."""
    figures = [entry.figures.get("amount") for entry in best.entries]
    marks = {figure.mark if figure is not None else "" for figure in figures}
    return marks <= IN_MARKS | OUT_MARKS and bool(marks & IN_MARKS) and bool(marks & OUT_MARKS)


def _in_credit(best: Solution, section: Paper) -> bool:
    """True if words beside the opening or the closing say that the account is in credit, and it is."""
    ends = {balance for balance in (best.opening, best.closing) if balance is not None and balance > 0}
    named = (printed for printed in section.rows if printed.figures and CREDIT_BALANCE.search(printed.plain))
    return any(figure.size in ends for printed in named for figure in printed.figures)


def _against_plus(best: Solution) -> bool:
    """Is a printed plus taken for money out? Nobody who holds money for others prints it so."""
    figures = [(entry.figures.get("amount"), amount) for entry, amount in best.known()]
    return any(figure is not None and figure.sign > 0 > amount for figure, amount in figures)


def _like_loan(best: Solution) -> bool:
    """True if most rows are named as those of a loan are. Where nothing names the account, its balances may be what is owed."""
    named = sum(LOAN_ROWS.search(fold(entry.description)) is not None for entry in best.entries)
    return bool(best.entries) and named >= SHARE_OF_A_LOAN * len(best.entries)


def _runs_as_owed(best: Solution) -> bool:
    """Do the rows run as their words say also where they are a card's? Then a purchase is money out whichever it is."""
    told = testimony(best.entries, best.amounts, owed=True)
    return told.speaks_for and not told.against


def _like_card(section: Paper) -> bool:
    """May it be a card after all, by its head or by several of a card's terms?"""
    return section.names_card or section.card_terms >= FEWEST_TERMS


def _named_held(section: Paper) -> bool:
    """True if the account's section names a kind of account on which money is held, beside the word for an account or its number, and none
    that is owed. A bank's name may have such a word too."""
    if kind_of("\n".join(printed.plain for printed in section.rows)) not in HELD:
        return False
    named = (printed for printed in section.rows if kind_of(printed.plain) in HELD)
    return any(OF_AN_ACCOUNT.search(printed.plain) or NAMES_ACCOUNT.search(printed.plain) or _numbered(printed.plain) for printed in named)


def _numbered(plain: str) -> bool:
    """True if the name of a kind of account stands right before a number."""
    ends = (match.end() for kind, pattern in KINDS if kind in HELD for match in pattern.finditer(plain))
    return any(NUMBER.match(plain, end) is not None for end in ends)


def _may_be_a_wrong_sign(best: Solution) -> bool:
    """Does only one row print a sign, and is it turned?"""
    return sum(any(figure.sign for role, figure in entry.figures.items() if role != "balance") for entry in best.entries) == 1


def _in_favour(best: Solution) -> bool:
    """Does a card owe its holder from first to last? A minus may as well be how its bank prints a debt."""
    return best.opening is not None and best.closing is not None and best.opening > 0 and best.closing > 0


def _sides_named(best: Solution) -> bool:
    """Do headings or a type beside the rows name money in and out? Columns that only the sums told apart do not."""
    return "type" in best.ways or ("columns" in best.ways and not any(table.header.by_place for table in best.tables))


def _owes(best: Solution) -> bool:
    """Are the balances, and every balance beside a row, those of a debt?"""
    return all(value is None or value <= 0 for value in (best.opening, best.closing, *best.balances))


def _mostly_out(best: Solution) -> bool:
    """Printed minus signs on more rows than none: on a card it is the payments, the fewer, that carry them."""
    out = sum(amount < 0 for amount in best.amounts if amount is not None)
    return 2 * out > len(best.amounts)


def _card_rows(best: Solution) -> bool:
    """Sections, words of payment, or far more purchases than payments say which rows are which."""
    pairs = [(entry, amount) for entry, amount in zip(best.entries, best.amounts, strict=True) if amount]
    if not pairs:
        return True
    if _sides_named(best) or "heading" in best.ways:
        return True
    paid = [amount for entry, amount in pairs if PAID.search(fold(entry.description))]
    if paid:
        return sum(amount > 0 for amount in paid) * 2 > len(paid) and any(amount < 0 for _, amount in pairs)
    plus, less = sum(amount > 0 for _, amount in pairs), sum(amount < 0 for _, amount in pairs)
    return less >= MOST_TO_ONE * plus and plus > 0 and best.movement != 0 and not _turned_by_one(best)


def _turned_by_one(best: Solution) -> bool:
    """Would one wrong sign turn all others? So it is where one row comes to as much as all, and only the sums told what a sign means."""
    return best.movement in best.amounts and bool({"printed", "reversed", "plus"} & set(best.ways))
