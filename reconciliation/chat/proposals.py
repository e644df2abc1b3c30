"""Proposals of a model in an answer: a match or an account. Nothing here changes anything."""

from dataclasses import dataclass
from typing import Annotated, Any

from assistant.tools import Tool, ToolRefusal
from reconciliation.models import Statement, StatementImport
from reconciliation.proposals.tools import LedgerTools, look_up


@dataclass(frozen=True, slots=True, kw_only=True)
class PairProposal:
    """Propose to a person that one printed row and some entries of the ledger are the same payment."""

    statement: Annotated[int, "the statement's number"]
    line: Annotated[int, "the number of the printed row"]
    transactions: Annotated[tuple[str, ...], "ids that get_transactions gave, such as t17"]
    why: Annotated[str, "one sentence for the person who decides"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountProposal:
    """Propose to a person which account of the ledger a statement is of."""

    statement: Annotated[int, "the statement's number"]
    account: Annotated[str, "an id that get_accounts gave, such as a1"]
    why: Annotated[str, "one sentence for the person who decides"]


class Proposals:
    """The proposals of one answer, in the ledger's own names. A row or an entry that was not shown is refused."""

    def __init__(self, statement_import: StatementImport, ledger: LedgerTools) -> None:
        self._statements = {statement.number: statement for statement in statement_import.statements.all()}
        self._ledger = ledger
        self.made: list[dict[str, Any]] = []

    def offered(self) -> list[Tool[Any]]:
        return [
            *self._ledger.offered(),
            look_up("propose_pair", PairProposal, self.propose_pair),
            look_up("propose_account", AccountProposal, self.propose_account),
        ]

    def propose_pair(self, pair: PairProposal) -> dict[str, str]:
        line = self._statement(pair.statement).lines.filter(number=pair.line).first()
        if line is None:
            raise ToolRefusal(f"There is no printed row {pair.line}. Use the numbers of the rows.")
        rows = [self._ledger.transactions.row(handle) for handle in pair.transactions]
        entries = [str(row.pk) for row in rows if row is not None]
        if not rows or len(entries) < len(rows):
            raise ToolRefusal("Not all of these entries were shown. Call get_transactions and use the ids that it gives.")
        return self._put({"kind": "pair", "line": str(line.pk), "transactions": entries, "why": pair.why})

    def propose_account(self, proposed: AccountProposal) -> dict[str, str]:
        account = self._ledger.accounts.row(proposed.account)
        if account is None:
            raise ToolRefusal("That account was not shown. Call get_accounts and use the ids that it gives.")
        statement = self._statement(proposed.statement)
        return self._put({"kind": "account", "statement": str(statement.pk), "account": str(account.pk), "why": proposed.why})

    def _statement(self, number: int) -> Statement:
        if number not in self._statements:
            raise ToolRefusal(f"There is no statement {number}. There are: {', '.join(map(str, self._statements)) or 'none'}.")
        return self._statements[number]

    def _put(self, proposal: dict[str, Any]) -> dict[str, str]:
        self.made.append(proposal)
        return {"status": "put before a person, who decides"}
