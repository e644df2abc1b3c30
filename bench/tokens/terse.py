"""The product's own way: it asks where code is not done, tells what is open, and an honest model answers with ids."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.contract import Provider, Request, Turn, Unstreamed
from assistant.scripted import says
from bench.tokens.counting import Exchange
from reconciliation.conversation.builtin import BUILTIN, BuiltinProvider
from reconciliation.models import StatementImport
from reconciliation.pipeline.processor import PdfProcessor
from reconciliation.pipeline.retries import claim

Json = dict[str, Any]


class Honest(Unstreamed):
    """Pairs nothing: each open row is new, and each open entry is missing."""

    name, model = "compatible", "honest"

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []

    def generate(self, request: Request) -> Turn:
        statements = json.loads(request.messages[0].text.split("\n")[2])["statements"]
        summary = "The statement of this account; look at the rows that the ledger lacks first."
        turn = says(
            json.dumps({"statements": [_answer_to(statement) for statement in statements], "summary": summary}, separators=(",", ":"))
        )
        self.exchanges.append(Exchange(request, turn))
        return turn


def terse(statement_import: StatementImport) -> list[Exchange]:
    """The calls for an import that waits; afterwards it is answered."""
    model = Honest()

    def chosen(name: str, *_: Any) -> Sequence[Provider]:
        return [BuiltinProvider() if name == BUILTIN else model]

    with claim(statement_import.pk) as claimed:
        PdfProcessor(choose=chosen).process(claimed)
    return model.exchanges


def _answer_to(statement: Mapping[str, Any]) -> Json:
    new, missing = list(_ids(statement.get("open_rows", {}))), list(_ids(statement.get("open_entries", {})))
    return {"statement": statement["statement"], "account": statement.get("account"), "matched": [], "new": new, "missing": missing}


def _ids(days: Mapping[str, Sequence[Sequence[Any]]]) -> Iterator[Any]:
    yield from (row[0] for rows in days.values() for row in rows)
