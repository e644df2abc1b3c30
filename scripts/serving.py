"""Commands of the project, and its web server, as processes of their own."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
PATIENCE = 60.0  # seconds


def manage(*arguments: str) -> str:
    """Return the output of a command. Raises CalledProcessError if it failed."""
    command = [sys.executable, str(PROJECT / "manage.py"), *arguments]
    return subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True).stdout  # nosec B603  # our own command


@contextmanager
def served() -> Iterator[str]:
    """Yield the address of the web server, while it runs."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(PROJECT / "manage.py"), "runserver", "--noreload", f"127.0.0.1:{port}"]
    server = subprocess.Popen(command, env=dict(os.environ), cwd=PROJECT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # nosec B603  # our own command
    try:
        yield _answering(f"http://127.0.0.1:{port}")
    finally:
        server.terminate()
        server.wait(10)


def _answering(address: str) -> str:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{address}/sign-in/")  # noqa: S310  # nosec B310  # our own address
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return address
