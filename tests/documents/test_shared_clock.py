"""All engines of a document share one clock; text recognition may extend it once."""

from collections.abc import Mapping
from typing import Any

import pytest

from reconciliation.documents import opening
from reconciliation.documents.limits import DocumentClock, DocumentLimits
from reconciliation.documents.opening import open_document
from reconciliation.documents.pages import OpenedDocument, Page, Word
from reconciliation.documents.sandbox import ChildEnd
from reconciliation.documents.second_opinion import Opinion
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.printed.statement import PrintedStatement, Reading
from reconciliation.reading import cross_check
from reconciliation.reading.cross_check import read_twice

LIMITS = DocumentLimits(seconds=30, ocr_seconds=150)
PDF = b"%PDF-1.4\n%%EOF"
PAGE = Page(1, 600, 800, (Word("Rent", 0, 0, 1, 1),))


class Engines:
    """Engines that take so many seconds each, unless they are given fewer, on a clock that nothing else moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, takes: Mapping[str, float], *, source: str = "text") -> None:
        self.time = 0.0
        self.takes = takes
        self.source = source
        self.given: list[tuple[str, float]] = []
        self.clock = DocumentClock(LIMITS.seconds, now=lambda: self.time)
        monkeypatch.setattr(opening, "run_child", self.child)
        monkeypatch.setattr(opening, "parsed", lambda _output, _scanned=None: self.opened())
        monkeypatch.setattr(opening, "can_read_scans", lambda: True)
        monkeypatch.setattr(cross_check, "second_opinion", self.opinion)

    def runs(self, engine: str, seconds: float) -> bool:
        """True if it ends in time."""
        self.given.append((engine, seconds))
        self.time += min(self.takes[engine], seconds)
        return self.takes[engine] <= seconds

    def child(self, request: Mapping[str, Any], _pdf: bytes, *, seconds: float) -> ChildEnd:
        ends = self.runs(request["engine"], request["seconds"])
        assert seconds >= request["seconds"]
        self.engine = request["engine"]
        return ChildEnd(output=b"", status=0, timed_out=not ends)

    def opened(self) -> OpenedDocument:
        words = PAGE.words if self.engine == "ocr" or self.source == "text" else ()
        return OpenedDocument(pages=(Page(1, 600, 800, words, "ocr" if self.engine == "ocr" else self.source),), notes=("flagged",))

    def opinion(self, _pdf: bytes, *, password: str | None, limits: DocumentLimits) -> Opinion | None:
        return Opinion(texts=("Rent",)) if self.runs("opinion", limits.seconds) else None

    def read(self) -> OpenedDocument:
        document = open_document(PDF, limits=LIMITS, clock=self.clock)
        reading = Reading(document_type="bank_statement", pages=1, statements=(PrintedStatement(),))
        return read_twice(document, lambda: PDF, limits=LIMITS, read=lambda _document: reading, clock=self.clock)[0]


def test_a_document_without_scans_takes_no_longer_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = Engines(monkeypatch, {"pdfium": 28, "opinion": 60})

    document = engines.read()

    assert engines.given == [("pdfium", 30), ("opinion", 2)]
    assert engines.time == LIMITS.seconds
    assert "second_engine_failed" in document.notes


def test_no_engine_begins_once_the_time_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = Engines(monkeypatch, {"pdfium": 30, "opinion": 1})

    assert "second_engine_failed" in engines.read().notes
    assert engines.given == [("pdfium", 30)]


def test_text_recognition_extends_the_clock_and_later_steps_share_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = Engines(monkeypatch, {"pdfium": 20, "ocr": 145, "opinion": 60}, source="scan")

    engines.read()

    assert engines.given == [("pdfium", 30), ("ocr", 150), ("opinion", 5)]
    assert engines.time == 20 + LIMITS.ocr_seconds


def test_the_clock_is_extended_once() -> None:
    time = [0.0]
    clock = DocumentClock(30, now=lambda: time[0])
    clock.extend(150)
    clock.run(lambda seconds: time.__setitem__(0, seconds))
    clock.extend(150)

    with pytest.raises(DocumentUnreadable, match="timeout"):
        clock.run(lambda _seconds: None)
    assert time == [150]
