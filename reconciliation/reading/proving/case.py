"""One account's reading, with all that its proof is judged by."""

from collections.abc import Sequence
from dataclasses import dataclass

from reconciliation.reading.accounts.classify import DocumentKind
from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.accounts.periods import Period
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.statement import UnreadRow
from reconciliation.reading.tokens.printed import Printed


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One account's reading, with all that may speak against it."""

    draft: Draft
    solutions: Sequence[Solution]
    paper: Paper
    section: Paper  # the rows of this account only
    marks: Sequence[UnreadRow]  # what is printed there and no word says
    whole: bool  # could every page and every row be looked at?
    calendar: Calendar
    kind: DocumentKind
    period: Period
    unaccounted: Sequence[Printed | None]  # rows with a number that nothing accounts for; where no row was read, of this account only

    @property
    def best(self) -> Solution:
        return self.solutions[0]
