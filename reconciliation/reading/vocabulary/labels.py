"""Rows and labels by their words: balances that open, close or are carried, totals, headings of sections, numbers of pages."""

import re
from collections.abc import Sequence
from functools import lru_cache

from reconciliation.reading.tokens.alternatives import beginning, words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary import phrases as patterns
from reconciliation.reading.vocabulary.lists import phrases
from reconciliation.reading.vocabulary.phrases import MONEY_IN, MONEY_OUT, PAYMENTS, SAME_LABELS, direction

PAGE = re.compile(beginning(phrases("labels", "pages")) + r"[.\s]*(?:n[o°.]*)?\s*\d{1,4}\b")
OF_PAGES = re.compile(r"(?:p\. ?)?\d{1,4} ?(?:of|von|de|di|van|av|af|z|dari|/) ?\d{1,4}")
CONTINUED = words_of(phrases("labels", "continued"))
FILLING = words_of(phrases("labels", "filling"))
BALANCES_OF_DAYS, ANY_DAY = words_of(phrases("balances", "any")), words_of(phrases("balances", "filling"))
HIGHEST = re.compile(r"\b(?:highest|lowest)\b")
ADJUSTED = re.compile(r"\badjustments?\b")  # beside a side that is named, of that side
MORE_WORDS = re.compile(r"[^\W\d_]{2,}")
OF_WALLETS = re.compile(r"\b(beginning|opening|starting|ending|closing) available (?=balance\b)")
BALANCES = (("opening", patterns.OPENING), ("carried", patterns.CARRIED), ("brought", patterns.BROUGHT), ("closing", patterns.CLOSING))
LABELS = (patterns.BALANCE_ASIDE, patterns.OPENING, patterns.CLOSING, patterns.BROUGHT, patterns.CARRIED, patterns.DATED, patterns.TOTAL)
LONGEST_LABEL, FARTHEST_START = 64, 28  # characters of a label; before its own words
ONE_OF = re.compile(r"(?<![\d/.-])(\d{1,2}) ?(?:/|de|of|di|von|sur) ?(\d{1,2})(?![\d/.,-])")
INSTALMENTS, OUTSTANDING = words_of(phrases("labels", "instalments")), words_of(phrases("labels", "outstanding"))
FEWEST_OF_INTEREST, FEWEST_OF_RATES = 3, 2  # headings of a list of interest; of those, days and rates
LONGEST_HEADING, MOST_CELLS, MOST_WORDS = 60, 3, 9
LONGEST_TOTAL, FARTHEST_TOTAL = 90, 12  # characters: what is longer is prose; before the word that says so
COUNTED = re.compile(  # 4 items totaling, there were 4 items totaling
    r"\(?(?:there (?:was|were) )?\d{1,4} (?:[a-z/()-]+ ){0,6}[a-z/()-]+,? (?:totall?ing|for a total of|totall?ed)\b"
)


@lru_cache(maxsize=SAME_LABELS)
def balance_kind(label: str) -> str:
    """Return opening, closing, brought, carried, due or dated; empty where the words name no such balance."""
    label = OF_WALLETS.sub(r"\1 ", label) if "available" in label else label
    if not label or len(label) > LONGEST_LABEL or patterns.NO_BALANCE.search(label):
        return ""
    if not ("account" in label and patterns.TOTAL.search(label)):  # the total of all accounts is not the balance of one
        for kind, pattern in BALANCES:
            match = pattern.search(label)
            if match and match.start() <= FARTHEST_START:
                return kind
    if patterns.DUE.search(label):
        return "due"
    return "dated" if patterns.DATED.search(label) and not patterns.TOTAL.search(label) else ""


@lru_cache(maxsize=SAME_LABELS)
def is_label_alone(text: str) -> bool:
    """True if a row's words are nothing but the name of a balance or a total. A shop may be called so, too."""
    sides = (MONEY_IN, MONEY_OUT) if patterns.TOTAL.search(text) else ()
    return _is_nothing_but(text, *LABELS, *sides)


@lru_cache(maxsize=SAME_LABELS)
def names_side_alone(text: str) -> bool:
    """True if a heading's words are nothing but which way the money went."""
    return direction(text) != 0 and _is_nothing_but(text, CONTINUED, ADJUSTED, MONEY_IN, MONEY_OUT, PAYMENTS)


