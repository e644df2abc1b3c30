"""The book that a real GnuCash wrote, in both of its ways: as XML and as tables of SQLite."""

import gzip
from pathlib import Path

HERE = Path(__file__).parent
WRITTEN = (HERE / "books.gnucash").read_bytes()
TREE = gzip.decompress(WRITTEN) if WRITTEN.startswith(b"\x1f\x8b") else WRITTEN
TABLES = gzip.decompress((HERE / "books.sqlite.gz").read_bytes())
