"""The child's whole life: lock the door, read one document from standard input, print one answer, end."""

import json
import sys
from importlib import import_module
from typing import Any

from reconciliation.documents.child.confine import confine
from reconciliation.documents.child.request import Refused, Request

CHILD = "reconciliation.documents.child"
ENGINES = {"pdfium": f"{CHILD}.pdfium_engine", "pypdf": f"{CHILD}.pypdf_engine", "unlock": f"{CHILD}.unlock"}


def main() -> None:
    request = Request.parse(sys.stdin.buffer.readline().decode())
    engine = import_module(ENGINES[request.engine])  # before the lock: afterwards no file can be opened
    sandbox = confine(memory=request.memory, seconds=request.seconds)
    given = answer(engine, request) | {"sandbox": sandbox}
    sys.stdout.write(json.dumps(given, separators=(",", ":")))


def answer(engine: Any, request: Request) -> dict[str, Any]:
    try:
        return dict(engine.read(sys.stdin.buffer.read(), request))
    except Refused as refusal:
        return {"error": {"code": refusal.code, "params": refusal.params}}
    except MemoryError:
        return {"error": {"code": "memory", "params": {}}}
    except RecursionError:
        return {"error": {"code": "too_complex", "params": {}}}
