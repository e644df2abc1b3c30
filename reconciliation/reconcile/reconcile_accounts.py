"""Reconciles all statements of an account together; each import whose answer changes gets a new run.

January becomes `matched` when February shows its cheque, so one import cannot be reconciled alone. All of them are locked, verified and
stored in one transaction, so that no two imports of an account can miss each other.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Q

from finance.models import Account
from people.refusal import Refusal
from reconciliation.models import Decision, Recheck, Statement, StatementImport
from reconciliation.models.actor import Actor, actor_of
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.answers import nothing_to_extract
from reconciliation.reconcile.build_answer import Settled, with_author, with_places
from reconciliation.reconcile.checkpoints import FINISHED, Closing, apart, closings_before, first_day_of
from reconciliation.reconcile.conclusions import Status, days_of, key_of, signed_beside, standings_on
from reconciliation.reconcile.decisions import about_reading, compared, decisions_on, printed_as_decided, taken
from reconciliation.reconcile.evidence import Staged, keep_statements, printed_from, unstored
from reconciliation.reconcile.ledger import Ledger, NotClosed, accounts_of, ledger_of, reach_of
from reconciliation.reconcile.names import learned_names
from reconciliation.verification import verify
from reconciliation.verification.account_choice import choose_accounts
from reconciliation.verification.answering import as_corrected
from reconciliation.verification.books import AccountBooks
from reconciliation.verification.decisions import AccountNamed, PersonDecision
from reconciliation.verification.verdict import StatementVerdict, Verdict

Read = tuple[Statement, PrintedStatement]
"""A statement's record, stored or not, and its reading."""


