"""The optional `decisions` of a case: untrusted JSON, made into values for the verifier."""

import datetime as dt
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from reconciliation.printed.json import AMOUNT
from reconciliation.verification.decisions import (
    AccountNamed,
    BankErred,
    Corrected,
    Excused,
    NamedLine,
    NotAMatch,
    OpeningAdopted,
    PairedRows,
    PersonDecision,
    Reissued,
    UndoneEntries,
)

Json = Mapping[str, Any]
MOST = 10_000


class UnreadableDecision(ValueError):
    """Raised if the JSON is no decision; the message names it and its fault."""


def decisions_from(value: object) -> list[PersonDecision]:
    """Return the decisions of a case, empty for None. Raises UnreadableDecision."""
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MOST:
        raise UnreadableDecision(f"decisions: a list of at most {MOST} is wanted")
    decisions = [_decision(item, f"decisions[{place}]") for place, item in enumerate(value)]
    if len({decision.id for decision in decisions}) < len(decisions):
        raise UnreadableDecision("decisions: an id is there twice")
    return decisions


def _decision(item: object, where: str) -> PersonDecision:
    if not isinstance(item, Mapping) or not isinstance(item.get("id"), str):
        raise UnreadableDecision(f"{where}: an object with an id is wanted")
    make = KINDS.get(str(item.get("kind")))
    if make is None:
        raise UnreadableDecision(f"{where}.kind: one of {', '.join(KINDS)} is wanted")
    try:
        return make(item)
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableDecision(f"{where}: {error}") from error


def _who(item: Json) -> dict[str, Any]:
    return {"id": item["id"], "statement": _index(item, "statement")}


def _rows(item: Json) -> dict[str, Any]:
    return _who(item) | {"lines": tuple(NamedLine(line=line) for line in _list(item, "lines", int)), "entries": _entries(item)}


def _entries(item: Json) -> tuple[str, ...]:
    return _list(item, "entries", str)


def _list(item: Json, name: str, kind: type) -> tuple[Any, ...]:
    value = item.get(name, [])
    if not isinstance(value, list) or not all(isinstance(each, kind) and not isinstance(each, bool) for each in value):
        raise TypeError(f"{name} is wanted as a list")
    return tuple(value)


def _index(item: Json, name: str) -> int:
    value = item[name]
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} is wanted as a whole number")
    return value


def _text(item: Json, name: str) -> str:
    value = item[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} is wanted as a text")
    return value


def _amount(item: Json) -> Decimal:
    written = _text(item, "amount")
    if not AMOUNT.fullmatch(written) or not written.isascii():
        raise ValueError("amount is wanted as a decimal string")
    return Decimal(written)


def _corrected(item: Json) -> Corrected:
    return Corrected(
        **_who(item),
        line=NamedLine(line=_index(item, "line")),
        amount=_amount(item) if "amount" in item else None,
        date=dt.date.fromisoformat(_text(item, "date")) if "date" in item else None,
        description=_text(item, "description") if "description" in item else None,
    )


def _bank_error(item: Json) -> BankErred:
    return BankErred(
        **_who(item),
        line=NamedLine(line=_index(item, "line")),
        other_statement=_index(item, "other_statement"),
        other=NamedLine(line=_index(item, "other_line")),
    )


KINDS: Mapping[str, Callable[[Json], PersonDecision]] = {
    "account": lambda item: AccountNamed(**_who(item), account=_text(item, "account")),
    "pair": lambda item: PairedRows(**_rows(item)),
    "unpair": lambda item: NotAMatch(**_rows(item)),
    "contra": lambda item: UndoneEntries(**_who(item), entries=_entries(item)),
    "bank_contra": _bank_error,
    "opening": lambda item: OpeningAdopted(**_who(item), amount=_amount(item)),
    "correct": _corrected,
    "reissue": lambda item: Reissued(**_who(item), replaces=_index(item, "replaces")),
    "excuse": lambda item: Excused(**_rows(item)),
}
