"""Differences that a person ignored or accepted: they leave the open lists of the page and are shown together, each with its reason."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from django.utils.translation import gettext as _

from reconciliation.models import Decision, Statement
from reconciliation.presentation.statement_page.rows import Item, Json, RowSection
from reconciliation.signoff.rules import accepted_rows, excuses_among

ACCEPTING = (Decision.Kind.DIFFERENCE, Decision.Kind.IGNORED, Decision.Kind.BANK_ERROR)
OPEN = ("differing", "new", "investigate")


class Accepted:
    """The accepted rows and entries of one statement, each with its decision."""

    def __init__(self, statement: Statement, verdict: Json, decisions: Sequence[Decision]) -> None:
        given = {str(decision.pk): decision for decision in decisions if decision.kind in ACCEPTING}
        excuses = excuses_among(given.values(), statement, verdict)
        rows = accepted_rows(verdict, excuses)
        covered = [(line, entry, given[excuse.decision]) for line, entry, excuse in rows if excuse.decision in given]
        self.lines = {line: decision for line, _entry, decision in covered if line is not None}
        self.entries = {entry: decision for line, entry, decision in covered if entry is not None and line is None}

    def decision_on(self, item: Item) -> Decision | None:
        head = item.head
        if head is None:
            return None
        return self.entries.get(head.entry) if head.line is None else self.lines.get(head.line)

    def left_open(self, verdict: Json) -> Json:
        """Return the verdict without the accepted rows, to count what still needs a person."""
        return {
            **verdict,
            "new": [row for row in verdict["new"] if row["line"] not in self.lines],
            "differing": [pair for pair in verdict["differing"] if pair["line"] not in self.lines],
            "missing": [item for item in verdict["missing"] if item["transaction"] not in self.entries],
        }

    def settled(self, sections: Iterable[RowSection]) -> list[RowSection]:
        """Return the lists with the accepted items in one of their own, before the cleared rows."""
        left: list[RowSection] = []
        items: list[Item] = []
        for section in sections:
            if section.anchor not in OPEN:
                left.append(section)
                continue
            decided = [(item, self.decision_on(item)) for item in section.items]
            items += [_accepted(item, decision) for item, decision in decided if decision]
            rest = [item for item, decision in decided if decision is None]
            if rest:
                left.append(replace(section, items=rest, amount=sum((_amount(section, item) for item in rest), Decimal(0))))
        if not items:
            return left
        place = next((place for place, section in enumerate(left) if section.anchor in ("pending", "cleared")), len(left))
        return [*left[:place], RowSection("accepted", _("Ignored or accepted"), items, is_settled=True), *left[place:]]


def _accepted(item: Item, decision: Decision) -> Item:
    values = {"kind": decision.get_kind_display(), "reason": decision.reason, "who": decision.made_by or _("Automatically")}
    why = _("%(kind)s by %(who)s: %(reason)s") % values
    return replace(item, why=why, line=None, booked_as=None, decision=decision)


def _amount(section: RowSection, item: Item) -> Decimal:
    """Return what the item adds to the amount of its list."""
    if section.anchor == "differing" and item.difference is not None:
        return item.difference
    return sum((row.amount for row in (item.bank or item.books)), Decimal(0))
