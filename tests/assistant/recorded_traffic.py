"""Requests and answers of real servers, recorded by others."""

import json
from collections.abc import Iterator
from typing import Any

from assistant.dialects import Api
from tests.servers import SHARED

TRAFFIC = SHARED / "data" / "provider_traffic"


def records(api: Api) -> Iterator[dict[str, Any]]:
    """The recorded requests of this protocol, each with its answer."""
    for path in sorted(TRAFFIC.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            record = json.loads(line) if line else {}
            if record.get("api") == api:
                yield record


def loops() -> list[dict[str, Any]]:
    """The tool loops: the ids of their steps, the results of their calls, and the final text."""
    lines = (TRAFFIC / "conversations" / "loops.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def squeezed(text: str) -> str:
    """The text with one blank for every run of white space."""
    return " ".join(text.split())
