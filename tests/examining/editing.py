"""A genuine statement, and the ways in which programs that edit PDFs change and save one."""

import io
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, pkcs7
from PIL import Image, ImageDraw
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    TextStringObject,
)
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 595.0, 842.0
DAY, TEXT, AMOUNT, BALANCE = 50.0, 120.0, 430.0, 530.0  # places of the columns; the last two are right edges
TOP, STEP = 700.0, 16.0
AMOUNTS = ("-45.30", "1,250.00", "-300.00", "-99.90", "-12.75", "-640.00", "-23.10", "88.00", "-15.49", "-7.20", "-210.00", "-31.80")
PAYEES = ("Grocer Tilde", "Salary Quayside", "Rent Harbour", "Power Northgrid", "Coffee Corner", "Insurance Lark")
OPENING = Decimal("1000.00")
XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="Ledgerprint 4.1" xmp:CreatorTool="Core Banking"
xmp:CreateDate="2026-03-31T06:00:00Z"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""

Edit = Callable[[], bytes]


def row_y(row: int) -> float:
    return TOP - STEP * row


def balances(amounts: tuple[str, ...] = AMOUNTS) -> list[Decimal]:
    held, after = OPENING, []
    for amount in amounts:
        held += Decimal(amount.replace(",", ""))
        after.append(held)
    return after


def shown(amount: Decimal) -> str:
    return f"{amount:,.2f}"


def drawn(extra: Callable[[Canvas], None] | None = None, amounts: tuple[str, ...] = AMOUNTS) -> bytes:
    """Return the statement as its bank makes it; `extra` draws on the page after the rest."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), pageCompression=0, invariant=True)
    canvas.setCreator("Core Banking")
    canvas.setProducer("Ledgerprint 4.1")
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(DAY, 790, "Quayside Bank")
    canvas.setFont("Helvetica", 9)
    canvas.drawString(DAY, 770, "Statement of account 12345678")
    canvas.drawString(DAY, 755, "Statement period 1 March 2026 to 31 March 2026   Currency GBP")
    canvas.drawString(DAY, 735, "Date")
    canvas.drawString(TEXT, 735, "Description")
    canvas.drawRightString(AMOUNT, 735, "Amount")
    canvas.drawRightString(BALANCE, 735, "Balance")
    canvas.drawString(TEXT, row_y(0) + STEP, "Opening balance")
    canvas.drawRightString(BALANCE, row_y(0) + STEP, shown(OPENING))
    for row, (amount, balance) in enumerate(zip(amounts, balances(amounts), strict=True)):
        canvas.drawString(DAY, row_y(row), f"{row + 2:02}/03/2026")
        canvas.drawString(TEXT, row_y(row), PAYEES[row % len(PAYEES)])
        canvas.drawRightString(AMOUNT, row_y(row), amount)
        canvas.drawRightString(BALANCE, row_y(row), shown(balance))
    canvas.drawString(TEXT, row_y(len(amounts)), "Closing balance")
    canvas.drawRightString(BALANCE, row_y(len(amounts)), shown(balances(amounts)[-1]))
    if extra:
        extra(canvas)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def genuine() -> bytes:
    return drawn()


def with_xmp(pdf: bytes) -> PdfWriter:
    """Return a writer of the file with a packet of XMP that says the same as the Info dictionary."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    packet = DecodedStreamObject()
    packet.set_data(XMP.encode())
    packet.update({NameObject("/Type"): NameObject("/Metadata"), NameObject("/Subtype"): NameObject("/XML")})
    writer.root_object[NameObject("/Metadata")] = writer._add_object(packet)
    writer.add_metadata({"/Producer": "Ledgerprint 4.1", "/Creator": "Core Banking", "/CreationDate": "D:20260331060000Z"})
    return writer


def saved(writer: PdfWriter) -> bytes:
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def appended_to(pdf: bytes) -> PdfWriter:
    """Return a writer that appends its changes to the file, as many editors save."""
    return PdfWriter(io.BytesIO(pdf), incremental=True)


