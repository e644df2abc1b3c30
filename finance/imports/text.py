"""Untrusted bytes as text: the encoding is detected, and characters that no database stores are refused."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _

from finance.imports.problems import FileRefused
from finance.json_item import storable

LONGEST_FILE = 10_000_000
MOST_ROWS = 50_000
MOST_LINES = 1_000_000
JAPANESE = "cp932"
"""Shift_JIS with Microsoft's additional characters."""
COMMON_LEADS = range(0x81, 0xA0)
WIDE = re.compile(r"[^\x00-\x7f\uff61-\uff9f]+")
"""Two-byte characters of Shift_JIS: neither ASCII nor half-width katakana."""
MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


def decoded(data: bytes) -> str:
    """Return the text of a file. Raises `FileRefused` if it is no text, or too long."""
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


def _encodings(data: bytes) -> Iterator[str]:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            yield encoding
            return
    # Text of western letters without a mark shows in UTF-16 as a zero in every other byte.
    head = data[:2000]
    if head[1::2].count(0) > len(head) // 3:
        yield "utf-16-le"
    elif head[::2].count(0) > len(head) // 3:
        yield "utf-16-be"
    else:
        yield "utf-8"
        if _is_japanese(data):
            yield JAPANESE
        yield from ("cp1252", "latin-1")


def _is_japanese(data: bytes) -> bool:
    """True if bytes that are not UTF-8 are Shift_JIS, as Japanese banks and programs write it.

    Western letters also decode as Shift_JIS: each combines with the next letter into a rare kanji, alone between letters. Japanese
    characters come in runs, nearly all from the first of its two ranges (JIS X 0208, rows 1 to 62), and many second bytes are neither
    ASCII nor equal to the first, unlike those of typographic quotes, bullets and dashes.
    """
    try:
        rows = WIDE.findall(data.decode(JAPANESE))
    except UnicodeDecodeError:
        return False
    pairs = [character.encode(JAPANESE) for row in rows for character in row]
    in_rows = sum(len(row) for row in rows if len(row) > 1)
    common = sum(pair[0] in COMMON_LEADS for pair in pairs)
    own = sum(len(pair) == 2 and pair[1] >= 0x80 and pair[0] != pair[1] for pair in pairs)
    return bool(pairs) and common >= 0.9 * len(pairs) and in_rows >= 0.5 * len(pairs) and own >= 0.2 * len(pairs)
