"""Runs the child that parses: its own session, no environment, bytes in, bytes out, a certain end; and reports its locks."""

import json
import logging
import os
import selectors
import signal
import time
from dataclasses import asdict, dataclass
from typing import Any

from reconciliation.documents.answer import codes
from reconciliation.documents.forkserver import PROJECT, Child, child_of, search_path
from reconciliation.documents.limits import DocumentLimits

__all__ = ["PROJECT", "ChildEnd", "run_child", "search_path"]
logger = logging.getLogger(__name__)
START = "from reconciliation.documents.child.main import main; main()"
MAX_ANSWER = 64_000_000  # bytes: some 700,000 words
CHUNK = 1 << 16


class _OutOfTime(Exception):
    pass


class _TooMuch(Exception):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildEnd:
    """The output of a child and its exit status, below 0 the signal that ended it."""

    output: bytes
    status: int
    timed_out: bool = False
    talked_too_much: bool = False


def run_child(request: dict[str, Any], pdf: bytes, *, seconds: float) -> ChildEnd:
    """Give one document to a fresh child and return its end. The child is always gone when this returns. Raises NoChild."""
    started = time.monotonic()
    with child_of(START) as (stem, child):
        status = None
        try:
            output = converse(child, json.dumps(request).encode() + b"\n" + pdf, deadline=started + seconds)
            status = stem.end_of_child(started + seconds - time.monotonic())
            end = _killed(timed_out=True) if status is None else ChildEnd(output=output, status=status)
        except _OutOfTime:
            end = _killed(timed_out=True)
        except _TooMuch:
            end = _killed(talked_too_much=True)
        finally:
            stem.bury(child, has_ended=status is not None)
    logger.info("child=%s pid=%d status=%d seconds=%.3f", request.get("engine"), child.pid, end.status, time.monotonic() - started)
    return end


def _killed(*, timed_out: bool = False, talked_too_much: bool = False) -> ChildEnd:
    return ChildEnd(output=b"", status=-signal.SIGKILL, timed_out=timed_out, talked_too_much=talked_too_much)


def converse(child: Child, given: bytes, *, deadline: float) -> bytes:
    """Write and read at once, so that neither side waits for the other for ever, and return the child's output."""
    left, output, open_ends = memoryview(given), bytearray(), {child.given, child.answers}

    def close(end: int) -> None:
        waiting.unregister(end)
        os.close(end)
        open_ends.remove(end)

    os.set_blocking(child.given, False)
    try:
        with selectors.DefaultSelector() as waiting:
            waiting.register(child.given, selectors.EVENT_WRITE)
            waiting.register(child.answers, selectors.EVENT_READ)
            while open_ends:
                if (remaining := deadline - time.monotonic()) <= 0:
                    raise _OutOfTime
                for key, _ in waiting.select(remaining):
                    if key.fd == child.given:
                        left = written(child.given, left)
                        if not left:
                            close(child.given)
                    elif chunk := os.read(child.answers, CHUNK):
                        output += chunk
                    else:
                        close(child.answers)
                if len(output) > MAX_ANSWER:
                    raise _TooMuch
        return bytes(output)
    finally:
        for end in open_ends:
            os.close(end)


def written(pipe: int, left: memoryview) -> memoryview:
    """Write a chunk and return the rest, empty once the child has stopped reading."""
    try:
        return left[os.write(pipe, left[:CHUNK]) :]
    except BrokenPipeError:
        return left[:0]


def locks_held() -> tuple[str, ...]:
    """Return the names of the locks that hold, empty if no child starts or answers."""
    limits = DocumentLimits()
    end = run_child(asdict(limits) | {"engine": "pdfium", "password": None}, b"", seconds=limits.seconds)  # nosec B105  # no password is one
    try:
        return codes(json.loads(end.output)["sandbox"])
    except (ValueError, TypeError, KeyError):
        return ()
