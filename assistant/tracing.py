"""Runs as OpenTelemetry traces and metrics by its conventions for generative AI; imported only where `opentelemetry-api` is installed.

https://opentelemetry.io/docs/specs/semconv/gen-ai/ (in development there). Names and counts only, no content."""

import time
from collections.abc import Collection, Mapping

from opentelemetry import metrics, trace
from opentelemetry.metrics import Meter
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer, set_span_in_context

from assistant.contract import Delta, Provider, Usage
from assistant.events import (
    RunEvent,
    RunFailed,
    RunFinished,
    StepFinished,
    StepStarted,
    ToolCompleted,
    ToolFailed,
    ToolQueued,
    ToolRunning,
)
from assistant.observing import named, of_tool

Attributes = dict[str, str | int | list[str]]
NANOSECONDS = 1e9
"""In a second."""


class Traced:
    """An observer of one run: a span for it, one within it for each request, and one for each tool; of each request also the duration, the
    time to its first piece and the tokens as metrics.

    A run that is abandoned from outside, without a last event, has no span; its finished requests have theirs."""

    def __init__(
        self,
        provider: Provider,
        tracer: Tracer | None = None,
        meter: Meter | None = None,
        *,
        known: Collection[str] = (),
        has_requests: bool = True,
        has_run: bool = True,
    ) -> None:
        """Prepare the spans. Only the names of `known` tools are recorded: any other name is free text of the model. A process that asks
        models for a run of another one has its requests and no run; a process whose turns are asked elsewhere has the run alone."""
        self._provider = provider
        self._has_requests = has_requests
        self._has_run = has_run
        self._known = known
        self._tracer = tracer or trace.get_tracer("tieout.assistant")
        self._run: Span | None = None
        self._chat: Span | None = None
        self._chat_began = self._chat_ended = 0
        self._has_begun_to_answer = False
        self._tools: dict[str, Span] = {}
        measured = meter or metrics.get_meter("tieout.assistant")
        self._durations = measured.create_histogram("gen_ai.client.operation.duration", unit="s")
        self._first_pieces = measured.create_histogram("gen_ai.client.operation.time_to_first_chunk", unit="s")
        self._tokens = measured.create_histogram("gen_ai.client.token.usage", unit="{token}")

    def __call__(self, event: RunEvent) -> None:
        if isinstance(event, StepStarted):
            self._begin_step()
        elif isinstance(event, Delta) and self._chat is not None and not self._has_begun_to_answer:
            self._has_begun_to_answer = True
            self._first_pieces.record((time.time_ns() - self._chat_began) / NANOSECONDS, self._common("chat"))
        elif isinstance(event, ToolQueued):
            self._chat_ended = self._chat_ended or time.time_ns()
        elif isinstance(event, ToolRunning):
            tool, asked_as = of_tool(event.call, self._known), named(event.call.id)
            attributes: Attributes = {"gen_ai.tool.name": tool, "gen_ai.tool.call.id": asked_as, "gen_ai.tool.type": "function"}
            self._tools[event.call.id] = self._within("execute_tool", tool, SpanKind.INTERNAL, attributes)
        elif isinstance(event, ToolCompleted | ToolFailed):
            _end(self._tools.pop(event.call.id), "tool_error" if isinstance(event, ToolFailed) else "")
        elif isinstance(event, StepFinished):
            turn = event.step.turn
            names = {"gen_ai.response.model": named(turn.model), "gen_ai.response.id": named(turn.response_id)}
            ending: Attributes = {"gen_ai.response.finish_reasons": [turn.finish_reason]}
            self._end_chat(ending | {name: value for name, value in names.items() if value} | _of_usage(turn.usage))
        elif isinstance(event, RunFinished):
            self._end_run({**_of_usage(event.result.usage), "tieout.stop_reason": event.result.stop_reason})
        elif isinstance(event, RunFailed):
            self._end_chat({}, event.error.code)
            self._end_run({}, event.error.code)

    def _begin_step(self) -> None:
        if self._run is None and self._has_run:
            self._run = self._tracer.start_span("invoke_agent", kind=SpanKind.INTERNAL, attributes=self._common("invoke_agent"))
        if self._has_requests:
            self._chat, self._chat_ended = self._within("chat", self._provider.model, SpanKind.CLIENT), 0
            self._chat_began, self._has_begun_to_answer = time.time_ns(), False

    def _within(self, operation: str, name: str, kind: SpanKind, more: Mapping[str, str | int | list[str]] | None = None) -> Span:
        """Return a new span within the run's span, if there is one."""
        attributes = self._common(operation) | dict(more or {})
        context = set_span_in_context(self._run) if self._run is not None else None
        return self._tracer.start_span(f"{operation} {name}", context=context, kind=kind, attributes=attributes)

    def _common(self, operation: str) -> Attributes:
        named: Attributes = {"gen_ai.provider.name": self._provider.name, "gen_ai.request.model": self._provider.model}
        return {"gen_ai.operation.name": operation} | (named if operation != "execute_tool" else {})

    def _end_chat(self, attributes: Attributes, error: str = "") -> None:
        if self._chat is not None:
            ended = self._chat_ended or time.time_ns()
            failed: Attributes = {"error.type": error} if error else {}
            self._durations.record((ended - self._chat_began) / NANOSECONDS, self._common("chat") | failed)
            for kind in ("input", "output"):
                if isinstance(tokens := attributes.get(f"gen_ai.usage.{kind}_tokens"), int):
                    self._tokens.record(tokens, self._common("chat") | {"gen_ai.token.type": kind})
            self._chat.set_attributes(attributes)
            _end(self._chat, error, self._chat_ended or None)
        self._chat = None

    def _end_run(self, attributes: Attributes, error: str = "") -> None:
        self._end_chat({})  # a request that no turn came of
        if self._run is not None:
            self._run.set_attributes(attributes)
            _end(self._run, error)
        self._run = None


def _end(span: Span, error: str = "", at: int | None = None) -> None:
    if error:
        span.set_attribute("error.type", error)
        span.set_status(Status(StatusCode.ERROR))
    span.end(at)


def _of_usage(usage: Usage) -> Attributes:
    """Return the known counts."""
    counted = {
        "gen_ai.usage.input_tokens": usage.input_tokens,
        "gen_ai.usage.output_tokens": usage.output_tokens,
        "gen_ai.usage.cache_read.input_tokens": usage.cached_input_tokens,
        "gen_ai.usage.reasoning.output_tokens": usage.reasoning_tokens,
    }
    return {name: count for name, count in counted.items() if count is not None}
