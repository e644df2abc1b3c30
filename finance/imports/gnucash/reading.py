"""GnuCash's file, in either of its formats."""

from finance.imports.gnucash.book import parsed_book
from finance.imports.gnucash.database import book_in_database
from finance.imports.gnucash.tree import book_in_tree
from finance.imports.rows import ParsedFile
from finance.imports.sqlite_file import SQLITE
from finance.imports.unpacking import GZIP, ungzipped
from finance.models.import_choices import Choices, Target


def read_gnucash(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account that holds or owes money. Ids are those of the splits, equal in both formats. Raises `FileRefused`."""
    if data.startswith(SQLITE):
        return parsed_book(*book_in_database(data))
    return parsed_book(*book_in_tree(ungzipped(data) if data.startswith(GZIP) else data))
