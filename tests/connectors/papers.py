"""Two PDFs of one word each, and archives."""

import io
import zipfile

from tests.documents.making import pdf_of

PDF = pdf_of(lambda canvas: canvas.drawString(50, 700, "one"))
OTHER = pdf_of(lambda canvas: canvas.drawString(50, 700, "two"))


def packed(**files: bytes) -> bytes:
    """A ZIP archive of the files, `january_pdf` under the name january.pdf."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"statements/{name.replace('_', '.')}", content)
    return out.getvalue()
