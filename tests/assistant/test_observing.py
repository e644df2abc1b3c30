"""Observers receive the events of a run, and never its texts."""

import logging
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from assistant.asking import RetryPolicy
from assistant.contract import Message, ProviderError, ToolCall, Turn, Usage
from assistant.events import RunEvent, RunFailed
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.observing import all_of, logged
from assistant.scripted import Line, ScriptedProvider, calls, says
from assistant.tracing import Traced
from tests.assistant.conversations import Counter

SECRET = "Rent of Hillside Homes"
ASKED = [Message(role="user", text=SECRET)]
TOOLS = ["look_up", "fail"]
USAGE = Usage(input_tokens=100, output_tokens=7)
TURNS: list[Line] = [
    calls(("look_up", {"account": SECRET}), ("fail", {"account": SECRET}), text=SECRET, usage=USAGE),
    says(SECRET, usage=USAGE),
]
STRANGE: list[Line] = [
    Turn(text=SECRET, tool_calls=(ToolCall(id=SECRET, name=SECRET, arguments={}),), model=SECRET, response_id=SECRET),
    says(SECRET),
]
"""A server that says it where there should be names."""
LIMITED = ProviderError("rate_limited", SECRET, status=429)


def traced(lines: list[Line]) -> list[ReadableSpan]:
    """Return the spans of a run, in the order in which they began, also if the provider raises."""
    kept, traces = InMemorySpanExporter(), TracerProvider()
    traces.add_span_processor(SimpleSpanProcessor(kept))
    provider = ScriptedProvider(lines)
    observer = Traced(provider, traces.get_tracer("test"), known=TOOLS)
    loop = ToolLoop(provider, Counter().toolbox, patience=RetryPolicy(tries=1), observer=observer)
    try:
        loop.run(ASKED)
    except ProviderError as failed:
        assert failed is lines[-1]  # noqa: PT017 # the error that the script raises
    return sorted(kept.get_finished_spans(), key=lambda span: span.start_time or 0)


def test_the_requests_of_a_run_are_measured_after_the_conventions() -> None:
    reader = InMemoryMetricReader()
    provider = ScriptedProvider(TURNS)
    observer = Traced(provider, meter=MeterProvider([reader]).get_meter("test"), known=TOOLS)
    ToolLoop(provider, Counter().toolbox, observer=observer).run(ASKED)

    data = reader.get_metrics_data()
    assert data is not None
    measured = {metric.name: metric for metric in data.resource_metrics[0].scope_metrics[0].metrics}
    points: dict[str, list[Any]] = {name: list(metric.data.data_points) for name, metric in measured.items()}
    assert {name: metric.unit for name, metric in measured.items()} == {
        "gen_ai.client.operation.duration": "s",
        "gen_ai.client.operation.time_to_first_chunk": "s",
        "gen_ai.client.token.usage": "{token}",
    }
    assert [point.count for point in points["gen_ai.client.operation.duration"]] == [2]
    assert {point.attributes["gen_ai.token.type"]: point.sum for point in points["gen_ai.client.token.usage"]} == {
        "input": 200,
        "output": 14,
    }
    assert SECRET not in str(points)


def test_a_run_its_requests_and_its_tools_are_spans_after_the_conventions() -> None:
    run, first, look_up, fail, second = traced(TURNS)

    assert [span.name for span in (run, first, look_up, fail, second)] == [
        "invoke_agent",
        "chat script",
        "execute_tool look_up",
        "execute_tool fail",
        "chat script",
    ]
    assert all(span.parent and run.context and span.parent.span_id == run.context.span_id for span in (first, look_up, fail, second))
    assert (first.kind, look_up.kind) == (SpanKind.CLIENT, SpanKind.INTERNAL)
    assert dict(first.attributes or {}) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "scripted",
        "gen_ai.request.model": "script",
        "gen_ai.response.finish_reasons": ("tool_calls",),
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 7,
    }
    assert (look_up.attributes or {})["gen_ai.tool.call.id"] == "call-1"
    assert (run.attributes or {})["gen_ai.usage.input_tokens"] == 200
    assert (run.attributes or {})["tieout.stop_reason"] == "answered"


def test_a_request_ends_before_its_tools_begin() -> None:
    _, first, look_up, *_ = traced(TURNS)

    assert (first.end_time or 0) <= (look_up.start_time or 0)


def test_failed_spans_carry_the_code_of_their_error() -> None:
    *_, failed_tool, _ = traced(TURNS)
    run, chat = traced([LIMITED])

    assert [(span.status.status_code, (span.attributes or {})["error.type"]) for span in (failed_tool, run, chat)] == [
        (StatusCode.ERROR, "tool_error"),
        (StatusCode.ERROR, "rate_limited"),
        (StatusCode.ERROR, "rate_limited"),
    ]


@pytest.mark.parametrize("lines", [TURNS, [LIMITED], STRANGE])
def test_traces_and_logs_contain_no_text_of_the_conversation(lines: list[Line], caplog: pytest.LogCaptureFixture) -> None:
    spans = traced(lines)
    with caplog.at_level(logging.DEBUG, logger="assistant.observing"):
        loop = ToolLoop(ScriptedProvider(lines), Counter().toolbox, patience=RetryPolicy(tries=1), observer=logged(TOOLS))
        try:
            loop.run(ASKED)
        except ProviderError:
            assert lines == [LIMITED]

    told = [record.getMessage() for record in caplog.records if record.name == "assistant.observing"]
    assert told
    assert spans
    assert SECRET not in "".join([*told, *(span.to_json() for span in spans)])


def test_the_log_has_a_line_for_each_turn_and_each_failure(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="assistant.observing"):
        ToolLoop(ScriptedProvider(TURNS), Counter().toolbox, Limits(rounds=2), observer=logged(TOOLS)).run(ASKED)

    told = [record.getMessage().partition(" seconds=")[0] for record in caplog.records if record.name == "assistant.observing"]
    assert told == [
        "tool=fail failed",
        "turn=1 model= finish=tool_calls calls=look_up,fail input_tokens=100 output_tokens=7",
        "limit=rounds",
        "turn=2 model= finish=stop calls=none input_tokens=100 output_tokens=7",
        "run=rounds turns=2 input_tokens=200 output_tokens=14",
    ]


def test_several_observers_receive_every_event_and_the_failure() -> None:
    one: list[RunEvent] = []
    other: list[RunEvent] = []

    with pytest.raises(ProviderError):
        ToolLoop(ScriptedProvider([LIMITED]), patience=RetryPolicy(tries=1), observer=all_of(one.append, other.append)).run(ASKED)

    assert one == other
    assert one[-1] == RunFailed(error=LIMITED)
