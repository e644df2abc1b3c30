"""A program over HTTP that answers as its documentation says: paths to answers, and a record of its requests."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass
class Program:
    address: str
    asked: list[tuple[str, str, dict[str, str], Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def of(self, method: str) -> list[tuple[str, Any]]:
        return [(path, body) for how, path, _question, body in self.asked if how == method]


Answers = Callable[[str, str, dict[str, str], Any], tuple[int, Any]]


@contextmanager
def reachable(answers: Answers, settings: Any) -> Iterator[Program]:
    """The program at an address that connections may reach."""
    with program(answers) as found:
        settings.CONNECTION_ADDRESSES = [found.address]
        yield found


@contextmanager
def program(answers: Answers) -> Iterator[Program]:
    found = Program(address="")

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length)) if length else None
            question = dict(parse_qsl(parts.query))
            found.asked.append((self.command, parts.path, question, body))
            found.headers.append(dict(self.headers))
            status, said = answers(self.command, parts.path, question, body)
            content = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_PATCH = answer  # noqa: N815  the names that the server asks for

        def log_message(self, *_: object) -> None:
            """Write nothing: the requests are recorded."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found.address = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield found
        server.shutdown()
