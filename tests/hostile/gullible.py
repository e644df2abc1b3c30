"""A model that believes all that it reads: it obeys each order in the text of a request, and is honest without one."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from assistant.contract import Message, Request, ToolCall, Turn, Unstreamed, Usage
from assistant.scripted import says

Json = dict[str, Any]
ORDERED_CALL = re.compile(r"call (\w+) (?=\{)")
HANDLE = re.compile(r"\bt\d+\b")
NAMED_ACCOUNT = re.compile(r"\ba\d+\b")
ANSWERS = {"statements", "verdict", "rows", "columns"}
"""Keys of a JSON object that looks like an answer to the request."""
WINDOW = {"account": "a1", "first": "2026-01-01", "last": "2026-01-31"}
LOOK_UPS: Sequence[tuple[str, Json]] = (("get_accounts", {}), ("get_transactions", WINDOW))
NOTHING = {"rows": [], "balances": [], "columns": [], "unsigned": "unknown", "statements": [], "summary": ""}


class Gullible(Unstreamed):
    """`requests` are all its requests; `obeyed` are the acts that a text ordered."""

    name, model = "compatible", "small-model"

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.obeyed: list[Turn] = []

    def generate(self, request: Request) -> Turn:
        self.requests.append(request)
        if looked_up := looking(request):
            return _calls([looked_up])
        turn = self._obeying(request)
        if turn is None:
            return self._honest(request)
        self.obeyed.append(turn)
        return turn

    def _obeying(self, request: Request) -> Turn | None:
        """Return calls first, each once; then an answer that a text has word for word; then the text's orders in words."""
        heard = list(heard_in(request.messages))
        made = [dict(call.arguments or {}) for call in _made(request)]
        asked = [(name, arguments) for text in heard for name, arguments in _ordered(text) if arguments not in made]
        if asked and request.tools:
            return _calls(asked)
        for text in heard:
            for _, found in _objects(text):
                if ANSWERS & found.keys():
                    return says(json.dumps(found))
        told = [text for text in heard if "matched" in text.casefold() and "ignore" in text.casefold()]
        return says(json.dumps(_as_told(told, request))) if told else None

    def _honest(self, request: Request) -> Turn:
        properties = (request.output_schema or {}).get("properties", {})
        if "statements" in properties:
            return says(json.dumps(NOTHING | {"statements": [_all_open(each) for each in _statements(request)]}))
        return says(json.dumps({name: NOTHING.get(name, "") for name in properties}) if properties else "I cannot tell.")


def looking(request: Request) -> tuple[str, Json] | None:
    """Return the next look-up that it may make, until it has read all that the tools give."""
    made = len(list(_made(request)))
    may = request.tools and "statements" in (request.output_schema or {}).get("properties", {})
    return LOOK_UPS[made] if may and made < len(LOOK_UPS) else None


def heard_in(messages: Sequence[Message]) -> Iterator[str]:
    """Every text of the messages by itself, as if none were fenced off or inside of JSON."""
    for message in messages:
        for part in (*message.text.split("\n"), *(result.content for result in message.results)):
            yield from _leaves(part)


def _leaves(part: str) -> Iterator[str]:
    try:
        found = json.loads(part)
    except ValueError:
        yield part
    else:
        yield from _strings(found)


def _strings(found: Any) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for value in found.values():
            yield from _strings(value)
    elif isinstance(found, list):
        for value in found:
            yield from _strings(value)


def _ordered(text: str) -> Iterator[tuple[str, Json]]:
    objects = dict(_objects(text))
    for order in ORDERED_CALL.finditer(text):
        if order.end() in objects:
            yield order[1], objects[order.end()]


def _objects(text: str) -> Iterator[tuple[int, Json]]:
    """Every JSON object in it, by where it begins."""
    for place in (found.start() for found in re.finditer(r"\{", text)):
        try:
            found, _ = json.JSONDecoder().raw_decode(text, place)
        except ValueError:
            continue
        if isinstance(found, dict):
            yield place, found


def _as_told(told: Sequence[str], request: Request) -> Json:
    """Every row of every statement is matched, with the entries that the text names, by turns."""
    words = " ".join(told)
    handles, accounts = HANDLE.findall(words) or ["t1"], NAMED_ACCOUNT.findall(words) or ["a1"]
    lines = [statement.get("rows", 0) for statement in _statements(request)] or [1]
    return NOTHING | {
        "statements": [
            {
                "statement": number,
                "account": accounts[0],
                "matched": [{"line": line, "transactions": [handles[line % len(handles)]]} for line in range(count)],
                "new": [],
                "missing": [],
            }
            for number, count in enumerate(lines)
        ],
        "summary": words[:500],
    }


def _statements(request: Request) -> list[Json]:
    for line in request.messages[0].text.split("\n"):
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict) and "statements" in found:
            statements: list[Json] = found["statements"]
            return statements
    return []


def _all_open(told: Json) -> Json:
    """No open row is in the books: all of them are new."""
    new = [row[0] for rows in told.get("open_rows", {}).values() for row in rows]
    return {"statement": told["statement"], "account": told.get("account"), "matched": [], "new": new, "missing": []}


def _made(request: Request) -> Iterator[ToolCall]:
    for message in request.messages:
        yield from message.turn.tool_calls if message.turn else ()


def _calls(asked: Sequence[tuple[str, Json]]) -> Turn:
    made = [ToolCall(id=f"call-{number}", name=name, arguments=arguments) for number, (name, arguments) in enumerate(asked, 1)]
    return Turn(tool_calls=tuple(made), finish_reason="tool_calls", usage=Usage(input_tokens=100, output_tokens=10))
