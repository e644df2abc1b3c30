"""A real small model through the whole job. The tests assert the machinery, never the model's ability."""

import os
from collections.abc import Iterator
from typing import get_args

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import ErrorCode, Message, closed_at_end
from assistant.dialects import Tools
from assistant.events import StopReason
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.registry import provider
from reconciliation.models import StatementImport, Step
from tests.assistant.conversations import Counter
from tests.factories import OrganizationFactory
from tests.local_model.server import LocalModel, local_model
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed

TOOLS = {"get_accounts", "get_transactions"}
NAMED = {*get_args(StopReason), *get_args(ErrorCode)}
pytestmark = pytest.mark.django_db(transaction=True)  # a lease is renewed beside it, over a connection of its own


@pytest.fixture(scope="module")
def model() -> Iterator[LocalModel]:
    with local_model() as running:
        yield running


@pytest.fixture
def url(model: LocalModel) -> Iterator[str]:
    """Yield the address of the model's server. A test during which the server ends fails, with any result of the product."""
    model.require_running()
    yield model.url
    model.require_running()


@pytest.fixture(params=["native", "auto", "actions"])
def done(request: pytest.FixtureRequest, url: str, settings: Settings) -> StatementImport:
    """Return January, compared with books that lack its second row: an answer that it ties out is wrong."""
    settings.PROVIDER, settings.PROVIDER_BASE_URL, settings.PROVIDER_TOOLS = "compatible", url, request.param
    settings.PROVIDER_MODEL = os.environ.get("LOCAL_MODEL", "local")
    ours = OrganizationFactory.create()
    entry(load(ours, books_of(JANUARY)), "t2").delete()
    return processed(ours, JANUARY.pdf())


def test_a_real_model_runs_the_whole_job_and_never_decides(done: StatementImport) -> None:
    reconciliation = done.reconciliation or {}
    said, steps = reconciliation["provider"], list(done.runs.get().steps.filter(stage="reconcile").order_by("number"))
    turns, calls = [step for step in steps if step.name.startswith("turn")], [step for step in steps if step.name in TOOLS]
    told(said, turns, calls)

    assert (done.status, done.verdict, done.reconciliation_matched) == (StatementImport.Status.REVIEW, "mismatched", False)
    assert said["failure"] is None or said["failure"]["code"] in NAMED
    assert calls or said["failure"] or reconciliation["proposal"]
    assert len(turns) <= Limits().rounds
    assert all(call.detail["result"] for call in calls)
    assert bool(reconciliation["proposal"]) == (said["failure"] is None)


def told(said: dict[str, object], turns: list[Step], calls: list[Step]) -> None:
    """Print the model's result for people who watch the run."""
    refused = sum(bool(call.detail.get("is_error")) for call in calls)
    seconds = sum(turn.seconds or 0 for turn in turns)
    print(f"\n{len(turns)} turns in {seconds:.0f} s, {len(calls)} calls ({refused} refused), {said}")  # noqa: T201


@pytest.mark.parametrize("tools", ["auto", "actions"])
def test_a_real_model_makes_the_call_that_it_must(url: str, tools: Tools) -> None:
    counter = Counter()
    chosen = provider("compatible", model=os.environ.get("LOCAL_MODEL", "local"), base_url=url, environment={}, tools=tools)

    with closed_at_end([chosen]):
        result = ToolLoop(chosen, counter.toolbox, Limits(rounds=2), options={"max_output_tokens": 200}).run(
            [Message(role="user", text="What is the balance of account a1?")], first_tool="look_up"
        )

    assert [call.name for call in result.steps[0].turn.tool_calls] == ["look_up"]
    assert len(counter.asked) == 1
    assert not result.steps[0].results[0].is_error
