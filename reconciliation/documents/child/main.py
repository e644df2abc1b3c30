"""The child's whole life: lock the door, read one document from standard input, print one answer, end."""

import json
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from reconciliation.documents.child.confine import confine
from reconciliation.documents.child.request import ChildRefused, ChildRequest
from reconciliation.documents.locks import LOCKS, missing

CHILD = "reconciliation.documents.child"
ENGINES = {
    "pdfium": f"{CHILD}.pdfium_engine",
    "pypdf": f"{CHILD}.pypdf_engine",
    "ocr": f"{CHILD}.ocr_engine",
    "opinion": f"{CHILD}.opinion_engine",
    "unlock": f"{CHILD}.unlock",
    "draw": f"{CHILD}.draw",
}


def main() -> None:
    request = ChildRequest.parse(sys.stdin.buffer.readline().decode())
    engine = import_module(ENGINES[request.engine])  # before the lock: afterwards no file can be opened
    sandbox = confine(memory=request.memory, seconds=request.seconds)
    given = answer(engine, request, sandbox) | {"sandbox": sandbox}
    sys.stdout.write(json.dumps(given, separators=(",", ":")))


def answer(engine: Any, request: ChildRequest, sandbox: list[str]) -> dict[str, Any]:
    """What the engine reads, or a named end. Not a byte of the document is read where a lock is missing that is required."""
    try:
        insist(sandbox if request.sandbox_required else LOCKS)
        return dict(engine.read(sys.stdin.buffer.read(), request))
    except ChildRefused as refusal:
        return {"error": {"code": refusal.code, "params": refusal.params}}
    except MemoryError:
        return {"error": {"code": "memory", "params": {}}}
    except RecursionError:
        return {"error": {"code": "too_complex", "params": {}}}


def insist(held: Sequence[str]) -> None:
    """Raises Refused unless every lock holds."""
    if lacking := missing(held):
        raise ChildRefused("not_confined", missing=len(lacking), locks=len(LOCKS))
