"""The child process: close the locks, read one document from standard input, print one answer, end."""

import json
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from reconciliation.documents.child.confine import confine
from reconciliation.documents.child.request import ChildRefused, ChildRequest
from reconciliation.documents.locks import LOCKS, missing

Read = Callable[[bytes, ChildRequest], dict[str, Any]]
CHILD = "reconciliation.documents.child"
ENGINES = {
    "pdfium": (f"{CHILD}.pdfium_engine", "read"),
    "pypdf": (f"{CHILD}.pypdf_engine", "read"),
    "ocr": (f"{CHILD}.ocr_engine", "read"),
    "opinion": (f"{CHILD}.pypdf_engine", "read_opinion"),
    "unlock": (f"{CHILD}.pdfium_engine", "unlock"),
    "draw": (f"{CHILD}.draw", "read"),
    "examine": (f"{CHILD}.examination", "read"),
    "examine_signed": (f"{CHILD}.signatures", "read"),
}
"""The module and the function of each engine."""
ESCAPE = re.compile(r"\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(?P<unstorable>u0000|ud[89a-f][0-9a-f]{2})|.)")
REPLACEMENT = r"\ufffd"


def main() -> None:
    request = ChildRequest.parse(sys.stdin.buffer.readline().decode())
    module, function = ENGINES[request.engine]
    read = getattr(import_module(module), function)  # before the lock: afterwards no file can be opened
    sandbox = confine(memory=request.memory, seconds=request.seconds)
    result = answer(read, request, sandbox) | {"sandbox": sandbox}
    sys.stdout.write(without_unstorable(json.dumps(result, separators=(",", ":"))))


def without_unstorable(answer: str) -> str:
    """Return JSON with replacement characters for NUL and for halves of UTF-16 pairs, to which the font of a document may map its glyphs.

    The parent refuses an answer with them. Two halves in sequence are one character."""
    return ESCAPE.sub(lambda match: REPLACEMENT if match["unstorable"] else match[0], answer)


def answer(read: Read, request: ChildRequest, sandbox: list[str]) -> dict[str, Any]:
    """Return the engine's answer or a named error. No byte of the document is read if a required lock is missing."""
    try:
        insist(sandbox if request.sandbox_required else LOCKS)
        return read(sys.stdin.buffer.read(), request)
    except ChildRefused as refusal:
        return {"error": {"code": refusal.code, "params": refusal.params}}
    except MemoryError:
        return {"error": {"code": "memory", "params": {}}}
    except RecursionError:
        return {"error": {"code": "too_complex", "params": {}}}


def insist(held: Sequence[str]) -> None:
    """Raise ChildRefused unless every lock holds."""
    if lacking := missing(held):
        raise ChildRefused("not_confined", missing=len(lacking), locks=len(LOCKS))
