"""A model that takes its time: the same statements through processes that wait for it, and through threads that do."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
SECONDS, PORT = 2.0, 8766
PROCESSES, THREADS = 2, 64
FIRST = 800_000  # numbers of statements that no others have
PATIENCE = 600.0
STATEMENTS = {"processes": 40, "threads": 900}
"""As many as take a minute or so each way: what the first and the last of them wait weighs little."""
ANSWER = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1_767_225_600,
    "model": "stub",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": '{"statements": [], "summary": ""}'}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 1200, "completion_tokens": 20, "total_tokens": 1220},
}
SETTINGS = {
    "PROVIDER": "compatible",
    "PROVIDER_MODEL": "stub",
    "PROVIDER_BASE_URL": f"http://127.0.0.1:{PORT}/v1",
    "PROVIDER_API_KEY": "none",
}


class Slow(BaseHTTPRequestHandler):
    """Proposes nothing, after a while."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(SECONDS)
        body = json.dumps(ANSWER).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128


def asked(way: str) -> float:
    """Statements a minute, from the first that is begun to the last answer. Each lacks an entry in the books: the model is asked."""
    from bench.throughput.uploading import uploaded

    first = FIRST + sum(STATEMENTS.values()) * (way == "threads")
    ids = uploaded(STATEMENTS[way], 10, first=first, lacking=1)
    together = way == "processes"
    with ExitStack() as stack:
        stack.enter_context(_worker("documents,models" if together else "documents", "--concurrency", str(PROCESSES)))
        if not together:
            stack.enter_context(_worker("models", "--pool", "threads", "--concurrency", str(THREADS)))
        return _rate(ids)


def _rate(ids: list[str]) -> float:
    from reconciliation.models import StatementImport

    all_of_them = StatementImport.objects.across_organizations("all of the bench are watched")
    ours = all_of_them.filter(uploaded_at__gte=all_of_them.get(pk=ids[0]).uploaded_at)
    begun, done = ours.exclude(status="pending"), ours.exclude(status__in=["pending", "processing"])
    deadline = time.monotonic() + PATIENCE
    while not begun.exists():
        time.sleep(0.02)
    started = time.monotonic()
    while done.count() < len(ids):
        time.sleep(0.25)
        if time.monotonic() > deadline:
            raise TimeoutError(f"{done.count()} of {len(ids)} are answered")
    return 60 * len(ids) / (time.monotonic() - started)


@contextmanager
def slow_model() -> Iterator[None]:
    """In a process of its own: it waits for nobody else's lock."""
    server = subprocess.Popen([sys.executable, "-m", "bench.throughput.asking"], cwd=PROJECT)
    try:
        yield
    finally:
        server.terminate()
        server.wait(30)


@contextmanager
def _worker(queues: str, *more: str) -> Iterator[None]:
    command = [sys.executable, "-m", "celery", "--quiet", "-A", "config", "worker", "--queues", queues, "--loglevel", "ERROR"]
    name = ["--hostname", f"{queues.replace(',', '-')}@%h"]
    started = subprocess.Popen([*command, *more, *name], cwd=PROJECT)  # noqa: S603
    try:
        yield
    finally:
        started.terminate()
        started.wait(60)


if __name__ == "__main__":
    Server(("127.0.0.1", PORT), Slow).serve_forever()
