"""Hypothesis strategies for answers in about the form of a protocol, with any JSON in any place."""

from hypothesis import strategies as st

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KINDS = st.sampled_from(["text", "thinking", "redacted_thinking", "tool_use", "server_tool_use", "web_search_tool_result", "compaction"])
BLOCKS = st.fixed_dictionaries(
    {"type": KINDS | JSON}, optional=dict.fromkeys(("id", "name", "input", "text", "thinking", "citations"), JSON)
)
MESSAGES_REPLIES = st.fixed_dictionaries(
    {"content": st.lists(BLOCKS | JSON, max_size=4) | JSON}, optional=dict.fromkeys(("id", "stop_reason", "usage", "error"), JSON)
)
CALLS = st.fixed_dictionaries({}, optional=dict.fromkeys(("id", "name", "args", "partialArgs"), JSON))
PARTS = st.fixed_dictionaries(
    {},
    optional={"functionCall": CALLS | JSON, **dict.fromkeys(("text", "thought", "executableCode", "toolCall", "thoughtSignature"), JSON)},
)
CANDIDATES = st.fixed_dictionaries(
    {"content": st.fixed_dictionaries({"parts": st.lists(PARTS | JSON, max_size=4) | JSON}) | JSON},
    optional={"finishReason": st.sampled_from(["STOP", "SAFETY"]) | JSON, "index": JSON},
)
GENERATE_CONTENT_REPLIES = st.fixed_dictionaries(
    {"candidates": st.lists(CANDIDATES | JSON, max_size=3) | JSON},
    optional=dict.fromkeys(("responseId", "modelVersion", "usageMetadata", "promptFeedback", "error"), JSON),
)
