"""The page of one statement, from the stored verdict, the printed rows and the books: its concerns, its rows and its next step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, partial

from django.db.models import OuterRef, Prefetch, Subquery, prefetch_related_objects
from django.utils.translation import gettext as _

from finance.account_numbers import visible_end
from finance.models import Account
from people.models import Membership
from reconciliation.models import Conclusion, Posting, Statement, StatementImport, Step
from reconciliation.presentation.formats import figure, name_on_the_paper
from reconciliation.presentation.labels.reading import sentences
from reconciliation.presentation.labels.rows import payouts_in, splits_in
from reconciliation.presentation.labels.verdicts import (
    ChecklistPoint,
    Headline,
    Reason,
    as_typed,
    headline_of_statement,
    is_incomplete,
    outstanding,
    reasons_of,
)
from reconciliation.presentation.statement_page.bank_reconciliation import (
    BankReconciliation,
    CheckLine,
    adds_up,
    bank_reconciliation,
    brought_forward,
)
from reconciliation.presentation.statement_page.history import ShownDecision, decisions_of
from reconciliation.presentation.statement_page.new_rows import booked_as, origins_of
from reconciliation.presentation.statement_page.open_reading import OpenReading, open_reading
from reconciliation.presentation.statement_page.remarks import (
    ACCOUNT,
    LISTED,
    AskedFact,
    ChosenAccount,
    Concern,
    Links,
    asked_facts,
    checklist_of,
    chosen_account_of,
    concerns_of,
    links_of,
    signed_step,
)
from reconciliation.presentation.statement_page.rows import (
    MOST_SHOWN,
    Json,
    Needed,
    RowSection,
    RowSides,
    StatementRow,
    load,
)
from reconciliation.presentation.statement_page.sections import (
    OPEN,
    Accepted,
    ByHand,
    Cancelling,
    CorrectionProposal,
    as_read,
    by_hand,
    cancelling,
    in_doubt,
    overlapping,
    printed_only,
    proposals_of,
    rows_set_aside,
    sections_of,
    with_cleared_amount,
)
from reconciliation.presentation.statement_page.signing import Decided, PageData, Signing, page_data_of, signing_of
from reconciliation.presentation.statement_page.viewer import Kind, ShownPage, legend_of, pages_of, place_name
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.answers import to_settle
from reconciliation.verification.account_choice import number_of

ZERO = Decimal(0)
FEW = 20
"""Open items of which the page lists the rows a second time, to be matched by hand."""
NO_CHOICE: Mapping[str, str] = {}
READINGS = Step.objects.filter(stage="read")
OF_IMPORT = READINGS.filter(run__statement_import=OuterRef("statement_import")).order_by("-run__number", "-number")
WITH_ACCOUNTS = Statement.objects.select_related("account__organization").annotate(as_opened=Subquery(OF_IMPORT.values("detail")[:1]))
"""Statements, each with its account and the details of the latest reading."""
UNPROVED = {"integrity_failed", "integrity_unproved", "figures_unaccounted", "page_unread"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Everything that the page shows of one statement. Amounts are in `currency`; None is unknown."""

    statement: Statement
    position: int
    verdict: Json
    headline: Headline
    reasons: list[Reason]
    sums: BankReconciliation | None
    to_settle: Decimal | None
    movement: Decimal
    sections: list[RowSection]
    proposals: list[CorrectionProposal]
    postings: list[Posting]
    posted: int
    decisions: list[ShownDecision]
    signing: Signing | None
    steps: list[str]
    reading: OpenReading
    pages: list[ShownPage]
    concerns: list[Concern]
    as_read: list[StatementRow]
    overlapping: list[tuple[Statement, Conclusion | None]]
    links: Links
    chosen: ChosenAccount | None
    facts: list[AskedFact]
    decided: Decided
    left_open: Json
    asks_by_hand: bool

    @property
    def printed(self) -> PrintedStatement:
        """The statement as people's answers leave it, with every row."""
        return self.decided.printed[self.statement.number]

    @property
    def may_match(self) -> bool:
        """True if rows or entries are open, so that a person may match them."""
        return any(section.drafts for section in self.sections if section.anchor in OPEN)

    @property
    def by_hand(self) -> ByHand | None:
        """Return the open rows that the page shows. None if they are many, until they are asked for."""
        few = sum(len(section.shown_drafts) for section in self.sections if section.anchor in OPEN) <= FEW
        return by_hand(self.sections) if few or self.asks_by_hand else None

    @property
    def notes(self) -> list[Reason]:
        """Return the reasons that no list of the page shows. One that the headline says is left with its advice."""
        if self.statement.set_aside:
            return []
        reasons = reasons_of(code for code in self.verdict["reasons"] if code not in LISTED)
        return [Reason("" if str(reason.says) in self.headline.status else reason.says, reason.advice) for reason in reasons]

    def cancelling(self) -> list[Cancelling]:
        """Rows that may be an error of the bank and its correction."""
        return cancelling(self.verdict, self.statement)

    @property
    def may_be_misread(self) -> bool:
        """True if the printed figures do not prove the reading, so that a row may be misread."""
        return bool(UNPROVED & set(self.verdict["reasons"]))

    @property
    def was_compared(self) -> bool:
        """True if the rows were compared with the books; otherwise an empty list means nothing."""
        return bool(self.verdict["verdict"] != "unverifiable") and not self.links.is_set_aside

    @property
    def checklist(self) -> list[ChecklistPoint]:
        """Return the open points; empty once the statement is signed off, and before it was compared."""
        done = self.is_signed or not self.was_compared
        return [] if done else checklist_of(self.left_open, {section.anchor for section in self.sections}, self.facts)

    @property
    def is_signed(self) -> bool:
        """True if the statement is signed off or closed: decisions need a reopening first."""
        return self.is_closed or (self.signing is not None and self.signing.status.finished)

    @property
    def is_closed(self) -> bool:
        """True if the statement is closed: no act on it is open."""
        return self.signing is not None and self.signing.is_closed

    @property
    def left_to_resolve(self) -> Decimal | None:
        """Return the difference between bank and books: 0 once the statement is closed, None if it is unknown."""
        return ZERO if self.is_closed else self.to_settle

    @property
    def asks_reading(self) -> bool:
        """True if a person can still complete or confirm the reading."""
        return self.reading.asks and not self.is_signed

    @property
    def last_decision(self) -> ShownDecision | None:
        return self.decisions[-1] if self.decisions else None

    @property
    def last_added(self) -> Posting | None:
        """Return the latest posting from this statement, if no decision is later."""
        latest, last = max(self.postings, key=lambda posting: posting.posted_at, default=None), self.last_decision
        return latest if latest and (last is None or latest.posted_at > last.decision.made_at) else None

    @property
    def left_outstanding(self) -> str:
        """Return "2 items outstanding", or an empty text."""
        return "" if self.is_closed or self.is_incomplete or not self.was_compared else outstanding(self.left_open)

    @property
    def asks_account(self) -> bool:
        """True if a person has to choose the account, or to check the chosen one."""
        return not self.is_closed and (bool(ACCOUNT & set(self.verdict["reasons"])) or bool(self.chosen and self.chosen.remarks))

    @property
    def account(self) -> Account | None:
        return self.statement.account

    @property
    def currency(self) -> str:
        return self.statement.money_currency

    @property
    def title(self) -> str:
        """The name of the account in the books, else the printed one."""
        if self.account:
            return self.account.name
        return name_on_the_paper(self.statement.institution, self.statement.account_hint) or _("Unknown account")

    def account_remarks(self) -> list[tuple[str, str]]:
        """Return the remarks on the chosen account, each with the name of its box on the page, or an empty one."""
        boxes = {mark.name for page in self.pages for mark in page.marks}
        names = [(remark.says, place_name(self.position, remark.place)) for remark in (self.chosen.remarks if self.chosen else ())]
        return [(says, name if name in boxes else "") for says, name in names]

    @property
    def digits(self) -> str:
        """Return the distinguishing end of the printed number, else of the account's."""
        return visible_end(number_of(self.statement.account_hint) or (self.account.number if self.account else ""))

    @property
    def legend(self) -> list[tuple[Kind, str]]:
        return legend_of(self.pages)

    @property
    def movement_size(self) -> Decimal:
        return abs(self.movement)

    @property
    def casts(self) -> bool:
        """True if opening balance plus rows equals the closing balance, whether or not that proves them."""
        opening, closing = self.statement.opening_balance, self.statement.closing_balance
        return opening is not None and closing is not None and opening + self.movement == closing

    @property
    def may_adopt_opening(self) -> bool:
        """True if the books have no opening balance and this statement prints one."""
        return "opening_unknown" in self.verdict["reasons"] and self.account is not None and self.statement.opening_balance is not None

    @property
    def brought_forward(self) -> CheckLine:
        return brought_forward(self.verdict)

    @property
    def confirmed(self) -> list[str]:
        """Return sentences for the checks that the reading passes, as people's answers leave it."""
        return sentences(self.reading.printed.integrity.confirmed, partial(figure, currency=self.currency))

    @property
    def unconfirmed(self) -> list[str]:
        """Return sentences for the checks that it fails."""
        return sentences(self.reading.printed.integrity.unconfirmed, partial(figure, currency=self.currency))

    @property
    def is_incomplete(self) -> bool:
        """True if the reading is neither proved nor confirmed: the page proposes nothing about the books."""
        return is_incomplete(self.verdict)

    @property
    def adds_up(self) -> CheckLine:
        return adds_up(self.verdict.get("adds_up") or self.statement.integrity)


