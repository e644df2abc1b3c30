"""A server and a worker on Redis that log as much as they can, and a user who works with statements full of secrets."""

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import redis

from tests import forked
from tests.deployment.processes import PATIENCE, eventually
from tests.documents.making import locked
from tests.hostile.sending import Visitor, body, part
from tests.installations import Installation
from tests.pipeline.local_model import CALLS, PROPOSAL
from tests.pipeline.papers import JANUARY, Paper
from tests.preparing import prepare

Json = dict[str, Any]
WEB = ["-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi", "--worker-class", "gthread", "--threads", "4"]
WORKER = ["-m", "celery", "-A", "config", "worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "DEBUG"]
SECRETS = {
    "amount": "7391.17",
    "balance": "93187.53",
    "description": "Zanzibarkiosk",
    "IBAN": "DE02120300000000202051",
    "account": "Kontingentkonto",
    "file name": "kanarienvogel",
    "question": "Orchideenfrage",
    "answer": "Tulpenantwort",
    "what the model said": "Narzissensatz",
    "what the provider complained of": "Distelfehler",
    "key": "sk-canary-4711-xyzzy",
    "password": "Quagga-2846-Zebra",
    "wrong password": "Okapi-1739-Tapir",
    "password of a login": "Pangolin-5523-Lemur",
    "client": "kundin@kanarien.example",
}
"""Texts that no line of a log may have, by their kind."""
END = "that is all"
WORLD = """
import json
from people.members import invite, token_of
from finance.loading import load_ledger
from finance.models import Account
from people.models import Organization
from people.roles import Role
from django.contrib.auth.models import User
from django.test import Client
load_ledger(books={books!r})
ours = Organization.objects.get()
owner = User.objects.create_user("owner", password={password!r})
ours.memberships.create(user=owner, role=Role.OWNER)
browser = Client()
browser.force_login(owner)
token = token_of(invite(organization=ours, by=owner, role=Role.VIEWER, email={email!r}))
print(json.dumps({{"session": browser.cookies["sessionid"].value, "account": str(Account.objects.of(ours).first().pk), "token": token}}))
"""


def paper() -> Paper:
    rows = [*JANUARY.rows, (22, f"{SECRETS['description']} {SECRETS['IBAN']}", f"-{SECRETS['amount']}")]
    return replace(JANUARY, rows=rows, opening=SECRETS["balance"], note=f"IBAN {SECRETS['IBAN']}")


def books() -> Json:
    """They lack a row, so that a model is asked."""
    given = JANUARY.rows[:2]
    entries = [
        {"id": f"t{n}", "date": f"2026-01-{day:02}", "amount": amount, "description": text}
        for n, (day, text, amount) in enumerate(given, 1)
    ]
    secret = {"id": "t9", "date": "2026-01-22", "amount": f"-{SECRETS['amount']}", "description": SECRETS["description"]}
    account = {
        "name": SECRETS["account"],
        "kind": "checking",
        "currency": "EUR",
        "institution": JANUARY.bank,
        "number": "1234",
        "opening_balance": SECRETS["balance"],
        "opening_date": "2026-01-01",
        "transactions": [*entries, secret],
    }
    return {"organizations": [{"slug": "ours", "accounts": [account]}]}


@dataclass
class Speaking:
    """A model's server: it looks things up, answers, and complains of every second conversation in the words that it was sent."""

    url: str = ""
    asked: list[Json] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)


