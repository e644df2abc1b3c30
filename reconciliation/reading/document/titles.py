"""What the head of a statement, or of one account's section in it, says that this account is."""

import itertools
import re
from collections.abc import Sequence

from reconciliation.reading.document.metadata import KINDS
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed

HEAD_ROWS, MOST_WORDS, MOST_CELLS = 16, 9, 3
IN_NUMBERS = re.compile(r"\d|^[x*•]+$")  # a word that is part of a number, as of a card
CARD_TITLE = words_of(
    r"kredi karti|kart hesap ozeti|"
    r"credit ?card|charge ?card|kreditkarten?\w*|kartenabrechnung|carte de credit|releve (?:de |d')?(?:la |votre )?carte|"
    r"extracto (?:\w+ )?(?:de )?(?:la |su |tu )?tarjeta|tarjeta de credito|(?:resumen|estado de cuenta) (?:de )?(?:la )?tarjeta|"
    r"estratto conto (?:della |di )?carta|carta di credito|(?:fatura|extrato) (?:do |de )?cartao|cartao de credito|creditcard\w*|"
    r"(?:mastercard|visa|american express)(?: \w+)? statement|"
    r"kredietkaart\w*|kreditkort\w*|kart[ya] kredytow\w+|kartu kredit|kad kredit"
)
STATEMENT_TITLE = words_of(
    r"(?:account|bank|checking|savings|card|combined|consolidated|monthly|customer|current account|your|e-|deposit|loan|mortgage|"
    r"wallet|business|transaction) ?(?:account )?statements?|statement of account|statement period|account activity|account summary|"
    r"\w*kontoauszug|kontoubersicht|umsatz(?:ubersicht|liste|anzeige)|finanzreport|kreditkartenabrechnung|"
    r"abrechnung (?:\w+ )?kreditkarte|extrait de compte|(?:historique|mouvements) d[ue] (?:votre )?compte|"
    r"releve (?:de |du |d'|des )?(?:votre |vos |la |le )?(?:compte|carte|operations?|livret|portefeuille|pret|epargne|situation|banc\w+)|"
    r"cartola|vypis z uctu|tiliote|szamlakivonat|extras de cont|hesap ozeti|"
    r"extracto|estado de cuenta|resumen de (?:cuenta|movimientos)|movimientos de (?:la|su) cuenta|"
    r"estratto (?:di )?conto|lista movimenti|movimenti (?:del )?conto|rendiconto|"
    r"\w*afschrift|\w*uittreksel|uitgavenstaat|\w*rekeningoverzicht|\w*overzicht (?:transacties|lening)|transactieoverzicht|"
    r"extrato|(?:fatura|extrato) do (?:seu )?cartao|movimentos da (?:sua )?conta|"
    r"kontoutdrag|kontoutskrift|kontoudtog|kontohandelser|kontobevegelser|posteringsoversigt|"
    r"wyciag|historia (?:transakcji|rachunku|operacji)|zestawienie (?:transakcji|operacji)|"
    r"rekening koran|mutasi rekening|laporan rekening|penyata akaun|penyata (?:kad|pinjaman)"
)
OF_AN_ACCOUNT = re.compile(
    r"\b(?:ozeti|ekstresi|"
    r"statement|account|summary|abrechnung|rechnung|auszug|konto|releve|extracto|resumen|estado|estratto|fatura|extrato|afschrift|overzicht|"
    r"wyciag|zestawienie|historia|utdrag|faktura|oversigt|oversikt|penyata|laporan)|"
    r"abrechnung\b|auszug\b|afschrift\b|uittreksel\b|overzicht\b|utdrag\b"
)
NO_CREDIT = words_of(r"debit(?! differe)|prepaid|debito|prepag\w*|prepagata|guthaben\w*|debet")
LOAN_TITLE = words_of(
    r"loan|mortgage|line of credit|credit line|equity line|heloc|darlehen\w*|kreditkonto\w*|ratenkredit\w*|car finance|"
    r"pret (?:immobilier|personnel)|prestamo|prestito|mutuo|hypothek\w*|hypotheek\w*|emprestimo|lening|pret|lan|lanekonto|bolan|"
    r"boliglan|kredytu|pozyczk\w+|pinjaman"
)
NO_LOAN = re.compile(r"\bsavings (?:and|&) loan|loan association\b")


def title_kind(rows: Sequence[Printed]) -> str | None:
    """credit_card, loan, savings or checking where a short row of a page's head names it; None where none does.

    What is titled a statement is heard first: a bank may call itself "Savings" on its statement of a loan. Only pages up to the first
    row of money have a head, since a guide or a letter may come before the statement's own.
    """
    above = itertools.takewhile(lambda one: not _moves(one), rows)
    pages = itertools.groupby(above, key=lambda one: one.row.page)
    heads = [one for _, page in pages for one in itertools.islice(page, HEAD_ROWS) if not one.figures]
    named = [(kind, one) for one in heads for words in _names_on(one) if (kind := _named(words))]
    return next((kind for kind, one in named if STATEMENT_TITLE.search(one.plain)), named[0][0] if named else None)


def _names_on(printed: Printed) -> list[str]:
    """All its words, or those of each cell where they are many; none of a line of many cells, which names columns."""
    cells = printed.row.text.split("\t")
    if len(cells) > MOST_CELLS:
        return []
    return [printed.plain] if len(printed.plain.split()) <= MOST_WORDS else [fold(cell).strip() for cell in cells]


def _moves(printed: Printed) -> bool:
    """Is it made as a row of money is: a day, words and a figure?"""
    return printed.begins_with_day and bool(printed.figures and printed.folded)


def is_title(printed: Printed) -> bool:
    """Is a short row the title of an account's statement, or the name of a kind of account?"""
    short = not printed.figures and len(printed.plain.split()) <= MOST_WORDS
    return short and (STATEMENT_TITLE.search(printed.plain) is not None or title_kind([printed]) is not None)


def _named(words: str) -> str | None:
    if len([word for word in words.split() if not IN_NUMBERS.search(word)]) not in range(1, MOST_WORDS + 1):
        return None
    if CARD_TITLE.search(words) and OF_AN_ACCOUNT.search(words) and not NO_CREDIT.search(words):
        return "credit_card"
    if LOAN_TITLE.search(words) and not NO_LOAN.search(words) and (OF_AN_ACCOUNT.search(words) or len(words.split()) <= 5):
        return "loan"
    if not OF_AN_ACCOUNT.search(words):
        return None
    return next((kind for kind, pattern in KINDS if kind != "loan" and pattern.search(words)), None)
