"""Amounts of a journal: -12.00 EUR, $-12, 3 SHOP {10.00 EUR} @ 11.00 EUR."""

import re
from dataclasses import dataclass
from decimal import Decimal

from finance.models.import_choices import DecimalMark

COMMODITY = r'"[^"]+"|[^\s\d.,;@{}()=+*/"-]+'
BEFORE = re.compile(rf"(-|\+)?\s*({COMMODITY})\s*(-|\+)?\s*([0-9][0-9.,' ]*)")
AFTER = re.compile(rf"(-|\+)?\s*([0-9][0-9.,' ]*?)\s*({COMMODITY})?")
GROUPS = {".": re.compile(r"[0-9]+(,[0-9]{2,3})*(\.[0-9]*)?"), ",": re.compile(r"[0-9]+(\.[0-9]{2,3})*(,[0-9]*)?")}


@dataclass(frozen=True, slots=True)
class Written:
    """An amount. `weight` is its value in the transaction: its price or cost if there is one."""

    quantity: Decimal | None
    commodity: str = ""
    weight: Decimal | None = None
    weight_commodity: str = ""
    is_missing: bool = False


def written(text: str, mark: DecimalMark) -> Written | None:
    """Return the amount; None if the text is no plain amount, such as an expression."""
    if not text:
        return Written(None, is_missing=True)
    cost = re.search(r"\{([^{}#*,]*)\}", text)
    bare, at, price = re.sub(r"\{.*?\}+", "", text).partition("@")
    plain = _plain(bare.strip(), mark)
    if plain is None:
        return None
    quantity, commodity = plain
    said = cost[1].strip() if cost else price.lstrip("@").strip()
    if not said:
        return Written(quantity, commodity, None if cost or at else quantity, commodity)
    each = _plain(said, mark)
    if each is None:
        return Written(quantity, commodity)
    total = not cost and price.startswith("@")
    weight = abs(each[0]).copy_sign(quantity) if total else quantity * each[0]
    return Written(quantity, commodity, weight, each[1])


def _plain(text: str, mark: DecimalMark) -> tuple[Decimal, str] | None:
    if match := BEFORE.fullmatch(text):
        minus, figure, commodity = [match[1], match[3]].count("-") == 1, match[4], match[2]
    elif match := AFTER.fullmatch(text):
        minus, figure, commodity = match[1] == "-", match[2], match[3] or ""
    else:
        return None
    figure = re.sub(r"[' ]", "", figure)
    if not mark or not GROUPS[mark].fullmatch(figure):
        return None
    amount = Decimal(figure.replace("," if mark == "." else ".", "").replace(mark, "."))
    return (-amount if minus else amount), commodity.strip('"')
