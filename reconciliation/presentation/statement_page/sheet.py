"""The page of one statement, from the stored verdict, the printed rows and the books: its concerns, its rows and its next step."""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.account_numbers import visible_end
from finance.models import Account
from people.models import Membership
from reconciliation.models import Conclusion, Posting, Statement, StatementImport, StatementLine, Step
from reconciliation.presentation.formats import figure, name_on_the_paper
from reconciliation.presentation.labels.processing import failure
from reconciliation.presentation.labels.reading import FLAGS, remarks, sentences
from reconciliation.presentation.labels.verdicts import Headline, Reason, as_typed, headline_of_statement, is_incomplete, reasons_of
from reconciliation.presentation.statement_page.bank_reconciliation import (
    BankReconciliation,
    CheckLine,
    adds_up,
    bank_reconciliation,
    brought_forward,
)
from reconciliation.presentation.statement_page.history import ShownDecision, decisions_of
from reconciliation.presentation.statement_page.open_reading import OpenReading, open_reading
from reconciliation.presentation.statement_page.remarks import (
    AskedFact,
    ChosenAccount,
    Links,
    asked_facts,
    chosen_account_of,
    links_of,
    signed_step,
)
from reconciliation.presentation.statement_page.rows import BookedAs, Json, RowSection, RowSides, StatementRow, booked_as, origins_of
from reconciliation.presentation.statement_page.sections import (
    Accepted,
    ByHand,
    Cancelling,
    CorrectionProposal,
    as_read,
    by_hand,
    cancelling,
    overlapping,
    printed_only,
    proposals_of,
    rows_set_aside,
    sections_of,
)
from reconciliation.presentation.statement_page.signing import PageData, Signing, closed_headline, is_closed, page_data_of, signing_of
from reconciliation.presentation.statement_page.viewer import Kind, ShownPage, legend_of, pages_of, place_name
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.answers import to_settle
from reconciliation.reconcile.decisions import put_right
from reconciliation.reconcile.evidence import printed_from
from reconciliation.verification.account_choice import number_of


@dataclass(frozen=True, slots=True)
class Concern:
    """A warning. `anchor` is its place on the page, or empty."""

    says: str
    anchor: str = ""


def remarks_on(statement_import: StatementImport) -> list[str]:
    """Return the remarks of the reader from the last reading of the document."""
    steps = Step.objects.filter(run__statement_import=statement_import, stage="read").order_by("-run__number", "-number")
    detail: Any = steps.values_list("detail", flat=True).first() or {}
    return remarks(detail.get("notes", []))


def concerns_of(statement: Statement, printed: PrintedStatement, position: int, remarks: list[str], *, asked: bool) -> list[Concern]:
    """Return the concerns: hidden text first, because it may be meant to mislead another reader, then the difference between the printed
    figures and the first row at which they differ. If the member is `asked` about the reading, its doubts are shown there."""
    concerns = []
    if statement.statement_import.hidden_text:
        sentence = _("This PDF holds text that no reader sees. It was not used; be careful with the document.")
        concerns.append(Concern(sentence, "unseen" if statement.statement_import.unseen else ""))
    difference, broken_at = printed.integrity.difference, printed.integrity.first_break
    if difference and not asked:
        amount = figure(difference, statement.money_currency)
        concerns.append(Concern(_("As read, opening balance and rows miss the closing balance by %(amount)s.") % {"amount": amount}))
    if broken_at is not None and not asked:
        sentence = _("The printed running balance stops following at row %(number)d.") % {"number": broken_at + 1}
        concerns.append(Concern(sentence, f"s{position}-line-{broken_at}"))
    concerns += [Concern(str(FLAGS[flag])) for flag in printed.flags if flag in FLAGS]
    concerns += map(Concern, remarks)
    count = len(printed.unread)
    if count and not asked:
        sentence = ngettext("%(count)d printed row could not be read.", "%(count)d printed rows could not be read.", count)
        concerns.append(Concern(sentence % {"count": count}, f"s{position}-unread"))
    return concerns


ZERO = Decimal(0)
NO_CHOICE: Mapping[str, str] = {}
WITH_THEIR_ROWS = Statement.objects.select_related("account__organization").prefetch_related("lines")
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

    @property
    def by_hand(self) -> ByHand:
        return by_hand(self.sections)

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
    def is_signed(self) -> bool:
        """True if the statement is signed off or closed: decisions need a reopening first."""
        return self.is_closed or (self.signing is not None and self.signing.status.finished)

    @property
    def is_closed(self) -> bool:
        """True if the statement is closed: no act on it is open."""
        return is_closed(self.signing)

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
        """True if opening balance plus rows equals the closing balance, whatever that proves."""
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


