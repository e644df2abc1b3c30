"""Replies of a server of each protocol for a turn: at once, or as a stream."""

import json
from collections.abc import Iterator
from typing import Any

from assistant.contract import ToolCall, Turn
from assistant.dialects import Api
from tests.assistant.local_server import Answer

Body = dict[str, Any]
"""Each turn counts 10 tokens in and 5 out."""


def at_once(api: Api, turn: Turn) -> Answer:
    whole = {"chat": _chat, "responses": _response, "messages": _message, "generate_content": _generated}[api](turn)
    return Answer(body=json.dumps(whole), headers={"content-type": "application/json"})


def as_stream(api: Api, turn: Turn) -> Answer:
    told = {"chat": _chat_chunks, "responses": _response_events, "messages": _message_events, "generate_content": _generated_chunks}[api]
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in told(turn)) + ("data: [DONE]\n\n" if api == "chat" else "")
    return Answer(body=body, headers={"content-type": "text/event-stream"})


def _arguments(call: ToolCall) -> str:
    return json.dumps(dict(call.arguments or {}))


def _chat_message(turn: Turn) -> Body:
    calls = [
        {"index": place, "id": call.id, "type": "function", "function": {"name": call.name, "arguments": _arguments(call)}}
        for place, call in enumerate(turn.tool_calls)
    ]
    thought = {"reasoning_content": turn.reasoning} if turn.reasoning else {}
    return {"role": "assistant", "content": turn.text or None, **thought, **({"tool_calls": calls} if calls else {})}


def _chat(turn: Turn) -> Body:
    finish, usage = "tool_calls" if turn.tool_calls else "stop", {"prompt_tokens": 10, "completion_tokens": 5}
    return {"id": "r1", "model": "m-1", "choices": [{"index": 0, "message": _chat_message(turn), "finish_reason": finish}], "usage": usage}


def _chat_chunks(turn: Turn) -> Iterator[Body]:
    whole = _chat(turn)
    yield {"id": "r1", "model": "m-1", "choices": [{"index": 0, "delta": _chat_message(turn)}]}
    yield {"choices": [{"index": 0, "delta": {}, "finish_reason": whole["choices"][0]["finish_reason"]}]}
    yield {"choices": [], "usage": whole["usage"]}


def _response(turn: Turn) -> Body:
    output: list[Body] = []
    if turn.reasoning:
        summary = [{"type": "summary_text", "text": turn.reasoning}]
        output.append({"type": "reasoning", "id": "rs1", "summary": summary, "encrypted_content": f"sealed {turn.reasoning}"})
    if turn.text:
        output.append({"type": "message", "id": "m1", "role": "assistant", "content": [{"type": "output_text", "text": turn.text}]})
    output += [
        {"type": "function_call", "id": f"i-{call.id}", "call_id": call.id, "name": call.name, "arguments": _arguments(call)}
        for call in turn.tool_calls
    ]
    usage = {"input_tokens": 10, "output_tokens": 5}
    return {"id": "r1", "object": "response", "model": "m-1", "status": "completed", "output": output, "usage": usage}


def _response_events(turn: Turn) -> Iterator[Body]:
    whole = _response(turn)
    for place, item in enumerate(whole["output"]):
        yield {"type": "response.output_item.added", "output_index": place, "item": item}
        if item["type"] == "message":
            yield {"type": "response.output_text.delta", "output_index": place, "delta": turn.text}
        if item["type"] == "reasoning":
            yield {"type": "response.reasoning_summary_text.delta", "output_index": place, "delta": turn.reasoning}
        yield {"type": "response.output_item.done", "output_index": place, "item": item}
    yield {"type": "response.completed", "response": whole}


def _message(turn: Turn) -> Body:
    thought = [{"type": "thinking", "thinking": turn.reasoning, "signature": f"signed {turn.reasoning}"}] if turn.reasoning else []
    said = [{"type": "text", "text": turn.text}] if turn.text else []
    calls = [{"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments or {})} for call in turn.tool_calls]
    stop, usage = "tool_use" if calls else "end_turn", {"input_tokens": 10, "output_tokens": 5}
    return {"id": "r1", "model": "m-1", "role": "assistant", "content": [*thought, *said, *calls], "stop_reason": stop, "usage": usage}


def _message_events(turn: Turn) -> Iterator[Body]:
    whole = _message(turn)
    yield {"type": "message_start", "message": {"id": "r1", "model": "m-1", "usage": {"input_tokens": 10, "output_tokens": 1}}}
    for index, block in enumerate(whole["content"]):
        yield {"type": "content_block_start", "index": index, "content_block": block}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "delta": {"stop_reason": whole["stop_reason"]}, "usage": {"output_tokens": 5}}
    yield {"type": "message_stop"}


def _parts(turn: Turn) -> list[Body]:
    thought = [{"text": turn.reasoning, "thought": True, "thoughtSignature": f"signed {turn.reasoning}"}] if turn.reasoning else []
    said = [{"text": turn.text}] if turn.text else []
    calls = [{"functionCall": {"id": call.id, "name": call.name, "args": dict(call.arguments or {})}} for call in turn.tool_calls]
    return [*thought, *said, *calls]


def _generated(turn: Turn) -> Body:
    candidate = {"content": {"role": "model", "parts": _parts(turn)}, "finishReason": "STOP"}
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 5}
    return {"responseId": "r1", "modelVersion": "m-1", "candidates": [candidate], "usageMetadata": usage}


def _generated_chunks(turn: Turn) -> Iterator[Body]:
    for part in _parts(turn):
        yield {"responseId": "r1", "modelVersion": "m-1", "candidates": [{"content": {"role": "model", "parts": [part]}}]}
    yield {**_generated(Turn()), "candidates": [{"content": {"parts": []}, "finishReason": "STOP"}]}