def sheets_of(statement_import: StatementImport, membership: Membership | None = None) -> list[Sheet]:
    """Return one sheet for each statement of the file in printed order, with every row; empty before the first verdict.

    `membership` decides which actions are offered."""
    prefetch_related_objects([statement_import], Prefetch("statements", WITH_ACCOUNTS.prefetch_related("lines")))
    return _sheets(statement_import, membership, NO_CHOICE, whole=True)


def shown_sheets_of(statement_import: StatementImport, membership: Membership, firsts: Mapping[str, str] = NO_CHOICE) -> list[Sheet]:
    """Return the same sheets for a page: of the rows only those are loaded that the page shows.

    `firsts` names by a list (`s1-new`) the number of the item from which it is shown."""
    prefetch_related_objects([statement_import], Prefetch("statements", WITH_ACCOUNTS))
    return _sheets(statement_import, membership, firsts, whole=False)


def _sheets(statement_import: StatementImport, membership: Membership | None, firsts: Mapping[str, str], *, whole: bool) -> list[Sheet]:
    verdicts = (statement_import.reconciliation or {}).get("statements", [])
    statements = list(statement_import.statements.all())
    data = page_data_of(statement_import, statements, whole=whole)
    decided = Decided(statement_import, statements, data.decisions)
    parts = [
        _Parts(position, verdict, decided.sides_of(statement, whole=whole), decided)
        for position, (statement, verdict) in enumerate(zip(statements, verdicts, strict=False), 1)
    ]
    for part in parts:
        part.arrange(data, firsts)
    load(part.needed(whole=whole) for part in parts)
    for part in parts:
        existing = [section for section in map(RowSection.of_existing, part.sections) if section.drafts]
        part.sections = with_cleared_amount(existing, part.verdict, part.sides)
    shown = [part.new_rows(whole=whole) for part in parts]
    for part, new, booked in zip(parts, shown, booked_as(statement_import, shown, membership), strict=True):
        lines = None if whole else {row["line"] for row in new}
        part.sides.origins, part.sides.booked_as = origins_of(part.statement, part.verdict, membership, lines), booked
    return [part.sheet(membership, data, firsts, alone=len(verdicts) == 1) for part in parts]


