"""The best one-to-one assignment over a sparse table of worths: shortest augmenting paths with potentials."""

import heapq
from collections.abc import Mapping, Sequence

Table = Sequence[Mapping[int, float]]


def assign(table: Table, columns: int) -> list[int | None]:
    """Return for each row of `table` (column to worth, higher is better) its column, or None; the total worth is greatest.

    Only worths above 0 are assigned: a row stays alone rather than cost anything.
    """
    return _Assignment(table, columns).solve()


class _Assignment:
    """Successive shortest augmenting paths. Each row has a private column of worth 0, so every row can be seated."""

    def __init__(self, table: Table, columns: int) -> None:
        best = max((worth for row in table for worth in row.values()), default=0.0)
        self.costs = [
            {column: best - worth for column, worth in row.items() if worth > 0} | {columns + index: best}
            for index, row in enumerate(table)
        ]
        self.columns = columns
        self.row_of: dict[int, int] = {}
        self.column_of: list[int | None] = [None] * len(table)
        self.potential: dict[int, float] = {}
        self.row_potential = [min(costs.values()) for costs in self.costs]

    def solve(self) -> list[int | None]:
        for row in self._not_seated_at_once():
            self._seat(row)
        return [None if column is None or column >= self.columns else column for column in self.column_of]

    def _not_seated_at_once(self) -> list[int]:
        """Seat every row whose best column is free, since no path is shorter, and return the other rows."""
        crowded = []
        for row, costs in enumerate(self.costs):
            least = self.row_potential[row]
            free = next((column for column, cost in costs.items() if cost == least and column not in self.row_of), None)
            if free is None:
                crowded.append(row)
            else:
                self.row_of[free] = row
                self.column_of[row] = free
        return crowded

    def _seat(self, start: int) -> None:
        """Dijkstra over reduced costs from an unseated row to the nearest free column, then shift along the path."""
        distance: dict[int, float] = {}
        before: dict[int, int] = {}
        done: set[int] = set()
        heap: list[tuple[float, int]] = []
        row, reached = start, 0.0
        while True:
            self._relax(row, reached, distance, before, done, heap)
            while True:
                reached, column = heapq.heappop(heap)
                if column not in done:
                    break
            done.add(column)
            if column not in self.row_of:
                break
            row = self.row_of[column]
        self._reweigh(start, reached, distance, done)
        self._shift(column, before)

    def _relax(
        self, row: int, reached: float, distance: dict[int, float], before: dict[int, int], done: set[int], heap: list[tuple[float, int]]
    ) -> None:
        base = reached - self.row_potential[row]
        for column, cost in self.costs[row].items():
            if column in done:
                continue
            far = base + cost - self.potential.get(column, 0.0)
            if far < distance.get(column, float("inf")):
                distance[column] = far
                before[column] = row
                heapq.heappush(heap, (far, column))

    def _reweigh(self, start: int, reached: float, distance: dict[int, float], done: set[int]) -> None:
        self.row_potential[start] += reached
        for column in done:
            slack = reached - distance[column]
            if column in self.row_of:
                self.row_potential[self.row_of[column]] += slack
            self.potential[column] = self.potential.get(column, 0.0) - slack

    def _shift(self, column: int, before: dict[int, int]) -> None:
        while True:
            row = before[column]
            self.row_of[column] = row
            previous, self.column_of[row] = self.column_of[row], column
            if previous is None:
                return
            column = previous
