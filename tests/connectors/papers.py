"""Two PDFs of one word each."""

from tests.documents.making import pdf_of

PDF = pdf_of(lambda canvas: canvas.drawString(50, 700, "one"))
OTHER = pdf_of(lambda canvas: canvas.drawString(50, 700, "two"))
