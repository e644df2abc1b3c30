"""Whether a statement may be signed off, by its verdict and what people accepted. RECONCILIATION.md, "Status, roles, locks, reports"."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

Json = Mapping[str, Any]
ENDS_UNCONFIRMED = "ends_unconfirmed"
TIMING = frozenset({ENDS_UNCONFIRMED, "outstanding_unproved", "cut_off", "chain_gap"})
ZERO = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuse:
    """A decision that something does not matter: which lines (by index) and entries (by the books' ids), why, and how much."""

    decision: str
    kind: str
    reason: str
    amount: Decimal | None
    lines: tuple[int, ...] = ()
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exceptional:
    """One difference that a person accepted; `amount` is what it adds to the bank's balance beyond the books."""

    amount: Decimal
    excuse: Excuse

    def as_json(self) -> dict[str, str]:
        excuse = self.excuse
        return {"amount": format(self.amount, "f"), "kind": excuse.kind, "reason": excuse.reason, "decision": excuse.decision}


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOff:
    """`why_not` is empty where it is allowed: not_compared, unexplained, not_read, undecided, differences. `to_confirm` are outstanding
    entries that nobody confirmed yet, `exceptions` the differences that were accepted. `ends_open` is true where a person must look
    whether the document holds all rows."""

    why_not: str = ""
    to_confirm: tuple[str, ...] = ()
    ends_open: bool = False
    exceptions: tuple[Exceptional, ...] = ()


@dataclass(frozen=True, slots=True)
class _Difference:
    amount: Decimal
    line: int | None = None
    entry: str | None = None

    def excused_by(self, excuses: Iterable[Excuse]) -> Excuse | None:
        """A decision counts for the rows that it names; the balance brought forward has none, and is named by its amount."""
        return next((excuse for excuse in excuses if self.named_by(excuse)), None)

    def named_by(self, excuse: Excuse) -> bool:
        if self.line is None and self.entry is None:
            return not excuse.lines and not excuse.entries and excuse.amount == self.amount
        return self.line in excuse.lines or self.entry in excuse.entries


def sign_off_of(answer: Json, excuses: Iterable[Excuse] = ()) -> SignOff:
    """What stands in the way of concluding this answer of the verifier, or what it would be concluded with."""
    blocked = _blocked(answer)
    if blocked:
        return SignOff(why_not=blocked)
    given = [excuse for excuse in excuses if excuse.reason.strip() and _still_amounts_to(answer, excuse)]
    found = [(difference, difference.excused_by(given)) for difference in _differences(answer)]
    if any(excuse is None for _, excuse in found):
        return SignOff(why_not="differences")
    return SignOff(
        to_confirm=unconfirmed(answer, given),
        ends_open=ENDS_UNCONFIRMED in answer["reasons"],
        exceptions=tuple(Exceptional(amount=difference.amount, excuse=excuse) for difference, excuse in found if excuse),
    )


def unconfirmed(answer: Json, excuses: Iterable[Excuse]) -> tuple[str, ...]:
    """Outstanding entries that no later statement proved and nobody confirmed yet, as the verdict names them."""
    accepted = {name for each in excuses if each.kind == "outstanding" and _still_amounts_to(answer, each) for name in each.entries}
    return tuple(name for name in _outstanding(answer) if name not in accepted)


def _blocked(answer: Json) -> str:
    """What no decision helps against: an incomplete reading, rows that wait for a choice, a gap that nothing explains."""
    verdict, bridge = answer["verdict"], answer["bridge"]
    if verdict == "unverifiable":
        return "not_compared"
    if bridge is None:
        return "not_read"
    if Decimal(bridge["unexplained"]):
        return "unexplained"
    if answer["ambiguous"]:
        return "undecided"
    if verdict == "partial" and not (set(answer["reasons"]) <= TIMING and _only_timing(answer)):
        return "not_read"
    return ""


def _only_timing(answer: Json) -> bool:
    """A gap before the statement may leave its opening undecided: then more than time is wanting."""
    return not any(_differences(answer))


def _differences(answer: Json) -> Iterator[_Difference]:
    opening = Decimal(answer["bridge"]["opening"])
    if opening:
        yield _Difference(opening)
    yield from (_Difference(Decimal(row["amount"]), line=row["line"]) for row in answer["new"])
    yield from (_Difference(Decimal(pair["by"]), line=pair["line"], entry=pair["transaction"]) for pair in answer["differing"])
    for item in answer["missing"]:
        if item["kind"] != "outstanding":
            yield _Difference(-Decimal(item["amount"]), entry=item["transaction"])


def _still_amounts_to(answer: Json, excuse: Excuse) -> bool:
    """Entries may have changed since it was decided: what it names must come to the same amount, whichever way it is signed."""
    waiting = (
        _Difference(Decimal(item["amount"]), entry=item["transaction"]) for item in answer["missing"] if item["kind"] == "outstanding"
    )
    named = [difference.amount for difference in (*_differences(answer), *waiting) if difference.named_by(excuse)]
    return excuse.amount is not None and bool(named) and abs(sum(named, ZERO)) == abs(excuse.amount)


def _outstanding(answer: Json) -> Iterator[str]:
    return (item["transaction"] for item in answer["missing"] if item["kind"] == "outstanding" and item["proof"] is None)