class ReadAgain(Refusal):
    """The statement is being read again, or was since: its rows may have other numbers."""

    code = "read_again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """The verdicts that follow from some books, readings and decisions: for the same ones they need not be worked out again."""

    books: Sequence[AccountBooks]
    printed: Sequence[PrintedStatement]
    decisions: Sequence[PersonDecision]
    verdicts: Sequence[StatementVerdict]

    def follows_from(self, books: Sequence[AccountBooks], printed: Sequence[PrintedStatement], decisions: Sequence[PersonDecision]) -> bool:
        return (list(self.books), list(self.printed), list(self.decisions)) == (list(books), list(printed), list(decisions))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The result of one reconciliation: statements by import, and the ledger they were compared with; `weighed` are the accounts whose
    statements are all in it."""

    ledger: Ledger
    weighed: Collection[str]
    by_import: Mapping[UUID, Sequence[Settled]]
    verified: Verified

    def of(self, statement_import: StatementImport) -> Sequence[Settled]:
        return self.by_import.get(statement_import.pk, ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The result that a reconciliation of one import's statements would have."""

    ledger: Ledger
    settled: Sequence[Settled]
    verified: Verified

    @property
    def is_clean(self) -> bool:
        """True if every printed row is in the books."""
        return nothing_to_extract([result.answer for result in self.settled])


def settle_printed(
    statement_import: StatementImport,
    printed: Sequence[PrintedStatement],
    *,
    before: Callable[[], None],
    staged: Staged | None = None,
    known: Verified | None = None,
) -> Settlement:
    """Store the new reading in place of the earlier evidence, and reconcile it. Call it inside a transaction; `before` is called after all
    locks. Rows that are `staged` are not written again, and verdicts that are `known` not worked out again."""
    at_stake = accounts_at_stake(statement_import, printed)
    lock(actor_of(statement_import), at_stake)
    before()
    earlier = list(statement_import.statements.all())
    stored = keep_statements(statement_import, printed, first=not earlier, staged=staged)
    return settle(statement_import, at_stake, since=first_day_of([*earlier, *stored]), known=known)


def settle_stored(statement_import: StatementImport, *, before: Callable[[], None]) -> Settlement:
    """Reconcile the stored evidence again, by code only, without opening a document."""
    statement_import.refresh_from_db()
    at_stake = accounts_at_stake(statement_import, printed_as_decided(statement_import))
    lock(actor_of(statement_import), at_stake)
    before()
    statements = list(statement_import.statements.all())
    stored = [(statement.period_start, statement.period_end) for statement in statements]
    decided = [(statement.period_start, statement.period_end) for statement in printed_as_decided(statement_import)]
    # A decision that moves days may move them before all that is stored.
    return settle(statement_import, at_stake, since=first_day_of(statements) if stored == decided else dt.date.min)


def trial(statement_import: StatementImport, printed: Sequence[PrintedStatement]) -> Trial:
    """Return the result without storing or locking anything."""
    at_stake = accounts_at_stake(statement_import, printed)
    read = list(zip(unstored(statement_import, printed), printed, strict=True))
    since = first_day_of([*statement_import.statements.all(), *(statement for statement, _ in read)])
    settlement = settle(statement_import, at_stake, since=since, read=read)
    return Trial(ledger=settlement.ledger, settled=settlement.of(statement_import), verified=settlement.verified)


def accounts_at_stake(statement_import: StatementImport, printed: Sequence[PrintedStatement]) -> set[str]:
    """Return the accounts that these statements belong to or belonged to, which must be locked before they are reconciled."""
    chosen = choices(accounts_of(actor_of(statement_import)), printed, statement_import)
    before = statement_import.statements.exclude(account=None).values_list("account", flat=True)
    return {choice for choice in chosen.values() if choice} | {str(key) for key in before}


def lock(actor: Actor, account_ids: Collection[str]) -> None:
    """Lock these accounts until the transaction ends, always in one order."""
    list(Account.objects.of(actor.organization).filter(pk__in=account_ids).order_by("pk").select_for_update().values_list("pk"))


def settle(
    focus: StatementImport,
    account_ids: Collection[str],
    *,
    since: dt.date,
    read: Sequence[Read] | None = None,
    known: Verified | None = None,
) -> Settlement:
    """Reconcile this import's stored statements, or `read` in their place, with all others of these accounts in order of arrival, except
    closed ones. `since` is the first day of the reconciled statements and of deleted ones."""
    owed = Recheck.objects.of(focus.organization).filter(account__in=map(UUID, account_ids)).values_list("since", flat=True)
    changed = min([since, *(day or dt.date.min for day in owed)])
    try:
        return _settle(focus, account_ids, closings_before(changed, focus.organization, account_ids), read, known)
    except NotClosed:
        return _settle(focus, account_ids, {}, read, known)


def _settle(
    focus: StatementImport,
    account_ids: Collection[str],
    closings: Mapping[str, Closing],
    read: Sequence[Read] | None,
    known: Verified | None,
) -> Settlement:
    """Reconcile against the ledger from these closings on. Raises NotClosed if one of them no longer holds."""
    actor = actor_of(focus)
    together = _weighed_together(focus, account_ids, closings, read)
    statements, printed = [statement for statement, _ in together], [printed_statement for _, printed_statement in together]
    standing, naming, about_names = decisions_on(focus.organization, statements, account_ids)
    if closings and not apart(standing, statements):
        raise NotClosed
    as_decided = compared(printed, statements, standing)
    ledger = ledger_of(actor, account_ids, reach_of([*printed, *as_decided], standing), closings, learned_names(about_names))
    decisions = [*_named(naming, ledger, statements, as_decided), *taken(standing, statements, ledger)]
    if known is None or not known.follows_from(ledger.books, printed, decisions):
        verified = verify(ledger.books, printed, decisions=decisions)
        known = Verified(books=ledger.books, printed=printed, decisions=decisions, verdicts=verified)
    verdicts = known.verdicts
    unread = {verdict.account_id for verdict in verdicts if verdict.account_id} - set(account_ids)
    if any(_is_of(statement, focus) and verdict.account_id in unread for statement, verdict in zip(statements, verdicts, strict=True)):
        if read is None:
            lock(actor, unread)  # the accounts changed meanwhile, and no account is judged without its entries
        return settle(focus, {*account_ids, *unread}, since=dt.date.min, read=read)
    judged = list(zip(statements, as_corrected(printed, decisions), verdicts, strict=True))
    confirmations = {str(decision.pk): decision for decision in standing if decision.kind == Decision.Kind.READING_CONFIRMED}
    by_import = _by_import(focus, judged, ledger, closings, confirmations, about_reading(standing))
    return Settlement(ledger=ledger, weighed=account_ids, by_import=by_import, verified=known)


def _by_import(
    focus: StatementImport,
    judged: Sequence[tuple[Statement, PrintedStatement, StatementVerdict]],
    ledger: Ledger,
    closings: Mapping[str, Closing],
    confirmations: Mapping[str, Decision],
    reading: Mapping[UUID, Sequence[str]],
) -> Mapping[UUID, Sequence[Settled]]:
    """Return the statements with their answers, by import; closed ones keep theirs. Raises NotClosed if one of these has another verdict
    now."""
    statements = [statement for statement, _, _ in judged]
    places = [(str(statement.statement_import_id), statement.number) for statement in statements]
    imports = {statement.statement_import_id for statement in statements}
    standings = standings_on(ledger.accounts.values(), since=first_day_of(statements), imports=imports)
    by_import: dict[UUID, list[Settled]] = defaultdict(list)
    for statement, printed_statement, verdict in judged:
        if not _is_of(statement, focus) and verdict.account_id != str(statement.account_id):
            continue  # the accounts changed since: that import's own next run decides
        closing = closings.get(verdict.account_id or "")
        if closing and closing.stays(statement):
            if verdict.verdict != statement.verdict:
                raise NotClosed
            continue
        account, days = ledger.account(verdict.account_id), days_of(printed_statement)
        standing = None if verdict.set_aside else standings.get(key_of(statement))
        status = standing.status if standing else Status.OPEN
        alone = status is Status.OPEN and verdict.verdict is Verdict.MATCHED and focus.organization.prepares_matched
        alone = alone and not (account and days and signed_beside(key_of(statement), account, days, standings))
        answer = with_places(replace(verdict, status=str(Status.PREPARED if alone else status)).as_json(), places)
        answer = with_author(answer, confirmations)
        answer = closing.since(answer) if closing else answer
        by_import[statement.statement_import_id].append(
            Settled(
                statement=statement,
                printed=printed_statement,
                verdict=verdict,
                answer=answer,
                about_reading=reading.get(statement.statement_import_id, ()),
                prepares_itself=alone,
            )
        )
    return by_import


def _weighed_together(
    focus: StatementImport, account_ids: Collection[str], closings: Mapping[str, Closing], read: Sequence[Read] | None
) -> list[Read]:
    """Return the statements in order of arrival."""
    stored = Statement.objects.of(focus.organization).in_play().filter(Q(account__in=account_ids) | Q(statement_import=focus))
    for account, closing in closings.items():
        stored = stored.exclude(account=UUID(account), period_end__lte=closing.last)
    if read is not None:
        stored = stored.exclude(statement_import=focus)
    rows = stored.in_order_of_arrival().prefetch_related("lines")
    together = [(statement, printed_from(statement, statement.lines.all())) for statement in rows]
    if not read:
        return together

    def arrival(pair: tuple[Statement, PrintedStatement]) -> tuple[dt.datetime, UUID, int]:
        return pair[0].statement_import.uploaded_at, pair[0].statement_import_id, pair[0].number

    return sorted([*together, *read], key=arrival)


def _is_of(statement: Statement, focus: StatementImport) -> bool:
    return statement.statement_import_id == focus.pk


def choices(books: Sequence[AccountBooks], printed: Sequence[PrintedStatement], statement_import: StatementImport) -> dict[int, str | None]:
    """Return the account of each statement by its index: chosen by code, or the one named by a person where code is not certain."""
    standing = Decision.objects.of(statement_import.organization).standing().filter(statement_import=statement_import)
    decision = standing.filter(kind=Decision.Kind.ACCOUNT).exclude(account=None).last()  # a deleted account is ignored
    named = {index: str(decision.account_id) for index in _spoken_of(books, printed)} if decision else {}
    confirmed = named.keys() if decision and decision.is_confirmed else ()
    chosen = choose_accounts(books, printed, named, confirmed)
    return {index: choice.account.id if choice.account else None for index, choice in enumerate(chosen)}


def _spoken_of(books: Sequence[AccountBooks], printed: Sequence[PrintedStatement]) -> list[int]:
    """Return the indexes of the statements that a person's account is for: the only one, or of several those that code is not certain
    of."""
    if len(printed) == 1:
        return [0]
    return [index for index, choice in enumerate(choose_accounts(books, printed)) if not choice.certain]


def _named(
    naming: Iterable[Decision], ledger: Ledger, statements: Sequence[Statement], printed: Sequence[PrintedStatement]
) -> list[AccountNamed]:
    """Return people's decisions on accounts, import by import, by the index of the statement among those reconciled."""
    indexes: dict[UUID, list[int]] = defaultdict(list)
    for index, statement in enumerate(statements):
        indexes[statement.statement_import_id].append(index)
    last = {decision.statement_import_id: decision for decision in naming}
    return [
        AccountNamed(id=str(decision.pk), statement=indexes[key][place], account=str(decision.account_id), confirmed=decision.is_confirmed)
        for key, decision in last.items()
        for place in _spoken_of(ledger.books, [printed[index] for index in indexes[key]])
    ]


def judged_now(statement: Statement) -> tuple[Settlement, Settled]:
    """Reconcile the stored evidence with today's ledger, inside a transaction that locks its accounts. Raises ReadAgain."""
    settlement = settle_stored(statement.statement_import, before=lambda: None)
    settled = next((result for result in settlement.of(statement.statement_import) if result.statement.pk == statement.pk), None)
    if settled is None or statement.statement_import.status not in FINISHED:
        raise ReadAgain
    return settlement, settled
