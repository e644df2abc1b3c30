"""Servers of this machine that answer as those of people do: with their refusals, their ends of streams and their filters."""

import json
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.extraction.papers import told
from tests.pipeline.local_model import CALLS, PROPOSAL, Json

SAID = "A row is missing."
USAGE = {"prompt_tokens": 100, "completion_tokens": 7}
Replies = Callable[[Json], tuple[int, Json]]
"""Status and body of the answer to a request."""


def refusing_tools(status: int, message: str, kind: str) -> Replies:
    """The replies of a server that enforces schemas and takes no tools."""

    def reply(request: Json) -> tuple[int, Json]:
        if "tools" in request:
            return status, {"error": {"message": message, "type": kind, "param": None, "code": None}}
        return answering(request)

    return reply


def refusing_formats(kinds: Collection[str], message: str) -> Replies:
    """The replies of a server that refuses these forms of an answer, with an error in words alone."""

    def reply(request: Json) -> tuple[int, Json]:
        if request.get("response_format", {}).get("type") in kinds:
            return 400, {"error": message}
        return answering(request)

    return reply


def refusing_streams(request: Json) -> tuple[int, Json]:
    """The replies of OpenAI to an organization that is not verified."""
    if request.get("stream"):
        said = "Your organization must be verified to stream this model."
        return 400, {"error": {"message": said, "type": "invalid_request_error", "param": "stream", "code": "unsupported_value"}}
    return answering(request)


def failing(status: int, message: str, **error: object) -> Replies:
    return lambda _request: (status, {"error": {"message": message, **error}})


def filtering(_request: Json) -> tuple[int, Json]:
    """The reply of Azure to an answer that its filter withheld: the choice has no message."""
    return 200, {"id": "r1", "model": "small-model", "choices": [{"index": 0, "finish_reason": "content_filter"}], "usage": USAGE}


def answering(request: Json) -> tuple[int, Json]:
    """Return the reply of an obedient model: it calls each tool once, natively or as an action, and answers."""
    if (rows := read_rows(request)) is not None:
        return 200, completion({"content": json.dumps({"rows": rows, "balances": []})})
    schema = request.get("response_format", {}).get("json_schema", {}).get("schema", {})
    actions = [choice["properties"]["action"]["enum"][0] for choice in schema.get("anyOf", []) if "action" in choice.get("properties", {})]
    names = [tool["function"]["name"] for tool in request.get("tools", [])] or actions
    answered = sum(
        message["role"] == "tool" or (message["role"] == "user" and message["content"].startswith("Result of"))
        for message in request["messages"]
    )
    is_test = "report_ready" in json.dumps(request["messages"])
    calls: Sequence[tuple[str, Json]] = [("report_ready", {"word": "yes"})] if is_test else CALLS
    is_chat = "This is the import that the questions are about." in json.dumps(request["messages"])
    answer: object = SAID if is_chat else {"word": "yes"} if is_test else PROPOSAL
    calls = [] if is_chat else calls
    if answered < len(calls) and calls[answered][0] in names:
        name, arguments = calls[answered]
        if actions:
            return 200, completion({"content": json.dumps({"action": name, "arguments": arguments})})
        function = {"name": name, "arguments": json.dumps(arguments)}
        return 200, completion({"content": None, "tool_calls": [{"id": f"c{answered}", "type": "function", "function": function}]})
    said = {"action": "answer", "answer": answer} if actions else answer
    return 200, completion({"content": said if isinstance(said, str) else json.dumps(said)})


def read_rows(request: Json) -> list[Json] | None:
    """Return the rows that a request for a reading shows, or None for another request."""
    asked = request["messages"][-1]["content"] or ""
    if not asked.startswith("Give the movements"):
        return None
    lines = [line for page in json.loads(asked.split("\n")[2])["pages"] for line in page["lines"]]
    return [told(number, text) for number, text in lines if text.startswith("01/")]


def completion(message: Json) -> Json:
    finish = "tool_calls" if "tool_calls" in message else "stop"
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    return {"id": "r1", "model": "small-model", "choices": [choice], "usage": USAGE}


SERVERS: dict[str, Replies] = {
    "Ollama with tools": answering,
    "Ollama without tools": refusing_tools(400, "registry.ollama.ai/library/gemma3:4b does not support tools", "api_error"),
    "Ollama without the model": failing(404, 'model "small-model" not found, try pulling it first', type="api_error"),
    "vLLM": refusing_tools(
        400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', "BadRequestError"
    ),
    "llama.cpp": refusing_tools(500, "tools param requires --jinja flag", "server_error"),
    "OpenRouter without credit": failing(402, "Insufficient credits. Add more using the settings page", code=402),
    "LM Studio": refusing_formats(["json_object"], "'response_format.type' must be 'json_schema' or 'text'"),
    "gateway without schemas": refusing_formats(["json_schema", "json_object"], "Unsupported parameter: 'response_format'"),
    "gateway without streams": refusing_streams,
    "slow writer": answering,
    "slow": answering,
    "too slow": answering,
    "Perplexity": answering,
    "Azure with a filter": filtering,
}


DEFAULT, NEEDED = 120, 130
"""Seconds that the settings allow by default, and those that the slow server needs for its first word."""
SCALE = 500
"""The seconds of the slow server are divided by this; the limit of the other tests is then far away."""


@contextmanager
def serving_as(name: str) -> Iterator[tuple[str, list[Json]]]:
    """Its address, and the requests that it was sent. Perplexity ends its streams without a mark. The slow server writes nothing for its
    scaled seconds, and the one that is too slow until the test ends."""
    requests: list[Json] = []
    ended = threading.Event()
    silence = {"slow": NEEDED / SCALE, "too slow": None}
    mark = "" if name == "Perplexity" else "data: [DONE]\n\n"

    class Server(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            requests.append(request)
            if name in silence:
                ended.wait(silence[name])
            status, reply = SERVERS[name](request)
            is_stream = status == 200 and request.get("stream")
            chunks = (pieces if name == "slow writer" else streamed)(reply) if is_stream else []
            events = [*(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks), mark]
            writes = events if is_stream else [json.dumps(reply)]
            with suppress(OSError):  # the client has hung up
                self.send_response(status)
                self.send_header("Content-Type", "text/event-stream" if is_stream else "application/json")
                self.send_header("Content-Length", str(sum(len(each.encode()) for each in writes)))
                self.end_headers()
                for each in writes:  # one after the other, as the model writes
                    self.wfile.write(each.encode())
                    self.wfile.flush()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1", requests
        finally:
            ended.set()
            server.shutdown()
            thread.join()


def streamed(reply: Json) -> list[Json]:
    """The same reply as one chunk of a stream."""
    choice = dict(reply["choices"][0])
    return [{**reply, "choices": [{**choice, "delta": choice.pop("message", {})}]}]


def pieces(reply: Json) -> list[Json]:
    """The same reply as a stream of its letters, those of a call's arguments too, with the usage at the end."""
    message, finish = reply["choices"][0]["message"], reply["choices"][0]["finish_reason"]
    deltas: list[Json] = [{"role": "assistant"}, *({"content": letter} for letter in message["content"] or "")]
    for place, call in enumerate(message.get("tool_calls", [])):
        begun = {**call, "index": place, "function": {**call["function"], "arguments": ""}}
        rest = [{"index": place, "function": {"arguments": letter}} for letter in call["function"]["arguments"]]
        deltas += [{"tool_calls": [fragment]} for fragment in (begun, *rest)]
    chunks: list[Json] = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    return [*({**chunk, "id": reply["id"], "model": reply["model"]} for chunk in chunks), {"choices": [], "usage": reply["usage"]}]
