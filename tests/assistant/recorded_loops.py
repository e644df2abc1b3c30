"""Whole tool loops that others recorded, with the pieces that each request added to the one before it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from assistant.dialects import Api
from assistant.protocols import CODECS
from tests.assistant.recorded_pieces import Piece, kinds, pieces
from tests.assistant.recorded_traffic import loops, records

Record = Mapping[str, Any]
LISTS: dict[Api, str] = {"chat": "messages", "responses": "input", "messages": "messages", "generate_content": "contents"}
INSTRUCTIONS = ("instructions", "system", "systemInstruction")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedLoop:
    """`added` are the pieces that each request after the first has more than the one before. `left_out` is why the loop cannot be run
    again by a ToolLoop, or nothing; with `files`, a tool gave files, which the protocol takes only beside the results."""

    steps: tuple[Record, ...]
    final_text: str
    added: tuple[tuple[Piece, ...], ...]
    left_out: str
    files: bool

    @property
    def name(self) -> str:
        return str(self.steps[0]["id"])

    @property
    def api(self) -> Api:
        api: Api = self.steps[0]["api"]
        return api


@cache
def recorded_loops() -> tuple[RecordedLoop, ...]:
    known = {record["id"]: record for api in CODECS for record in records(api)}
    return tuple(_loop(loop, known) for loop in loops())


def _loop(told: Record, known: Mapping[str, Record]) -> RecordedLoop:
    steps = tuple(known[step] for step in told["steps"])
    pairs = list(pairwise(steps))
    added = tuple(tuple(_without_files(pieces(before["api"], _more(before, after)))) for before, after in pairs)
    why = next((why for pair, more in zip(pairs, added, strict=True) if (why := _why_not(*pair, more))), "")
    files = any("file" in kinds(pieces(before["api"], _more(before, after))) for before, after in pairs)
    return RecordedLoop(steps=steps, final_text=told["final_text"], added=added, left_out=why, files=files)


def _why_not(before: Record, after: Record, added: Sequence[Piece]) -> str:
    """Return the reason why the second request is not the first one, the answer to it, and the results of its calls; else an empty text."""
    first, second = before["request"], after["request"]
    if second.get("previous_response_id"):
        return "it goes on from what the server stored"
    if listed(before["api"], second)[: len(listed(before["api"], first))] != listed(before["api"], first):
        return "the client changed what was said before"
    if any(first.get(name) != second.get(name) for name in ("tools", *INSTRUCTIONS)) or "tools" in kinds(added):
        return "tools or instructions change"
    if "user" in kinds(added):
        return "somebody says something between the steps"
    calls, results = kinds(added).count("call"), kinds(added).count("result")
    asked = len(before["expected"]["tool_calls"])
    return "" if calls == results == asked else "the client made up a call, or left one out"


def listed(api: Api, request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The conversation of a request."""
    given = request[LISTS[api]]
    return given if isinstance(given, list) else [{"role": "user", "content": given}]


def _more(before: Record, after: Record) -> list[dict[str, Any]]:
    known = 0 if after["request"].get("previous_response_id") else len(listed(before["api"], before["request"]))
    return listed(before["api"], after["request"])[known:]


def _without_files(found: Sequence[Piece]) -> Iterator[Piece]:
    """Without the files beside results, and the word that Mistral wants between the two."""
    for place, piece in enumerate(found):
        ushers_in = found[place + 1 : place + 2] == [("file",)] and piece == ("text", "OK")
        if piece != ("file",) and not ushers_in:
            yield piece
