"""`read_statement FILE...`: print the reading of documents and whether they add up; no ledger, no database, no model."""

import json
import sys
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from finance.imports.untrusted_files import ZIP
from people.safe_text import shown
from reconciliation.documents.limits import DocumentClock, configured_limits
from reconciliation.documents.opening import DocumentUnreadable, message, open_document
from reconciliation.documents.unreadable import AS_NAMED_OUTSIDE
from reconciliation.electronic.reader import is_electronic, members_of, open_file, read_electronic
from reconciliation.presentation.labels.processing import ADVICE
from reconciliation.presentation.labels.reading import sentence
from reconciliation.printed.json import statement_to_json
from reconciliation.printed.statement import Reading
from reconciliation.reading.cross_check import read_twice
from reconciliation.reading.reader import read

CHILDREN = 2  # documents opened at a time
ADVICE_HERE = {"encrypted": "Give it with --password.", "no_text": ""}  # if it is not that of the pages


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementFile:
    """A file, or the file `member` of an archive. `load` returns its first bytes, at most as many as it is asked for; it raises OSError,
    and DocumentUnreadable for an archive that cannot be opened."""

    path: Path
    load: Callable[[int], bytes]
    member: str = ""

    @property
    def name(self) -> str:
        return f"{self.path}: {self.member}" if self.member else str(self.path)


def files_in(path: Path) -> list[StatementFile]:
    """Return the files of a ZIP archive, or the one file."""

    def load(most: int) -> bytes:
        with path.open("rb") as file:
            return file.read(most)

    def refuse(_most: int) -> bytes:
        raise refused

    limits = configured_limits()
    try:
        members = members_of(load(limits.bytes + 1), limits) if load(len(ZIP)) == ZIP else None
    except OSError:  # it comes again, as the answer for this file
        return [StatementFile(path=path, load=load)]
    except DocumentUnreadable as unreadable:
        refused = unreadable
        return [StatementFile(path=path, load=refuse)]
    if members is None:
        return [StatementFile(path=path, load=load)]
    return [StatementFile(path=path, member=member, load=BytesIO(content).read) for member, content in members]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAnswer:
    """The result of one file: a reading, or a code and words for the failure."""

    file: str
    seconds: float
    reading: Reading | None = None
    code: str = ""
    words: str = ""


class Command(BaseCommand):
    help = "Read statements and report for each whether its figures add up. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--password", help="opens the files that are locked")
        parser.add_argument("--json", action="store_true", help="one JSON object a file, in the order given")

    def handle(self, *_args: object, **options: Any) -> None:
        missing = [name for name in options["files"] if not Path(name).is_file()]
        if missing:
            raise CommandError(f"no such file: {', '.join(missing)}", returncode=2)
        files = [file for name in options["files"] for file in files_in(Path(name))]
        for answer in answers(files, password=options["password"]):
            self.stdout.write(json.dumps(as_json(answer), ensure_ascii=True) if options["json"] else shown(as_text(answer)))


def answers(files: Sequence[StatementFile], *, password: str | None) -> Iterator[FileAnswer]:
    """Yield one answer for each file in the given order; the next file is opened while one is read."""
    with ThreadPoolExecutor(CHILDREN) as pool:
        yield from pool.map(lambda file: answer_from(file.name, file.load, password=password), files)


def answer_from(name: str, load: Callable[[int], bytes], *, password: str | None) -> FileAnswer:
    """Read the document whose first bytes `load` returns, at most as many as it is asked for. Always returns an answer."""
    started = time.monotonic()
    try:
        limits = configured_limits()
        try:
            data = load(limits.bytes + 1)  # enough of a larger file to see that it is too large
        except OSError as error:
            return FileAnswer(file=name, seconds=time.monotonic() - started, code="not_readable", words=f"{error.strerror or error}.")
        if is_electronic(data) and len(data) <= limits.bytes:
            reading = read_electronic(open_file(data, today=timezone.localdate(), most_pages=limits.pages))
        else:
            clock = DocumentClock(limits.seconds)
            document = open_document(data, password=password, limits=limits, clock=clock)
            _, reading = read_twice(document, lambda: data, limits=limits, read=read, password=password, clock=clock)
    except DocumentUnreadable as unreadable:
        code = AS_NAMED_OUTSIDE.get(unreadable.code, unreadable.code)
        return FileAnswer(file=name, seconds=time.monotonic() - started, code=code, words=in_words(unreadable))
    except Exception:  # noqa: BLE001  one bad file may not silence the answers for the others; the traceback goes to the log
        traceback.print_exc(file=sys.stderr)
        return FileAnswer(file=name, seconds=time.monotonic() - started, code="damaged", words=message("damaged", {}))
    return FileAnswer(file=name, seconds=time.monotonic() - started, reading=reading)


def in_words(unreadable: DocumentUnreadable) -> str:
    """Return the reason for a missing reading, and what to do about it."""
    advice = ADVICE_HERE.get(unreadable.code, ADVICE[unreadable.code])
    return f"{message(unreadable.code, unreadable.params)} {advice}".strip()


def as_json(answer: FileAnswer) -> dict[str, Any]:
    """Return the object that INTERFACES defines, always with all keys; each check of a statement's integrity has a sentence."""
    reading = answer.reading
    statements = []
    for statement in reading.statements if reading else ():
        as_read = statement_to_json(statement)
        facts = {"confirmed": statement.integrity.confirmed, "unconfirmed": statement.integrity.unconfirmed}
        worded = {
            name: [{"code": fact.code, "text": sentence(fact), "page": fact.page, "box": fact.box} for fact in values]
            for name, values in facts.items()
        }
        statements.append(as_read | {"integrity": as_read["integrity"] | worded})
    return {
        "file": answer.file,
        "ok": reading is not None,
        "error": None if reading else {"code": answer.code, "message": answer.words},
        "document_type": reading.document_type if reading else None,
        "pages": reading.pages if reading else None,
        "source": reading.source if reading else None,
        "seconds": round(answer.seconds, 3),
        "hidden_text": reading.hidden_text if reading else None,
        "statements": statements,
    }


def as_text(answer: FileAnswer) -> str:
    """Return the same as text for a terminal."""
    if answer.reading is None:
        return f"{answer.file}\n  {answer.words}\n"
    head = f"{answer.file}\n  {answer.reading.document_type.replace('_', ' ')}, pages: {answer.reading.pages}"
    lines = [head]
    for statement in answer.reading.statements:
        integrity = statement.integrity
        name = " ".join(filter(None, (statement.institution, statement.account_hint, statement.currency or statement.currency_sign)))
        period = f"{_or_unknown(statement.period_start)} to {_or_unknown(statement.period_end)}"
        balances = f"{_or_unknown(statement.opening_balance)} -> {_or_unknown(statement.closing_balance)}"
        contradicts = f"does not add up, by {_or_unknown(integrity.difference)}" if integrity.difference != 0 else "contradicts itself"
        proof = {True: "adds up", None: "not proved", False: contradicts}[integrity.holds]
        lines.append(f"  {name}  {period}  {balances}  {proof}")
        lines += [f"    + {sentence(fact)}" for fact in integrity.confirmed]
        for fact in integrity.unconfirmed:
            place = f"Page {fact.page}: " if fact.page else ""
            lines.append(f"    ? {place}{sentence(fact)}")
        lines += [f"    {_or_unknown(line.date):10}  {line.amount:>14}  {line.description[:70]}" for line in statement.lines]
        lines += [f"    not read, page {row.page}: {row.text}" for row in statement.unread]
    return "\n".join([*lines, ""])


def _or_unknown(value: object) -> str:
    return "unknown" if value is None else str(value)
