"""The files of a run: made ones, the samples, and the statements beside the project where they are there."""

import datetime as dt
import json
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from pypdf import PdfReader

from bench.judging import Row
from samples.make import FOLDER as SAMPLES
from tests.reading.making.maker import make

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "statements"


@dataclass(frozen=True, slots=True)
class Document:
    """A statement on disk: how many pages it has, and the rows that are truly on it."""

    path: Path
    pages: int
    rows: tuple[Row, ...]


def made(folder: Path, documents: int) -> list[Document]:
    """Drawn into the folder by the generator of the tests, and the samples of the demo."""
    samples = [sample(path) for path in sorted(SAMPLES.glob("truth/*.json"))]
    for seed in range(documents):
        document = make(seed)
        path = folder / f"made-{seed:04}.pdf"
        path.write_bytes(document.sheet.pdf())
        rows = tuple(Row(movement.day, movement.amount) for account in document.made.accounts for movement in account.movements)
        samples.append(Document(path, pages(path), rows))
    return samples


def sample(truth: Path) -> Document:
    path = SAMPLES / "statements" / f"{truth.stem}.pdf"
    return Document(path, pages(path), rows_of(json.loads(truth.read_text())["lines"]))


def shared() -> list[Document]:
    """Statements with text whose truth is known; none where they do not stand beside the project."""
    manifest = SHARED / "manifest.jsonl"
    listed = [json.loads(line) for line in manifest.read_text().splitlines()] if manifest.is_file() else []
    known = [entry for entry in listed if entry["truth"] and entry["text_layer"]]
    return [Document(path := SHARED / entry["path"], pages(path), shared_rows(SHARED / entry["truth"])) for entry in known]


def shared_rows(truth: Path) -> tuple[Row, ...]:
    return tuple(row for account in json.loads(truth.read_text())["accounts"] for row in rows_of(account["transactions"]))


def rows_of(lines: list[dict[str, str]]) -> tuple[Row, ...]:
    return tuple(Row(dt.date.fromisoformat(line["date"]) if line["date"] else None, Decimal(line["amount"])) for line in lines)


def pages(path: Path) -> int:
    return len(PdfReader(path).pages)
