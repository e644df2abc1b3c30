"""Turns of models are timed and their failures counted, with labels from the code alone."""

from prometheus_client import REGISTRY

from assistant.asking import RetryPolicy
from assistant.contract import ProviderError
from assistant.loop import ToolLoop
from assistant.observing import all_of
from assistant.scripted import Line, ScriptedProvider, calls, says
from reconciliation.model_access.spending import counted, tools_counted
from tests.assistant.conversations import QUESTION, Counter

NAMES = {
    "turns": ("tieout_model_seconds_count", {"provider": "measured"}),
    "first pieces": ("tieout_model_first_piece_seconds_count", {"provider": "measured"}),
    "refusals": ("tieout_model_refusals_total", {"provider": "measured", "reason": "rate_limited"}),
    "retries": ("tieout_model_retries_total", {"provider": "measured", "to": "same"}),
    "fallbacks": ("tieout_model_retries_total", {"provider": "measured", "to": "another"}),
    "completed": ("tieout_tool_calls_total", {"tool": "look_up", "outcome": "completed"}),
    "failed": ("tieout_tool_calls_total", {"tool": "fail", "outcome": "failed"}),
    "of a name that the model made up": ("tieout_tool_calls_total", {"tool": "unknown", "outcome": "failed"}),
}
LIMITED = ProviderError("rate_limited", "slow down")


def counts() -> dict[str, float]:
    return {count: REGISTRY.get_sample_value(name, labels) or 0.0 for count, (name, labels) in NAMES.items()}


def counted_in(script: list[Line], *others: ScriptedProvider) -> dict[str, float]:
    """Run a script and return the increase of each count."""
    before, provider = counts(), ScriptedProvider(script, name="measured")
    observer = all_of(tools_counted(["look_up", "fail"]), counted(provider))
    loop = ToolLoop(
        provider,
        Counter().toolbox,
        fallbacks=others,
        patience=RetryPolicy(tries=2, first=0.0),
        observer=observer,
        pause=lambda _seconds: None,
    )
    try:
        loop.run(QUESTION)
    except ProviderError:
        assert script[-1] is LIMITED
    return {name: count - before[name] for name, count in counts().items() if count != before[name]}


def test_turns_their_first_pieces_and_tools_are_counted() -> None:
    asked = calls(("look_up", {"account": "a"}), ("fail", {"account": "a"}), ("Rent of Hillside Homes", {}))

    added = counted_in([asked, says("12.30")])

    assert added == {"turns": 2, "first pieces": 1, "completed": 1, "failed": 1, "of a name that the model made up": 1}


def test_a_refused_request_is_counted_with_its_repetition() -> None:
    assert counted_in([LIMITED, says("12.30")]) == {"turns": 1, "first pieces": 1, "refusals": 1, "retries": 1}


def test_a_run_that_fails_counts_its_last_refusal_too() -> None:
    assert counted_in([LIMITED, LIMITED]) == {"refusals": 2, "retries": 1}


def test_a_request_that_another_provider_answers_is_counted() -> None:
    added = counted_in([LIMITED, LIMITED], ScriptedProvider([says("12.30")]))

    assert added == {"turns": 1, "first pieces": 1, "refusals": 2, "retries": 1, "fallbacks": 1}
