"""Check of a stored proof without matcher and verifier: file, lines, pairs, sums and balances, added up again."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from finance.models import Transaction
from reconciliation.models import Decision, Statement, StatementImport
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.conclusions import Binding, standing_of
from reconciliation.reconcile.decisions import printed_as_decided
from reconciliation.storage import archive
from reconciliation.storage.archive import DocumentSealed
from reconciliation.verification.verdict import VERSION, Bridge

Json = Mapping[str, Any]
ZERO = Decimal(0)


def faults_of(statement_import: StatementImport) -> list[str]:
    """Return codes of the faults of the stored answer, each with the number of its statement; empty if the answer still holds.

    `file_changed`, `version_differs`, `lines_differ`, `pairs_differ`, `entry_gone`, `entry_twice`, `sums_differ`, `line_unpaired`,
    `balances_differ`, `bridge_open`, `rows_digest_differs`, `conclusion_of_another_document`, `conclusion_of_other_rows`,
    `conclusion_unbound`, `decision_of_another_document`. An answer that rests on decisions of people (`relied_on`) is checked as far as
    these leave it as printed.
    """
    reconciliation = statement_import.reconciliation
    if reconciliation is None:
        return []
    faults = []
    digest = statement_import.sha256
    if statement_import.document_deleted_at is None:  # else only the fingerprint in the proof can be compared
        try:
            digest = hashlib.sha256(archive.fetch(statement_import.organization, statement_import.stored_as)).hexdigest()
        except (FileNotFoundError, DocumentSealed):
            digest = ""
    if not digest == statement_import.sha256 == reconciliation["proof"]["sha256"]:
        faults.append("file_changed")
    if reconciliation["proof"]["reconciliation_version"] != VERSION:
        faults.append("version_differs")
    statements = statement_import.statements.select_related("account").order_by("number")
    stored = zip(statements, printed_as_decided(statement_import), strict=True)
    for (statement, printed), answer, figures in zip(
        stored, reconciliation["statements"], reconciliation["proof"]["statements"], strict=True
    ):
        binding = Binding(statement_import.sha256, digest_of_statement(printed))
        codes = [*_of_statement(statement, printed, answer, figures), *_of_acts(statement, binding, figures)]
        faults += [f"{code}:{statement.number}" for code in dict.fromkeys(codes)]
    return faults


def _of_acts(statement: Statement, binding: Binding, figures: Json) -> Iterator[str]:
    """Yield faults of conclusions in force and decisions: of another document, of other rows or balances, or bound to none."""
    if figures.get("digest", binding.digest) != binding.digest:
        yield "rows_digest_differs"
    state = standing_of(statement)
    since = state.prepared.number if state.prepared else None
    for step in state.steps:
        if step.document and step.document != binding.document:
            yield "conclusion_of_another_document"
        if since is not None and step.number >= since and not step.is_bound:
            yield "conclusion_unbound"
        elif since is not None and step.number >= since and step.digest != binding.digest:
            yield "conclusion_of_other_rows"
    decisions = Decision.objects.of(statement.statement_import.organization).standing()
    for decision in decisions.filter(statement_import=statement.statement_import_id, number=statement.number):
        if decision.document not in {"", binding.document}:
            yield "decision_of_another_document"


def _of_statement(statement: Statement, printed_statement: PrintedStatement, answer: Json, figures: Json) -> Iterator[str]:
    amounts = {number: line.amount for number, line in enumerate(printed_statement.lines)}
    if len(amounts) != figures["lines"] or sum(amounts.values(), ZERO) != Decimal(figures["lines_sum"]):
        yield "lines_differ"
    matches = statement.matches.prefetch_related("lines", "transactions")
    stored = {(frozenset(line.number for line in match.lines.all()), len(match.transactions.all())) for match in matches}
    paired = {(frozenset(lines), len(names)) for names, lines in _groups(answer).items()}
    if paired | {(frozenset((item["line"],)), 1) for item in answer["differing"]} != stored:
        yield "pairs_differ"
    yield from _of_pairs(statement, answer, amounts)
    terms = answer["bridge"]
    if terms and not Bridge(**{name: Decimal(amount) for name, amount in terms.items()}).closes:
        yield "bridge_open"
    if answer["verdict"] != "matched" or answer["relied_on"]:
        return
    # a proof: every line is paired once or is of 0.00, and opening plus lines make the closing, printed and cleared
    zero = [line for line in answer.get("zero_lines", ()) if not amounts.get(line, ZERO)]
    if sorted([*(item["line"] for item in answer["matched"]), *zero]) != sorted(amounts):
        yield "line_unpaired"
    opening, closing = answer["opening_balance"]["ledger"], answer["closing_balance"]["ledger"]
    printed = statement.opening_balance if statement.opening_balance is not None else Decimal(opening)
    total = printed + sum(amounts.values(), ZERO)
    if printed != Decimal(opening) or not total == statement.closing_balance == Decimal(closing):
        yield "balances_differ"


def _groups(answer: Json) -> dict[tuple[str, ...], list[int]]:
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for item in answer["matched"]:
        groups[tuple(item["transactions"])].append(item["line"])
    return groups


def _of_pairs(statement: Statement, answer: Json, amounts: Mapping[int, Decimal]) -> Iterator[str]:
    """Yield faults of the pairs: an entry in two pairs, an entry that no longer counts, or sides of unequal sum."""
    groups = _groups(answer)
    entries: dict[str, Decimal] = {}  # the amounts of those that count, by the name that the answer uses
    if account := statement.account:
        counted = Transaction.objects.of(account.organization).filter(account=account).posted()
        rows = counted.named({name for names in groups for name in names}).select_related("account")
        entries = {row.external_id or str(row.pk): row.amount for row in rows}
    if any(count > 1 for count in Counter(name for names in groups for name in names).values()):
        yield "entry_twice"
    for names, lines in groups.items():
        if not set(names) <= entries.keys():
            yield "entry_gone"
        elif not answer["relied_on"] and sum((amounts.get(line, ZERO) for line in lines), ZERO) != sum(
            (entries[name] for name in names), ZERO
        ):
            yield "sums_differ"