def with_content(writer: PdfWriter, change: Callable[[bytes], bytes]) -> PdfWriter:
    page = writer.pages[0]
    content = page.get_contents()
    assert content is not None
    stream = DecodedStreamObject()
    stream.set_data(change(content.get_data()))
    page[NameObject("/Contents")] = writer._add_object(stream)
    return writer


def replaced(old: str, new: str) -> Callable[[bytes], bytes]:
    def change(content: bytes) -> bytes:
        before = f"({old})".encode()
        assert before in content, old
        return content.replace(before, f"({new})".encode(), 1)

    return change


def rewritten(old: str, new: str) -> bytes:
    """The text of one figure replaced, and the whole file written again."""
    return saved(with_content(PdfWriter(clone_from=io.BytesIO(genuine())), replaced(old, new)))


def content_replaced_in_an_appended_save() -> bytes:
    return saved(with_content(appended_to(genuine()), replaced("-99.90", "-19.90")))


def box_with_new_text() -> bytes:
    def over(canvas: Canvas) -> None:
        y = row_y(3)
        canvas.setFillGray(1)
        canvas.rect(AMOUNT - 40, y - 2, 41, 11, stroke=0, fill=1)
        canvas.setFillGray(0)
        canvas.setFont("Helvetica", 9)
        canvas.drawRightString(AMOUNT, y, "-19.90")

    return drawn(over)


def box_over_a_row_in_an_appended_save() -> bytes:
    box = f"\nq 1 g 40 {row_y(4) - 3} 500 12 re f Q\n".encode()
    return saved(with_content(appended_to(genuine()), lambda content: content + box))


def annotation(writer: PdfWriter, row: int, values: Mapping[str, object], appearance: bytes) -> PdfWriter:
    y = row_y(row)
    box = ArrayObject(FloatObject(side) for side in (AMOUNT - 40, y - 2, AMOUNT + 1, y + 9))
    form = DecodedStreamObject()
    form.set_data(appearance)
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    form.update(
        {
            NameObject("/Type"): NameObject("/XObject"),
            NameObject("/Subtype"): NameObject("/Form"),
            NameObject("/BBox"): ArrayObject(FloatObject(side) for side in (0, 0, 41, 11)),
            NameObject("/Resources"): DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/F"): font})}),
        }
    )
    note = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Annot"),
            NameObject("/Rect"): box,
            NameObject("/F"): NumberObject(4),
            NameObject("/AP"): DictionaryObject({NameObject("/N"): writer._add_object(form)}),
            **{NameObject(name): value for name, value in values.items()},
        }
    )
    reference = writer._add_object(note)
    writer.pages[0][NameObject("/Annots")] = ArrayObject([reference])
    if values["/Subtype"] == "/Widget":
        writer.root_object[NameObject("/AcroForm")] = DictionaryObject({NameObject("/Fields"): ArrayObject([reference])})
    return writer


NEW_FIGURE = b"1 g 0 0 41 11 re f 0 g BT /F 9 Tf 14 2 Td (-19.90) Tj ET"


def free_text_over_a_figure() -> bytes:
    values = {"/Subtype": NameObject("/FreeText"), "/Contents": TextStringObject("-19.90"), "/DA": TextStringObject("/F 9 Tf")}
    return saved(annotation(PdfWriter(clone_from=io.BytesIO(genuine())), 3, values, NEW_FIGURE))


def form_field_over_a_figure() -> bytes:
    values = {
        "/Subtype": NameObject("/Widget"),
        "/FT": NameObject("/Tx"),
        "/T": TextStringObject("field"),
        "/V": TextStringObject("-19.90"),
        "/DA": TextStringObject("/F 9 Tf"),
    }
    return saved(annotation(PdfWriter(clone_from=io.BytesIO(genuine())), 3, values, NEW_FIGURE))


def without_figure(text: str) -> Callable[[bytes], bytes]:
    return replaced(text, "")


def one_digit_in_another_font() -> bytes:
    def write(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 9)
        left = AMOUNT - canvas.stringWidth("-99.90", "Helvetica", 9)
        canvas.drawString(left, row_y(3), "-")
        canvas.setFont("Times-Roman", 9)
        canvas.drawString(left + 3, row_y(3), "1")
        canvas.setFont("Helvetica", 9)
        canvas.drawString(left + 3 + 5, row_y(3), "9.90")

    return saved(with_content(PdfWriter(clone_from=io.BytesIO(drawn(write))), replaced("-99.90", "")))


