"""The rows of a known program's table, by the names of its columns."""

from collections.abc import Callable, Iterator

from finance.imports.table import read_table

Cell = Callable[[str], str]


def named_rows(data: bytes) -> Iterator[tuple[int, Cell]]:
    """Yield the number of each row and a function that returns its cell by column name, empty for unknown names.

    Raises `FileRefused` if the file is no table.
    """
    table = read_table(data)
    places = {name.casefold(): place for place, name in reversed(list(enumerate(table.header)))}
    for row in table.rows:

        def cell(name: str, cells: tuple[str, ...] = row.cells) -> str:
            place = places.get(name)
            return "" if place is None else cells[place]

        yield row.number, cell
