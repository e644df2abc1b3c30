"""A list of all accounts of a file: under headings of opening and closing, a row with each account's number and its two balances."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.labels_near import NEAR, phrases_of

NUMBER = re.compile(r"[x*•.\d](?:[ \-.]?[x*•\d]){2,}\d")
FEWEST_DIGITS = 4  # of an account's number, the hidden ones too
ENDS = ("opening", "closing")


@dataclass(frozen=True, slots=True)
class Told:
    """What a list of accounts tells of one of them."""

    number: str
    balances: Mapping[str, Figure]  # by opening and closing


def overviews_in(rows: Sequence[Printed]) -> dict[Printed, Told]:
    """Each row of such a list, with what it tells."""
    found: dict[Printed, Told] = {}
    for index, printed in enumerate(rows[:-1]):
        if printed.figures or "\t" not in printed.row.text or len(rows[index + 1].figures) < len(ENDS):
            continue
        places = {balance_kind(fold(phrase)): (x0, x1) for phrase, x0, x1 in phrases_of(printed)}
        if all(kind in places for kind in ENDS):
            found |= _below(rows, index, places)
    return found


def listed_number(printed: Printed, told: Iterable[Told]) -> str:
    """The number of a listed account that stands on a row of nothing but words; empty where there is none."""
    if printed.figures or printed.days:
        return ""
    text = fold(printed.row.text).upper()
    return next((one.number for one in told if one.number in text), "")


def _below(rows: Sequence[Printed], index: int, places: Mapping[str, tuple[float, float]]) -> dict[Printed, Told]:
    """The accounts' rows right under the headings."""
    found: dict[Printed, Told] = {}
    for printed in rows[index + 1 :]:
        told = _told(printed, places) if printed.row.page == rows[index].row.page else None
        if told is None:
            break
        found[printed] = told
    return found


def _told(printed: Printed, places: Mapping[str, tuple[float, float]]) -> Told | None:
    balances = {kind: figure for kind in ENDS if (figure := _nearest(printed, *places[kind])) is not None}
    if len({id(figure) for figure in balances.values()}) < len(ENDS) or len(printed.days) > 1:
        return None
    before = fold(printed.row.text[: min(figure.start for figure in balances.values())])
    numbers = [number for number in NUMBER.findall(before) if len(re.sub(r"[ \-.]", "", number)) >= FEWEST_DIGITS]
    return Told(numbers[-1].upper(), balances) if numbers else None


def _nearest(printed: Printed, x0: float, x1: float) -> Figure | None:
    """The figure under a heading."""

    def distance(figure: Figure) -> float:
        return min(abs(figure.x0 - x0), abs(figure.x1 - x1), abs(figure.x0 + figure.x1 - x0 - x1) / 2)

    best = min(printed.figures, key=distance, default=None)
    return best if best is not None and distance(best) <= NEAR else None
