"""Add to books: new rows of a statement become entries, in one transaction, verified at that moment.

Since the page was shown a file may have been imported, or a colleague may have posted: under the account's lock the
stored evidence is compared with today's ledger first, and only rows that are still new are posted."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction

from finance.ledger_writer import write_entries
from finance.models import Account, Transaction
from finance.models.coding import Codes
from finance.models.ledger import snapshot
from people.access import require
from people.audit import Act, record
from reconciliation.decisions import deciding
from reconciliation.decisions.deciding import hold, lines_of, verified
from reconciliation.decisions.questions import AmbiguousGroup, asked, entries_named
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Cause, Decision, Posting, Statement, StatementLine
from reconciliation.posting import AccountNotCertain, NotPosted, ReadingIncomplete, SignedOff
from reconciliation.posting.entries import CannotBecomeAnEntry, Drafted, code_drafted, draft
from reconciliation.reconcile.answers import booking_day
from reconciliation.reconcile.build_answer import Settled
from reconciliation.reconcile.conclusions import days_of, key_of, signed_beside, standing_of, standings_on
from reconciliation.reconcile.decisions import lacking
from reconciliation.reconcile.ledger import Ledger
from reconciliation.reconcile.persist import verify_again
from reconciliation.reconcile.reconcile_accounts import judged_now
from reconciliation.signoff.rules import excuses_on
from reconciliation.verification.verdict import READING


@dataclass(frozen=True, slots=True)
class Published:
    """The posted entries, the requested rows that were not posted, and the decisions that matched equal rows before."""

    postings: tuple[Posting, ...]
    left: tuple[NotPosted, ...]
    decisions: tuple[Decision, ...] = ()


@transaction.atomic
def publish(
    *,
    statement: Statement,
    actor: User | None,
    lines: Collection[int] | None = None,
    codes: Mapping[int, Codes] | None = None,
    texts: Mapping[int, str] | None = None,
) -> Published:
    """Post all or the named new rows of a statement, and verify it again. Rows that are no longer new are left out.

    `codes` are the codes that a person chose by line; others are learned. `texts` are the descriptions that a person typed by line; the
    other entries are described as the statement prints them.

    Raises NotYours, ReadAgain, AccountNotCertain, ReadingIncomplete, SignedOff, and `LedgerLocked` for a row in closed
    days: nothing is posted then."""
    statement_import = statement.statement_import
    require(actor, statement_import.organization, "post")
    settled, account, ledger = open_for_posting(statement)
    wanted = sorted({item.line for item in settled.verdict.new} if lines is None else set(lines))
    outcomes = list(_drafts(settled, account, ledger, wanted, texts or {}))
    drafted = [outcome for outcome in outcomes if isinstance(outcome, Drafted)]
    write_entries(
        by=actor,
        added=[draft.entry for draft in drafted if draft.replaced is None],
        changed=[draft.entry for draft in drafted if draft.replaced is not None],
    )
    code_drafted(statement_import.organization, drafted, codes or {})
    for added in drafted:
        if added.described:  # the names of row and entry may differ
            _match(settled.statement, added, actor)
    postings = Posting.objects.bulk_create([_posting(settled, draft, actor) for draft in drafted])
    verify_again(statement_import, Cause.POSTED)
    if postings:
        entries = [posting.entry for posting in postings]
        record(statement_import.organization, actor, Act.POSTED, statement_import, account=account.pk, entries=entries)
    return Published(tuple(postings), tuple(outcome for outcome in outcomes if isinstance(outcome, NotPosted)))


def open_for_posting(statement: Statement) -> tuple[Settled, Account, Ledger]:
    """Return the statement as it is judged now, its account and the ledger. Raises ReadAgain, AccountNotCertain, ReadingIncomplete,
    SignedOff."""
    settlement, settled = judged_now(statement)
    account = settlement.ledger.account(settled.verdict.account_id)
    if account is None or "account_unconfirmed" in settled.verdict.reasons:
        raise AccountNotCertain
    if set(READING) & set(settled.verdict.reasons):
        raise ReadingIncomplete
    days, key = days_of(settled.printed), key_of(settled.statement)
    if standing_of(settled.statement).status.concluded or (days and signed_beside(key, account, days, standings_on([account]))):
        raise SignedOff
    return settled, account, settlement.ledger


def _drafts(
    settled: Settled, account: Account, ledger: Ledger, wanted: Collection[int], texts: Mapping[int, str]
) -> Iterator[Drafted | NotPosted]:
    new = {item.line: item for item in settled.verdict.new}
    cleared = {item.line for item in settled.verdict.matched}
    excused = {line for excuse in excuses_on(settled.statement, settled.answer) for line in excuse.lines}
    for line in wanted:
        item = new.get(line)
        if item is None:
            yield NotPosted(line, "in_the_books" if line in cleared else "undecided")
        elif item.repeats:
            yield NotPosted(line, "repeats")
        elif item.undone_by:
            yield NotPosted(line, "bank_error")
        elif line in excused:
            yield NotPosted(line, "excused")
        else:
            printed = settled.printed.lines[line]
            pending = None
            if item.candidate is not None:
                pending = account.transactions.get(pk=ledger.transactions[str(account.pk), item.candidate])
            # A person may have put the day right.
            day = booking_day(settled.printed, printed) if item.date == printed.date else item.date
            source = settled.printed.source or ""
            try:
                text = texts.get(line, "")
                text = "" if text == " ".join(item.description.split()) else text
                reference = printed.reference or ""
                entry = draft(account, item, day=day, reference=reference, source=source, pending=pending, text=text)
            except CannotBecomeAnEntry as cannot:
                yield NotPosted(line, cannot.code)
            else:
                replaced = snapshot(pending) if pending else None
                yield Drafted(line=line, reason=item.cause or "", entry=entry, replaced=replaced, described=bool(text))


def _match(statement: Statement, drafted: Drafted, actor: User | None) -> Decision:
    """Record as a decision that the added entry is the printed row."""
    return deciding.record(
        statement=statement,
        kind=Decision.Kind.PAIR,
        lines=lines_of(statement, [drafted.line]),
        entries=[drafted.entry],
        actor=actor,
        after={"paired": True, "described": True},
    )


def _posting(settled: Settled, drafted: Drafted, actor: User | None) -> Posting:
    statement, printed = settled.statement, settled.printed.lines[drafted.line]
    return Posting(
        statement_import=statement.statement_import,
        account=drafted.entry.account,
        statement_number=statement.number,
        period_start=statement.period_start,
        period_end=statement.period_end,
        line_number=drafted.line,
        line={
            "date": printed.date.isoformat() if printed.date else None,
            "amount": format(printed.amount, "f"),
            "description": printed.description,
            "reference": printed.reference,
            "page": printed.page,
        },
        reason=drafted.reason,
        entry=drafted.entry.pk,
        transaction=drafted.entry,
        said=snapshot(drafted.entry),
        replaced=drafted.replaced,
        posted_by=actor,
    )


@transaction.atomic
def add_missing(*, statement: Statement, question: AmbiguousGroup, actor: User | None) -> Published:
    """Match each entry of the question with the nearest of the equal rows, and add the rows that are left to the books.

    Raises NotYours, DecisionRefused, LedgerLocked, and as `publish` does: nothing is stored then."""
    current = hold(statement, actor)
    group = asked(current, question)
    rows, entries = lines_of(current, question.lines), entries_named(current, question.entries)
    if not lacking(group, {row.number: row for row in rows}):
        raise DecisionRefused("asked_no_more")
    rows.sort(key=lambda row: (row.date is None, row.date, row.number))
    entries.sort(key=lambda entry: entry.booked_on)
    left: list[StatementLine] = []
    while len(rows) > len(entries):
        left.append(rows.pop(_least_needed(rows, entries)))
    paired = partial(
        deciding.record, statement=current, kind=Decision.Kind.PAIR, actor=actor, before={"asked": True}, after={"paired": True}
    )
    decisions = [paired(lines=[row], entries=[entry]) for row, entry in zip(rows, entries, strict=True)]
    for why in verified(current.statement_import, decisions).values():
        raise DecisionRefused(why)
    published = publish(statement=current, actor=actor, lines=[row.number for row in left])
    if published.left:
        raise DecisionRefused("row_not_added")
    return replace(published, decisions=tuple(decisions))


def _least_needed(rows: Sequence[StatementLine], entries: Sequence[Transaction]) -> int:
    """Return the place of the row without which the others lie nearest to the entries, both in order of days; the last one of several."""

    def days_apart(place: int) -> int:
        others = (*rows[:place], *rows[place + 1 :])
        return sum(abs((row.date - entry.booked_on).days) for row, entry in zip(others, entries, strict=False) if row.date)

    return min(reversed(range(len(rows))), key=days_apart)