def sheets_of(
    statement_import: StatementImport, membership: Membership | None = None, firsts: Mapping[str, str] = NO_CHOICE
) -> list[Sheet]:
    """Return one sheet for each statement of the file in printed order, empty before the first verdict.

    `membership` decides which actions are offered. `firsts` names by a list (`s1-new`) the number of the item from which it is shown."""
    verdicts = (statement_import.reconciliation or {}).get("statements", [])
    prefetch_related_objects([statement_import], Prefetch("statements", WITH_THEIR_ROWS))
    statements = list(statement_import.statements.all())
    data, remarks = page_data_of(statement_import, statements, verdicts), remarks_on(statement_import)
    printed = put_right([printed_from(statement, statement.lines.all()) for statement in statements], statement_import, data.decisions)
    parts = zip(statements, verdicts, printed, booked_as(statement_import, verdicts, membership), strict=False)
    return [
        _sheet(statement, position, verdict, as_compared, coded, membership, data, remarks, firsts, alone=len(verdicts) == 1)
        for position, (statement, verdict, as_compared, coded) in enumerate(parts, 1)
    ]


def _sheet(
    statement: Statement,
    position: int,
    verdict: Json,
    as_compared: PrintedStatement,
    coded: Mapping[int, BookedAs],
    membership: Membership | None,
    data: PageData,
    remarks: list[str],
    firsts: Mapping[str, str],
    *,
    alone: bool,
) -> Sheet:
    read = RowSides(list(statement.lines.all()), {}).all_printed()
    lines = list(_as_corrected(statement, as_compared))
    sides = RowSides(lines, data.entries_of(statement), origins_of(statement, verdict, membership), coded)
    signing = signing_of(statement, as_compared, verdict, data)
    if not statement.statement_import.came_as_document:
        verdict = as_typed(verdict)
    links, chosen = links_of(statement, verdict, sides, data.standings), chosen_account_of(statement, verdict, data.decisions)
    decided = data.decisions_about(statement)
    reading = open_reading(statement, as_compared, verdict, decided)
    is_asked = reading.asks and membership is not None and membership.may("decide")
    accepted, asked = Accepted(statement, verdict, decided), any(decision.before.get("asked") for decision in decided)
    if verdict["verdict"] == "unverifiable" or statement.set_aside:
        sections = printed_only(sides)
    elif is_incomplete(verdict):
        sections = as_read(verdict, sides)
    else:
        sections = accepted.settled(sections_of(verdict, sides, asked_before=asked))
    sections = rows_set_aside(sections, verdict, decided, statement.money_currency)
    sections = [section.from_number(firsts.get(f"s{position}-{section.anchor}", "")) for section in sections]
    return Sheet(
        statement=statement,
        position=position,
        verdict=verdict,
        headline=closed_headline(signing) if signing and is_closed(signing) else headline_of_statement(accepted.left_open(verdict)),
        reasons=[] if statement.set_aside else reasons_of(verdict["reasons"]),
        sums=None if is_incomplete(verdict) else bank_reconciliation(verdict),
        to_settle=None if is_incomplete(verdict) else to_settle(verdict),
        movement=sum((line.amount for line in lines), ZERO),
        sections=sections,
        proposals=proposals_of(statement, as_compared, sides),
        decisions=decisions_of(decided, verdict),
        postings=[posting for posting in data.postings if posting.statement_number == statement.number],
        signing=signing,
        steps=signing.steps_for(membership) if signing and membership else [],
        pages=pages_of(statement, position, lines, sections, alone=alone, remarks=chosen.remarks if chosen else ()),
        concerns=concerns_of(statement, as_compared, position, remarks, asked=is_asked),
        as_read=read,
        reading=reading,
        overlapping=[(other, signed_step(other, data.standings)) for other in overlapping(statement, verdict)],
        links=links,
        chosen=chosen,
        facts=asked_facts(statement, verdict, signing.found.to_acknowledge, sides) if signing and not signing.status.concluded else [],
    )


def _as_corrected(statement: Statement, as_compared: PrintedStatement) -> Iterator[StatementLine]:
    """Yield the rows with their corrected values, for display only."""
    for line, printed in zip(statement.lines.all(), as_compared.lines, strict=True):
        corrected = copy(line)
        corrected.date, corrected.amount, corrected.description = printed.date, printed.amount, printed.description
        yield corrected


def as_text(statement_import: StatementImport) -> Iterator[str]:
    """Yield the verdict in words and every row that needs a person."""
    yield f"{statement_import.filename}: {statement_import.verdict or statement_import.get_status_display()}"
    wrong = failure(statement_import.error)
    if wrong:
        yield f"  {wrong.what} {wrong.advice}"
    for sheet in sheets_of(statement_import):
        yield f"  {sheet.title}: {sheet.headline.sentence}"
        for section in sheet.sections:
            if section.folded:
                continue
            yield f"    {section.title}"
            for item in section.items:
                sides = " against ".join(f"{row.date} {row.amount:>9} {row.description}" for row in [*item.bank, *item.books])
                yield f"      {sides}   {item.why}" if item.why else f"      {sides}"
