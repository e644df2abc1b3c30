"""Recorded tool loops run again through the loop, over a real socket: the same requests, results, answer and bill."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, get_args

import pytest

from assistant.contract import Message, Request, ToolCall, ToolResult, ToolSpec, Turn
from assistant.dialects import DIALECTS, Api, dialect
from assistant.events import LoopResult
from assistant.loop import ToolLoop
from assistant.protocols import Reply, codec
from assistant.registry import provider
from assistant.tools import Ready, Toolbox
from assistant.tools import ToolAnswer as ToolAnswer
from tests.assistant.conversations import whole
from tests.assistant.local_server import Answer, LocalServer, serving
from tests.assistant.recorded_loops import Record, RecordedLoop, listed, recorded_loops
from tests.assistant.recorded_pieces import Piece, kinds, pieces
from tests.assistant.recorded_traffic import squeezed

pytestmark = [pytest.mark.shared]
_RUBY = "rubyllm:spec/fixtures/vcr_cassettes/chat_function_calling_"
WRITTEN_ANEW = {
    "the client lost or doubled a signature": (
        f"{_RUBY}gemini_gemini-2_5-flash_can_use_parallel_tool_calls.yml#0",
        f"{_RUBY}vertexai_gemini-2_5-flash_can_handle_multiple_tool_calls_in_a_single_response.yml#1",
    ),
    "the client wrote the server's own search for tools anew": (
        "pai:tests/cassettes/test_tool_search/test_live_tool_search_handoff_openai_to_anthropic.yaml#0",
        "pai:tests/cassettes/test_tool_search/test_openai_native_tool_search_gpt_5_6.yaml#0",
        "pai:tests/cassettes/test_tool_search/test_openai_native_tool_search_round_trip.yaml#0",
        "pai:tests/cassettes/test_tool_search/test_openai_native_tool_search_streaming.yaml#0",
    ),
    "the client told thoughts as a text": ("pai:tests/models/cassettes/test_groq/test_tool_use_failed_error_streaming.yaml#1",),
}
"""Loops, by their first step, of which only calls and results are compared."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded result: `call_id` is None if the protocol has none."""

    call_id: str | None
    name: str
    content: str
    is_error: bool


class RecordedTools(Toolbox):
    """Answers each call with the recorded result of its id, else of its name, each once."""

    def __init__(self, results: Sequence[Recorded]) -> None:
        super().__init__()
        self._results = list(results)
        self._names = {result.name for result in results}

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        return tuple(ToolSpec(name=name, description=name, parameters={"type": "object", "properties": {}}) for name in sorted(self._names))

    def check(self, call: ToolCall) -> Ready | ToolAnswer:
        same_id = (result for result in self._results if result.call_id == call.id)
        same_name = (result for result in self._results if result.call_id != call.id and result.name == call.name)
        found = next(same_id, None) or next(same_name)
        self._results.remove(found)
        return ToolAnswer(content=found.content, is_error=found.is_error)


def results_in(api: Api, added: Sequence[Piece]) -> Iterator[Recorded]:
    names = {piece[1]: piece[2] for piece in added if piece[0] == "call"}
    for piece in added:
        if piece[0] == "result" and api == "generate_content":
            yield Recorded(piece[1], piece[2], piece[3], is_error=False)
        elif piece[0] == "result":
            yield Recorded(piece[1], names.get(piece[1], ""), piece[2], is_error=piece[3:] == (True,))


@dataclass(slots=True)
class Replay:
    """The outcome of one loop: the requests that were sent, and the result of the run."""

    loop: RecordedLoop
    sent: list[Any] = field(default_factory=list)
    result: LoopResult[Any] | None = None

    def differences(self) -> list[str]:
        return [why for why, same in self._compared() if not same]

    def _compared(self) -> Iterator[tuple[str, bool]]:
        assert self.result is not None
        yield "requests", len(self.sent) == len(self.loop.steps)
        yield "answer", (self.result.stop_reason, squeezed(self.result.text)) == ("answered", squeezed(self.loop.final_text))
        for name in ("input_tokens", "output_tokens", "cached_input_tokens"):
            yield name, self._is_billed(name)
        yield "what was added", [*map(self._compared_of, self._added())] == [*map(self._compared_of, self.loop.added)]

    def _compared_of(self, added: Sequence[Piece]) -> list[Piece]:
        if all(self.loop.name not in names for names in WRITTEN_ANEW.values()):
            return list(added)
        return [piece[:4] for piece in added if piece[0] in ("call", "result")]

    def _is_billed(self, name: str) -> bool:
        """The summed usage: where the record counts nothing, nothing is known."""
        assert self.result is not None
        known = [getattr(step.turn.usage, name) for step in self.result.steps]
        recorded = sum((record["expected"]["usage"] or {}).get(name) or 0 for record in self.loop.steps)
        told = getattr(self.result.usage, name)
        return sum(figure or 0 for figure in known) == recorded and told == (None if None in known else recorded)

    def _added(self) -> list[tuple[Piece, ...]]:
        """Return the pieces that each request added to the one before, with which it must begin."""
        lists = [listed(self.loop.api, body) for body in self.sent]
        assert all(after[: len(before)] == before for before, after in pairwise(lists))
        return [
            tuple(without_made_up_ids(pieces(self.loop.api, after[len(before) :]), recorded))
            for (before, after), recorded in zip(pairwise(lists), self.loop.added, strict=True)
        ]


