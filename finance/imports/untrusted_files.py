"""Untrusted files: the refusal with its reasons, and text, archives, SQLite tables and XML elements read within limits."""

import re
import sqlite3
import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element  # nosec B405  # types alone; defusedxml reads
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.utils.translation import gettext as _

from finance.imports.encodings import likely_encodings
from finance.json_item import storable
from people.refusal import Refusal


class FileRefused(Refusal, ValueError):
    """The file cannot be imported; `problems` lists the reasons by row. Nothing of it was imported."""

    code = "file_refused"
    SHOWN = 10

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))

    def shown(self) -> list[str]:
        """Return the first messages, and the number of further ones."""
        more = len(self.problems) - self.SHOWN
        return [*self.problems[: self.SHOWN], *([_("... and %(count)d more.") % {"count": more}] if more > 0 else [])]


def in_one_currency(units: Iterable[str]) -> None:
    """Raise `FileRefused` if the balances of a statement are in several currencies; empty is not known."""
    several = sorted({unit for unit in units if unit})
    if len(several) > 1:
        raise FileRefused([_("The balances of the statement are in %(currencies)s.") % {"currencies": ", ".join(several)}])


def in_row(row: int, what: str) -> str:
    return _("Row %(row)d: %(what)s") % {"row": row, "what": what}


LONGEST_FILE = 10_000_000
MOST_ROWS = 50_000
MOST_LINES = 1_000_000
JAPANESE = "cp932"
"""Shift_JIS with Microsoft's additional characters."""
COMMON_LEADS = range(0x81, 0xA0)
WIDE = re.compile(r"[^\x00-\x7f\uff61-\uff9f]+")
"""Two-byte characters of Shift_JIS: neither ASCII nor half-width katakana."""
DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']|\s(?:CHARSET|ENCODING):[ \t]*([\w-]{1,40})""")
DECLARING = 1000
ENCODINGS = re.compile(
    r"(?:cp|windows)?-?(\d{3,5})|(?:iso-?)?(8859-\d{1,2})|(koi8-[ru]|shift_jis|euc-(?:jp|kr)|gbk|gb18030|big5)", re.IGNORECASE
)
"""Encodings of text that a file may declare, by their number or name; UTF-8 and UTF-16 are recognized by the bytes."""
CONTROLS = re.compile(r"[\x80-\x9f]")
"""Characters that no text has; one in a decoded text proves that the encoding is another."""
MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


def decoded(data: bytes, encoding: str = "") -> str:
    """Return the text of a file, in the chosen encoding, else in the one that it declares unless its bytes prove another.

    Raises `FileRefused` if it is no text, or too long.
    """
    within_limits(data)
    for name in filter(None, (encoding, *possible_encodings(data))):
        try:
            text = data.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        if storable(text):
            return text
    raise FileRefused([_("This is not a text file. Save it as CSV (UTF-8) and try again.")])


def within_limits(data: bytes) -> None:
    if len(data) > LONGEST_FILE:
        raise FileRefused([_("The file is larger than 10 MB. Split it by month or year.")])
    if data.count(b"\n") > MOST_LINES:
        raise too_many_rows()
    if not data.strip(b"\0 \r\n\t"):
        raise FileRefused([_("The file is empty.")])


def too_many_rows() -> FileRefused:
    return FileRefused([_("The file has more than %(most)d rows. Split it.") % {"most": MOST_ROWS}])


def possible_encodings(data: bytes) -> Iterator[str]:
    """Yield the encodings to try, the likeliest first; only one for UTF-8 and files with a mark."""
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
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            pass
        else:
            yield "utf-8"
            return
        yield from _declared(data)
        if _is_japanese(data):
            yield JAPANESE
        yield from (*likely_encodings(data), "latin-1")


