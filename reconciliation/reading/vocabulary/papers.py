"""The words of papers with money on them that are no statements: invoices, receipts, pay slips, contracts, tax forms and asset reports.
Everything is matched against folded text."""

from operator import itemgetter

from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.vocabulary.lists import phrases

PAPERS = ("invoice", "receipt", "tax_form", "pay_slip", "contract", "asset_report")
OTHER_PAPERS = {name: words_of(phrases("papers", name)) for name in PAPERS}
TITLES = words_of(phrases("papers", "titles"))


def other_paper(text: str) -> tuple[str, int]:
    """Return the other paper with the most different words in the text, and how many; "" and 0 where there are none."""
    count, name = max(((len(set(words.findall(text))), name) for name, words in OTHER_PAPERS.items()), key=itemgetter(0))
    return (name, count) if count else ("", 0)
