"""Where a proposal and the verdict by code differ: listed, stored and shown. The verdict does not move by it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reconciliation.proposal import Proposal, ProposedStatement
from reconciliation.tools import LedgerTools

Json = dict[str, Any]
SHOWN = 200


def disagreements(proposal: Proposal, verdicts: Sequence[Mapping[str, Any]], line_counts: Sequence[int], tools: LedgerTools) -> list[Json]:
    """What the proposal claims that code did not find, and what it leaves out; the first 200. `verdicts` as they are stored."""
    return list(_all(proposal, verdicts, line_counts, tools))[:SHOWN]


def _all(proposal: Proposal, verdicts: Sequence[Mapping[str, Any]], line_counts: Sequence[int], tools: LedgerTools) -> Iterator[Json]:
    counted = Counter(each.statement for each in proposal.statements)
    for number in sorted(counted):
        if not 0 <= number < len(verdicts):
            yield {"code": "unknown_statement", "proposed": number}
        elif counted[number] > 1:
            yield {"code": "statement_twice", "statement": number}
    for number, (verdict, lines) in enumerate(zip(verdicts, line_counts, strict=True)):
        said = next((each for each in proposal.statements if each.statement == number), None)
        found = _OfOneStatement(said, verdict, lines, tools).all() if said else [{"code": "statement_left_out"}]
        yield from (each | {"statement": number} for each in found)


class _OfOneStatement:
    def __init__(self, said: ProposedStatement, verdict: Mapping[str, Any], lines: int, tools: LedgerTools) -> None:
        self._said, self._verdict, self._lines, self._tools = said, verdict, lines, tools

    def all(self) -> Iterator[Json]:
        yield from self._account()
        yield from self._rows_once()
        yield from self._pairs()
        yield from self._missing()

    def _account(self) -> Iterator[Json]:
        if self._said.account is None:
            proposed = None
        else:
            account = self._tools.accounts.row(self._said.account)
            if account is None:
                yield {"code": "unknown_account", "proposed": self._said.account[:20]}
                return
            proposed = account.name
        if proposed != self._verdict["account"]:
            yield {"code": "account_differs", "proposed": proposed, "decided": self._verdict["account"]}

    def _rows_once(self) -> Iterator[Json]:
        named = Counter([*(match.line for match in self._said.matched), *self._said.new])
        for line in sorted(set(named) | set(range(self._lines))):
            if not 0 <= line < self._lines:
                yield {"code": "unknown_line", "proposed": line}
            elif named[line] != 1:
                yield {"code": "line_twice" if named[line] else "line_left_out", "line": line}

    def _pairs(self) -> Iterator[Json]:
        decided = {each["line"]: each for each in self._verdict["matched"]}
        for match in self._said.matched:
            proposed = list(self._entries(match.transactions))
            yield from (each for each in proposed if isinstance(each, dict))
            names = sorted(each for each in proposed if isinstance(each, str))
            found = decided.get(match.line, {})
            if names != sorted(found.get("transactions", [])) and not found.get("interchangeable"):
                yield {"code": "pair_differs", "line": match.line, "proposed": names, "decided": found.get("transactions", [])}
        for line in self._said.new:
            if line in decided:
                yield {"code": "pair_differs", "line": line, "proposed": [], "decided": decided[line]["transactions"]}

    def _missing(self) -> Iterator[Json]:
        proposed = list(self._entries(self._said.missing))
        yield from (each for each in proposed if isinstance(each, dict))
        names = {each for each in proposed if isinstance(each, str)}
        decided = {each["transaction"] for each in self._verdict["missing"]}
        if names != decided:
            yield {"code": "missing_differs", "proposed": sorted(names - decided), "decided": sorted(decided - names)}

    def _entries(self, handles: Sequence[str]) -> Iterator[str | Json]:
        """The names of the entries, or what is wrong with a handle."""
        for handle in handles:
            row = self._tools.transactions.row(handle)
            if row is None:
                yield {"code": "unknown_transaction", "proposed": handle[:20]}
            elif row.account.name != self._verdict["account"]:
                yield {"code": "other_account", "proposed": handle[:20]}
            else:
                yield row.external_id or str(row.pk)