def _declared(data: bytes) -> Iterator[str]:
    """Yield the encoding that the XML declaration or the OFX header names, if the bytes can be text in it."""
    for match in DECLARED.finditer(data[:DECLARING]):
        named = ENCODINGS.fullmatch((match[1] or match[2]).decode("ascii", "replace"))
        if named is None:
            continue
        number, of_iso, name = named.groups()
        encoding = f"cp{number}" if number else name or f"iso{of_iso}"
        encoding = "cp1252" if encoding in {"iso8859-1", "cp8859"} else encoding
        try:
            text = data.decode(encoding)
        except (LookupError, UnicodeDecodeError):
            continue
        if not CONTROLS.search(text):
            yield encoding


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


LONGEST_UNPACKED = 100_000_000
LONGEST_ARCHIVE = 50_000_000
ENCRYPTED = 1
"""Flag of an encrypted file in an archive."""
SYSTEMS_OWN = re.compile(r"(^|/)(__MACOSX/|\.[^/]*$|Thumbs\.db$)")
GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"
LISTED = b"PK\x01\x02"
"""Signature of each entry in the archive's directory, which is always read as a whole."""
MOST_LISTED = 1000
BROKEN_ZIP = (BadZipFile, RuntimeError, EOFError, OSError, ValueError, OverflowError, struct.error, zlib.error)
"""Errors that `zipfile` raises for invalid archives beside its own.

RuntimeError if it is encrypted or its compression unknown, EOFError and zlib.error if data are cut or damaged, struct.error if the
directory is cut, and the others for invalid sizes or offsets.
"""


def ungzipped(data: bytes) -> bytes:
    """Return the content of the first part of a gzip file. Raises `FileRefused` if it is damaged or too long."""
    unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        content = unpacking.decompress(data, LONGEST_UNPACKED + 1)
    except zlib.error as error:
        raise damaged() from error
    if len(content) > LONGEST_UNPACKED:
        raise _too_long()
    if not unpacking.eof:
        raise damaged()
    return content


def unzipped(data: bytes, name: str) -> bytes | None:
    """Return one file of a zip archive; None if there is none of that name. Raises `FileRefused` if it is damaged or too long."""
    with _archive(data) as archive:
        return _unpacked(archive, archive.getinfo(name)) if name in archive.namelist() else None


def names_in(data: bytes) -> frozenset[str]:
    """Return the names of the files in a zip archive. Raises `FileRefused` if it is damaged."""
    with _archive(data) as archive:
        return frozenset(archive.namelist())


