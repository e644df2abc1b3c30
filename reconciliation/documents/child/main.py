"""The child's whole life: lock the door, read one document from standard input, print one answer, end."""

import json
import sys
from typing import Any

from reconciliation.documents.child import confine, pdfium_engine
from reconciliation.documents.child.request import Refused, Request


def main() -> None:
    request = Request.parse(sys.stdin.buffer.readline())
    confine.limit_resources(request.memory, request.seconds)
    pdf = sys.stdin.buffer.read()
    print(json.dumps(answer(pdf, request) | {"sandbox": []}, separators=(",", ":")))  # noqa: T201 - the answer is what it prints


def answer(pdf: bytes, request: Request) -> dict[str, Any]:
    try:
        return pdfium_engine.read(pdf, request)
    except Refused as refusal:
        return {"error": {"code": refusal.code, "params": refusal.params}}
    except (MemoryError, RecursionError) as failure:
        return {"error": {"code": "memory" if isinstance(failure, MemoryError) else "too_complex", "params": {}}}
