"""Short names for rows, good for one run only: a model sees a1 and t17, never a key, and cannot name what it was not shown."""

from typing import Generic, TypeVar
from uuid import UUID

RowT = TypeVar("RowT")


class Handles(Generic[RowT]):
    """Handles in the order in which rows were first shown."""

    def __init__(self, letter: str) -> None:
        self._letter = letter
        self._rows: dict[str, RowT] = {}
        self._handles: dict[UUID, str] = {}

    def give(self, key: UUID, row: RowT) -> str:
        """The handle of a row: a new one, or the one that it has."""
        handle = self._handles.setdefault(key, f"{self._letter}{len(self._handles) + 1}")
        self._rows.setdefault(handle, row)
        return handle

    def row(self, handle: str) -> RowT | None:
        return self._rows.get(handle)