def unzipped_files(data: bytes, *, most: int = MOST_LISTED) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a zip archive by name, without folders and files that a system adds.

    Raises `FileRefused` if the archive is damaged, too long as a whole, protected by a password, or of more files than `most`.
    """
    with _archive(data) as archive:
        files = [file for file in archive.infolist() if not file.is_dir() and not SYSTEMS_OWN.search(file.filename)]
        if len(files) > most:
            raise FileRefused([_("The archive has more than %(most)d files. Unpack it, and send its files in parts.") % {"most": most}])
        if sum(file.file_size for file in files) > LONGEST_ARCHIVE:
            raise FileRefused([_("The unpacked archive is larger than 50 MB. Import its files one by one.")])
        if any(file.flag_bits & ENCRYPTED for file in files):
            raise FileRefused([_("The archive is protected by a password. Unpack it, and import its files.")])
        for file in sorted(files, key=lambda file: file.filename):
            yield file.filename, _unpacked(archive, file)


@contextmanager
def _archive(data: bytes) -> Iterator[ZipFile]:
    if data.count(LISTED) > MOST_LISTED:
        raise damaged()
    try:
        with ZipFile(BytesIO(data)) as archive:
            yield archive
    except FileRefused:
        raise
    except BROKEN_ZIP as error:
        raise damaged() from error


def _unpacked(archive: ZipFile, file: ZipInfo) -> bytes:
    if file.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        raise damaged()
    with archive.open(file) as packed:
        content = packed.read(LONGEST_UNPACKED + 1)
    if len(content) > LONGEST_UNPACKED:
        raise _too_long()
    return content


def damaged() -> FileRefused:
    return FileRefused([_("The file is damaged. Export it again.")])


def _too_long() -> FileRefused:
    return FileRefused([_("The unpacked file is larger than 100 MB. Export fewer years.")])


SQLITE = b"SQLite format 3\0"
LONGEST_VALUE = 1_000_000
MOST_STEPS = 2_000
STEP = 100_000
"""SQLite instructions between two checks of progress: a malicious file can make a query endless."""

BROKEN = (sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError)
"""Errors of damaged files; SQLite cannot even report a damaged name."""
Value = str | int | float | bytes | None


class Tables:
    """The plain tables of a file, without views and virtual tables, which would execute their definitions."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._columns: dict[str, set[str]] = {}
        for name, sql, root in connection.execute("SELECT name, sql, rootpage FROM sqlite_master WHERE type = 'table'").fetchmany(1000):
            if isinstance(name, str) and isinstance(sql, str) and root and not sql.upper().startswith("CREATE VIRTUAL"):
                self._columns[name] = set()
        for name in self._columns:
            quoted = name.replace('"', '""')
            self._columns[name] = {str(row[1]) for row in connection.execute(f'PRAGMA table_info("{quoted}")')}
        connection.set_authorizer(self._authorized)

    def has(self, columns: Mapping[str, Sequence[str]]) -> bool:
        """True if the tables have all these columns."""
        return all(self._columns.get(table, set()) >= set(names) for table, names in columns.items())

    def column(self, table: str, name: str) -> str:
        """Return the column's name, or NULL if the table of an older release lacks it."""
        return name if name in self._columns.get(table, set()) else "NULL"

    def rows(self, query: str, *, most: int) -> list[tuple[Value, ...]]:
        """Return the rows of a query. Raises `FileRefused` if there are more than `most`, or the file is damaged."""
        try:
            fetched = self._connection.execute(query).fetchmany(most + 1)
        except BROKEN as error:
            raise damaged() from error
        if len(fetched) > most:
            raise too_many_rows()
        return fetched

    def _authorized(self, action: int, table: str | None, _column: str | None, database: str | None, through: str | None) -> int:
        """Deny everything except reading these tables: functions, views, other databases."""
        if action == sqlite3.SQLITE_SELECT:
            return sqlite3.SQLITE_OK
        plain = action == sqlite3.SQLITE_READ and table in self._columns and database == "main" and through is None
        return sqlite3.SQLITE_OK if plain else sqlite3.SQLITE_DENY


@contextmanager
def sqlite_tables(data: bytes) -> Iterator[Tables]:
    """Open the bytes as a private temporary file, within limits of work and size. Raises `FileRefused` if it is damaged."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.sqlite"
        path.write_bytes(data)
        try:
            connection = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
        except sqlite3.Error as error:
            raise damaged() from error
        with closing(connection):
            steps = iter(range(MOST_STEPS))
            connection.set_progress_handler(lambda: next(steps, None) is None, STEP)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
            connection.text_factory = lambda text: text.decode("utf-8", "replace")
            try:
                for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON", "mmap_size = 0"):
                    connection.execute(f"PRAGMA {pragma}")
                tables = Tables(connection)
            except BROKEN as error:
                raise damaged() from error
            yield tables


def text_of(value: Value) -> str:
    """Return the text; empty if the value is none or cannot be stored."""
    return value if isinstance(value, str) and storable(value) else ""


def whole_of(value: Value) -> int | None:
    return value if isinstance(value, int) else None


def name_of(node: Element) -> str:
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def node_at(node: Element | None, *path: str) -> Element | None:
    """Return the first element along a path of names; * matches any."""
    for name in path:
        node = None if node is None else next((child for child in node if name in {name_of(child), "*"}), None)
    return node


def text_at(node: Element | None, *path: str) -> str:
    element = node_at(node, *path)
    return "" if element is None else (element.text or "").strip()


def every_at(node: Element | None, *path: str) -> list[Element]:
    nodes = [] if node is None else [node]
    for name in path:
        nodes = [child for parent in nodes for child in parent if name_of(child) == name]
    return nodes
