"""The rows of a table of a known program, by the names of its columns."""

from collections.abc import Callable, Iterator

from finance.imports.table import read_table

Cell = Callable[[str], str]


def named_rows(data: bytes) -> Iterator[tuple[int, Cell]]:
    """The line of each row, and what its cells say by the names of their columns; nothing of one that there is not.
    Raises `FileRefused` where it is no table."""
    table = read_table(data)
    places = {name.casefold(): place for place, name in reversed(list(enumerate(table.header)))}
    for row in table.rows:

        def cell(name: str, cells: tuple[str, ...] = row.cells) -> str:
            place = places.get(name)
            return "" if place is None else cells[place]

        yield row.number, cell
