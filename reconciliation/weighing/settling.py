"""All statements of an account are weighed together; each import whose answer changes by it gets a new run.

January becomes `matched` when February shows its cheque: that is not one import's affair. What belongs together is
locked, verified and stored in one transaction, so that no two imports of an account can miss each other.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from finance.models import Account
from reconciliation.accounts import choose_accounts
from reconciliation.actor import Actor, actor_of
from reconciliation.books import AccountBooks
from reconciliation.models import Statement, StatementImport
from reconciliation.reading.statement import PrintedStatement
from reconciliation.verdict import StatementVerdict
from reconciliation.verification import verify
from reconciliation.weighing.evidence import keep_statements, printed_from, printed_of
from reconciliation.weighing.extraction import nothing_to_extract
from reconciliation.weighing.ledger import Ledger, accounts_of, ledger_of
from reconciliation.weighing.places import with_places

LEFT_OUT = [StatementImport.Status.FAILED, StatementImport.Status.CANCELLED]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One statement and what was found of it; `answer` as it is stored."""

    statement: Statement
    printed: PrintedStatement
    verdict: StatementVerdict
    answer: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The statements of one weighing, by import, and the ledger that they were weighed against."""

    ledger: Ledger
    by_import: Mapping[UUID, Sequence[Settled]]

    def of(self, statement_import: StatementImport) -> Sequence[Settled]:
        return self.by_import.get(statement_import.pk, ())


def settle_printed(statement_import: StatementImport, printed: Sequence[PrintedStatement], *, before: Callable[[], None]) -> Settlement:
    """Store what was read in place of the earlier evidence, and weigh it. Inside a transaction; `before` is called once all is locked."""
    statement_import.refresh_from_db(fields=["chosen_account"])  # a person may have chosen while it was read
    at_stake = accounts_at_stake(statement_import, printed)
    lock(actor_of(statement_import), at_stake)
    before()
    keep_statements(statement_import, printed)
    return settle(statement_import, at_stake)


def settle_stored(statement_import: StatementImport, *, before: Callable[[], None]) -> Settlement:
    """Weigh the stored evidence once more, if the import still counts: code only, no document is opened."""
    statement_import.refresh_from_db()
    at_stake = accounts_at_stake(statement_import, printed_of(statement_import))
    lock(actor_of(statement_import), at_stake)
    before()
    return settle(statement_import, at_stake)


def is_clean(statement_import: StatementImport, printed: Sequence[PrintedStatement]) -> bool:
    """Would every printed row be in the books? A trial: nothing of it stays."""
    with transaction.atomic():
        settlement = settle_printed(statement_import, printed, before=lambda: None)
        transaction.set_rollback(True)
    return nothing_to_extract([each.answer for each in settlement.of(statement_import)])


def accounts_at_stake(statement_import: StatementImport, printed: Sequence[PrintedStatement]) -> set[str]:
    """Whose these statements are or were: what must be locked before they are weighed."""
    chosen = choices(accounts_of(actor_of(statement_import)), printed, statement_import)
    before = statement_import.statements.exclude(account=None).values_list("account", flat=True)
    return {choice for choice in chosen.values() if choice} | {str(key) for key in before}


def lock(actor: Actor, account_ids: Collection[str]) -> None:
    """Hold these accounts until the transaction ends: nobody else weighs their statements meanwhile. Always in one order."""
    list(Account.objects.of(actor.organization).filter(pk__in=account_ids).order_by("pk").select_for_update().values_list("pk"))


def settle(focus: StatementImport, account_ids: Collection[str]) -> Settlement:
    """Weigh this import's stored statements together with all others of these accounts, in the order of arrival."""
    actor = actor_of(focus)
    stored = Statement.objects.of(focus.organization).filter(Q(account__in=account_ids) | Q(statement_import=focus))
    in_play = stored.exclude(statement_import__status__in=LEFT_OUT).in_order_of_arrival().prefetch_related("lines")
    statements = list(in_play)
    printed = [printed_from(statement, statement.lines.all()) for statement in statements]
    ledger = ledger_of(actor, account_ids)
    verdicts = verify(ledger.books, printed, chosen=_named(ledger, statements, printed))
    unread = {verdict.account_id for verdict in verdicts if verdict.account_id} - set(account_ids)
    if any(_is_of(statement, focus) and verdict.account_id in unread for statement, verdict in zip(statements, verdicts, strict=True)):
        lock(actor, unread)  # somebody changed the accounts meanwhile: without its entries no account is judged
        return settle(focus, {*account_ids, *unread})
    places = [(str(statement.statement_import_id), statement.number) for statement in statements]
    by_import: dict[UUID, list[Settled]] = defaultdict(list)
    for statement, each, verdict in zip(statements, printed, verdicts, strict=True):
        if not _is_of(statement, focus) and verdict.account_id != str(statement.account_id):
            continue  # the accounts changed since: that import's own next run decides
        answer = with_places(verdict.as_json(), places)
        by_import[statement.statement_import_id].append(Settled(statement=statement, printed=each, verdict=verdict, answer=answer))
    return Settlement(ledger=ledger, by_import=by_import)


def _is_of(statement: Statement, focus: StatementImport) -> bool:
    return statement.statement_import_id == focus.pk


def choices(books: Sequence[AccountBooks], printed: Sequence[PrintedStatement], statement_import: StatementImport) -> dict[int, str | None]:
    """The account of each statement: by code, and where a person chose one, theirs for what code is not certain of."""
    found = choose_accounts(books, printed, chosen_for(books, printed, statement_import))
    return {index: choice.account.id if choice.account else None for index, choice in enumerate(found)}


def chosen_for(books: Sequence[AccountBooks], printed: Sequence[PrintedStatement], statement_import: StatementImport) -> dict[int, str]:
    """Which statements a person's choice speaks of: the only one, or of several those that code is not certain of."""
    if statement_import.chosen_account_id is None:
        return {}
    account = str(statement_import.chosen_account_id)
    if len(printed) == 1:
        return {0: account}
    return {index: account for index, choice in enumerate(choose_accounts(books, printed)) if not choice.certain}


def _named(ledger: Ledger, statements: Sequence[Statement], printed: Sequence[PrintedStatement]) -> dict[int, str]:
    """A person's choices, import by import, by the index of the statement in the weighing."""
    indexes: dict[UUID, list[int]] = defaultdict(list)
    for index, statement in enumerate(statements):
        indexes[statement.statement_import_id].append(index)
    named: dict[int, str] = {}
    for own in indexes.values():
        chosen = chosen_for(ledger.books, [printed[index] for index in own], statements[own[0]].statement_import)
        named |= {own[place]: account for place, account in chosen.items()}
    return named
