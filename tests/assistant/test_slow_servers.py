"""A model that goes on writing is not cut off, however slow it is; silence ends an answer, and the request is not sent again."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from assistant.asking import RetryPolicy
from assistant.contract import Provider, ProviderError, TextDelta
from assistant.events import RunEvent
from assistant.loop import ToolLoop
from assistant.registry import provider
from tests.assistant.conversations import QUESTION

WORDS = ("It ", "is ", "12.30")
SHORT = 1.0
"""Seconds of a limit that a test reaches."""
LONG = 30.0
"""Seconds of a limit that no test reaches."""


@dataclass
class Stepped:
    """A server that writes its next word after `step` returns, and counts its requests."""

    step: Callable[[int], object]
    url: str = ""
    requests: list[str] = field(default_factory=list)


@contextmanager
def writing(step: Callable[[int], object]) -> Iterator[Stepped]:
    served = Stepped(step=step)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            served.requests.append(self.rfile.read(int(self.headers["content-length"])).decode())
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for place, word in enumerate(WORDS):
                served.step(place)
                finish = "stop" if word is WORDS[-1] else None
                self._write({"choices": [{"index": 0, "delta": {"content": word}, "finish_reason": finish}]})

        def _write(self, event: object) -> None:
            try:
                self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
                self.wfile.flush()
            except OSError:
                """The client has hung up."""

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        served.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield served
        finally:
            server.shutdown()
            thread.join()


def asked(at: str, *, seconds: float, silence: float, name: str = "compatible") -> Provider:
    return provider(name, model="m-1", base_url=at, api_key="k", seconds=seconds, silence=silence, environment={})


def test_an_answer_that_takes_longer_than_any_wait_is_whole_if_it_goes_on() -> None:
    """The server takes two fifths of the limit for each word; all three take longer than it, with seconds to spare."""
    limit, never = 4.0, threading.Event()
    with writing(lambda _place: never.wait(limit * 2 / 5)) as server:
        result = ToolLoop(asked(server.url, seconds=limit, silence=limit)).run(QUESTION)

    assert (result.text, len(server.requests)) == ("It is 12.30", 1)


@pytest.mark.parametrize(
    ("silent_at", "seconds", "silence"), [(0, SHORT, LONG), (1, LONG, SHORT)], ids=["before the first piece", "after it"]
)
def test_silence_ends_an_answer_and_the_request_is_not_sent_again(silent_at: int, seconds: float, silence: float) -> None:
    released = threading.Event()
    with writing(lambda place: place != silent_at or released.wait(LONG)) as server:
        try:
            with pytest.raises(ProviderError) as failed:
                ToolLoop(asked(server.url, seconds=seconds, silence=silence), patience=RetryPolicy(tries=3)).run(QUESTION)
        finally:
            released.set()

    assert (failed.value.reason, len(server.requests)) == ("too_slow", 1)


def test_a_reader_that_leaves_hangs_up() -> None:
    released = threading.Event()
    with writing(lambda place: place == 0 or released.wait(LONG)) as server:
        try:
            coming = ToolLoop(asked(server.url, seconds=LONG, silence=LONG)).stream(QUESTION)
            events: list[RunEvent] = [next(coming), next(coming)]
            coming.close()
        finally:
            released.set()

    assert events[1] == TextDelta("It ")
    assert [thread.name for thread in threading.enumerate() if thread.name == "model answer"] == []
