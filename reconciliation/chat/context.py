"""The start of a conversation: the rows as they were read, and the verdict."""

from typing import Any

from assistant.contract import Message, Turn
from reconciliation.conversation.instructions import fenced
from reconciliation.models import Question, Statement, StatementImport

EARLIER = 10  # questions that are remembered
BROKEN_OFF = "(This answer was broken off here: it is not whole.)"


def conversation(question: Question) -> list[Message]:
    """Return the import, the earlier questions with their answers (marked if incomplete), and the question. Earlier results of tools are
    left out: their handles were valid for that answer alone."""
    text = fenced("This is the import that the questions are about.", shown(question.statement_import))
    messages = [Message(role="user", text=text)]
    earlier = question.statement_import.questions.filter(asked_at__lt=question.asked_at).exclude(answer="").order_by("-asked_at")
    for before in reversed(earlier[:EARLIER]):
        answer = before.answer if before.is_answered else f"{before.answer}\n\n{BROKEN_OFF}"
        messages += [Message(role="user", text=before.text), Message(role="assistant", turn=Turn(text=answer))]
    return [*messages, Message(role="user", text=question.text)]


def shown(statement_import: StatementImport) -> dict[str, Any]:
    """Return the stored answer and every printed row."""
    statements = statement_import.statements.select_related("account").prefetch_related("lines")
    return {"result": statement_import.reconciliation, "statements": [_statement(statement) for statement in statements]}


def _statement(statement: Statement) -> dict[str, Any]:
    return {
        "statement": statement.number,
        "institution": statement.institution,
        "account": statement.account.name if statement.account else None,
        "currency": statement.currency or statement.currency_sign,
        "columns": ["number", "date", "amount", "description", "balance"],
        "lines": [[line.number, line.date, line.amount, line.description, line.balance] for line in statement.lines.all()],
    }
