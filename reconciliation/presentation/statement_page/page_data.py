"""Data of an import's page beside its statements, queried once for all of its statements."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from finance.models import Account, Transaction
from reconciliation.models import Conclusion, Decision, Posting, Statement, StatementImport
from reconciliation.presentation.statement_page.rows import Json
from reconciliation.reconcile.conclusions import Place, SignOffState, finished_among, standings_on


@dataclass(frozen=True, slots=True, kw_only=True)
class PageData:
    """Queried data. `entries` are those that the verdicts name, by account and id: the external id, or the product's own id."""

    decisions: Sequence[Decision]
    postings: Sequence[Posting]
    standings: Mapping[Place, SignOffState]
    entries: Mapping[UUID, Mapping[str, Transaction]]

    def decisions_about(self, statement: Statement) -> list[Decision]:
        """Return the decisions on a statement, including those on the whole file and those by which its rows cancel another statement's."""
        return [decision for decision in self.decisions if decision.speaks_of(statement)]

    def postings_from(self, statement: Statement) -> list[Posting]:
        return [posting for posting in self.postings if posting.statement_number == statement.number]

    def entries_of(self, statement: Statement) -> Mapping[str, Transaction]:
        return self.entries.get(statement.account_id, {}) if statement.account_id else {}

    def finished_on(self, account: Account) -> list[Conclusion]:
        """Return the preparing step of each finished statement of an account, in order of time."""
        return finished_among(standing for place, standing in self.standings.items() if place[0] == account.pk)


def page_data_of(statement_import: StatementImport, statements: Sequence[Statement], verdicts: Sequence[Json]) -> PageData:
    """Return the data of a page. Four queries at most."""
    organization = statement_import.organization
    accounts = list({statement.account.pk: statement.account for statement in statements if statement.account}.values())
    decisions = Decision.objects.of(organization).standing().about_any_in(statement_import)
    postings = Posting.objects.of(organization).standing().filter(statement_import=statement_import)
    return PageData(
        decisions=list(decisions.select_related("made_by", "account")),
        postings=list(postings),
        standings=standings_on(accounts),
        entries=_entries(statement_import, accounts, {name for verdict in verdicts for name in _named(verdict)}),
    )


def _entries(statement_import: StatementImport, accounts: Sequence[Account], names: set[str]) -> dict[UUID, dict[str, Transaction]]:
    if not accounts or not names:
        return {}
    by_account: dict[UUID, dict[str, Transaction]] = defaultdict(dict)
    for entry in Transaction.objects.of(statement_import.organization).filter(account__in=accounts).named(names):
        by_account[entry.account_id][entry.external_id or str(entry.pk)] = entry
    return by_account


def _named(verdict: Json) -> Iterator[str]:
    for pair in verdict["matched"]:
        yield from pair["transactions"]
    for group in verdict["ambiguous"]:
        yield from group["transactions"]
    yield from (pair["transaction"] for pair in verdict["differing"])
    yield from verdict["opening_set"]
    yield from verdict["pending"]
    yield from (row["candidate"] for row in verdict["new"] if row["candidate"])
