"""Upload everything at once, let one worker process work on it, and see what became of each file."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import redis
from django.conf import settings
from django.core.management import call_command
from django.db.models import QuerySet

from finance.loading import load_ledger
from people.models import Organization
from reconciliation.documents.second_opinion import SECONDS as SECOND_OPINION
from reconciliation.documents.unreadable import MESSAGES, DocumentUnreadable
from reconciliation.models import Run, StatementImport
from reconciliation.uploads.services import receive_statement
from tests.deployment.processes import descendants
from tests.documents.broken import LOSSES
from tests.pipeline.papers import JANUARY, books_of
from tests.servers import SHARED

PROJECT = Path(__file__).resolve().parents[2]
WORKER = [sys.executable, "-m", "celery", "--quiet", "-A", "config", "worker", "--pool", "threads", "--concurrency", "2"]
ORDINARY = "an ordinary statement"
HIDES = re.compile(r"(7[1-9]|80)_\w+\.pdf")  # text that no reader sees, or a font that lies
SOUND = re.compile(r"(00_valid|6[01235-8]_|7[01]_inj|80_tounicode|91_enc)\w*\.pdf")
"""Documents that any viewer opens."""
SHOWS_ALL = re.compile(r"(00_valid|70_inj|66_csv|67_xss)\w*\.pdf")
PATIENCE = 1800.0  # seconds for all of it, beside other work on a busy machine
# Both engines, its scanned pages, a second look, and reading on a busy machine.
ONE_FILE = 2 * settings.DOCUMENT_MAX_SECONDS + settings.OCR_MAX_SECONDS + SECOND_OPINION + 20
DONE = {StatementImport.Status.REVIEW, StatementImport.Status.COMPLETE, StatementImport.Status.FAILED}


@dataclass(frozen=True, slots=True)
class Case:
    """One file and its import; None if the upload refused it, by a name."""

    name: str
    statement_import: StatementImport | None


def run(folder: Path) -> tuple[int, list[str]]:
    """Return the number of cases, and a sentence for each fault."""
    with closing(redis.Redis.from_url(settings.REDIS_URL)) as queue:
        queue.flushdb()
        call_command("migrate", verbosity=0)
        load_ledger(books={"organizations": [{"slug": "ours", "accounts": [books_of(JANUARY)]}]})
        ours = Organization.objects.get(slug="ours")
        files = dict(hostile_files())
        cases = [uploaded(ours, name, pdf) for name, pdf in files.items()]
        with worker() as process:
            faults = [*unfinished(ours), *(fault for case in cases for fault in faults_of(case))]
            faults += left_behind(folder, ours, process)
        queue.flushdb()
    return len(cases), faults


def hostile_files() -> Iterator[tuple[str, bytes]]:
    """By name; in their middle the statement that is to be read all the same."""
    shared = sorted((SHARED / "data" / "hostile").rglob("*.pdf"))
    if SHARED.is_dir() and not shared:
        raise FileNotFoundError("the folder of hostile files beside the project has no PDF")
    for path in shared[: len(shared) // 2]:
        yield path.name, path.read_bytes()
    yield ORDINARY, JANUARY.pdf()
    for path in shared[len(shared) // 2 :]:
        yield path.name, path.read_bytes()
    yield from LOSSES.items()


def uploaded(organization: Organization, name: str, pdf: bytes) -> Case:
    try:
        received = receive_statement(
            organization=organization, uploaded_by=None, channel=StatementImport.Channel.COMMAND_LINE, filename=name, pdf=pdf
        )
    except DocumentUnreadable:
        return Case(name, None)
    return Case(name, received.statement_import)


@contextmanager
def worker() -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(WORKER, cwd=PROJECT)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def unfinished(organization: Organization) -> Iterator[str]:
    """Waits until every import is done, and names those that are not in time."""
    waiting = StatementImport.objects.of(organization).exclude(status__in=DONE)
    deadline = time.monotonic() + PATIENCE
    while waiting.exists() and time.monotonic() < deadline:
        time.sleep(0.2)
    yield from (f"{name}: not done in time" for name in waiting.values_list("filename", flat=True))


def faults_of(case: Case) -> Iterator[str]:
    if case.statement_import is None:
        if SOUND.fullmatch(case.name):
            yield f"{case.name}: was refused at the door"
        return
    done = StatementImport.objects.of(case.statement_import.organization).get(pk=case.statement_import.pk)
    code = (done.error or {}).get("code")
    if done.status == StatementImport.Status.FAILED and code not in MESSAGES:
        yield f"{case.name}: ended without a name, as {code}"
    if done.attempts != 1:
        yield f"{case.name}: took {done.attempts} attempts"
    if SOUND.fullmatch(case.name) and done.status == StatementImport.Status.FAILED:
        yield f"{case.name}: was refused, as {code}"
    yield from faults_of_hidden_text(case.name, said=done.hidden_text)
    for began, ended in Run.objects.filter(statement_import=done).values_list("started_at", "finished_at"):
        if ended and (ended - began).total_seconds() > ONE_FILE:
            yield f"{case.name}: took {(ended - began).total_seconds():.0f} s"
    if (done.verdict == "matched") != (case.name == ORDINARY):
        yield f"{case.name}: came to {done.status} {done.verdict}"
    if case.name == ORDINARY and not others(done).filter(finished_at__gt=done.finished_at).exists():
        yield f"{case.name}: had to wait for all the others"


def faults_of_hidden_text(name: str, *, said: bool) -> Iterator[str]:
    if HIDES.fullmatch(name) and not said:
        yield f"{name}: hides text, and that is not said"
    if SHOWS_ALL.fullmatch(name) and said:
        yield f"{name}: is said to hide text, which it does not"


def others(one: StatementImport) -> QuerySet[StatementImport]:
    return StatementImport.objects.of(one.organization).exclude(pk=one.pk)


def left_behind(folder: Path, organization: Organization, process: "subprocess.Popen[bytes]") -> Iterator[str]:
    """Yield a sentence if the worker has ended, and for each program that it left running and each file without a row."""
    if process.poll() is not None:
        yield f"the worker ended with {process.returncode}"
    yield from (f"the process {child} was left behind" for child in descendants(process.pid))
    yield from (f"the file {path.name} was left behind" for path in (folder / "temporary").iterdir())
    stored = {path.name for path in settings.MEDIA_ROOT.rglob("*.sealed")}
    known = {Path(name).name for name in StatementImport.objects.of(organization).values_list("stored_as", flat=True)}
    yield from (f"the document {name} is nobody's" for name in stored - known)
