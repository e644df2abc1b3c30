"""A program that receives webhooks: a server of this machine that records each request."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Receiver:
    """`answers` are the statuses to come, the last one for ever."""

    address: str
    answers: list[int] = field(default_factory=lambda: [204])
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def receiver() -> Iterator[Receiver]:
    found = Receiver(address="")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.received.append(({name.lower(): value for name, value in self.headers.items()}, body))
            status = found.answers.pop(0) if len(found.answers) > 1 else found.answers[0]
            self.send_response(status)
            if status in {301, 302}:
                self.send_header("Location", found.address)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Write nothing: the requests are recorded."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found.address = f"http://127.0.0.1:{server.server_address[1]}/hook"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield found
        server.shutdown()


@contextmanager
def silent() -> Iterator[str]:
    """The address of a server that accepts every connection and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=100)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/hook"


@contextmanager
def dripping() -> Iterator[str]:
    """The address of a server whose headers never end: one letter arrives every few milliseconds."""
    ended = threading.Event()

    def answer(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
            while not ended.wait(0.02):
                connection.sendall(b"x")

    def accept(server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=answer, args=(server.accept()[0],), daemon=True).start()

    with ExitStack() as stack:
        server = stack.enter_context(closing(socket.create_server(("127.0.0.1", 0))))
        stack.callback(ended.set)
        threading.Thread(target=accept, args=(server,), daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/hook"