@contextmanager
def speaking() -> Iterator[Speaking]:
    spoken = Speaking()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            spoken.asked.append(request)
            spoken.keys.add(self.headers.get("Authorization", ""))
            self._send(*answer_to(request, len(spoken.asked)))

        def _send(self, status: int, content_type: str, content: str) -> None:
            sent = content.encode()
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(sent)))
            self.send_header("X-Request-Id", SECRETS["what the model said"])
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            """Nothing is printed in tests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        spoken.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield spoken
        finally:
            server.shutdown()
            thread.join()


def answer_to(request: Json, number: int) -> tuple[int, str, str]:
    done = sum(message["role"] == "tool" for message in request["messages"])
    if "Distel" in json.dumps(request):
        return 400, "application/json", json.dumps({"error": {"message": f"{SECRETS['what the provider complained of']}: {request}"}})
    if "This is the import that the questions are about." in json.dumps(request["messages"]):
        said = {"choices": [{"delta": {"content": SECRETS["what the model said"]}, "finish_reason": "stop"}]}
        return 200, "text/event-stream", f"data: {json.dumps(said)}\n\ndata: [DONE]\n\n"
    if done < len(CALLS):
        name, arguments = CALLS[done]
        function = {"name": name, "arguments": json.dumps(arguments)}
        message: Json = {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": f"call_{done}", "type": "function", "function": function}],
        }
    else:
        message = {"role": "assistant", "content": json.dumps(PROPOSAL | {"summary": SECRETS["what the model said"]})}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if "tool_calls" in message else "stop"}
    told = {"id": SECRETS["what the model said"], "object": "chat.completion", "created": 1_767_225_600, "model": "small-model"}
    return 200, "application/json", json.dumps(told | {"choices": [choice], "usage": {"prompt_tokens": 10, "completion_tokens": 5}})


class Watched:
    """Records the commands sent to Redis."""

    def __init__(self, url: str) -> None:
        self.told: list[str] = []
        self._client = redis.Redis.from_url(url, socket_timeout=None)
        self._monitor: Any = self._client.monitor()  # type: ignore[no-untyped-call]
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> "Watched":
        self._monitor.__enter__()
        self._thread.start()
        return self

    def _listen(self) -> None:
        for command in self._monitor.listen():
            if command["command"].endswith(END):
                return
            self.told.append(command["command"])

    def __exit__(self, *_: object) -> None:
        self._client.echo(END)
        self._thread.join(timeout=PATIENCE)
        self._monitor.__exit__()
        self._client.close()


class Working(Installation):
    """Its log is one file, which server and worker write."""

    def __init__(self, folder: Path, redis_url: str, style: str, model: str) -> None:
        model_settings = {
            "LOG_LEVEL": "DEBUG",
            "LOG_FORMAT": style,
            "PROVIDER": "compatible",
            "PROVIDER_MODEL": "small-model",
            "PROVIDER_BASE_URL": model,
            "PROVIDER_API_KEY": SECRETS["key"],
            "PROVIDER_TRIES": "1",
            "PROVIDER_ALWAYS": "true",
        }
        super().__init__(folder / "data", redis_url=redis_url, **model_settings)
        self.log = folder / "log"
        prepare(self.folder)
        world = WORLD.format(books=books(), password=SECRETS["password of a login"], email=SECRETS["client"])
        self.world: Mapping[str, str] = json.loads(self.run("shell", "-c", world).splitlines()[-1])

    def begin(self) -> Visitor:
        with closing(socket.socket()) as taker:
            taker.bind(("127.0.0.1", 0))
            port: int = taker.getsockname()[1]
        for command in ([*WEB, "--bind", f"127.0.0.1:{port}", "--log-level", "debug"], WORKER):
            self.running.append(forked.start(command, self.environment, output=self.log, log=self.log))
        visitor = Visitor(port, self.world["session"])
        eventually(lambda: answers(visitor), "the server answers")
        return visitor


def answers(visitor: Visitor) -> bool:
    try:
        return visitor.get("/healthz").status == 200
    except OSError:
        return False


def sent(visitor: Visitor, path: str, **fields: str) -> int:
    """A form."""
    return visitor.post(path, body(part(value.encode(), field=name, name=None) for name, value in fields.items())).status


def uploaded(visitor: Visitor, pdf: bytes, name: str) -> None:
    assert visitor.post("/c/ours/upload/", body([part(pdf, field="files", name=f"{name}.pdf")])).status == 302


def locked_paper() -> bytes:
    return locked(replace(paper(), month=2).pdf(), SECRETS["password"])
