"""Real replies of real servers, recorded by others, become the turns that two readers agree on."""

from dataclasses import replace
from typing import Any

import pytest

from assistant.contract import ProviderError, Turn, Usage
from assistant.dialects import Api, dialect
from assistant.protocols import CODECS, StreamedTurn, codec
from assistant.protocols.replies import event_data
from assistant.replay import answer
from tests.assistant.recorded_traffic import records, squeezed

pytestmark = [pytest.mark.shared]


def is_right(expected: dict[str, Any], got: dict[str, Any]) -> bool:
    if expected["error"]:
        return not got["ok"]
    calls = [{"name": call["name"], "arguments": call["arguments"]} for call in got["tool_calls"] if not call["provider_executed"]]
    usage = expected["usage"] or {}
    return (
        squeezed(got["text"]) == squeezed(expected["text"])
        and calls == expected["tool_calls"]
        and got["finish_reason"] == (expected["finish_reason"] or got["finish_reason"])
        and all((got["usage"][name] or 0) == usage[name] for name in ("input_tokens", "output_tokens", "cached_input_tokens") if usage)
        and squeezed(got["reasoning"]) == squeezed(expected.get("reasoning", got["reasoning"]))
    )


@pytest.mark.parametrize("api", CODECS)
def test_every_recorded_reply_becomes_the_right_turn(api: Api) -> None:
    replies = list(records(api))
    wrong = [record["id"] for record in replies if not is_right(record["expected"], answer(record))]

    assert len(replies) > 200
    assert wrong == []


def turn_or_none(coming: StreamedTurn) -> Turn | None:
    try:
        return coming.turn()
    except ProviderError:
        return None


@pytest.mark.parametrize("api", CODECS)
def test_a_recorded_stream_that_is_cut_after_any_event_is_an_error_and_never_half_an_answer(api: Api) -> None:
    streams = [record for record in records(api) if record["stream"] and not record["expected"]["error"]]
    assert len(streams) > 25
    for record in streams:
        coming = codec(api).streamed(dialect(record["provider"], api))
        at_each_event = [turn_or_none(coming)]
        for data in event_data([record["body"]]):
            coming.add(data)
            at_each_event.append(turn_or_none(coming))
        at_each_event = [turn and replace(turn, usage=Usage()) for turn in at_each_event]
        before_the_end = at_each_event.index(at_each_event[-1])
        assert at_each_event[-1] is not None
        assert at_each_event == [None] * before_the_end + [at_each_event[-1]] * (len(at_each_event) - before_the_end)
        if api != "chat":  # there, usage and other choices may follow the finish reason
            assert len(at_each_event) - before_the_end <= 2  # the end, and perhaps a mark after it
