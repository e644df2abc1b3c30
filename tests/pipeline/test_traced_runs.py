"""Each request to a model is one span of the process that sent it, however often its run is resumed; each call of a tool is one."""

from collections import Counter
from functools import partial

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pytest_django.fixtures import Settings

from assistant import tracing
from assistant.tracing import Traced
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.servers_of_people import serving_as
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    settings.TRACES, exporter, traces = True, InMemorySpanExporter(), TracerProvider()
    traces.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(tracing, "Traced", partial(Traced, tracer=traces.get_tracer("test")))
    return exporter


def test_a_run_whose_turns_a_worker_of_models_asks_for_has_a_span_for_each_request_and_call(
    kept: InMemorySpanExporter, settings: Settings
) -> None:
    settings.PROVIDER, settings.PROVIDER_MODEL = "compatible", "small-model"
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    with serving_as("LM Studio") as (url, requests):
        settings.PROVIDER_BASE_URL = url
        done = processed(ours, JANUARY.pdf())

    spans = Counter(span.name.split()[0] for span in kept.get_finished_spans())
    calls = [step for step in done.runs.get().steps.filter(stage="reconcile") if "arguments" in step.detail]
    assert calls
    assert spans == {"chat": len(requests), "execute_tool": len(calls), "invoke_agent": 1}
