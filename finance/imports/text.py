"""Bytes of strangers as text: the encoding is found, and what no database may hold is refused."""

from django.utils.translation import gettext as _

from finance.imports.problems import FileRefused
from finance.json_item import storable

LONGEST_FILE = 10_000_000
MOST_ROWS = 50_000
MOST_LINES = 1_000_000
MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


def decoded(data: bytes) -> str:
    """The text of a file. Raises `FileRefused` where it is none, or too long."""
    within_limits(data)
    for encoding in _encodings(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if storable(text):
            return text
    raise FileRefused([_("This is not a text file. Save it as CSV (UTF-8) and try again.")])


def within_limits(data: bytes) -> None:
    if len(data) > LONGEST_FILE:
        raise FileRefused([_("The file is larger than 10 MB: divide it by months or years.")])
    if data.count(b"\n") > MOST_LINES:
        raise too_many_rows()
    if not data.strip(b"\0 \r\n\t"):
        raise FileRefused([_("The file is empty.")])


def too_many_rows() -> FileRefused:
    return FileRefused([_("The file has more than %(most)d rows: divide it.") % {"most": MOST_ROWS}])


def _encodings(data: bytes) -> list[str]:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return [encoding]
    # Text of western letters without a mark shows in UTF-16 as a zero in every other byte.
    head = data[:2000]
    if head[1::2].count(0) > len(head) // 3:
        return ["utf-16-le"]
    if head[::2].count(0) > len(head) // 3:
        return ["utf-16-be"]
    return ["utf-8", "cp1252", "latin-1"]
