"""A stored proof checked again, without the matcher and the verifier: file, lines, pairs, sums and balances, added up anew."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import Any

from finance.models import Transaction
from reconciliation.models import Statement, StatementImport
from reconciliation.storage import archive
from reconciliation.storage.archive import DocumentSealed
from reconciliation.verification.verdict import VERSION, Bridge

Json = Mapping[str, Any]
ZERO = Decimal(0)


def faults_of(statement_import: StatementImport) -> list[str]:
    """Codes of what no longer bears out the stored answer, each with the number of its statement; none if all does.

    `file_changed`, `version_differs`, `lines_differ`, `pairs_differ`, `entry_gone`, `entry_twice`, `sums_differ`, `line_unpaired`,
    `balances_differ`, `bridge_open`. What rests on decisions of people (`relied_on`) is checked as far as these leave it as printed."""
    answer = statement_import.reconciliation
    if answer is None:
        return []
    found = [*_of_file(statement_import, answer["proof"])]
    statements = statement_import.statements.select_related("account").order_by("number")
    for statement, said, figures in zip(statements, answer["statements"], answer["proof"]["statements"], strict=True):
        found += [f"{code}:{statement.number}" for code in dict.fromkeys(_of_statement(statement, said, figures))]
    return found


def _of_file(statement_import: StatementImport, proof: Json) -> Iterator[str]:
    """Of a document that was deleted as the organization wants it, only that the proof is of its fingerprint."""
    gone = statement_import.document_deleted_at is not None
    digest = statement_import.sha256 if gone else _digest_of(statement_import)
    if not digest == statement_import.sha256 == proof["sha256"]:
        yield "file_changed"
    if proof["reconciliation_version"] != VERSION:
        yield "version_differs"


def _digest_of(statement_import: StatementImport) -> str:
    """Of the document as it came; empty where it is not there, or does not open."""
    try:
        return hashlib.sha256(archive.fetch(statement_import.organization, statement_import.stored_as)).hexdigest()
    except (FileNotFoundError, DocumentSealed):
        return ""


def _of_statement(statement: Statement, said: Json, figures: Json) -> Iterator[str]:
    amounts = {line.number: line.amount for line in statement.lines.all()}
    if len(amounts) != figures["lines"] or sum(amounts.values(), ZERO) != Decimal(figures["lines_sum"]):
        yield "lines_differ"
    if _pairs_told(said) != _pairs_kept(statement):
        yield "pairs_differ"
    yield from _of_pairs(statement, said, amounts)
    if said["bridge"] and not _closes(said["bridge"]):
        yield "bridge_open"
    if said["verdict"] == "matched" and not said["relied_on"]:
        yield from _of_a_proof(statement, said, amounts)


def _groups(said: Json) -> dict[tuple[str, ...], list[int]]:
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for item in said["matched"]:
        groups[tuple(item["transactions"])].append(item["line"])
    return groups


def _of_pairs(statement: Statement, said: Json, amounts: Mapping[int, Decimal]) -> Iterator[str]:
    """Each entry in one pair, still in the books as they count, and both sides of equal sum."""
    groups = _groups(said)
    entries = _entries(statement, {name for names in groups for name in names})
    if any(count > 1 for count in Counter(name for names in groups for name in names).values()):
        yield "entry_twice"
    for names, lines in groups.items():
        if not set(names) <= entries.keys():
            yield "entry_gone"
        elif not said["relied_on"] and sum((amounts.get(line, ZERO) for line in lines), ZERO) != sum(
            (entries[name] for name in names), ZERO
        ):
            yield "sums_differ"


def _entries(statement: Statement, names: Collection[str]) -> dict[str, Decimal]:
    """Amounts of those of these entries that count, by the name that the answer uses."""
    if statement.account is None:
        return {}
    rows = Transaction.objects.of(statement.account.organization).filter(account=statement.account).posted().named(names)
    return {row.external_id or str(row.pk): row.amount for row in rows.select_related("account")}


def _pairs_told(said: Json) -> set[tuple[frozenset[int], int]]:
    """Lines of each pair or difference, and how many entries it has."""
    told = {(frozenset(lines), len(names)) for names, lines in _groups(said).items()}
    return told | {(frozenset((item["line"],)), 1) for item in said["differing"]}


def _pairs_kept(statement: Statement) -> set[tuple[frozenset[int], int]]:
    matches = statement.matches.prefetch_related("lines", "transactions")
    return {(frozenset(line.number for line in match.lines.all()), len(match.transactions.all())) for match in matches}


def _of_a_proof(statement: Statement, said: Json, amounts: Mapping[int, Decimal]) -> Iterator[str]:
    """Every line paired once, and opening plus lines the closing, printed and cleared."""
    if sorted(item["line"] for item in said["matched"]) != sorted(amounts):
        yield "line_unpaired"
    opening, closing = said["opening_balance"]["ledger"], said["closing_balance"]["ledger"]
    printed = statement.opening_balance if statement.opening_balance is not None else Decimal(opening)
    total = printed + sum(amounts.values(), ZERO)
    if printed != Decimal(opening) or not total == statement.closing_balance == Decimal(closing):
        yield "balances_differ"


def _closes(terms: Json) -> bool:
    return Bridge(**{name: Decimal(amount) for name, amount in terms.items()}).closes
