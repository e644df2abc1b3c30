"""The last check before `matched`: all its promises, counted again from what is printed and what is booked."""

from collections import Counter
from decimal import Decimal

from reconciliation.matching.evidence import Support, edge
from reconciliation.verification.books import ZERO, BookEntry
from reconciliation.verification.findings import Findings
from reconciliation.verification.standing import OUTSTANDING
from reconciliation.verification.weighed import Clearing, entry_row, line_row


def proved(findings: Findings) -> bool:
    """True if the verdict may be `matched`. It trusts no reason and no total that led here."""
    standing = findings.standing
    return (
        findings.evidence.whole
        and not (standing.late or standing.undecided or standing.questions or findings.new or findings.differing or findings.ambiguous)
        and not (findings.after or findings.untold)
        and all(item.kind == OUTSTANDING and item.proof for item in findings.missing)
        and _lines_and_entries_are_told_once(findings)
        and all(_agrees(clearing, findings) for clearing in standing.clearings)
        and _balances_tie(findings)
    )


def _lines_and_entries_are_told_once(findings: Findings) -> bool:
    standing = findings.standing
    lines = sorted(line for clearing in standing.clearings for line in clearing.lines)
    entries = Counter(entry for clearing in standing.clearings for entry in clearing.entries)
    counted = Counter(entry.id for entry in (*standing.cleared_before, *standing.cleared_here, *standing.left_over))
    due = {entry.id for entry in findings.ledger.entries if entry.date <= findings.span.last}
    return (
        lines == list(range(len(findings.statement.lines)))
        and entries == Counter(entry.id for entry in standing.cleared_here)
        and set(counted.values()) <= {1}
        and due <= counted.keys()
        and Counter(item.transaction for item in findings.missing) == Counter(entry.id for entry in standing.left_over)
    )


def _agrees(clearing: Clearing, findings: Findings) -> bool:
    """True if the sums are equal, and one line and one entry, unless paired by a person, are near enough and do not contradict each
    other."""
    here = {entry.id: entry for entry in findings.standing.cleared_here}
    entries = [here[entry] for entry in clearing.entries]
    lines = [findings.statement.lines[line] for line in clearing.lines]
    if sum((line.amount for line in lines), ZERO) != _total(entries):
        return False
    if clearing.decision or len(lines) > 1 or len(entries) > 1:
        return True
    pair = edge(line_row(findings.span.index, clearing.lines[0], lines[0]), entry_row(entries[0], findings.ledger.books.kind))
    return pair is not None and pair.support is not Support.CONTRADICTS


def _balances_tie(findings: Findings) -> bool:
    """True if K0 = C0, K = C1, and B(E) = C1 + sum(O) - sum(A), with empty A."""
    standing, statement = findings.standing, findings.statement
    opening, books = standing.opening, findings.ledger.balance_at_end_of(findings.span.last)
    if opening is None or books is None or findings.evidence.opening is None:
        return False
    forward = opening + _total(standing.cleared_before)
    closing = forward + _total(standing.cleared_here)
    return findings.evidence.opening == forward and statement.closing_balance == closing and books == closing + _total(standing.left_over)


def _total(entries: list[BookEntry] | tuple[BookEntry, ...]) -> Decimal:
    return sum((entry.amount for entry in entries), ZERO)
