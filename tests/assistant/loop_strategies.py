"""Hypothesis strategies for turns of a model and limits of a loop, of any kind."""

from typing import get_args

from hypothesis import strategies as st

from assistant.contract import FinishReason, ToolCall, Turn, Usage
from assistant.limits import Limits

ARGUMENTS = st.one_of(
    st.none(),
    st.fixed_dictionaries({"account": st.sampled_from("abc")}),
    st.dictionaries(st.text(max_size=3), st.one_of(st.integers(), st.text(max_size=3), st.none()), max_size=2),
)
CALLS = st.builds(
    ToolCall,
    id=st.sampled_from(["", "1", "2"]),
    name=st.sampled_from(["look_up", "fail", "unknown", ""]),
    arguments=ARGUMENTS,
    provider_executed=st.booleans(),
)
TEXTS = st.sampled_from(["", "let me see", "It is 12.30", '{"account": "a", "cents": 1}', '{"account": "a", "cents": "x"}', "```\n{}\n```"])
COUNTS = st.one_of(st.none(), st.integers(0, 50))
TURNS = st.builds(
    Turn,
    text=TEXTS,
    tool_calls=st.lists(CALLS, max_size=4).map(tuple),
    finish_reason=st.sampled_from([reason for reason in get_args(FinishReason) if reason != "stopped"]),  # no provider says so
    usage=st.builds(Usage, input_tokens=COUNTS, output_tokens=COUNTS),
)
LIMITS = st.builds(
    Limits,
    rounds=st.integers(1, 8),
    tool_calls=st.integers(0, 8),
    result_bytes=st.integers(0, 300),
    seconds=st.one_of(st.none(), st.floats(1, 30)),
    input_tokens=st.one_of(st.none(), st.integers(0, 200)),
    output_tokens=st.one_of(st.none(), st.integers(0, 200)),
)
