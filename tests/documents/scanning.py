"""PDFs as a scanner makes them: each page one picture, and no text."""

from io import BytesIO

import pypdfium2
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas


def pictures_of(pdf: bytes, *, dpi: int = 200, degrees: float = 0.0) -> list[Image.Image]:
    """Each page in grey, turned counter-clockwise by some degrees."""
    document = pypdfium2.PdfDocument(pdf)
    drawn = [page.render(scale=dpi / 72).to_pil().convert("L") for page in document]
    return [picture.rotate(degrees, resample=Image.Resampling.BICUBIC, fillcolor=255) for picture in drawn]


def scanned(pdf: bytes, *, dpi: int = 200, degrees: float = 0.0) -> bytes:
    file = BytesIO()
    canvas = Canvas(file, invariant=True)
    for picture in pictures_of(pdf, dpi=dpi, degrees=degrees):
        place(canvas, picture, dpi=dpi)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def place(canvas: Canvas, picture: Image.Image, *, dpi: int = 200) -> None:
    """The picture over a whole page of its size."""
    width, height = (side * 72 / dpi for side in picture.size)
    canvas.setPageSize((width, height))
    canvas.drawImage(ImageReader(picture), 0, 0, width, height)