class _Parts:
    """The parts of a sheet: its lists, before and after their rows are loaded."""

    def __init__(self, position: int, verdict: Json, sides: RowSides, decided: Decided) -> None:
        self.position = position
        self.sides = sides
        self.statement = sides.statement
        self.decided = decided
        self.verdict = verdict if self.statement.statement_import.came_as_document else as_typed(verdict)
        sides.payouts, sides.splits = payouts_in(verdict), splits_in(verdict)

    def arrange(self, data: PageData, firsts: Mapping[str, str]) -> None:
        """Make the lists, and choose the part of each that is shown."""
        decisions = data.decisions_about(self.statement)
        self.accepted, asked = (
            Accepted(self.statement, self.verdict, decisions),
            any(decision.before.get("asked") for decision in decisions),
        )
        if self.verdict["verdict"] == "unverifiable" or self.statement.set_aside:
            sections = printed_only(self.sides)
        elif is_incomplete(self.verdict):
            sections = as_read(self.verdict, self.sides)
        else:
            sections = self.accepted.settled(sections_of(self.verdict, self.sides, asked_before=asked))
        sections = rows_set_aside(sections, self.verdict, decisions, self.statement.money_currency)
        self.sections = [section.from_number(firsts.get(f"s{self.position}-{section.anchor}", "")) for section in sections]

    @cached_property
    def numbers(self) -> Sequence[int]:
        """The rows that the page shows, in their order: all of a short statement."""
        if len(self.sides.numbers) <= MOST_SHOWN:
            return self.sides.numbers
        return sorted({number for section in self.sections for draft in section.shown_drafts for number in draft.lines})

    def needed(self, *, whole: bool) -> Needed:
        """Return the rows and entries to load: those that the page shows or proposes to correct, and those that must exist."""
        doubted = (number for repair in self.sides.compared.repairs for number in in_doubt(repair))
        numbers = {*self.numbers, *(number for number in doubted if number in self.sides.numbers)}
        drafts = [draft for section in self.sections for draft in section.shown_drafts]
        drafts += [draft for section in self.sections for draft in section.drafts if whole or draft.while_booked]
        return self.sides, numbers, {name for draft in drafts for name in draft.entries}

    def new_rows(self, *, whole: bool) -> list[Json]:
        """Return the new rows that are shown, as the verdict has them."""
        shown = {draft.line for section in self.sections for draft in section.shown_drafts if draft.line is not None}
        return [row for row in self.verdict.get("new") or [] if whole or row["line"] in shown]

    def sheet(self, membership: Membership | None, data: PageData, firsts: Mapping[str, str], *, alone: bool) -> Sheet:
        sides, statement, position, verdict, sections = self.sides, self.statement, self.position, self.verdict, self.sections
        compared, left_open = sides.compared, self.accepted.left_open(verdict)
        signing = signing_of(statement, compared.digest, verdict, data)
        links, chosen = links_of(statement, verdict, sides, data.standings), chosen_account_of(statement, verdict, data.decisions)
        first, decided = firsts.get(f"s{position}-compared", ""), data.decisions_about(statement)
        reading = open_reading(statement, sides, verdict, lambda: self.decided.printed[statement.number], first, decided)
        against = [(remark.place, remark.says) for remark in chosen.remarks] if chosen else []
        is_asked = reading.asks and membership is not None and membership.may("decide")
        return Sheet(
            statement=statement,
            position=position,
            verdict=verdict,
            headline=signing.closed_headline if signing and signing.is_closed else headline_of_statement(left_open),
            reasons=[] if statement.set_aside else reasons_of(verdict["reasons"]),
            sums=None if is_incomplete(verdict) else bank_reconciliation(verdict),
            to_settle=None if is_incomplete(verdict) else to_settle(verdict),
            movement=compared.into - compared.out,
            sections=sections,
            proposals=proposals_of(statement, sides),
            decisions=decisions_of(decided, verdict),
            postings=[posting for posting in data.postings if posting.statement_number == statement.number],
            posted=data.posted.get(statement.number, 0),
            signing=signing,
            steps=signing.steps_for(membership) if signing and membership else [],
            pages=pages_of(statement, position, sides, sections, alone=alone, against=against),
            concerns=concerns_of(statement, compared.head, position, asked=is_asked),
            as_read=sides.as_read(self.numbers),
            reading=reading,
            overlapping=[(other, signed_step(other, data.standings)) for other in overlapping(statement, verdict)],
            links=links,
            chosen=chosen,
            facts=asked_facts(statement, verdict, signing.result.to_acknowledge, sides) if signing and not signing.status.concluded else [],
            decided=self.decided,
            left_open=left_open,
            asks_by_hand=f"s{position}-by-hand" in firsts,
        )
