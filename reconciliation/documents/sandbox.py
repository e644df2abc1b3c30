"""Running the child that parses: its own session, no environment, bytes in, bytes out, and an end it cannot miss."""

import importlib.util
import json
import logging
import os
import selectors
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

logger = logging.getLogger(__name__)
PROJECT = Path(__file__).resolve().parents[2]
# One document is little garbage: the child ends before collecting it would be worth the time.
START = "import gc, sys; gc.disable(); sys.path[:0] = sys.argv[1:]; from reconciliation.documents.child.main import main; main()"
ENGINES = ("pypdfium2_raw", "pypdf")
MAX_ANSWER = 64_000_000  # bytes: some 700,000 words
CHUNK = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildEnd:
    """What a child printed and how it ended: its exit status, below 0 the signal that ended it."""

    output: bytes
    status: int
    timed_out: bool = False
    talked_too_much: bool = False


def run_child(request: dict[str, Any], pdf: bytes, *, seconds: float) -> ChildEnd:
    """Give one document to a fresh child. Whatever happens, nothing of it is left when this returns."""
    process = subprocess.Popen(  # noqa: S603  # nosec B603  # a fixed command; what is hostile goes through standard input
        [sys.executable, "-I", "-S", "-c", START, *search_path()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
        start_new_session=True,
    )
    started = time.monotonic()
    try:
        end = converse(process, json.dumps(request).encode() + b"\n" + pdf, deadline=started + seconds)
        logger.info("child=%s pid=%d status=%d seconds=%.3f", request.get("engine"), process.pid, end.status, time.monotonic() - started)
        return end
    finally:
        bury(process)


@cache
def search_path() -> list[str]:
    """Where the child may import from: this project and the engines; site-packages are not searched for anything else."""
    engines = {str(Path(str(spec.origin)).parents[1]) for name in ENGINES if (spec := importlib.util.find_spec(name))}
    return [str(PROJECT), *sorted(engines)]


def converse(process: "subprocess.Popen[bytes]", given: bytes, *, deadline: float) -> ChildEnd:
    """Write and read at once, so that neither side waits for the other for ever."""
    assert process.stdin is not None  # noqa: S101  # nosec B101  # both are pipes, made above
    assert process.stdout is not None  # noqa: S101  # nosec B101
    left, output = memoryview(given), bytearray()
    os.set_blocking(process.stdin.fileno(), False)
    with selectors.DefaultSelector() as waiting:
        waiting.register(process.stdin, selectors.EVENT_WRITE)
        waiting.register(process.stdout, selectors.EVENT_READ)
        while waiting.get_map():
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                return ChildEnd(output=b"", status=-signal.SIGKILL, timed_out=True)
            for key, _ in waiting.select(remaining):
                if key.fileobj is process.stdin:
                    left = written(process.stdin.fileno(), left)
                    if not left:
                        waiting.unregister(process.stdin)
                        process.stdin.close()
                elif chunk := os.read(process.stdout.fileno(), CHUNK):
                    output += chunk
                else:
                    waiting.unregister(process.stdout)
            if len(output) > MAX_ANSWER:
                return ChildEnd(output=b"", status=-signal.SIGKILL, talked_too_much=True)
    return ended(process, bytes(output), deadline)


def written(pipe: int, left: memoryview) -> memoryview:
    """What is still to be written; nothing once the child has stopped listening."""
    try:
        return left[os.write(pipe, left[:CHUNK]) :]
    except BrokenPipeError:
        return left[:0]


def ended(process: "subprocess.Popen[bytes]", output: bytes, deadline: float) -> ChildEnd:
    try:
        return ChildEnd(output=output, status=process.wait(max(0.0, deadline - time.monotonic())))
    except subprocess.TimeoutExpired:
        return ChildEnd(output=b"", status=-signal.SIGKILL, timed_out=True)


def bury(process: "subprocess.Popen[bytes]") -> None:
    """End the child with all that it may have started, and take it off the process table."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            pipe.close()
