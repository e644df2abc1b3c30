"""Requests that no browser makes: multipart bodies written by hand, and connections that are slow or break off."""

import socket
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from urllib.parse import unquote

from tests.deployment.processes import PATIENCE

BOUNDARY = "a-boundary"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"
CSRF = "a" * 32


def part(content: bytes, *, field: str, name: str | bytes | None = "a.pdf", extra: str = "") -> bytes:
    """Return one part of a body; the name is sent unchanged, also if no browser would write it so."""
    raw = name.encode() if isinstance(name, str) else name
    named = b"" if raw is None else b'; filename="' + raw + b'"'
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field}"'.encode() + named + b"\r\n"
    return head + f"Content-Type: application/pdf\r\n{extra}\r\n".encode() + content + b"\r\n"


def body(parts: Iterable[bytes]) -> bytes:
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


@dataclass(frozen=True, slots=True)
class Answered:
    """`status` is 0 where the server ended the connection without an answer."""

    status: int
    text: str = ""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A user who is signed in, at a server of this machine."""

    port: int
    session: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Host": f"127.0.0.1:{self.port}", "Cookie": f"sessionid={self.session}; csrftoken={CSRF}", "X-CSRFToken": CSRF}

    def get(self, path: str) -> Answered:
        return self._asked("GET", path, None, {})

    def post(self, path: str, content: bytes, **headers: str) -> Answered:
        return self._asked(
            "POST", path, content, {"Content-Type": MULTIPART} | {name.replace("_", "-"): said for name, said in headers.items()}
        )

    def head_of(self, path: str, *lines: str) -> bytes:
        """The head of a POST, for those who write the rest themselves."""
        said = [
            f"POST {path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in self.headers.items()),
            f"Content-Type: {MULTIPART}",
            *lines,
        ]
        return "\r\n".join([*said, "", ""]).encode()

    def raw(self, sent: bytes, *, ended: bool) -> Answered:
        """Return the answer to bytes written by hand. `ended` tells the server that no more bytes will come."""
        with self.connected() as connection:
            connection.sendall(sent)
            if ended:
                connection.shutdown(socket.SHUT_WR)
            try:
                return _parsed(b"".join(iter(lambda: connection.recv(65536), b"")))
            except ConnectionError:
                return Answered(0)

    @contextmanager
    def connected(self) -> Iterator[socket.socket]:
        with closing(socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)) as connection:
            yield connection

    def _asked(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> Answered:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            try:
                connection.request(method, path, body=content, headers=self.headers | headers)
                answer = connection.getresponse()
                return Answered(
                    answer.status, answer.read().decode(errors="replace"), {name.lower(): value for name, value in answer.getheaders()}
                )
            except (HTTPException, ConnectionError):
                return Answered(0)


def _parsed(received: bytes) -> Answered:
    head, _, rest = received.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    return Answered(int(words[1]), unquote(rest.decode(errors="replace"))) if len(words) > 1 else Answered(0)
