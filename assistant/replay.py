"""Decodes recorded replies to turns without a network: `python -m assistant.replay < records.jsonl`."""

import json
import sys
from collections.abc import Mapping

from assistant.contract import Json, ProviderError, Turn
from assistant.dialects import dialect
from assistant.protocols import CODECS, Reply, codec

COUNTS = ("input_tokens", "output_tokens", "cached_input_tokens", "reasoning_tokens")


def answer(record: Mapping[str, Json]) -> dict[str, Json]:
    """Return the printed line of a record: its turn, or its error."""
    try:
        turn = _decoded(record)
    except ProviderError as error:
        return {"ok": False, "error": {"code": error.code, "retry_after": error.retry_after, "message": error.message}}
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
        "usage": {name: getattr(turn.usage, name) for name in COUNTS},
        "model": turn.model,
        "response_id": turn.response_id,
    }


def _decoded(record: Mapping[str, Json]) -> Turn:
    api = record.get("api")
    if api not in CODECS:
        raise ProviderError("invalid_request", f"there is no protocol {api!r}; there are {', '.join(CODECS)}")
    headers = record.get("headers")
    reply = Reply(
        status=int(record.get("status") or 200),
        body=str(record.get("body") or ""),
        stream=bool(record.get("stream")),
        headers={str(name): str(value) for name, value in headers.items()} if isinstance(headers, Mapping) else {},
    )
    return codec(api).decode(reply, dialect=dialect(str(record.get("provider")), api))


def main() -> None:
    for line in sys.stdin:
        if line.strip():
            sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")


if __name__ == "__main__":
    main()
