"""An import as text for a terminal."""

from collections.abc import Iterator

from reconciliation.models import StatementImport
from reconciliation.presentation.labels import failure
from reconciliation.presentation.statement_page.rows import StatementRow
from reconciliation.presentation.statement_page.sections import Item, RowSection
from reconciliation.presentation.statement_page.sheet import sheets_of


def told(statement_import: StatementImport) -> Iterator[str]:
    """Yield the verdict in words and every row that needs a person."""
    yield f"{statement_import.filename}: {statement_import.verdict or statement_import.get_status_display()}"
    wrong = failure(statement_import.error)
    if wrong:
        yield f"  {wrong.what} {wrong.advice}"
    for sheet in sheets_of(statement_import):
        yield f"  {sheet.title}: {sheet.headline.sentence}"
        for section in sheet.sections:
            if not section.folded:
                yield from listed(section)


def listed(section: RowSection) -> Iterator[str]:
    yield f"    {section.title}"
    for item in section.items:
        yield f"      {sides(item)}{f'   {item.why}' if item.why else ''}"


def sides(item: Item) -> str:
    """Return the bank's row, the books' row, or one against the other."""
    return " against ".join(row_told(row) for row in [*item.bank, *item.books])


def row_told(row: StatementRow) -> str:
    return f"{row.date} {row.amount:>9} {row.description}"