def figure_written_again(font: str, size: float, dx: float, dy: float, text: str = "-99.90") -> bytes:
    def write(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        canvas.drawRightString(AMOUNT + dx, row_y(3) + dy, text)

    def change(content: bytes) -> bytes:
        return content.replace(b"(-99.90)", b"()", 1)

    return saved(with_content(PdfWriter(clone_from=io.BytesIO(drawn(write))), change))


def figure_in_another_font() -> bytes:
    return figure_written_again("Times-Roman", 9, 0, 0, "-19.90")


def figure_in_another_size() -> bytes:
    return figure_written_again("Helvetica", 9.6, 0, 0, "-19.90")


def figure_moved_to_the_side() -> bytes:
    return moved(2.4, 0)


def figure_moved_up() -> bytes:
    return moved(0, 1.2)


def moved(dx: float, dy: float) -> bytes:
    def change(content: bytes) -> bytes:
        place = content.index(b"(-99.90)")
        start = content.rindex(b"BT", 0, place)
        before = content[start:place]
        match = re.search(rb"1 0 0 1 ([\d.]+) ([\d.]+) Tm", before)
        assert match
        there = f"1 0 0 1 {float(match[1]) + dx:.2f} {float(match[2]) + dy:.2f} Tm".encode()
        return content[:start] + before.replace(match[0], there) + content[place:]

    return saved(with_content(PdfWriter(clone_from=io.BytesIO(genuine())), change))


def row_inserted_off_the_grid() -> bytes:
    def write(canvas: Canvas) -> None:
        y = row_y(5) - STEP / 2
        canvas.setFont("Helvetica", 9)
        canvas.drawString(DAY + 1.1, y, "07/03/2026")
        canvas.drawString(TEXT + 1.1, y, "Refund Tilde")
        canvas.drawRightString(AMOUNT + 1.6, y, "40.00")

    return drawn(write)


def row_deleted() -> bytes:
    def change(content: bytes) -> bytes:
        for text in ("07/03/2026", "Insurance Lark", "-640.00", shown(balances()[5])):
            content = content.replace(f"({text})".encode(), b"()", 1)
        return content

    return saved(with_content(PdfWriter(clone_from=io.BytesIO(genuine())), change))


def amount_changed() -> bytes:
    return rewritten("-99.90", "-19.90")


def closing_balance_changed() -> bytes:
    last = shown(balances()[-1]).encode()

    def change(content: bytes) -> bytes:
        place = content.rindex(b"(" + last + b")")
        return content[:place] + b"(1" + last[1:] + b")" + content[place + len(last) + 2 :]

    return saved(with_content(PdfWriter(clone_from=io.BytesIO(genuine())), change))


def balance_changed() -> bytes:
    return rewritten(shown(balances()[4]), "1,992.05")


def metadata_rewritten() -> bytes:
    writer = with_xmp(genuine())
    writer.add_metadata({"/Producer": "Papyrus Editor 9", "/CreationDate": "D:20260331060000Z", "/ModDate": "D:20260412101500Z"})
    return saved(writer)


def saved_by_another_program() -> bytes:
    writer = PdfWriter(clone_from=io.BytesIO(genuine()))
    writer.add_metadata({"/Producer": "Papyrus Editor 9", "/CreationDate": "D:20260331060000Z", "/ModDate": "D:20260412101500Z"})
    return saved(writer)


def page_of_another_file_in_an_appended_save() -> bytes:
    other = drawn(amounts=("-145.30", *AMOUNTS[1:]))
    content = PdfReader(io.BytesIO(other)).pages[0].get_contents()
    assert content is not None
    return saved(with_content(appended_to(genuine()), lambda _: content.get_data()))


def page_added_in_an_appended_save() -> bytes:
    writer = appended_to(genuine())
    writer.add_page(PdfReader(io.BytesIO(drawn(amounts=AMOUNTS[:6]))).pages[0])
    return saved(writer)


def figure_as_a_picture() -> bytes:
    picture = Image.new("RGB", (246, 66), "white")
    pen = ImageDraw.Draw(picture)
    x = 60
    for digit in "-19.90":
        if digit == "-":
            pen.rectangle((x, 34, x + 14, 38), fill="black")
        elif digit == ".":
            pen.rectangle((x, 50, x + 5, 55), fill="black")
            x -= 14
        elif digit == "1":
            pen.rectangle((x + 10, 14, x + 15, 55), fill="black")
        else:
            pen.ellipse((x, 14, x + 22, 55 if digit == "0" else 36), outline="black", width=5)
            if digit == "9":
                pen.line((x + 20, 28, x + 12, 55), fill="black", width=5)
        x += 30
    file = io.BytesIO()
    picture.save(file, "PNG")

    def write(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(file), AMOUNT - 40, row_y(3) - 2, 41, 11)

    return saved(with_content(PdfWriter(clone_from=io.BytesIO(drawn(write))), replaced("-99.90", "")))


def digit_over_a_digit() -> bytes:
    def write(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 9)
        left = AMOUNT - canvas.stringWidth("99.90", "Helvetica", 9)
        canvas.drawString(left, row_y(3), "1")

    return drawn(write)


def figure_in_a_hidden_layer() -> bytes:
    """The old figure is in a layer that is switched off, the new one in its place."""

    def change(content: bytes) -> bytes:
        place = content.index(b"(-99.90)")
        start, end = content.rindex(b"BT", 0, place), content.index(b"ET", place) + 2
        old = content[start:end]
        return content[:start] + b"/OC /Old BDC " + old + b" EMC " + old.replace(b"(-99.90)", b"(-19.90)") + content[end:]

    writer = with_content(PdfWriter(clone_from=io.BytesIO(genuine())), change)
    group = writer._add_object(DictionaryObject({NameObject("/Type"): NameObject("/OCG"), NameObject("/Name"): TextStringObject("Old")}))
    writer.root_object[NameObject("/OCProperties")] = DictionaryObject(
        {
            NameObject("/OCGs"): ArrayObject([group]),
            NameObject("/D"): DictionaryObject({NameObject("/OFF"): ArrayObject([group]), NameObject("/Order"): ArrayObject([group])}),
        }
    )
    resources = writer.pages[0]["/Resources"].get_object()
    assert isinstance(resources, DictionaryObject)
    resources[NameObject("/Properties")] = DictionaryObject({NameObject("/Old"): group})
    return saved(writer)


def digits_with_other_shapes() -> bytes:
    """The font of the page says that its 9 is a 1: what is printed -99.90 reads -11.10 for a machine."""
    writer = PdfWriter(clone_from=io.BytesIO(genuine()))
    entries = "".join(f"<{code:02X}> <{ord('1') if code == ord('9') else code:04X}>\n" for code in range(32, 127))
    stream = DecodedStreamObject()
    stream.set_data(
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def 1 begincodespacerange <00> <FF> "
        b"endcodespacerange\n95 beginbfchar\n" + entries.encode() + b"endbfchar endcmap end end"
    )
    reference = writer._add_object(stream)
    for known in writer._objects:
        if isinstance(known, DictionaryObject) and known.get("/BaseFont") == "/Helvetica":
            known[NameObject("/ToUnicode")] = reference
    return saved(writer)


_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def _certificate() -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Quayside Bank")])
    start = datetime(2026, 1, 1, tzinfo=UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(_KEY.public_key()).serial_number(7)
    return builder.not_valid_before(start).not_valid_after(start + timedelta(days=3650)).sign(_KEY, hashes.SHA256())


def signed(pdf: bytes | None = None) -> bytes:
    """Return a statement, the genuine one by default, with a signature over the whole file."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf or genuine()))
    room = 4096
    value = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Sig"),
            NameObject("/Filter"): NameObject("/Adobe.PPKLite"),
            NameObject("/SubFilter"): NameObject("/adbe.pkcs7.detached"),
            NameObject("/ByteRange"): ArrayObject(NumberObject(9999999999) for _ in range(4)),
            NameObject("/Contents"): StreamlessHex(room),
            NameObject("/M"): TextStringObject("D:20260331060000Z"),
        }
    )
    field = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Annot"),
            NameObject("/Subtype"): NameObject("/Widget"),
            NameObject("/FT"): NameObject("/Sig"),
            NameObject("/T"): TextStringObject("Signature"),
            NameObject("/V"): writer._add_object(value),
            NameObject("/Rect"): ArrayObject(NumberObject(0) for _ in range(4)),
        }
    )
    reference = writer._add_object(field)
    writer.pages[0][NameObject("/Annots")] = ArrayObject([reference])
    writer.root_object[NameObject("/AcroForm")] = DictionaryObject(
        {NameObject("/Fields"): ArrayObject([reference]), NameObject("/SigFlags"): NumberObject(3)}
    )
    pdf = saved(writer)
    start = pdf.index(b"<" + b"0" * 2 * room + b">")
    end = start + 2 * room + 2
    pattern = re.search(rb"/ByteRange \[ ?9999999999 9999999999 9999999999 9999999999 ?\]", pdf)
    assert pattern
    ranges = f"/ByteRange [ 0 {start} {end} {len(pdf) - end} ]".encode().ljust(len(pattern[0]))
    pdf = pdf.replace(pattern[0], ranges)
    builder = pkcs7.PKCS7SignatureBuilder().set_data(pdf[:start] + pdf[end:]).add_signer(_certificate(), _KEY, hashes.SHA256())
    signature = builder.sign(Encoding.DER, [pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary])
    return pdf[: start + 1] + signature.hex().encode().ljust(2 * room, b"0") + pdf[end - 1 :]


class StreamlessHex(NameObject):
    """Room for a signature, as zeros in hexadecimal."""

    def __new__(cls, room: int) -> "StreamlessHex":
        return super().__new__(cls, "<" + "0" * 2 * room + ">")

    def write_to_stream(self, stream: object, encryption_key: object = None) -> None:
        stream.write(str(self).encode())  # type: ignore[attr-defined]

    def clone(self, *_args: object, **_options: object) -> "StreamlessHex":
        return self


def broken_signature() -> bytes:
    return signed().replace(b"(-99.90)", b"(-19.90)", 1)


def changed_after_the_signature() -> bytes:
    return saved(with_content(appended_to(signed()), replaced("-99.90", "-19.90")))


EDITS: dict[Edit, set[str]] = {
    content_replaced_in_an_appended_save: {"figure_changed"},
    box_with_new_text: {"figure_covered", "figure_over_figure"},
    box_over_a_row_in_an_appended_save: {"picture_changed", "figure_covered"},
    free_text_over_a_figure: {"annotation_figure", "annotation_covers"},
    form_field_over_a_figure: {"annotation_figure", "annotation_covers"},
    one_digit_in_another_font: {"fonts_in_figure"},
    figure_in_another_font: {"font_differs"},
    figure_in_another_size: {"font_differs"},
    figure_moved_to_the_side: {"off_column"},
    figure_moved_up: {"off_line"},
    row_inserted_off_the_grid: {"off_column"},
    row_deleted: {"balance_breaks"},
    amount_changed: {"balance_breaks"},
    closing_balance_changed: {"figures_contradict", "balance_breaks"},
    balance_changed: {"balance_breaks"},
    page_of_another_file_in_an_appended_save: {"figure_changed"},
    page_added_in_an_appended_save: {"page_replaced"},
    figure_as_a_picture: {"figure_as_picture"},
    digit_over_a_digit: {"figure_over_figure"},
    figure_in_a_hidden_layer: {"hidden_under", "figure_over_figure"},
    digits_with_other_shapes: {"digits_differ"},
    broken_signature: {"signature_broken"},
    changed_after_the_signature: {"changed_after_signature"},
}
"""Each way of editing a figure, with the facts of which it gives one; they speak against the document."""
SAVES: dict[Edit, set[str]] = {
    metadata_rewritten: {"programs_contradict"},
    saved_by_another_program: {"changed_later"},
}
"""Ways of saving that change no figure, with the facts that they give: these only inform."""
