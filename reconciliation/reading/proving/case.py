"""One account's reading, with all that its proof is judged by."""

from collections.abc import Sequence
from dataclasses import dataclass

from reconciliation.printed.statement import UnreadRow
from reconciliation.reading.accounts.classify import DocumentKind
from reconciliation.reading.accounts.dates import Period
from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.proving.sums import AccountSums
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.printed import Printed


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One account's reading, with all that may speak for it or against it.

    `section` has the lines of this account only, `paper` those of the whole document. `marks` are what is printed in the ledger's area and
    no word says, `unaccounted` the lines with a number that nothing accounts for (None: a line that is not known; of this account only,
    where no row was read). `whole` is true if every page and every line could be looked at."""

    sums: AccountSums
    solutions: Sequence[Solution]
    paper: Paper
    section: Paper
    marks: Sequence[UnreadRow]
    whole: bool
    calendar: Calendar
    kind: DocumentKind
    period: Period
    unaccounted: Sequence[Printed | None]

    @property
    def draft(self) -> Draft:
        return self.sums.draft

    @property
    def best(self) -> Solution:
        return self.sums.best

    @property
    def entries_in_time(self) -> list[Entry]:
        """The rows from the earliest to the latest."""
        return self.best.entries[::-1] if self.best.newest_first else self.best.entries
