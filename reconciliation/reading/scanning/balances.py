"""Rows that name a balance or a total: what they end, and what they open."""

from dataclasses import replace

from reconciliation.reading.scanning.entries import Table
from reconciliation.reading.scanning.sides_above import sides_above
from reconciliation.reading.scanning.state import ScanState
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import Day
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import role_of
from reconciliation.reading.vocabulary.direction import direction
from reconciliation.reading.vocabulary.labels import balance_kind
from reconciliation.reading.vocabulary.labels_near import in_rewards, label_near
from reconciliation.reading.vocabulary.phrases import BALANCE_ASIDE, BALANCE_OF_DAY, BARE_BALANCE, TOTAL

ENDS = frozenset({"closing", "nothing"})


class BalancesSeen(ScanState):
    """Balances and totals on the rows."""

    def _balances(self, printed: Printed, index: int, columns: dict[str, Figure], above: dict[int, str]) -> bool:
        """Balance labels on the row, each with its figure. False if there is none, or if it carries the sums of both sides."""
        carries = _fills_both_sides(columns) and balance_kind(printed.folded) in {"carried", "brought"}
        return not carries and self._named_balances(printed, index, columns, above)

    def _named_balances(self, printed: Printed, index: int, columns: dict[str, Figure], above: dict[int, str]) -> bool:
        whole = balance_kind(printed.folded) or ("dated" if self._bare(printed, printed.folded) else "")
        if whole and columns.get("balance") is not None and not _named_apart(printed):
            self._see(whole, printed, figure=columns["balance"], label=printed.folded, inside=True)
            for role in sorted({"debit", "credit"} & set(columns)):
                self._see("total", printed, figure=columns[role], role=role, label=printed.folded, inside=printed.begins_with_day)
            if printed.begins_with_day and "amount" in columns and columns["amount"].size:
                self._see("stray", printed)
            self._close_if(whole)
            self._opens_day(whole, printed)
            return True
        if self._balance_of_day(printed, columns):
            return True
        if BALANCE_ASIDE.fullmatch(printed.folded.strip(" *:-")):
            self._see("summary", printed, figure=printed.figures[0], label=printed.folded)
            return True
        found = False
        for figure in printed.figures:
            label = self._label_of(figure, printed, index, columns, above)
            kind = self._kind_of(label, figure, printed, columns, behind=found)
            if kind:
                inside = self.header is not None and self.open and bool(columns)
                self._see(kind, printed, figure=self._sided(figure, columns, kind), label=label, inside=inside)
                self._close_if(kind)
                found = True
            elif label and TOTAL.search(label) and found:
                self._see("total", printed, figure=figure, label=label)
            elif label and (not self._among_rows() or above):
                self._see("summary", printed, figure=figure, label=label)
        return found

    def _among_rows(self) -> bool:
        """Do rows go on here? Where columns are told by place, only if one has been read: another line may have a day."""
        begun = self.header is None or not self.header.by_place or (self.table is not None and bool(self.table.entries))
        return self.open and begun

    def _label_of(self, figure: Figure, printed: Printed, index: int, columns: dict[str, Figure], above: dict[int, str]) -> str:
        """The words above a figure, before it, beside it, or around it where it stands alone."""
        return (
            above.get(id(figure))
            or printed.label(figure)
            or (printed.folded if len(printed.figures) == 1 else "")
            or (label_near(self.rows, index, figure) if self._stands_alone(printed, figure, columns) else "")
        )

    def _kind_of(self, label: str, figure: Figure, printed: Printed, columns: dict[str, Figure], *, behind: bool) -> str:
        """The balance that a label names; empty where it names none, or one of rewards."""
        told = self._bare(printed, label, behind=behind) or self._repeated(figure, columns, label)
        beside = balance_kind(printed.cell_before(figure)) if label == printed.label(figure) else ""
        kind = balance_kind(label) or ("dated" if told else beside if beside in {"opening", "closing"} else "")
        return "" if kind in {"opening", "closing"} and in_rewards(self.rows, self.place) else kind

    def _stands_alone(self, printed: Printed, figure: Figure, columns: dict[str, Figure]) -> bool:
        """Is it the row's only figure, and not one that a heading above tells of its day?"""
        return len(printed.figures) == 1 and not (printed.begins_with_day and figure in columns.values())

    def _bare(self, printed: Printed, label: str, *, behind: bool = False) -> bool:
        """Does a label say no more than that this is a balance: beside a day, `behind` another balance on its row, right under the
        totals, or below a row of a table without balances?"""
        below_row = self.last is not None and self.header is not None and "balance" not in self.header.roles
        return bool(printed.days or behind or self.totalled or below_row) and BARE_BALANCE.fullmatch(label) is not None

    def _repeated(self, figure: Figure, columns: dict[str, Figure], label: str) -> bool:
        """Does a label name a balance, and the figure under the heading of balances say the last row's again?"""
        entries = self.table.entries if self.table is not None else []
        last = entries[-1].figures.get("balance") if entries else None
        same = last is not None and columns.get("balance") is figure and figure.printed == last.printed
        return same and any(role_of(word) == "balance" for word in label.split())

    def _sided(self, figure: Figure, columns: dict[str, Figure], kind: str) -> Figure:
        """A balance in the column of debits, where headings of its own account name it and none is for balances, is on that side."""
        roles = set() if self.header is None or self.header.by_place or self._begun_anew(kind) else set(self.header.roles)
        sided = "balance" not in roles and {"debit", "credit"} <= roles
        return replace(figure, mark="DR") if sided and columns.get("debit") is figure and not (figure.mark or figure.sign) else figure

    def _begun_anew(self, kind: str) -> bool:
        """Has another account begun below the headings: with a number or a period, or with an opening balance below an end?"""
        since = [one.kind for one in self.seen if one.table is self.table]
        end = next((place for place, one in enumerate(since) if one in ENDS), len(since))
        return bool({"number", "period"} & set(since)) or "opening" in [*since, kind][end + 1 :]

    def _balance_of_day(self, printed: Printed, columns: dict[str, Figure]) -> bool:
        """A row that tells the balance at the end of a day belongs to the last row before it."""
        if not BALANCE_OF_DAY.fullmatch(printed.folded) or len(printed.figures) != 1 or self.last is None:
            return False
        self.last.figures.setdefault("balance", columns.get("balance", printed.figures[0]))
        return True

    def _close_if(self, kind: str) -> None:
        self.ended = kind in {"closing", "carried"} or (kind == "dated" and self.table is not None and bool(self.table.entries))
        self.forwarded = kind == "carried"
        if kind in {"opening", "closing"}:
            self.parted, self.heading_day, self.latest = True, None, None
        if kind == "closing" and self.open and self.table is not None and not self.table.entries:
            self.ended = False
        elif kind == "closing":
            self.open = False
        self._forget()

    def _opens_day(self, kind: str, printed: Printed) -> None:
        """The day beside the balance that opens a table is that of the rows without one right below it."""
        self.opening_day = None
        if kind in {"opening", "brought"} and self.table is not None and not self.table.entries and printed.begins_with_day:
            self.opening_day, self.parted = printed.days[0], False

    def _totals(self, printed: Printed, columns: dict[str, Figure], own: dict[str, Day]) -> None:
        """A total ends its rows; one that leads the rows of a day, or of one direction in it, is their heading."""
        told = columns or sides_above(self.rows, self.place)
        roles, inside = {id(figure): role for role, figure in told.items()}, self.open
        if own and self.header is not None and "balance" not in self.header.roles:
            self.heading_day, self.parted, self.open = next(iter(own.values())), False, True
        self.ended, self.forwarded, self.totalled = self.heading_day is None, False, True
        leads = not self.ended and self.header is not None and direction(printed.folded) != 0
        if leads and self.header is not None:
            self.table = Table(heading=printed.folded, header=self.header)
        for figure in printed.figures:
            self._see("total", printed, figure=figure, role=roles.get(id(figure), ""), label=printed.folded, inside=inside, leads=leads)
        self._forget()


def _fills_both_sides(columns: dict[str, Figure]) -> bool:
    """Does the row fill both sides and no balance? A balance stands on one side."""
    return "balance" not in columns and all(role in columns and columns[role].size for role in ("debit", "credit"))


def _named_apart(printed: Printed) -> bool:
    """Do several of the row's figures bear names of their own, as in a summary?"""
    return sum(any(letter.isalpha() for letter in printed.label(figure)) for figure in printed.figures) > 1
