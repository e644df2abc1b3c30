"""A report on paper: A4, portrait if its tables are narrow, with the head at the top and the page number at the foot."""

import datetime as dt
import io
import re
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
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, LongTable, PageTemplate, Paragraph, Spacer
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
FIGURE_SHARE, TEXT_SHARE = 2, 3
GREY = colors.HexColor("#5a6472")
LINE = colors.HexColor("#c9c5b9")


def pdf_of(report: Report, today: dt.date) -> bytes:
    """Return the whole report; its texts are printed as they are, never as markup."""
    size = landscape(A4) if any(len(table.columns) >= WIDE_FROM for table in report.tables) else A4
    width = size[0] - 2 * MARGIN
    story: list[Flowable] = [_text(report.title, size=16, bold=True), _text(report.subtitle, size=10, colour=GREY), Spacer(0, 4 * mm)]
    facts = [[_text(fact.label, colour=GREY), _text(fact.value)] for fact in report.facts]
    close_rows = [("TOPPADDING", (0, 0), (-1, -1), 0), ("LEFTPADDING", (0, 0), (-1, -1), 2)]
    story.append(LongTable(facts, colWidths=[width * 0.22, width * 0.78], style=close_rows))
    for table in report.tables:
        story += [Spacer(0, 5 * mm), _text(table.title, size=11, bold=True, keep=True), Spacer(0, 1.5 * mm)]
        story.append(_table(table, report.currency, width) if table.rows else _text(table.empty, colour=GREY))
    story += [Spacer(0, 5 * mm), *(_text(note, size=8, colour=GREY) for note in report.notes)]

    file = io.BytesIO()
    document = BaseDocTemplate(
        file, pagesize=size, title=report.title, author="Tieout", subject=report.subtitle, leftMargin=MARGIN, rightMargin=MARGIN
    )
    frame = Frame(MARGIN, MARGIN, width, size[1] - 2 * MARGIN, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    foot = f"{report.title} · {report.subtitle} · {written_day(today)}"
    document.addPageTemplates([PageTemplate(frames=[frame], onPage=lambda canvas, _document: _foot(canvas, foot, size[0]))])
    document.build(story)
    return file.getvalue()


def _foot(canvas: Canvas, text: str, width: float) -> None:
    canvas.saveState()
    canvas.setFont(PLAIN, 7)
    canvas.setFillColor(GREY)
    canvas.drawString(MARGIN, MARGIN - 6 * mm, UNPRINTABLE.sub(" ", text))
    canvas.drawRightString(width - MARGIN, MARGIN - 6 * mm, _("Page %(number)s") % {"number": canvas.getPageNumber()})
    canvas.restoreState()


def _table(table: ReportTable, currency: str, width: float) -> LongTable:
    """Return the table with its head on each page, a line above a total, and two lines around a result."""
    head = [_text(column.label, size=7.5, colour=GREY, right=column.is_figure) for column in table.columns]
    body = [
        [
            _text(shown(cell, currency), bold=row.weight is not Weight.ITEM, right=column.is_figure)
            for cell, column in zip(row.cells, table.columns, strict=True)
        ]
        for row in table.rows
    ]
    shares = [FIGURE_SHARE if column.is_figure else TEXT_SHARE for column in table.columns]
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
