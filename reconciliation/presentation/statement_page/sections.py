"""The lists of a statement's page, in the order of the work, and the proposals for settling them by hand."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial

from django.utils.translation import gettext as _

from people.formats import decimal_mark
from reconciliation.models import Decision, Statement
from reconciliation.presentation.formats import figure
from reconciliation.presentation.labels.reading import repair_in_words
from reconciliation.presentation.labels.rows import why_ambiguous, why_cleared, why_differing, why_missing, why_new
from reconciliation.presentation.labels.verdicts import is_incomplete
from reconciliation.presentation.statement_page.rows import (
    MOST_SHOWN,
    AskedRows,
    Item,
    ItemDraft,
    Items,
    Json,
    RowSection,
    RowSides,
    StatementRow,
    printed_row,
    row_of,
)
from reconciliation.reconcile.answers import asks_about_names, is_outstanding, to_settle
from reconciliation.reconcile.decisions import lacking
from reconciliation.signoff.rules import accepted_rows, excuses_among

ZERO = Decimal(0)
WHOLE = ("group_to_confirm", "contra_to_confirm")
"""Doubts of which all rows are one answer."""


def sections_of(statement: Json, sides: RowSides, *, asked_before: bool = False) -> list[RowSection]:
    """Return the lists that are not empty. Pairs of other names are one list if the statement ties, unless a question was `asked_before`:
    then the exceptions that the person left are asked one by one.

    The set of earlier entries that sums to the difference in the opening balance is listed only if there is one such set."""
    uncovered = _("Cleared, or still open, in days that no statement covers")
    choices, names = _questions(statement)
    if len(names) < 2 or asked_before or to_settle(statement) != 0:
        choices, names = [*names, *choices], []
    differing = [_differing(pair) for pair in statement["differing"]]
    new = [_new(row) for row in statement["new"]]
    zero = [_printed_alone(number) for number in statement.get("zero_lines", ())]
    zero += _booked_alone(statement.get("zero_entries", ()), "")

    def section(anchor: str, title: str, drafts: list[ItemDraft], amount: Decimal | None = None, **kind: bool) -> RowSection:
        return RowSection(anchor, title, Items(drafts, sides), amount, **kind)

    sections = [
        section("names", _("Same amounts, different names"), names),
        section("choice", _("Needs your choice"), choices),
        section("opening", _("Would explain the opening balance"), _booked_alone(statement["opening_set"], uncovered)),
        section("differing", _("Amounts that differ"), differing, _sum(differing)),
        section("new", _("Missing from your books"), new, _sum(new)),
        _missing(statement, "investigate", _("Not on the statement"), sides, outstanding=False),
        _missing(statement, "outstanding", _("Outstanding"), sides, outstanding=True),
        section("pending", _("Pending in the books"), _booked_alone(statement["pending"], _("Counts once it is posted")), folded=True),
        section("cleared", _("Cleared"), _cleared(statement), folded=True, is_settled=True),
        section("zero", _("Rows of 0.00: nothing to reconcile"), zero, folded=True, is_settled=True, is_compared=False),
    ]
    return [shown for shown in sections if shown.drafts]


def _questions(statement: Json) -> tuple[list[ItemDraft], list[ItemDraft]]:
    """Return the questions about rows, and those about names alone."""
    choices: list[ItemDraft] = []
    names: list[ItemDraft] = []
    for group in statement["ambiguous"]:
        lines, entries = tuple(group["lines"]), tuple(group["transactions"])
        is_proposed = group.get("doubt") in WHOLE or len(lines) == len(entries) == 1

        def make(sides: RowSides, group: Json = group, is_proposed: bool = is_proposed) -> Item:  # noqa: FBT001
            lines, entries = tuple(group["lines"]), tuple(group["transactions"])
            item = _item(sides.printed(lines), sides.booked(entries), why_ambiguous(group))
            return replace(item, question=AskedRows(lines, entries, is_proposed, lacking(group, sides.lines)))

        (names if asks_about_names(group) else choices).append(ItemDraft(lines, entries, make, is_proposed=is_proposed))
    return choices, names


def _differing(pair: Json) -> ItemDraft:
    line, entry = (pair["line"],), (pair["transaction"],)
    return ItemDraft(
        line, entry, lambda sides: _item(sides.printed(line), sides.booked(entry), why_differing(pair)), amount=Decimal(pair["by"])
    )


def _new(row: Json) -> ItemDraft:
    """A row of another statement is recorded there; an error that the bank corrected never is."""
    number, booked = row["line"], (row["candidate"],) if row["candidate"] else ()
    line = None if row["repeats"] or row.get("undone_by") else number

    def make(sides: RowSides) -> Item:
        item = Item(sides.printed((number,)), sides.booked(booked), why_new(row, sides.origins.get(number)))
        return item if line is None else replace(item, line=line, booked_as=sides.booked_as.get(number))

    return ItemDraft((number,), booked, make, amount=Decimal(row["amount"]), line=line)


def _cleared(statement: Json) -> list[ItemDraft]:
    """Return one item for each match: rows that share entries are one item."""
    matches: dict[tuple[str, ...], list[Json]] = defaultdict(list)
    for pair in statement["matched"]:
        matches[tuple(sorted(pair["transactions"]))].append(pair)

    def draft(rows: list[Json]) -> ItemDraft:
        rows.sort(key=lambda row: int(row["line"]))
        lines, entries = [row["line"] for row in rows], rows[0]["transactions"]
        return ItemDraft(
            lines, entries, lambda sides: Item(sides.printed(lines), sides.booked(entries), why_cleared(rows[0].get("why", [])))
        )

    return sorted(map(draft, matches.values()), key=lambda match: match.lines[0])


def with_cleared_amount(sections: list[RowSection], statement: Json, sides: RowSides) -> list[RowSection]:
    """Return the lists with the amount of the cleared rows: that of all rows without those that are listed elsewhere."""
    if is_incomplete(statement) or not any(section.anchor == "cleared" for section in sections):
        return sections
    elsewhere = {pair["line"] for pair in statement["differing"]} | {line for group in statement["ambiguous"] for line in group["lines"]}
    if len(elsewhere) > MOST_SHOWN:
        return sections
    others = [Decimal(row["amount"]) for row in statement["new"]] + [row.amount for row in sides.printed(sorted(elsewhere))]
    amount = sides.compared.into - sides.compared.out - sum(others, ZERO)
    return [replace(section, amount=amount) if section.anchor == "cleared" else section for section in sections]


def _printed_alone(number: int) -> ItemDraft:
    return ItemDraft((number,), (), lambda sides: Item(sides.printed((number,)), []))


def _booked_alone(names: Iterable[str], why: str) -> list[ItemDraft]:
    """Return one item for each entry; those that were deleted since are left out."""

    def draft(name: str) -> ItemDraft:
        return ItemDraft((), (name,), lambda sides: Item([], sides.booked((name,)), why), while_booked=True)

    return [draft(name) for name in names]


def as_read(statement: Json, sides: RowSides) -> list[RowSection]:
    """Return the lists of a reading that is not proved and not confirmed: the pairs that were found, and all other rows. Nothing is
    proposed, because the rows may be wrong."""
    cleared = [section for section in sections_of(statement, sides) if section.is_settled]
    paired = {row["line"] for row in statement["matched"]}
    others = [_printed_alone(number) for number in sides.numbers if number not in paired]
    equal = [replace(section, title=_("Rows with an entry of the same amount")) for section in cleared]
    rest = [RowSection("read", _("Other rows that were read"), Items(others, sides), is_compared=False)] if others else []
    return [*rest, *equal]


def printed_only(sides: RowSides) -> list[RowSection]:
    """Return the printed rows, for a statement that was not compared."""
    items = Items([_printed_alone(number) for number in sides.numbers], sides)
    return [RowSection("printed", _("Rows of the statement"), items, folded=True, is_compared=False)] if items else []


def _missing(statement: Json, anchor: str, title: str, sides: RowSides, *, outstanding: bool) -> RowSection:
    def draft(row: Json) -> ItemDraft:
        def make(sides: RowSides) -> Item:
            booked = replace(row_of(row), booked=sides.entry(row["transaction"]))
            return Item([], [booked], why_missing(row), is_duplicate="possible_duplicate" in (row["kind"], row.get("hint")))

        amount = Decimal(row["amount"])
        return ItemDraft((), (row["transaction"],), make, amount=amount if outstanding else -amount)

    drafts = [draft(row) for row in statement["missing"] if is_outstanding(row) == outstanding]
    return RowSection(anchor, title, Items(drafts, sides), _sum(drafts))


def _item(bank: list[StatementRow], books: list[StatementRow], why: str) -> Item:
    difference = sum((row.amount for row in bank), ZERO) - sum((row.amount for row in books), ZERO)
    return Item(bank, books, why, difference)


def _sum(drafts: Iterable[ItemDraft]) -> Decimal:
    return sum((draft.amount for draft in drafts), ZERO)


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


def in_doubt(repair: Json) -> list[int]:
    """Return the numbers of the rows that a proposal is about: the row that it changes, or those beside a missing one."""
    if repair["kind"] == "missing_row":
        return [number for number in (repair["line"] - 1, repair["until"]) if number >= 0]
    return [repair["line"]]


def proposals_of(statement: Statement, sides: RowSides) -> list[CorrectionProposal]:
    """Return the single changes that would make the figures of the statement as decided consistent, likeliest first."""
    written = partial(figure, currency=statement.money_currency)
    proposals = []
    for repair in sides.compared.repairs:
        sentence, beside = repair_in_words(repair, sides.compared.count, written), sides.printed(in_doubt(repair))
        records, doubled = tuple(_record(repair).items()), repair["kind"] == "doubled_row"
        missing = None
        if repair["kind"] == "missing_row" and not sides.compared.added:  # else the numbers are not those printed
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

    def named(draft: ItemDraft) -> ItemDraft:
        decision = no_rows.get(draft.lines[0]) if draft.lines else None
        if decision is None:
            return draft

        def make(sides: RowSides) -> Item:
            values = {"who": decision.made_by or _("Automatically"), "amount": figure(Decimal(decision.before["amount"]), currency)}
            why = _("Marked as not a row by %(who)s. Read as %(amount)s.") % values
            return replace(draft.make(sides), why=why, decision=decision)

        return replace(draft, make=make)

    return [replace(section, items=Items([named(draft) for draft in section.drafts], section.items.sides)) for section in sections]


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

    def decision_on(self, draft: ItemDraft) -> Decision | None:
        if draft.lines:
            return self.lines.get(draft.lines[0])
        return self.entries.get(draft.entries[0]) if draft.entries else None

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
        accepted: list[ItemDraft] = []
        rows: RowSides | None = None
        for section in sections:
            if section.anchor not in ACCEPTABLE:
                left.append(section)
                continue
            rows = section.items.sides
            decided = [(draft, self.decision_on(draft)) for draft in section.drafts]
            accepted += [draft.accepted(decision) for draft, decision in decided if decision]
            rest = [draft for draft, decision in decided if decision is None]
            if rest:
                left.append(replace(section, items=Items(rest, rows), amount=_sum(rest)))
        if rows is None or not accepted:
            return left
        place = next((place for place, section in enumerate(left) if section.anchor in ("pending", "cleared")), len(left))
        section = RowSection("accepted", _("Ignored or accepted"), Items(accepted, rows), is_settled=True)
        return [*left[:place], section, *left[place:]]


def _applies(decision: Decision, verdict: Json) -> bool:
    return any(result["decision"] == str(decision.pk) and result["applied"] for result in verdict.get("decisions", []))
