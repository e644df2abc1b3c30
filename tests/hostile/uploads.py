"""Every hostile upload at the real server of `manage.py serve`, with its worker: each is answered, and stored data does not change."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from uuid import UUID

from tests.deployment.processes import PATIENCE
from tests.hostile.sending import Visitor, body, part
from tests.hostile.upload_cases import FILE_LIMIT, REQUEST_LIMIT, Upload, fresh, uploads
from tests.installations import Installation
from tests.project import PROJECT

SLOW = 6  # connections that send only a part; the server has eight threads
ROWS = {"statement": "reconciliation_statementimport", "ledger": "finance_ledgerimport", "answer": "reconciliation_enquirymessage"}
WORLD = """
import json
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.auth.models import User
from django.test import Client
from finance.loading import load_ledger
from finance.models import Account
from people.models import Organization
from people.roles import Role
from reconciliation.questions import Named, ask_client
from reconciliation.models import Statement
from reconciliation.uploads.services import receive_statement
from reconciliation.tasks import process_pdf
load_ledger(books=json.load(open("samples/books.json")))
ours = Organization.objects.get()
owner = User.objects.create_user("owner", password="unused")
ours.memberships.create(user=owner, role=Role.OWNER)
pdf = open("samples/statements/checking-2026-02.pdf", "rb").read()
kept = receive_statement(organization=ours, uploaded_by=owner, channel="web", filename="february.pdf", pdf=pdf, ring=False).statement_import
process_pdf(str(kept.pk))
asked = ask_client(statement=Statement.objects.of(ours).first(), named=Named(line=0), text="What was it?", actor=owner)
browser = Client()
browser.force_login(owner)
account = Account.objects.of(ours).first()
named = {"account": str(account.pk), "enquiry": str(asked.pk), "root": f"/c/{ours.slug}"}
print(json.dumps(named | {"session": browser.cookies["sessionid"].value}))
"""


@dataclass(frozen=True, slots=True)
class Found:
    """Contents of the places where an upload could leave something: rows of each kind, stored documents, temporary files."""

    rows: dict[str, int]
    documents: int
    temporary: frozenset[str]


class Served(Installation):
    """A server of its own with small limits, a user who is signed in, and the three addresses that take files."""

    def __init__(self, folder: Path, port: int) -> None:
        self.temporary = folder / "temporary"
        limits = {
            "DOCUMENT_MAX_BYTES": str(FILE_LIMIT),
            "REQUEST_MAX_BYTES": str(REQUEST_LIMIT),
            "DOCUMENT_MAX_SECONDS": "5",
            "OCR_MAX_SECONDS": "10",
        }
        fixed = {"TMPDIR": str(self.temporary), "ENV_FILE": os.devnull, "PRODUCTION": "false", "LOG_LEVEL": "ERROR"}
        super().__init__(folder / "data", **limits | fixed)
        for place in (self.folder, self.temporary):
            place.mkdir(parents=True)
        world = json.loads(self.run("shell", "-c", WORLD).splitlines()[-1])
        self.visitor = Visitor(port, world["session"])
        self.root: str = world["root"]
        self.paths = {
            "statement": f"{self.root}/upload/",
            "ledger": f"{self.root}/accounts/{world['account']}/import/",
            "answer": f"{self.root}/enquiries/{world['enquiry']}/answer/",
        }

    def found(self) -> Found:
        """Celery and gunicorn keep files of their own, which have no name that an upload has."""
        temporary = frozenset(path.name for path in self.temporary.iterdir() if path.name.startswith("tmp") or ".upload" in path.name)
        documents = sum(1 for path in (self.folder / "media").rglob("*") if path.is_file())
        return Found({kind: int(self.asked(f"SELECT count(*) FROM {table}")[0][0]) for kind, table in ROWS.items()}, documents, temporary)  # noqa: S608 - names above

    def asked(self, query: str) -> list[tuple[int | str, ...]]:
        with closing(sqlite3.connect(self.folder / "tieout.sqlite3", timeout=PATIENCE)) as database:
            return database.execute(query).fetchall()


def run(folder: Path) -> tuple[int, list[str], list[str]]:
    """Return the number of cases, a sentence for each fault, and the matrix, a line each."""
    with served(folder) as server:
        matrix = [(case.name, list(wrong(server, case))) for case in uploads()]
        matrix.append(("slow connections", list(slow_wrong(server))))
        matrix.append(("everything together", list(left_wrong(server))))
    faults = [f"upload {name}: {fault}" for name, found in matrix for fault in found]
    return len(matrix), faults, [f"upload  {'FAILED' if found else 'held':7}{name}" for name, found in matrix]


def wrong(server: Served, case: Upload) -> Iterator[str]:
    before = server.found()
    answered = case.send(server.visitor, server.paths[case.to])
    after = found_after(server, before)
    if answered.status not in case.statuses:
        yield f"answered with {answered.status}, not {sorted(case.statuses)}"
    if case.said and case.said not in answered.text:
        yield f"the answer does not say {case.said!r}"
    kept = {kind: after.rows[kind] - rows for kind, rows in before.rows.items()}
    if kept != dict.fromkeys(ROWS, 0) | {case.to: case.kept}:
        yield f"kept {kept}"
    if after.documents - before.documents != (0 if case.to == "ledger" else case.kept):  # a ledger's file is in its row
        yield f"{after.documents - before.documents} documents more"
    if after.temporary - before.temporary:
        yield f"left {sorted(after.temporary - before.temporary)}"


def found_after(server: Served, before: Found) -> Found:
    """Return the contents after temporary files are gone; the server has time for that after its answer."""
    deadline = time.monotonic() + PATIENCE
    while (after := server.found()).temporary - before.temporary and time.monotonic() < deadline:
        time.sleep(0.1)
    return after


def slow_wrong(server: Served) -> Iterator[str]:
    """Yield a sentence for each fault after a few connections that send half of a head, or half of a body: others are served, and the cut
    ones leave nothing."""
    before = server.found()
    visitor, path = server.visitor, server.paths["statement"]
    content = body([part(fresh(), field="files")])
    head = visitor.head_of(path, f"Content-Length: {len(content)}")
    with ExitStack() as connections:
        for number in range(SLOW):
            connections.enter_context(visitor.connected()).sendall(head[:-20] if number % 2 else head + content[:500])
        if visitor.post(path, body([part(fresh(), field="files")])).status != 302:
            yield "an upload beside them was not taken"
        if visitor.get(path).status != 200:
            yield "a page beside them was not shown"
    after = found_after(server, before)
    if after.temporary - before.temporary or after.rows["statement"] - before.rows["statement"] != 1:
        yield f"left {sorted(after.temporary - before.temporary)}, {after.rows}"


def left_wrong(server: Served) -> Iterator[str]:
    """Yield a sentence for each fault: all stored files must be processed at the first attempt; names must be printable; documents must be
    downloads only."""
    deadline = time.monotonic() + PATIENCE
    waiting = "SELECT filename FROM reconciliation_statementimport WHERE status IN ('pending', 'processing')"
    while server.asked(waiting) and time.monotonic() < deadline:
        time.sleep(0.2)
    yield from (f"{name} is not done" for (name,) in server.asked(waiting))
    failed = server.asked("SELECT filename, error FROM reconciliation_statementimport WHERE attempts <> 1 AND channel = 'web'")
    yield from (f"{name} took other than one attempt: {error}" for name, error in failed if name != "february.pdf")
    for table in ROWS.values():
        for (name,) in server.asked(f"SELECT filename FROM {table}"):  # noqa: S608 - names above
            told = str(name)
            if len(told) > 255 or not told.isprintable() or "/" in told or "\\" in told:
                yield f"{told!r} is kept as a name"
    for (pk,) in server.asked("SELECT id FROM reconciliation_statementimport"):
        answered = server.visitor.get(f"{server.root}/statements/{UUID(str(pk))}/document/")
        guarded = answered.headers.get("x-content-type-options"), answered.headers.get("content-disposition", "")[:10]
        if (answered.status, *guarded) != (200, "nosniff", "attachment"):
            yield f"the document of {pk} is given out with {answered.status} {guarded}"


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    with closing(socket.socket()) as taker:
        taker.bind(("127.0.0.1", 0))
        port: int = taker.getsockname()[1]
    server = Served(folder, port)
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)], cwd=PROJECT, env=server.environment, stdout=subprocess.DEVNULL
    )
    try:
        answering(port)
        yield server
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def answering(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            try:
                connection.request("GET", "/healthz")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                if time.monotonic() > deadline:
                    raise
        time.sleep(0.1)
