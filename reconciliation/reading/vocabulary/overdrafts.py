"""Words for an overdraft beside a balance, in several languages: "473.07 overdrawn", "473,07 im Soll". Matched against folded text."""

import re

from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import CODE, SYMBOLS
from reconciliation.reading.tokens.printed import Printed

SIDE = (
    r"(?:o/?d|o\.d|dr|db|dt|wn|overdrawn|overdraft|(?:in )?debit|owing|owed|(?:im |in )?soll|debiteur|deudor|debe|dare|(?:a )?debito|"
    r"debitore|debet|negatief|(?:in het )?rood|devedor|a descoberto|en descubierto|scoperto|winien|debetowe|(?:i )?skuld|overtrukket|"
    r"overtrukken|overtrasserat|minus|negati(?:ve|v|vo|f)|-/-)"
)
MAY_BE_SIDE = rf"(?:{SIDE}|d|s|af|d/|dr-)"  # what is too short to be believed
SIDE_ALONE, MAY_STAND_ALONE = re.compile(SIDE), re.compile(MAY_BE_SIDE)
SIDE_AMONG, MAY_END = re.compile(rf"(?<![\w/-]){SIDE}(?![\w/-])"), re.compile(rf"(?<![\w/-]){MAY_BE_SIDE}$")
AROUND = " .,;:*()[]|"
CURRENCY_ALONE = re.compile(rf"(?:{CODE}|[{SYMBOLS}])", re.IGNORECASE)


def cells_behind(printed: Printed, figure: Figure) -> list[str]:
    """The folded words behind the figure, those of its own cell first; none where another figure follows."""
    if any(other.start >= figure.end for other in printed.figures):
        return []
    return [cell.strip(AROUND) for cell in fold(printed.row.text[figure.end :]).split("\t")]


def owed_behind(printed: Printed, figure: Figure) -> bool:
    """Is there nothing behind the figure, in its own cell or in the last one of the row, but the word for an overdraft?"""
    said = [cell for cell in cells_behind(printed, figure) if cell]
    return len(said) == 1 and SIDE_ALONE.fullmatch(said[0]) is not None


def may_name_overdraft(words: str) -> bool:
    """Is such a word among these folded ones, or may their last be one?"""
    return SIDE_AMONG.search(words) is not None or MAY_END.search(words.strip(AROUND)) is not None


def may_be_overdraft(words: str) -> bool:
    """May folded words say nothing else?"""
    return MAY_STAND_ALONE.fullmatch(words.strip(AROUND)) is not None


def is_currency(words: str) -> bool:
    return CURRENCY_ALONE.fullmatch(words) is not None
