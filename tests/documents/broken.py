"""Small PDFs written by hand, each with one fault that no library would write. All print `Rent 900.00`, as far as they go."""

import zlib
from base64 import a85encode

TEXT = b"BT /F1 12 Tf 72 700 Td (Rent 900.00) Tj ET"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>"
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]"
WITH_FORM = PAGE.replace(b"/Font", b"/XObject<</X 6 0 R>>/Font")
TWO_PAGES = b"<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>"
ROOT = {1: b"<</Type/Catalog/Pages 2 0 R>>", 2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>"}


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (entries, len(content), content)


def written(objects: dict[int, bytes], entries: bytes = b"", *, wrong: int | None = None, end: bytes = b"%%EOF\n") -> bytes:
    """A file with a table of its objects; `wrong` is one that the table has at a wrong place."""
    body, places = bytearray(b"%PDF-1.4\n"), {}
    for number, content in objects.items():
        places[number] = len(body)
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(body)
    if wrong is not None:
        places[wrong] = 3
    size = max(places) + 1
    body += b"xref\n0 %d\n0000000000 65535 f \n" % size
    body += b"".join(b"%010d 00000 n \n" % places[number] if number in places else b"0000000000 00001 f \n" for number in range(1, size))
    entries = entries.replace(b"TABLE", b"%d" % table).replace(b"FOUR", b"%d" % places[4])
    return bytes(body + b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%s" % (size, entries, table, end))


def plain(**changed: bytes) -> dict[int, bytes]:
    """The five objects of a sound file; `page`, `text` and `form` may be others."""
    objects = {**ROOT, 3: changed.get("page", PAGE), 4: changed.get("text", stream(TEXT)), 5: FONT}
    return objects | ({6: changed["form"]} if "form" in changed else {})


def packed(*, count: int = 2, first: int | None = None, index: bytes = b"", last: bytes = FONT, startxref: int | None = None) -> bytes:
    """A file whose page and font are packed into one stream of objects, of which the arguments tell lies."""
    header = index or b"3 0 5 %d " % (len(PAGE) + 1)
    objects = header + PAGE + b" " + last
    of_objects = b"/Type/ObjStm/N %d/First %d" % (count, len(header) if first is None else first)
    body, places = bytearray(b"%PDF-1.5\n"), {}
    for number, content in {**ROOT, 4: stream(TEXT), 6: stream(objects, of_objects)}.items():
        places[number] = len(body)
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = places[7] = len(body)
    rows = [(0, 0, 0), *((2, 6, (3, 5).index(number)) if number in (3, 5) else (1, places[number], 0) for number in range(1, 8))]
    cells = b"".join(kind.to_bytes(1, "big") + place.to_bytes(4, "big") + at.to_bytes(2, "big") for kind, place, at in rows)
    body += b"7 0 obj\n%s\nendobj\n" % stream(cells, b"/Type/XRef/W[1 4 2]/Size 8/Root 1 0 R")
    return bytes(body + b"startxref\n%d\n%%%%EOF\n" % (table if startxref is None else startxref))


def bent(content: bytes) -> bytes:
    """Compressed, and bent in the middle."""
    data = zlib.compress(content)
    middle = len(data) // 2
    return data[:middle] + b"\xff" * 8 + data[middle + 8 :]


LONG = TEXT + b"\n" + b" ".join(b"%d" % (number * number) for number in range(400))
RUN = bytes([len(TEXT) - 1]) + TEXT
CALLED = stream(TEXT + b" /X Do")

# Files that pypdf warns of, by the beginning of the message.
LOSSES = {
    "Exceeded %(limit)d form XObject invocations": written(
        plain(page=WITH_FORM, text=stream(TEXT + b" /X Do" * 5001), form=stream(b"", FORM))
    ),
    "Value /N %(n)d for object %(stmnum)d exceeds": packed(count=4000),
    "Invalid object number (%(objnum)d) or offset": packed(index=b"3 0 5 9999999 "),
    "Invalid stream (index %(index)d) within object": packed(last=FONT[:-2]),
    "Invalid /N (%(n)d) or /First": packed(first=9_999_999),
    "Ignoring wrong pointing object": written(plain(), wrong=5),
    "Object %(idnum)d %(generation)d not defined.": written(plain(page=PAGE.replace(b"4 0 R", b"[4 0 R 9 0 R]"))),
    "XRef object at %(xref_stm)d can not be read": written(plain(), b"/XRefStm 3"),
    "Previous trailer cannot be read": written(plain(), b"/Prev FOUR"),
    "Circular xref chain detected": written(plain(), b"/Prev TABLE"),
    "found %(actual_count)d objects within": packed(count=3, startxref=3),
    "entry %(num)d in Xref table invalid; object not found": written(plain())
    .replace(b"0 6\n", b"0 7\n")
    .replace(b"trailer", b"broken entry 00000 \ntrailer"),
    "Ignoring page tree entry that is not a dictionary": written(plain(form=b"[]") | {2: TWO_PAGES}),
    "Detected cyclic form XObject reference": written(
        plain(page=WITH_FORM, text=CALLED, form=stream(b"/X Do", FORM + b"/Resources<</XObject<</X 6 0 R>>>>"))
    ),
    "Impossible to decode XFormObject": written(plain(page=WITH_FORM, text=CALLED, form=stream(TEXT))),
    "Error -": written(plain(text=stream(bent(LONG), b"/Filter/FlateDecode"))),
    "missing EOD in": written(plain(text=stream(TEXT.hex().encode(), b"/Filter/ASCIIHexDecode"))),
    "Missing EOD in": written(plain(text=stream(RUN + b"\x81", b"/Filter/RunLengthDecode"))),
    "Early EOD in": written(plain(text=stream(RUN + b"\x80" + RUN, b"/Filter/RunLengthDecode"))),
    "Ignoring missing Ascii85 end marker": written(plain(text=stream(a85encode(TEXT), b"/Filter/ASCII85Decode"))),
    "Expected StreamObject, got": written(plain(page=PAGE.replace(b"4 0 R", b"[4 0 R 5 0 R]"))),
    "Font resources are not a dictionary": written(plain(page=PAGE.replace(b"<</F1 5 0 R>>", b"[5 0 R]"))),
    "Page resources are not a dictionary": written(plain(page=PAGE.replace(b"<</Font<</F1 5 0 R>>>>", b"[5 0 R]"))),
    "EOF marker not found": written(plain(), end=b""),
    "CAUTION: startxref found while searching": written(plain(), end=b""),
}
