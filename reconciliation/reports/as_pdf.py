"""Reports on paper: A4, portrait if their tables are narrow, each with its head at the top of a new page, and at the foot of each page
the day of printing and its number among all pages."""

import datetime as dt
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape  # nosec B406  # writes, and reads nothing

from django.utils.translation import gettext as _
from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, LongTable, PageBreak, PageTemplate, Paragraph, Spacer
from reportlab.platypus.tables import TableStyle

from people.formats import written_day
from reconciliation.reports.report import Report, ReportTable, Weight, shown

FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD = "Tieout", "Tieout-Bold"
registerFont(TTFont(PLAIN, FONTS / "DejaVuSansCondensed.ttf"))
registerFont(TTFont(BOLD, FONTS / "DejaVuSansCondensed-Bold.ttf"))
UNPRINTABLE = re.compile("[\x00-\x1f\x7f\ufffe\uffff]")
MARGIN = 18 * mm
WIDE_FROM = 6
"""Columns from which a table is printed across."""
NARROW_SHARE, TEXT_SHARE = 2, 4
"""Shares of a table's width: of a column of figures or days, and of one of texts."""
SIGNING_ROOM = 8 * mm
BOLD_ROWS = {Weight.GROUP, Weight.TOTAL, Weight.RESULT}
GREY = colors.HexColor("#5a6472")
LINE = colors.HexColor("#c9c5b9")


def pdf_of(reports: Sequence[Report], today: dt.date) -> bytes:
    """Return the reports one after the other; their texts are printed as they are, never as markup."""
    return _built(reports, today)[0]


def first_pages(reports: Sequence[Report], today: dt.date) -> list[int]:
    """Return the number of the page on which each of the reports begins."""
    return _built(reports, today)[1]


class _Start(Flowable):  # type: ignore[misc]  # the library has no types
    """The place where a report begins; it takes no room."""

    def draw(self) -> None:
        """Draw nothing."""


class _Document(BaseDocTemplate):  # type: ignore[misc]  # the library has no types
    def __init__(self, file: io.BytesIO, **values: object) -> None:
        super().__init__(file, **values)
        self.starts: list[int] = []

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  the library's name
        if isinstance(flowable, _Start):
            self.starts.append(self.page)


class _NumberedCanvas(Canvas):  # type: ignore[misc]  # the library has no types
    """Writes the foot of each page at the end, when the number of pages is known."""

    foot = ""

    def __init__(self, *values: object, **named: object) -> None:
        super().__init__(*values, **named)
        self._pages: list[dict[str, object]] = []

    def showPage(self) -> None:  # noqa: N802  the library's name
        self._pages.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._pages, 1):
            self.__dict__.update(page)
            self.setFont(PLAIN, 7)
            self.setFillColor(GREY)
            self.drawString(MARGIN, MARGIN - 6 * mm, self.foot)
            of_pages = _("Page %(number)s of %(count)s") % {"number": number, "count": len(self._pages)}
            self.drawRightString(self._pagesize[0] - MARGIN, MARGIN - 6 * mm, of_pages)
            super().showPage()
        super().save()


def _built(reports: Sequence[Report], today: dt.date) -> tuple[bytes, list[int]]:
    size = landscape(A4) if any(len(table.columns) >= WIDE_FROM for report in reports for table in report.tables) else A4
    width = size[0] - 2 * MARGIN
    first, file = reports[0], io.BytesIO()
    document = _Document(file, pagesize=size, title=first.title, author=first.firm or "Tieout", subject=first.subtitle)
    frame = Frame(MARGIN, MARGIN, width, size[1] - 2 * MARGIN, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    document.addPageTemplates([PageTemplate(frames=[frame])])
    foot = UNPRINTABLE.sub(" ", f"{first.subtitle} · {_('Printed on %(day)s') % {'day': written_day(today)}}")
    document.build(
        [flowable for report in reports for flowable in _story(report, width)],
        canvasmaker=type("_WithFoot", (_NumberedCanvas,), {"foot": foot}),
    )
    return file.getvalue(), document.starts


def _story(report: Report, width: float) -> Iterator[Flowable]:
    """Yield the parts of a report, which ends its page."""
    yield _Start()
    if report.firm:
        yield _text(report.firm, size=10, bold=True)
        yield Spacer(0, 4 * mm)
    yield _text(report.title, size=15, bold=True)
    yield _text(report.subtitle, size=10, colour=GREY)
    yield Spacer(0, 4 * mm)
    facts = [[_text(fact.label, colour=GREY), _text(fact.value)] for fact in report.facts]
    close_rows = [("TOPPADDING", (0, 0), (-1, -1), 0), ("LEFTPADDING", (0, 0), (-1, -1), 2)]
    if facts:
        yield LongTable(facts, colWidths=[width * 0.22, width * 0.78], style=close_rows)
    for table in report.tables:
        yield Spacer(0, 5 * mm)
        yield _text(table.title, size=11, bold=True, keep=True)
        yield Spacer(0, 1.5 * mm)
        yield _table(table, report.currency, width) if table.rows else _text(table.empty, colour=GREY)
    yield Spacer(0, 5 * mm)
    yield from (_text(note, size=8, colour=GREY) for note in report.notes)
    yield PageBreak()


def _table(table: ReportTable, currency: str, width: float) -> LongTable:
    """Return the table with its head on each page, a line above a total, and two lines around a result."""
    head = [_text(column.label, size=7.5, colour=GREY, right=column.is_figure) for column in table.columns]
    body = [
        [
            _text(shown(cell, currency), bold=row.weight in BOLD_ROWS, right=column.is_figure)
            for cell, column in zip(row.cells, table.columns, strict=True)
        ]
        for row in table.rows
    ]
    days = [
        all(row.cells[number] is None or isinstance(row.cells[number], dt.date) for row in table.rows)
        for number in range(len(table.columns))
    ]
    shares = [NARROW_SHARE if column.is_figure or is_day else TEXT_SHARE for column, is_day in zip(table.columns, days, strict=True)]
    widths = [width * share / sum(shares) for share in shares]
    style: list[tuple[object, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 7),
        ("LINEBELOW", (0, 0), (-1, 0), 0.7, GREY),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, LINE),
    ]
    for number, row in enumerate(table.rows, 1):
        if row.weight in (Weight.TOTAL, Weight.RESULT):
            style.append(("LINEABOVE", (0, number), (-1, number), 0.7, colors.black))
        if row.weight is Weight.RESULT:
            style.append(("LINEBELOW", (0, number), (-1, number), 1.2, colors.black))
        if row.weight is Weight.SIGNATURE:
            style.append(("TOPPADDING", (0, number), (-1, number), SIGNING_ROOM))
    return LongTable([head, *body], colWidths=widths, repeatRows=1, style=TableStyle(style))


def _text(
    text: str, *, size: float = 8.5, bold: bool = False, right: bool = False, keep: bool = False, colour: colors.Color = colors.black
) -> Paragraph:
    style = ParagraphStyle(
        "text",
        fontName=BOLD if bold else PLAIN,
        fontSize=size,
        leading=size * 1.3,
        textColor=colour,
        keepWithNext=keep,
        splitLongWords=True,
        **({"alignment": TA_RIGHT} if right else {}),
    )
    return Paragraph(escape(UNPRINTABLE.sub(" ", text)), style)
