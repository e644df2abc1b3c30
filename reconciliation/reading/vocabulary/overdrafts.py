"""Words for limits and overdrafts, as "473.07 overdrawn" beside a balance, in several languages. Matched against folded text."""

import re

from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import CODE, SYMBOLS
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.lists import phrases

SIDE = f"(?:{phrases('overdrafts', 'owed')})"
ALL_OWED = re.compile(rf"(?:all |alle )?(?:balances (?:are|shown are)|salden(?: sind)?) {SIDE}")  # a note, of every balance
MAY_BE_SIDE = rf"(?:{SIDE}|d|s|af|d/|dr-)"  # what is too short to be believed
SIDE_ALONE, MAY_STAND_ALONE = re.compile(SIDE), re.compile(MAY_BE_SIDE)
SIDE_AMONG, MAY_END = re.compile(rf"(?<![\w/-]){SIDE}(?![\w/-])"), re.compile(rf"(?<![\w/-]){MAY_BE_SIDE}$")
AROUND = " .,;:*()[]|"
CURRENCY_ALONE = re.compile(rf"(?:{CODE}|[{SYMBOLS}])", re.IGNORECASE)
AVAILABLE = words_of(phrases("overdrafts", "available"))
OVERDRAFT = words_of(phrases("overdrafts", "overdrafts"))
"""Only an account that holds money has one."""
CREDIT_LINE = words_of(phrases("overdrafts", "credit_lines"))
COSTS = words_of(phrases("overdrafts", "costs"))
UP_TO = re.compile(rf"\b(?:{phrases('overdrafts', 'up_to')})$")
LIMIT = words_of(phrases("overdrafts", "limits"))


def names_limit(label: str) -> bool:
    """True if a label names how much may be owed or is insured, and not what that costs."""
    owed = OVERDRAFT.search(label) or CREDIT_LINE.search(label)
    return (owed is not None and COSTS.search(label) is None) or UP_TO.search(label) is not None


def cells_behind(printed: Printed, figure: Figure) -> list[str]:
    """The folded words behind the figure, those of its own cell first; none where another figure follows."""
    if any(other.start >= figure.end for other in printed.figures):
        return []
    return [cell.strip(AROUND) for cell in fold(printed.row.text[figure.end :]).split("\t")]


def owed_behind(printed: Printed, figure: Figure) -> bool:
    """True if the word for an overdraft is all that is printed behind the figure, in its own cell or in the last one of the row."""
    words = [cell for cell in cells_behind(printed, figure) if cell]
    return len(words) == 1 and SIDE_ALONE.fullmatch(words[0]) is not None


def may_name_overdraft(words: str) -> bool:
    """True if such a word is among these folded ones, or if their last may be one."""
    return SIDE_AMONG.search(words) is not None or MAY_END.search(words.strip(AROUND)) is not None


def may_be_overdraft(words: str) -> bool:
    """True if folded words may be the word for an overdraft and nothing else."""
    return MAY_STAND_ALONE.fullmatch(words.strip(AROUND)) is not None


def is_currency(words: str) -> bool:
    return CURRENCY_ALONE.fullmatch(words) is not None
