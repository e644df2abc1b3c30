"""Questions of a member about a statement, and an answer as a model streams it."""

from typing import Any

from people.models import Membership
from reconciliation.chat.services import ChatEvent, ask
from reconciliation.models import Question, StatementImport

WHY = "Why does this not tie out?"
PIECES: list[dict[str, Any]] = [
    {"choices": [{"delta": {"content": "A row "}}]},
    {"choices": [{"delta": {"content": "is missing."}, "finish_reason": "stop"}]},
]


def asked(ours: Membership, statement_import: StatementImport, text: str = WHY) -> Question:
    return ask(statement_import=statement_import, text=text, actor=ours.user)


def names(events: list[ChatEvent]) -> list[str]:
    return [event.name for event in events]
