"""Prompts: versioned files, and documents fenced off as untrusted data."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.crypto import salted_hmac

from assistant.strict_json import write
from reconciliation.printed.statement import PrintedStatement

FOLDER = Path(__file__).parent / "prompts"
LETTERS = str.maketrans("0123456789abcdef", "ghijklmnopabcdef")
"""Letters for a digest without digits, which masking would take for the number of an account."""


class NoReading(ValueError):
    """Raised if the message holds no reading between its marks."""


@dataclass(frozen=True, slots=True)
class Instructions:
    """A prompt and its version, which is stored with every result."""

    name: str
    version: int
    text: str


@cache
def instructions(name: str, folder: Path = FOLDER) -> Instructions:
    """Return the prompt of that name. Its file's first line is `version: N`."""
    first, text = (folder / f"{name}.md").read_text(encoding="utf-8").split("\n", 1)
    return Instructions(name=name, version=int(first.removeprefix("version:")), text=text.strip())


def reading_message(statements: Sequence[PrintedStatement]) -> str:
    """Return the message with the reading, fenced off."""
    reading = []
    for number, statement in enumerate(statements):
        content = {
            "statement": number,
            "institution": statement.institution,
            "account": statement.account_hint,
            "kind": statement.account_kind,
            "currency": statement.currency,
            "first_day": statement.period_start,
            "last_day": statement.period_end,
            "opening_balance": statement.opening_balance,
            "closing_balance": statement.closing_balance,
            "flags": statement.flags,
            "columns": ["number", "date", "amount", "description", "transaction_date", "reference"],
            "lines": [
                [index, line.date, line.amount, line.description, line.transaction_date, line.reference]
                for index, line in enumerate(statement.lines)
            ],
        }
        reading.append(content | ({"currency_sign": statement.currency_sign} if statement.currency_sign else {}))
    return fenced("Propose the reconciliation of this document.", {"statements": reading})


def fenced(task: str, content: Any) -> str:
    """Return a task with its content as one line of JSON between two marks that no document can know, since they are made with the
    installation's own key. Equal content has equal marks, so that it is the same request."""
    text = write(content)
    digest = salted_hmac("fenced", text, algorithm="sha256").hexdigest()[:16].translate(LETTERS)
    mark = f"=== untrusted document {digest} ==="
    return f"{task}\n{mark}\n{text}\n{mark}"


def fenced_content(message: str) -> dict[str, Any]:
    """Return the content of a message that `fenced` made of an object. Raises NoReading."""
    lines = message.split("\n")
    if len(lines) != 4 or lines[1] != lines[3]:
        raise NoReading
    content: dict[str, Any] = json.loads(lines[2])
    return content


def reading_in(message: str) -> list[dict[str, Any]]:
    """Return the statements of such a message. Raises NoReading."""
    statements: list[dict[str, Any]] = fenced_content(message)["statements"]
    return statements


PREFIX_OF_OWN_TOOLS = "firm_"
"""The beginning of the names under which the chat offers an organization's own tools. No tool of Tieout begins so."""


def is_outside(tool: str) -> bool:
    """Return True for the name of an organization's own tool."""
    return tool.startswith(PREFIX_OF_OWN_TOOLS)
