"""Matches: which printed rows and which ledger entries code found to be one payment, kept as rows of their own."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from uuid import UUID

from reconciliation.models import Match, Statement
from reconciliation.reconcile.ledger import Ledger
from reconciliation.verification.verdict import StatementVerdict

Link = tuple[Match, list[int], list[str]]
"""A match, the numbers of its lines, and its entries by the names that the verifier uses."""


def keep_matches(statement: Statement, verdict: StatementVerdict, ledger: Ledger, *, first: bool = False) -> None:
    """Replace the statement's matches by those of this verdict; it has none yet where this is the `first`."""
    if not first:
        statement.matches.all().delete()
    links = list(_links(statement, verdict))
    Match.objects.bulk_create([match for match, _, _ in links])
    line_keys = {line.number: line.pk for line in statement.lines.all()}
    _join(Match.lines.through, "statementline_id", ((match, line_keys[line]) for match, lines, _ in links for line in lines))
    account = verdict.account_id or ""
    _join(
        Match.transactions.through,
        "transaction_id",
        ((match, ledger.transactions[account, entry]) for match, _, entries in links for entry in entries),
    )


def _links(statement: Statement, verdict: StatementVerdict) -> Iterator[Link]:
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for item in verdict.matched:
        groups[item.transactions].append(item.line)
    why = {item.transactions: {"why": list(item.why), "interchangeable": item.interchangeable} for item in verdict.matched}
    decided = {item.transactions for item in verdict.matched if "decided" in item.why}
    for entries, lines in groups.items():
        kind = Match.Kind.EXACT if len(entries) == len(lines) == 1 else Match.Kind.GROUP
        by = Match.DecidedBy.PERSON if entries in decided else Match.DecidedBy.RULE
        yield Match(statement=statement, kind=kind, decided_by=by, why=why[entries]), lines, list(entries)
    for differing in verdict.differing:
        match = Match(statement=statement, kind=Match.Kind.DIFFERING, why={"differs": differing.kind, "hint": differing.hint})
        yield match, [differing.line], [differing.transaction]


def _join(through: type, column: str, pairs: Iterable[tuple[Match, UUID]]) -> None:
    through.objects.bulk_create([through(match_id=match.pk, **{column: key}) for match, key in pairs])  # type: ignore[attr-defined]