def without_made_up_ids(added: Sequence[Piece], recorded: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces with the recorded ids in place of ours: if the server gave no id, the recording client made one up, as we do."""
    ids = {ours[1]: theirs[1] for ours, theirs in zip(added, recorded, strict=False) if "call" == ours[0] == theirs[0]}
    made_up = {ours: theirs for ours, theirs in ids.items() if theirs and theirs.startswith("pyd_ai_")}
    for piece in added:
        yield (piece[0], made_up.get(piece[1], piece[1]), *piece[2:]) if piece[0] in ("call", "result") else piece


def recorded_answer(record: Record) -> Answer:
    is_events = not record["body"].lstrip().startswith(("{", "["))
    kind = "text/event-stream" if is_events else "application/json"
    return Answer(body=record["body"], status=record["status"], headers={"content-type": kind})


def run_again(loop: RecordedLoop) -> Replay:
    record, replay = loop.steps[0], Replay(loop)
    name = record["provider"] if record["provider"] in DIALECTS else "compatible"
    results = [result for added in loop.added for result in results_in(loop.api, added)]
    with serving(*map(recorded_answer, loop.steps)) as server:
        over = provider(name, model=record["request"].get("model") or "gemini", api=loop.api, base_url=server.url, api_key="k")
        replay.result = whole(ToolLoop(over, RecordedTools(results)), streamed=record["stream"])
    replay.sent = bodies(server)
    return replay


def bodies(server: LocalServer) -> list[Any]:
    return [body for _, _, body in server.requests]


def tell(capsys: pytest.CaptureFixture[str], line: str) -> None:
    with capsys.disabled():
        print(f"\n{line}", end="")  # noqa: T201 # the derived figures are for the reader of the run


@pytest.mark.parametrize("api", get_args(Api))
def test_every_recorded_loop_runs_again(api: Api, capsys: pytest.CaptureFixture[str]) -> None:
    loops = [loop for loop in recorded_loops() if loop.api == api and not loop.left_out]
    wrong = {loop.name: found for loop in loops if (found := run_again(loop).differences())}

    tell(capsys, f"{api}: {len(loops)} loops, {sum(len(loop.steps) for loop in loops)} requests")
    assert wrong == {}


def test_most_recorded_loops_are_run_again_and_the_others_have_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    loops = recorded_loops()
    again, reasons = [loop for loop in loops if not loop.left_out], Counter(loop.left_out for loop in loops if loop.left_out)

    tell(capsys, f"run again: {len(again)} of {len(loops)}, {sum(loop.files for loop in again)} of them with files beside the results")
    for reason, count in reasons.most_common():
        tell(capsys, f"turn by turn: {count}: {reason}")
    for reason, names in WRITTEN_ANEW.items():
        tell(capsys, f"only calls and results compared: {sum(loop.name in names for loop in again)}: {reason}")
    assert len(loops) == 281
    assert len(again) >= 200


def test_the_rest_of_the_loops_goes_on_turn_by_turn_as_it_was_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    """Each request for a turn and its results has its pieces, in that order, among those that the recorded client added."""
    rest = [loop for loop in recorded_loops() if loop.left_out]
    turns = [(before, added) for loop in rest for before, added in zip(loop.steps, loop.added, strict=False)]
    wrong = [record["id"] for record, added in turns if not is_within(continued(record, added), added)]

    tell(capsys, f"turn by turn: {len(turns)} turns of {len(rest)} loops")
    assert len(turns) > len(rest)
    assert wrong == []


def continued(record: Record, added: Sequence[Piece]) -> list[Piece]:
    """Return the pieces that would be sent after a recorded answer and the recorded results of its calls."""
    server, protocol = dialect(record["provider"], record["api"]), codec(record["api"])
    turn = protocol.decode(Reply(status=record["status"], body=record["body"], stream=record["stream"]), dialect=server)
    box = RecordedTools(list(results_in(record["api"], added)))
    results = tuple(result(call, box.check(call)) for call in called(turn))
    said = [Message(role="assistant", turn=turn), Message(role="tool", results=results)]
    body = protocol.encode(Request(messages=said, tools=box.specs), model=record["request"].get("model") or "gemini", dialect=server)
    return pieces(record["api"], listed(record["api"], body))


def called(turn: Turn) -> list[ToolCall]:
    return [call for call in turn.tool_calls if not call.provider_executed]


def result(call: ToolCall, answer: Ready | ToolAnswer) -> ToolResult:
    assert isinstance(answer, ToolAnswer)
    return ToolResult(call_id=call.id, name=call.name, content=answer.content, is_error=answer.is_error)


def is_within(sent: Sequence[Piece], added: Sequence[Piece]) -> bool:
    """True if the pieces come, in their order, among those that were added. A client that goes on from the server's stored conversation
    adds results alone."""
    expected = [piece for piece in sent if piece[0] == "result" or "call" in kinds(added)]
    rest = iter(added)
    return bool(expected) and all(piece in rest for piece in expected)
