"""`python -m assistant.replay < records.jsonl`: recorded replies become turns, with no network."""

import dataclasses
import json
import sys
from collections.abc import Callable, Mapping

from assistant.contract import Json, ProviderError, Turn
from assistant.dialects import dialect
from assistant.protocols import chat
from assistant.protocols.reply import Reply

Decoder = Callable[[Reply, str], Turn]


def _chat(reply: Reply, provider: str) -> Turn:
    return chat.decode(reply, dialect=dialect(provider).name)


DECODERS: dict[str, Decoder] = {"chat": _chat}


def answer(record: Mapping[str, Json]) -> dict[str, Json]:
    """The line that is printed for a record: its turn, or its error."""
    try:
        return _turn(_decoded(record))
    except ProviderError as error:
        return {"ok": False, "error": {"code": error.code, "retry_after": error.retry_after, "message": error.message}}


def _decoded(record: Mapping[str, Json]) -> Turn:
    decode = DECODERS.get(str(record.get("api")))
    if decode is None:
        raise ProviderError("invalid_request", f"the protocol {record.get('api')!r} is not there yet")
    headers = record.get("headers")
    reply = Reply(
        status=int(record.get("status") or 200),
        body=str(record.get("body") or ""),
        stream=bool(record.get("stream")),
        headers={str(name): str(value) for name, value in headers.items()} if isinstance(headers, Mapping) else {},
    )
    return decode(reply, str(record.get("provider")))


def _turn(turn: Turn) -> dict[str, Json]:
    calls = [
        {"id": call.id, "name": call.name, "arguments": call.arguments, "provider_executed": call.provider_executed}
        for call in turn.tool_calls
    ]
    return {
        "ok": True,
        "text": turn.text,
        "tool_calls": calls,
        "finish_reason": turn.finish_reason,
        "reasoning": turn.reasoning,
        "usage": dataclasses.asdict(turn.usage),
        "model": turn.model,
        "response_id": turn.response_id,
    }


def main() -> None:
    for line in sys.stdin:
        if line.strip():
            sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")


if __name__ == "__main__":
    main()
