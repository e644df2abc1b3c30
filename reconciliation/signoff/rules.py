"""Rules of a sign-off, by verdict and waivers. See docs/decisions/0016-books-kept.md."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from reconciliation.models import Conclusion, Decision, Statement
from reconciliation.models.decisions import WAIVER_KINDS
from reconciliation.reconcile.conclusions import Days
from reconciliation.verification.verdict import DEFINITE, FACTS

Json = Mapping[str, Any]
ENDS_UNCONFIRMED = "ends_unconfirmed"
READING_CONFIRMED = "reading_confirmed"
TIMING = frozenset({READING_CONFIRMED, ENDS_UNCONFIRMED, "outstanding_unproved", "cut_off", "chain_gap"})
ZERO = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuse:
    """A waiver: rows (by index), entries (by the books' ids), reason and amount. `fact` is the acknowledged reason of the verdict: of a
    balance that another one contradicts, `amount` is the difference."""

    decision: str
    kind: str
    reason: str
    amount: Decimal | None
    lines: tuple[int, ...] = ()
    entries: tuple[str, ...] = ()
    fact: str = ""

    def covers(self, lines: Collection[int], entries: Collection[str]) -> bool:
        """True if it names one of these rows or entries; without any, if it names none: the opening difference."""
        if not lines and not entries:
            return not self.lines and not self.entries
        return not (set(self.lines).isdisjoint(lines) and set(self.entries).isdisjoint(entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class Exceptional:
    """One accepted difference; `amount` is its part of the bank's balance beyond the books."""

    amount: Decimal
    excuse: Excuse

    def as_json(self) -> dict[str, str]:
        excuse = self.excuse
        stored = {"amount": format(self.amount, "f"), "kind": excuse.kind, "reason": excuse.reason, "decision": excuse.decision}
        return stored | ({"fact": excuse.fact} if excuse.fact else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOff:
    """`why_not` is empty if a sign-off is allowed: not_compared, unexplained, not_read, undecided, unacknowledged,
    differences. `to_confirm` are outstanding entries without a confirmation yet, `to_acknowledge` the facts of the verdict that no person
    acknowledged yet, `exceptions` the accepted differences and the acknowledged facts. `ends_open` is true if a person must check that the
    document holds all rows."""

    why_not: str = ""
    to_confirm: tuple[str, ...] = ()
    to_acknowledge: tuple[str, ...] = ()
    ends_open: bool = False
    exceptions: tuple[Exceptional, ...] = ()


@dataclass(frozen=True, slots=True)
class _Difference:
    amount: Decimal
    line: int | None = None
    entry: str | None = None

    def excused_by(self, excuses: Iterable[Excuse]) -> Excuse | None:
        """Return the waiver that covers the item, or None. A waiver covers the rows that it names; the opening difference has no row and is
        named by its amount."""
        return next((excuse for excuse in excuses if self.named_by(excuse)), None)

    def named_by(self, excuse: Excuse) -> bool:
        if self.line is None and self.entry is None:
            return not excuse.lines and not excuse.entries and excuse.amount == self.amount
        return self.line in excuse.lines or self.entry in excuse.entries


def sign_off_of(answer: Json, excuses: Iterable[Excuse] = ()) -> SignOff:
    """Return the obstacle to a conclusion on this answer of the verifier, or the items that it would include."""
    verdict, bridge = answer["verdict"], answer["bridge"]
    # No decision removes these obstacles: an incomplete reading, rows that wait for a choice, an unexplained gap.
    if verdict == "unverifiable":
        return SignOff(why_not="not_compared")
    if bridge is None and READING_CONFIRMED not in answer["reasons"]:  # a confirmed reading may print no balance
        return SignOff(why_not="not_read")
    if bridge is not None and Decimal(bridge["unexplained"]):
        return SignOff(why_not="unexplained")
    if answer["ambiguous"]:
        return SignOff(why_not="undecided")
    given = [excuse for excuse in excuses if excuse.reason.strip() and (excuse.fact or still_amounts_to(answer, excuse))]
    acknowledged = {excuse.fact: excuse for excuse in given if excuse.fact in answer["reasons"]}
    differences = list(_differences(answer, overlap_counts="overlaps" not in acknowledged))
    facts = [reason for reason in answer["reasons"] if reason in FACTS]
    # a gap before it may leave its opening undecided
    sure = set(answer["reasons"]) - set(facts) <= (TIMING | set(DEFINITE) if facts else TIMING) and (facts or not differences)
    if verdict == "partial" and not sure:
        return SignOff(why_not="not_read")
    unseen = tuple(fact for fact in facts if fact not in acknowledged)
    if unseen:
        return SignOff(why_not="unacknowledged", to_acknowledge=unseen)
    judged = [(difference, difference.excused_by(given)) for difference in differences]
    if any(excuse is None for _, excuse in judged):
        return SignOff(why_not="differences")
    exceptions = [Exceptional(amount=difference.amount, excuse=excuse) for difference, excuse in judged if excuse]
    listed = {exception.excuse.decision for exception in exceptions}
    exceptions += [Exceptional(amount=ZERO, excuse=excuse) for excuse in acknowledged.values() if excuse.decision not in listed]
    return SignOff(to_confirm=unconfirmed(answer, given), ends_open=ENDS_UNCONFIRMED in answer["reasons"], exceptions=tuple(exceptions))


def unconfirmed(answer: Json, excuses: Iterable[Excuse]) -> tuple[str, ...]:
    """Return outstanding entries that no later statement proved and no person confirmed yet, by their ids in the verdict."""
    accepted = {name for excuse in excuses if excuse.kind == "outstanding" and still_amounts_to(answer, excuse) for name in excuse.entries}
    outstanding = [item["transaction"] for item in answer["missing"] if item["kind"] == "outstanding" and item["proof"] is None]
    return tuple(name for name in outstanding if name not in accepted)


def fingerprint_of(answer: Json, names: Collection[str]) -> str:
    """Return a fingerprint of these outstanding entries as a page shows them: id, day and amount of each."""
    wanted = set(names)
    shown = sorted((item["transaction"], item["date"] or "", item["amount"]) for item in answer["missing"] if item["transaction"] in wanted)
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:32]


def accepted_rows(answer: Json, excuses: Iterable[Excuse]) -> Iterator[tuple[int | None, str | None, Excuse]]:
    """Yield the differences that a waiver covers: the row, the entry (or both, of a pair), and the waiver. Outstanding items are none."""
    if answer["bridge"] is None:
        return
    given = [excuse for excuse in excuses if not excuse.fact and still_amounts_to(answer, excuse)]
    for difference in _differences(answer):
        excuse = difference.excused_by(given)
        if excuse:
            yield difference.line, difference.entry, excuse


def _differences(answer: Json, *, overlap_counts: bool = True) -> Iterator[_Difference]:
    """Yield every difference. Without those of an overlap, the rows that another statement shows too are compared there: their entries are
    cleared before this statement, and so part of its opening difference, or listed as cleared by that statement."""
    bridge = answer["bridge"]
    opening = Decimal(bridge["opening"]) if bridge else None
    shared = [] if overlap_counts else [row for row in answer["new"] if row["repeats"]]
    if bridge and shared:
        there = [item["cleared_by"] for item in answer["missing"]]
        opening = sum((Decimal(row["amount"]) for row in shared if row["repeats"] not in there), Decimal(bridge["opening"]))
    if opening:
        yield _Difference(opening)
    yield from (_Difference(Decimal(row["amount"]), line=row["line"]) for row in answer["new"] if row not in shared)
    yield from (_Difference(Decimal(pair["by"]), line=pair["line"], entry=pair["transaction"]) for pair in answer["differing"])
    for item in answer["missing"]:
        if item["kind"] != "outstanding":
            yield _Difference(-Decimal(item["amount"]), entry=item["transaction"])


def still_amounts_to(answer: Json, excuse: Excuse) -> bool:
    """True if the rows of a waiver have the same amount as when it was made, with either sign. Entries may have changed since."""
    waiting = (
        _Difference(Decimal(item["amount"]), entry=item["transaction"]) for item in answer["missing"] if item["kind"] == "outstanding"
    )
    named = [difference.amount for difference in (*_differences(answer), *waiting) if difference.named_by(excuse)]
    return excuse.amount is not None and bool(named) and abs(sum(named, ZERO)) == abs(excuse.amount)


def excuses_on(statement: Statement, answer: Json) -> list[Excuse]:
    """Return the waivers on this statement that apply according to its answer."""
    return excuses_among(Decision.objects.of(statement.statement_import.organization).standing().about(statement), statement, answer)


def excuses_among(standing: Iterable[Decision], statement: Statement, answer: Json) -> list[Excuse]:
    """Return the waivers among the given decisions on a statement that apply according to its answer."""
    applied = {result["decision"] for result in answer.get("decisions", []) if result["applied"]}
    excuses = []
    for decision in standing:
        if decision.kind not in WAIVER_KINDS or str(decision.pk) not in applied:
            continue
        lines, amount = decision.line_numbers, decision.amount
        entries = tuple(row["name"] for row in decision.entries)
        if decision.kind == Decision.Kind.BANK_CONTRA:
            # A bank error has, on each of its two statements, the amount of its own row.
            lines, entries = decision.lines_on(statement), ()
            amount = sum((Decimal(row["amount"]) for row in answer["new"] if row["line"] in lines), ZERO)
        excuse = Excuse(
            decision=str(decision.pk),
            kind=decision.kind,
            reason=decision.reason,
            amount=amount,
            lines=lines,
            entries=entries,
            fact=decision.after.get("fact", ""),
        )
        excuses.append(excuse)
    # The part of the opening difference that recorded bank errors explain needs no second waiver.
    parts = answer.get("opening_parts", [])
    if parts and all(part["kind"] == "bank_error" for part in parts):
        recorded = Decision.objects.of(statement.statement_import.organization).standing().filter(kind=Decision.Kind.BANK_CONTRA)
        error = recorded.filter(pk__in=answer["relied_on"]).first()
        if error:
            amount = sum((Decimal(part["amount"]) for part in parts), ZERO)
            excuses.append(Excuse(decision=str(error.pk), kind=error.kind, reason=error.reason, amount=amount))
    return excuses


def resting_on(finished: Iterable[Conclusion], days: Days) -> list[Conclusion]:
    """Return the later finished statements of the account, which were brought forward from the one of these days."""
    return [step for step in finished if step.period_start > days[1]]
