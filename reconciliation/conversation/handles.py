"""Short names for rows, good for one run only: a model sees a1 and t17, never a key, and cannot name what it was not shown."""

from collections.abc import Mapping
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

    def given(self) -> dict[str, str]:
        """Which key each handle was given for."""
        return {handle: str(key) for key, handle in self._handles.items()}

    def give_again(self, given: Mapping[str, str], rows: Mapping[UUID, RowT]) -> None:
        """As they were given. The handle of a row that is gone stays its own, and leads nowhere."""
        self._handles = {UUID(key): handle for handle, key in given.items()}
        self._rows = {handle: rows[key] for key, handle in self._handles.items() if key in rows}

    def row(self, handle: str) -> RowT | None:
        return self._rows.get(handle)
