"""After any answer of a server a conversation can go on, with that server or with another."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.contract import Message, ProviderError, Request, ToolResult
from assistant.conversation import own_calls
from assistant.dialects import dialect
from assistant.protocols import Reply, codec
from tests.assistant.arbitrary_replies import GENERATE_CONTENT_REPLIES, MESSAGES_REPLIES
from tests.assistant.exchange import USER

ANSWERS = {"anthropic": MESSAGES_REPLIES, "gemini": GENERATE_CONTENT_REPLIES}


def conversation(server: str, body: Any) -> list[Message]:
    """Return a question, the server's answer, the results of its calls, and a further question."""
    spoken = dialect(server)
    try:
        turn = codec(spoken.api).decode(Reply(status=200, body=json.dumps(body)), dialect=spoken)
    except ProviderError:
        return [USER]
    results = tuple(ToolResult(call_id=call.id, name=call.name, content="x") for call in own_calls(turn))
    return [USER, Message(role="assistant", turn=turn), Message(role="tool", results=results), USER]


def sent(server: str, messages: list[Message]) -> Any:
    spoken = dialect(server)
    return json.loads(json.dumps(codec(spoken.api).encode(Request(messages=messages), model="m", dialect=spoken)))


@pytest.mark.parametrize("server", ANSWERS)
@settings(deadline=None)
@given(data=st.data())
def test_anthropic_is_sent_roles_in_turn_and_a_result_for_each_call(server: str, data: st.DataObject) -> None:
    messages = sent("anthropic", conversation(server, data.draw(ANSWERS[server])))["messages"]

    roles = [message["role"] for message in messages]
    blocks = [block for message in messages for block in message["content"]]
    assert roles == ["user", "assistant", "user"][: len(roles)]
    assert [block["id"] for block in blocks if block.get("type") == "tool_use"] == [
        block["tool_use_id"] for block in blocks if block.get("type") == "tool_result"
    ]
    assert all(block["text"].strip() for block in blocks if block.get("type") == "text")


@pytest.mark.parametrize("server", ANSWERS)
@settings(deadline=None)
@given(data=st.data())
def test_gemini_is_sent_a_result_for_each_call_in_the_content_after_it(server: str, data: st.DataObject) -> None:
    contents = sent("gemini", conversation(server, data.draw(ANSWERS[server])))["contents"]

    assert all(content["parts"] for content in contents)
    for place, content in enumerate(contents):
        calls = [part for part in content["parts"] if "functionCall" in part]
        following = contents[place + 1]["parts"] if place + 1 < len(contents) else []
        assert len([part for part in following if "functionResponse" in part]) == len(calls)


@pytest.mark.parametrize("server", ANSWERS)
@settings(deadline=None)
@given(data=st.data())
def test_a_server_of_chat_completions_takes_the_conversation_over(server: str, data: st.DataObject) -> None:
    messages = sent("mistral", conversation(server, data.draw(ANSWERS[server])))["messages"]

    asked = [call["id"] for message in messages for call in message.get("tool_calls", [])]
    assert asked == [message["tool_call_id"] for message in messages if message["role"] == "tool"]
