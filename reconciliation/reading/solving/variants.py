"""The scan under the headings as printed; where that does not add up, under columns inferred from places: the document chooses."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reconciliation.reading.accounts.classify import A_DEBT, DocumentKind, classify
from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.accounts.parting import part
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.scanning.ground import Ground
from reconciliation.reading.scanning.places import headers_by_place
from reconciliation.reading.scanning.scan import Scan
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.solving.solve import solve
from reconciliation.reading.tokens.number_style import NumberStyle
from reconciliation.reading.tokens.printed import Printed

FEWEST_ROWS = 2  # that are read without headings where they do not add up
MOST_ROWS = 20_000  # of a document that is scanned more than once


@dataclass(frozen=True, slots=True)
class Variant:
    """What one scan saw, what the document then is, and the accounts in it, each with its readings, best first."""

    seen: list[Seen]
    kind: DocumentKind
    drafts: list[Draft]
    solutions: list[list[Solution]]

    @property
    def best(self) -> list[Solution]:
        """The best reading of each account."""
        return [solutions[0] for solutions in self.solutions]

    @property
    def holds(self) -> bool:
        """True if every account that prints both balances adds up, and one does."""
        whole = [solution for solution in self.best if solution.difference is not None]
        return bool(whole) and all(solution.difference == 0 and not solution.breaks for solution in whole) and self.rows > 0

    @property
    def rows(self) -> int:
        return sum(len(solution.entries) for solution in self.best)

    def reads_more(self, usual: "Variant") -> bool:
        """True if the usual reading has no rows, or nothing printed that they could add up to, neither both balances of an account nor one
        beside each row, and each of them is read here with the same amount."""
        if not usual.rows:
            return True
        if any(solution.difference is not None or solution.follows >= len(solution.entries) for solution in usual.best):
            return False
        usual_rows, rows = (
            Counter(
                (entry.page, entry.box, amount)
                for solution in variant.best
                for entry, amount in zip(solution.entries, solution.amounts, strict=True)
            )
            for variant in (usual, self)
        )
        return usual_rows <= rows

    def owing(self, kinds: Sequence[DocumentKind], calendar: Calendar) -> list[DocumentKind]:
        """Return the kinds of the accounts; one that is not named is a debt if its balances follow only where debits add to them."""
        accounts = zip(self.drafts, self.best, kinds, strict=True)
        return [A_DEBT if kind.account_kind is None and _follows_as_debt(draft, best, calendar) else kind for draft, best, kind in accounts]

    def readings(self, calendar: Calendar, kinds: Sequence[DocumentKind]) -> list[list[Solution]]:
        """Return those of each account by its own kind: read again where it owes and the document does not, or the other way about."""
        accounts = zip(self.drafts, self.solutions, kinds, strict=True)
        return [known if own.owed == self.kind.owed else solve(draft, calendar, card=own.owed) for draft, known, own in accounts]


def _follows_as_debt(draft: Draft, best: Solution, calendar: Calendar) -> bool:
    """True if headings name both sides, and every balance follows in the columns of a debt, and not in those of money held."""
    named = bool(best.tables) and all({"debit", "credit"} <= set(table.header.roles) and not table.header.by_place for table in best.tables)
    if not named or len(best.entries) < FEWEST_ROWS or ("columns" in best.ways and best.by_row):
        return False
    debt = solve(draft, calendar, card=True)[0]
    return "columns" in debt.ways and debt.by_row and debt.difference == 0


def variant_of(rows: Sequence[Printed], calendar: Calendar, seen: list[Seen]) -> Variant:
    """Return what was seen on these rows, parted into accounts and read."""
    kind, drafts = classify(rows, seen), part(seen, calendar)
    return Variant(seen, kind, drafts, [solve(draft, calendar, card=kind.owed) for draft in drafts])


def best_variant(paper: Paper, calendar: Calendar, style: NumberStyle) -> Variant:
    """Return what is seen under the printed headings, unless columns by place add up where it does not, or read more rows.

    More rows count where there are none under headings, as below headings of checks alone where nothing is printed to add up to.
    """
    ground = Ground(paper, calendar)
    scan = Scan(ground, style)
    usual = variant_of(paper.rows, calendar, scan.run())
    if usual.holds or len(paper.rows) > MOST_ROWS:
        return usual
    most, fewest = usual, max(FEWEST_ROWS, usual.rows + 1)
    for variant in _by_place(ground, calendar, style, heed=(True,) if usual.rows or scan.headed else (True, False)):
        if variant.holds:
            return variant
        if variant.rows >= fewest and variant.reads_more(usual):
            most, fewest = variant, variant.rows + 1
    return most


def _by_place(ground: Ground, calendar: Calendar, style: NumberStyle, heed: Sequence[bool]) -> Iterator[Variant]:
    """Yield the variants without headings: those that rows stand under are always heeded, only what has none is read by place."""
    others = ground.announced.keys() | ground.balances_of_days | ground.lists_of_interest
    for header in headers_by_place([printed for printed in ground.rows if printed not in others]):
        for heeded in heed:
            yield variant_of(ground.rows, calendar, Scan(ground, style, by_place=header, heed_headings=heeded).run())
