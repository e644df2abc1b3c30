"""An import as text for a terminal."""

from collections.abc import Iterator

from reconciliation.models import StatementImport
from reconciliation.presentation.labels import failure
from reconciliation.presentation.statement_page.sections import Item
from reconciliation.presentation.statement_page.sheet import sheets_of


def as_text(statement_import: StatementImport) -> Iterator[str]:
    """Yield the verdict in words and every row that needs a person."""
    yield f"{statement_import.filename}: {statement_import.verdict or statement_import.get_status_display()}"
    wrong = failure(statement_import.error)
    if wrong:
        yield f"  {wrong.what} {wrong.advice}"
    for sheet in sheets_of(statement_import):
        yield f"  {sheet.title}: {sheet.headline.sentence}"
        for section in sheet.sections:
            if not section.folded:
                yield f"    {section.title}"
                yield from (f"      {_in_words(item)}" for item in section.items)


def _in_words(item: Item) -> str:
    """Return the bank's row, the books' row, or one against the other, and the reason for its list."""
    sides = " against ".join(f"{row.date} {row.amount:>9} {row.description}" for row in [*item.bank, *item.books])
    return f"{sides}   {item.why}" if item.why else sides
