"""The lists of a statement's page, in the order of the work, and the proposals for settling them by hand."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from people.formats import decimal_mark
from reconciliation.models import Decision, Statement
from reconciliation.presentation.formats import figure
from reconciliation.presentation.labels.reading import repair_in_words
from reconciliation.presentation.labels.rows import why_ambiguous, why_cleared, why_differing, why_missing, why_new
from reconciliation.presentation.labels.verdicts import is_incomplete
from reconciliation.presentation.statement_page.rows import (
    AskedRows,
    Item,
    Json,
    RowSection,
    RowSides,
    StatementRow,
    printed_row,
    row_of,
)
from reconciliation.printed.arithmetic import repairs_of
from reconciliation.printed.json import repair_to_json
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.answers import asks_about_names, is_outstanding, to_settle
from reconciliation.reconcile.equal_rows import lacking
from reconciliation.signoff.rules import accepted_rows, excuses_among

ZERO = Decimal(0)
WHOLE = ("group_to_confirm", "contra_to_confirm")
"""Doubts of which all rows are one answer."""


def sections_of(statement: Json, sides: RowSides, *, asked_before: bool = False) -> list[RowSection]:
    """Return the lists that are not empty. Pairs of other names are one list if the statement ties, unless a question was `asked_before`:
    then the exceptions that the person left are asked one by one.

    The set of earlier entries that sums to the difference in the opening balance is listed only if there is one such set."""
    uncovered = _("Cleared, or still open, in days that no statement covers")
    explaining = [Item([], [row], uncovered) for row in sides.booked(statement["opening_set"])]
    pending = [Item([], [row], _("Counts once it is posted")) for row in sides.booked(statement["pending"])]
    choices: list[Item] = []
    names: list[Item] = []
    for group in statement["ambiguous"]:
        lines, entries = tuple(group["lines"]), tuple(group["transactions"])
        is_proposed = group.get("doubt") in WHOLE or len(lines) == len(entries) == 1
        item = _item(sides.printed(lines), sides.booked(entries), why_ambiguous(group))
        (names if asks_about_names(group) else choices).append(
            replace(item, question=AskedRows(lines, entries, is_proposed, lacking(group, sides.lines)))
        )
    if len(names) < 2 or asked_before or to_settle(statement) != 0:
        choices, names = [*names, *choices], []
    differing = [
        _item(sides.printed([pair["line"]]), sides.booked([pair["transaction"]]), why_differing(pair)) for pair in statement["differing"]
    ]
    new = []
    for row in statement["new"]:  # a row of another statement is recorded there; an error that the bank corrected never is
        can_be_added = not row["repeats"] and not row.get("undone_by")
        booked = sides.booked([row["candidate"]]) if row["candidate"] else []
        item = Item(sides.printed([row["line"]]), booked, why_new(row, sides.origins.get(row["line"])))
        new.append(replace(item, line=row["line"], booked_as=sides.booked_as.get(row["line"])) if can_be_added else item)
    # one item for each match: rows that share entries are one item
    pairs = sorted(statement["matched"], key=lambda pair: (sorted(pair["transactions"]), pair["line"]))
    matches = [list(rows) for _ids, rows in groupby(pairs, key=lambda pair: sorted(pair["transactions"]))]
    cleared = []
    for rows in sorted(matches, key=lambda rows: int(rows[0]["line"])):
        printed = sides.printed([row["line"] for row in rows])
        cleared.append(Item(printed, sides.booked(rows[0]["transactions"]), why_cleared(rows[0].get("why", []))))
    zero = [Item([row], []) for row in sides.printed(statement.get("zero_lines", ()))]
    zero += [Item([], [row]) for row in sides.booked(statement.get("zero_entries", ()))]
    sections = [
        RowSection("names", _("Same amounts, other names"), names),
        RowSection("choice", _("Needs your choice"), choices),
        RowSection("opening", _("Would explain the balance brought forward"), explaining),
        RowSection("differing", _("Amounts that differ"), differing, sum((item.difference or ZERO for item in differing), ZERO)),
        RowSection("new", _("On the statement, not in the books"), new, _sum(statement["new"])),
        _missing(statement, "investigate", _("In the books, not on the statement: to investigate"), sides, outstanding=False),
        _missing(statement, "outstanding", _("In the books, not on the statement: outstanding"), sides, outstanding=True),
        RowSection("pending", _("Pending in the books"), pending, folded=True),
        RowSection("cleared", _("Cleared"), cleared, folded=True, is_settled=True),
        RowSection("zero", _("Rows of 0.00: nothing to reconcile"), zero, folded=True, is_settled=True, is_compared=False),
    ]
    return [section for section in sections if section.items]


def as_read(statement: Json, sides: RowSides) -> list[RowSection]:
    """Return the lists of a reading that is not proved and not confirmed: the pairs that were found, and all other rows. Nothing is
    proposed, because the rows may be wrong."""
    cleared = [section for section in sections_of(statement, sides) if section.is_settled]
    paired = {row["line"] for row in statement["matched"]}
    others = [Item([row], []) for row in sides.all_printed() if row.line not in paired]
    found = [replace(section, title=_("Rows with an entry of the same amount")) for section in cleared]
    rest = [RowSection("read", _("Other rows that were read"), others, is_compared=False)] if others else []
    return [*rest, *found]


def printed_only(sides: RowSides) -> list[RowSection]:
    """Return the printed rows, for a statement that was not compared."""
    items = [Item([row], []) for row in sides.all_printed()]
    return [RowSection("printed", _("Rows of the statement"), items, folded=True, is_compared=False)] if items else []


def _missing(statement: Json, anchor: str, title: str, sides: RowSides, *, outstanding: bool) -> RowSection:
    rows = [row for row in statement["missing"] if is_outstanding(row) == outstanding]
    items = [Item([], [replace(row_of(row), booked=sides.entries.get(row["transaction"]))], why_missing(row)) for row in rows]
    return RowSection(anchor, title, items, _sum(rows))


def _item(bank: list[StatementRow], books: list[StatementRow], why: str) -> Item:
    difference = sum((row.amount for row in bank), ZERO) - sum((row.amount for row in books), ZERO)
    return Item(bank, books, why, difference)


def _sum(rows: Sequence[Json]) -> Decimal:
    return sum((Decimal(row["amount"]) for row in rows), ZERO)


OPEN = ("names", "choice", "differing", "new", "investigate", "outstanding")


@dataclass(frozen=True, slots=True)
class ByHand:
    """Open rows, each once, in the order of the page."""

    lines: list[StatementRow]
    entries: list[StatementRow]

    def __bool__(self) -> bool:
        return bool(self.lines or self.entries)


@dataclass(frozen=True, slots=True)
class Cancelling:
    """Two printed rows of opposite amounts that the books lack; `value` names both in a form."""

    value: str
    rows: tuple[StatementRow, StatementRow]


def cancelling(verdict: Json, statement: Statement) -> list[Cancelling]:
    """Return the pairs that may cancel, each once, also if both rows are of this statement."""
    here = (str(statement.statement_import_id), statement.number)
    pairs = []
    for row in () if is_incomplete(verdict) else verdict["new"]:
        for other in row.get("opposites", ()):
            if (other["import"], other["statement"]) != here or other["line"] > row["line"]:
                value = f"{row['line']}:{other['import']}:{other['statement']}:{other['line']}"
                pairs.append(Cancelling(value, (printed_row(row, row["amount"]), printed_row(other, -Decimal(row["amount"])))))
    return pairs


def by_hand(sections: Iterable[RowSection]) -> ByHand:
    """Return the open rows that the page shows."""
    lines: dict[int, StatementRow] = {}
    entries: dict[str, StatementRow] = {}
    for item in (item for section in sections if section.anchor in OPEN for item in section.shown):
        lines.update({row.line: row for row in item.bank if row.line is not None})
        entries.update({row.entry: row for row in item.books if row.entry})
    return ByHand(list(lines.values()), list(entries.values()))


def overlapping(statement: Statement, verdict: Json) -> list[Statement]:
    """Return other statements of the account that share days with this one, earliest first, if its verdict says so."""
    first, last = statement.period_start, statement.period_end
    if "overlaps" not in verdict["reasons"] or statement.set_aside or statement.account is None or first is None or last is None:
        return []
    others = Statement.objects.of(statement.statement_import.organization).filter(account=statement.account)
    sharing = others.counting().exclude(pk=statement.pk).filter(period_start__lte=last, period_end__gte=first)
    return list(sharing.select_related("statement_import").order_by("period_start", "pk"))


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingRow:
    """A row that would close a gap: its amount, the row before which it is printed, and its date if the rows beside it have the same."""

    amount: Decimal
    before: int
    date: dt.date | None


@dataclass(frozen=True, slots=True)
class CorrectionProposal:
    """A sentence and the rows to compare with the document: the row in doubt, or those beside a gap. `records` are the names and values of
    the fields by which a form records the change, `missing` the row that a form adds. `doubled` is true if the row no longer counts."""

    says: str
    rows: list[StatementRow]
    records: tuple[tuple[str, str], ...] = ()
    missing: MissingRow | None = None
    doubled: bool = False

    @property
    def corrects_row(self) -> bool:
        """True if the change is that of a row, not of the statement."""
        return any(name == "line" for name, _value in self.records)


def proposals_of(statement: Statement, printed: PrintedStatement, sides: RowSides) -> list[CorrectionProposal]:
    """Return the single changes that would make the figures of the statement as decided consistent, likeliest first."""
    written = partial(figure, currency=statement.money_currency)
    proposals = []
    for repair in map(repair_to_json, repairs_of(printed)):
        in_doubt = [repair["line"]]
        if repair["kind"] == "missing_row":
            in_doubt = [index for index in (repair["line"] - 1, repair["until"]) if index >= 0]
        sentence, beside = repair_in_words(repair, len(sides.lines), written), sides.printed(in_doubt)
        records, doubled = tuple(_record(repair).items()), repair["kind"] == "doubled_row"
        missing = None
        if repair["kind"] == "missing_row" and all(line.before is None for line in printed.lines):  # else the numbers are not those printed
            days = {row.date for row in beside}
            missing = MissingRow(amount=Decimal(repair["amount"]), before=repair["line"], date=days.pop() if len(days) == 1 else None)
        proposals.append(CorrectionProposal(sentence, beside, records, missing, doubled))
    return proposals


CORRECTS = {"opening_misread": "opening", "closing_misread": "closing"}
OF_ROWS = ("wrong_sign", "digits_swapped", "digit_misread")


def _record(repair: Json) -> dict[str, str]:
    """Return the fields of the form that records the change; empty if a person must look at the document first."""
    amount = str(repair["amount"]).replace(".", decimal_mark())
    if repair["kind"] in CORRECTS:
        return {CORRECTS[repair["kind"]]: amount}
    if repair["kind"] == "balance_misread":
        return {"line": str(repair["line"]), "balance": amount}
    if repair["kind"] == "doubled_row":
        return {"line": str(repair["line"]), "amount": "0"}
    return {"line": str(repair["line"]), "amount": amount} if repair["kind"] in OF_ROWS else {}


def rows_set_aside(sections: Iterable[RowSection], verdict: Json, decided: Iterable[Decision], currency: str) -> list[RowSection]:
    """Return the lists with the rows that a person called no row named as such, each with its decision."""
    no_rows = {decision.line_numbers[0]: decision for decision in decided if decision.after.get("no_row") and _applies(decision, verdict)}
    if not no_rows:
        return list(sections)

    def named(item: Item) -> Item:
        line = item.bank[0].line if item.bank else None
        return item if line is None else replace(item, **_said(no_rows.get(line), currency))

    return [replace(section, items=[named(item) for item in section.items]) for section in sections]


def _said(decision: Decision | None, currency: str) -> dict[str, Any]:
    if decision is None:
        return {}
    values = {"who": decision.made_by or _("Automatically"), "amount": figure(Decimal(decision.before["amount"]), currency)}
    return {"why": _("Not a row, said by %(who)s. Read as %(amount)s.") % values, "decision": decision}


ACCEPTING = (Decision.Kind.DIFFERENCE, Decision.Kind.IGNORED, Decision.Kind.BANK_ERROR)
ACCEPTABLE = ("differing", "new", "investigate")


class Accepted:
    """The accepted rows and entries of one statement, each with its decision."""

    def __init__(self, statement: Statement, verdict: Json, decisions: Sequence[Decision]) -> None:
        given = {str(decision.pk): decision for decision in decisions if decision.kind in ACCEPTING}
        excuses = excuses_among(given.values(), statement, verdict)
        rows = accepted_rows(verdict, excuses)
        covered = [(line, entry, given[excuse.decision]) for line, entry, excuse in rows if excuse.decision in given]
        self.facts = [decision for decision in decisions if decision.kind == Decision.Kind.ACKNOWLEDGED and _applies(decision, verdict)]
        self.lines = {line: decision for line, _entry, decision in covered if line is not None}
        self.entries = {entry: decision for line, entry, decision in covered if entry is not None and line is None}

    def decision_on(self, item: Item) -> Decision | None:
        head = item.head
        if head is None:
            return None
        return self.entries.get(head.entry) if head.line is None else self.lines.get(head.line)

    def left_open(self, verdict: Json) -> Json:
        """Return the verdict without the accepted rows, to count what still needs a person, and with who acknowledged its facts."""
        return {
            **verdict,
            "acknowledged_by": [str(decision.made_by) for decision in self.facts if decision.made_by],
            "new": [row for row in verdict["new"] if row["line"] not in self.lines],
            "differing": [pair for pair in verdict["differing"] if pair["line"] not in self.lines],
            "missing": [item for item in verdict["missing"] if item["transaction"] not in self.entries],
        }

    def settled(self, sections: Iterable[RowSection]) -> list[RowSection]:
        """Return the lists with the accepted items in one of their own, before the cleared rows."""
        left: list[RowSection] = []
        items: list[Item] = []
        for section in sections:
            if section.anchor not in ACCEPTABLE:
                left.append(section)
                continue
            decided = [(item, self.decision_on(item)) for item in section.items]
            items += [_accepted(item, decision) for item, decision in decided if decision]
            rest = [item for item, decision in decided if decision is None]
            if rest:
                left.append(replace(section, items=rest, amount=sum((_amount(section, item) for item in rest), ZERO)))
        if not items:
            return left
        place = next((place for place, section in enumerate(left) if section.anchor in ("pending", "cleared")), len(left))
        return [*left[:place], RowSection("accepted", _("Ignored or accepted"), items, is_settled=True), *left[place:]]


def _applies(decision: Decision, verdict: Json) -> bool:
    return any(result["decision"] == str(decision.pk) and result["applied"] for result in verdict.get("decisions", []))


def _accepted(item: Item, decision: Decision) -> Item:
    values = {"kind": decision.get_kind_display(), "reason": decision.reason, "who": decision.made_by or _("Automatically")}
    why = _("%(kind)s by %(who)s: %(reason)s") % values
    return replace(item, why=why, line=None, booked_as=None, decision=decision)


def _amount(section: RowSection, item: Item) -> Decimal:
    """Return what the item adds to the amount of its list."""
    if section.anchor == "differing" and item.difference is not None:
        return item.difference
    return sum((row.amount for row in (item.bank or item.books)), ZERO)
