"""A server on this machine that speaks the wire format: it plays its answers in order and records its requests."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One HTTP answer. With `cut`, the connection ends after that many bytes of the body."""

    body: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None


@dataclass(slots=True)
class LocalServer:
    """`requests` holds each request's path, headers (names in lower case) and JSON."""

    answers: list[Answer]
    url: str = ""
    requests: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)


def completion(message: dict[str, Any], *, finish: str = "stop", **envelope: Any) -> Answer:
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    body = {"id": "r1", "model": "m-1", "choices": [{"message": message, "finish_reason": finish}], "usage": usage, **envelope}
    return Answer(body=json.dumps(body), headers={"content-type": "application/json"})


def events(*chunks: dict[str, Any]) -> Answer:
    """A stream that ends as Chat Completions do."""
    body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    return Answer(body=body, headers={"content-type": "text/event-stream"})


def event_stream(*events: dict[str, Any]) -> str:
    """The text of a stream whose events are named for the type of their data."""
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


@contextmanager
def serving(*answers: Answer) -> Iterator[LocalServer]:
    """A server that answers so many requests; `url` is its base URL."""
    local = LocalServer(answers=list(answers))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers["content-length"]))
            local.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, json.loads(sent)))
            self._give(local.answers.pop(0))

        def _give(self, answer: Answer) -> None:
            body = answer.body.encode()
            self.send_response(answer.status)
            for name, value in {**answer.headers, "content-length": str(len(body)), "connection": "close"}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body if answer.cut is None else body[: answer.cut])

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # the name of the method that is replaced
            """Nothing is printed in tests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        local.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield local
        finally:
            server.shutdown()
            thread.join()
