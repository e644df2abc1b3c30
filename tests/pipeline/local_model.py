"""A model on this machine behind the real wire format: it looks up the permitted data, one call a turn, then proposes."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]
PROPOSAL = {
    "statements": [
        {
            "statement": 0,
            "account": "a1",
            "matched": [{"line": 0, "transactions": ["t1"]}, {"line": 2, "transactions": ["t2"]}],
            "new": [1],
            "missing": [],
        }
    ],
    "summary": "A statement of January; look at the grocer first.",
}
CALLS = [("get_accounts", {}), ("get_transactions", {"account": "a1", "first": "2026-01-01", "last": "2026-01-31"})]


class Model(BaseHTTPRequestHandler):
    """Looks up the permitted data, one call a turn, then proposes. It leaves connections open, as most servers do."""

    protocol_version = "HTTP/1.1"
    asked: list[Json]

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(request)
        answered = sum(message["role"] == "tool" for message in request["messages"])
        message = self._calling(answered) if answered < len(CALLS) else {"role": "assistant", "content": json.dumps(PROPOSAL)}
        self._send(
            {
                "id": f"chatcmpl-{answered}",
                "object": "chat.completion",
                "created": 1_767_225_600,
                "model": "small-model",
                "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if "tool_calls" in message else "stop"}],
                "usage": {"prompt_tokens": 100 + answered, "completion_tokens": 7, "total_tokens": 107 + answered},
            }
        )

    def _calling(self, number: int) -> Json:
        name, arguments = CALLS[number]
        function = {"name": name, "arguments": json.dumps(arguments)}
        return {"role": "assistant", "content": None, "tool_calls": [{"id": f"call_{number}", "type": "function", "function": function}]}

    def _send(self, answer: Json) -> None:
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving_a_model() -> Iterator[tuple[str, list[Json]]]:
    """Yield its address, and its requests."""
    Model.asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", Model.asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
