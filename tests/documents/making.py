"""PDFs made in a test: one page drawn by a function, as bytes."""

from collections.abc import Callable
from io import BytesIO

from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents.opening import OpenedDocument, open_document
from reconciliation.documents.pages import Word

WIDTH, HEIGHT = A4
MAP = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Made def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange
{entries}
endcmap CMapName currentdict /CMap defineresource pop end end"""


def pdf_of(*draws: Callable[[Canvas], None], size: tuple[float, float] = A4) -> bytes:
    """One page for each function; type is Helvetica of 10 points until it says otherwise."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=size, invariant=True)
    for draw in draws:
        canvas.setFont("Helvetica", 10)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def locked(pdf: bytes, password: str, *, algorithm: str = "RC4-128") -> bytes:
    """The document with a lock on it; the password `owner` opens it too."""
    writer = PdfWriter(clone_from=BytesIO(pdf))
    writer.encrypt(user_password=password, owner_password="owner", algorithm=algorithm)
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def opened(draw: Callable[[Canvas], None]) -> OpenedDocument:
    return open_document(pdf_of(draw))


def texts(document: OpenedDocument, page: int = 1) -> list[str]:
    return [word.text for word in document.pages[page - 1].words]


def hidden_texts(document: OpenedDocument) -> list[str]:
    return [word.text for _, word in document.hidden]


def word_of(document: OpenedDocument, text: str) -> Word:
    return next(word for page in document.pages for word in page.words if word.text == text)


def mapped(shown: str, font: str, claims: dict[str, str]) -> bytes:
    """Return a page that shows this text in this font, whose map claims these characters for it, or else the true ones."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, 12)
        canvas.drawString(50, 700, shown)

    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf_of(draw))))
    entries = [f"<{ord(character):02X}> <{ord(claims.get(character, character)):04X}>" for character in sorted(set(shown))]
    stream = DecodedStreamObject()
    stream.set_data(MAP.format(entries=f"{len(entries)} beginbfchar\n" + "\n".join(entries) + "\nendbfchar").encode())
    reference = writer._add_object(stream)
    for one in writer._objects:
        if isinstance(one, DictionaryObject) and one.get("/Type") == "/Font":
            one[NameObject("/ToUnicode")] = reference
    file = BytesIO()
    writer.write(file)
    return file.getvalue()