@lru_cache(maxsize=SAME_LABELS)
def names_balance(text: str) -> bool:
    """True if words name nothing but a balance, of any day, or the highest or lowest."""
    text = HIGHEST.sub(" ", text)
    named = BALANCES_OF_DAYS.search(text) is not None and len(text) <= LONGEST_LABEL and not patterns.NO_BALANCE.search(text)
    return named and _is_nothing_but(text, patterns.OPENING, patterns.CLOSING, BALANCES_OF_DAYS, ANY_DAY)


def names_unbooked_alone(text: str) -> bool:
    """True if a line's words are nothing but that something is not booked."""
    return patterns.NOT_BOOKED.search(text) is not None and _is_nothing_but(text, patterns.NOT_BOOKED)


def _is_nothing_but(text: str, *names: re.Pattern[str]) -> bool:
    for pattern in (*names, FILLING):
        text = pattern.sub(" ", text)
    return not MORE_WORDS.search(text)


def names_instalment(text: str) -> bool:
    """True if it counts one of several, as 4 de 6 or 04/06."""
    return any(int(match[1]) <= int(match[2]) for match in ONE_OF.finditer(fold(text)))


def names_plan(printed: Printed) -> bool:
    """True if the row names instalments and what is outstanding of them, and has no figure."""
    return not printed.figures and bool(INSTALMENTS.search(printed.plain) and OUTSTANDING.search(printed.plain))


def names_interest(printed: Printed) -> bool:
    """True if the row heads a list of interest: it names day counts and interest rates and has no figure."""
    several = printed.row.text.count("\t") + 1 >= FEWEST_OF_INTEREST
    return several and not printed.figures and len(set(patterns.RATES.findall(printed.plain))) >= FEWEST_OF_RATES


def total_label(printed: Printed, *, anywhere: bool = False) -> bool:
    """True if the row starts, or ends, as a total does, or names a turnover alone; or says so `anywhere`, where it can be no row."""
    matches = list(patterns.TOTAL.finditer(printed.folded))
    if (anywhere and matches and len(printed.plain) <= LONGEST_TOTAL) or patterns.TURNOVER.fullmatch(printed.folded.strip(" .:")):
        return True
    counts = printed.folded[:1].isdigit() and not printed.days
    return bool(matches) and (counts or matches[0].start() <= FARTHEST_TOTAL or matches[-1].end() == len(printed.folded))


def is_heading(printed: Printed) -> bool:
    """True for a short row of words, as a section's name is. A cell from a small letter to a full stop ends a sentence and is none."""
    cell, text = printed.row.text.split("\t")[0], heading_text(printed)
    if cell[:1].islower() and cell.endswith("."):
        return False
    cells = printed.row.text.count("\t") + 1
    return cells <= MOST_CELLS and 2 < len(text) <= LONGEST_HEADING and any(map(str.isalpha, text)) and len(text.split()) <= MOST_WORDS


def heading_text(printed: Printed) -> str:
    """Return a row's words; of a long row, or one with a count of rows and their sum, its first cell, where that names a section."""
    cell, *others = printed.row.text.split("\t")
    if not (others and COUNTED.match(fold(others[0]))) and (len(printed.plain) <= LONGEST_HEADING or printed.figures):
        return printed.plain
    first = fold(cell).strip()
    has_figure = any(figure.start < len(cell) for figure in printed.figures)
    return first if names_section(first) and not has_figure and not patterns.TOTAL.search(first) else printed.plain


def heading_of(rows: Sequence[Printed]) -> str:
    """Return the name in the short rows of text above a header: a section first of all, else the nearest words."""
    texts = [CONTINUED.sub("", heading_text(printed)).strip(" -().") for printed in reversed(rows)]
    return next((text for text in texts if names_section(text)), next(filter(None, texts), ""))


def names_section(text: str) -> bool:
    """True if a heading says which way the money went, or that its rows are no movements."""
    return bool(direction(text) or patterns.DAILY.search(text) or patterns.COPY.search(text) or patterns.ASIDE.search(text))


def is_furniture(printed: Printed) -> bool:
    """True for a page's number, and for a row without letters."""
    return names_page(printed.plain) or not any(map(str.isalpha, printed.folded))


def names_page(text: str) -> bool:
    """True for a text with a page's number, "page 2", or one that is nothing but "2 of 3"."""
    return PAGE.search(text) is not None or OF_PAGES.fullmatch(text) is not None
