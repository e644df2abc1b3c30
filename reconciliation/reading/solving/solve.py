"""The search: of all the ways to scan a document and to read its accounts, it finds that in which the printed figures add up."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from reconciliation.documents.pages import UnreadMark
from reconciliation.printed.statement import UnreadRow
from reconciliation.reading.accounts.classify import A_DEBT, DocumentKind, classify, testimony
from reconciliation.reading.accounts.drafts import Draft, newest_first
from reconciliation.reading.accounts.parting import part
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.document.securities import Securities
from reconciliation.reading.scanning.context import PageContext
from reconciliation.reading.scanning.entries import Entry, ScanItem, Table
from reconciliation.reading.scanning.lines import columns_of
from reconciliation.reading.scanning.scan import Scan
from reconciliation.reading.scanning.unnamed_columns import headers_by_place
from reconciliation.reading.solving.payments import in_columns, with_parts_beneath
from reconciliation.reading.solving.signs import Amounts, signs_by_balance, ways_of
from reconciliation.reading.solving.solution import Solution, below_closing, count_totals, owed_value, sorted_out
from reconciliation.reading.tokens.amounts import NumberStyle
from reconciliation.reading.tokens.dates import Day, fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.phrases import INTEREST, MOVING, PART_IN_ROWS, TOTAL

FEWEST_ROWS = 2  # fewest rows that are read without headings if they do not add up
MOST_ROWS = 20_000  # most rows of a document that is scanned more than once
FEWEST_READINGS, MOST_READINGS, MOST_WORK = 6, 256, 200_000  # fewest and most readings that are tried; most rows processed in all of them
MOST_CHOICES = 6
MIRRORED = 6  # score that a reading loses if it nearly adds up with every sign reversed
UNREAD = frozenset({"loose", "outside", "stray"})
NAMED_WAYS = ("columns", "type", "heading", "plus")  # ways that are tried before those that follow the printed signs


@dataclass(frozen=True, slots=True)
class Variant:
    """The findings of one scan, the kind of the document, and the accounts in it, each with its readings, best first."""

    items: list[ScanItem]
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
        """True if no printed balances could confirm any row of the usual variant, and all of them are read here with the same amounts."""
        if usual.rows and any(solution.difference is not None or solution.follows >= len(solution.entries) for solution in usual.best):
            return False
        return usual.places_and_amounts() <= self.places_and_amounts()

    def places_and_amounts(self) -> Counter[object]:
        pairs = (pair for best in self.best for pair in zip(best.entries, best.amounts, strict=True))
        return Counter((entry.page, entry.box, amount) for entry, amount in pairs)

    def owing(self, kinds: Sequence[DocumentKind], calendar: Calendar) -> list[DocumentKind]:
        """Return the kinds of the accounts; one that is not named is a debt if its balances follow only where debits add to them."""
        owing = list(kinds)
        for place, (draft, best, kind) in enumerate(zip(self.drafts, self.best, kinds, strict=True)):
            # Headings must name both sides, and every balance, of several after the first, follow in the columns of a debt alone.
            headers = [table.header for table in best.tables]
            named = bool(headers) and all({"debit", "credit"} <= set(header.roles) and not header.by_place for header in headers)
            steps = len(best.entries) - (not draft.has("opening", "brought"))
            if kind.account_kind is None and named and steps >= FEWEST_ROWS and not ("columns" in best.ways and best.by_row):
                debt = solve(draft, calendar, card=True)[0]
                owing[place] = A_DEBT if "columns" in debt.ways and debt.by_row and debt.difference == 0 else kind
        return owing

    def readings(self, calendar: Calendar, kinds: Sequence[DocumentKind]) -> list[list[Solution]]:
        """Return the readings of each account by its own kind: the account is read again if it owes and the document does not, or the
        reverse."""
        accounts = zip(self.drafts, self.solutions, kinds, strict=True)
        return [known if own.owed == self.kind.owed else solve(draft, calendar, card=own.owed) for draft, known, own in accounts]


def variant_of(paper: Paper, calendar: Calendar, items: list[ScanItem]) -> Variant:
    """Return the items on the rows of the paper, split into accounts and read; an account that does not add up with other lines as
    rows, if it then does."""
    kind = classify(paper.rows, items, is_statement=paper.is_statement)
    variant = Variant(items, kind, [], [])
    for draft in part(items, calendar, card=kind.card):
        in_columns(draft)
        undated = [entry for entry in draft.entries if entry.carried] if kind.owed else []
        for entry in undated if all(INTEREST.search(fold(entry.description)) for entry in undated) else ():
            entry.days = {}  # interest on a debt has not the day of the row above it, if every other row has a day of its own
        solutions = solve(draft, calendar, card=kind.owed)
        missing = solutions[0].difference
        of_debt = _with_charges(draft, abs(missing)) if kind.owed and missing else ()
        others = itertools.chain(of_debt, with_parts_beneath(draft), _without_sums(draft) if missing else ())
        accounts = ((other, solve(other, calendar, card=kind.owed)) for other in map(draft.with_items, others))
        right = (
            (other, again) for other, again in accounts if again[0].difference == 0 and not again[0].breaks and not again[0].totals_wrong
        )
        draft, solutions = next(right if missing or solutions[0].breaks else iter(()), (draft, solutions))
        variant.drafts.append(draft)
        variant.solutions.append(solutions)
    return variant


@dataclass(frozen=True, slots=True)
class Scanned:
    """A document's rows without those of `securities`, and the items on them. `whole` is false if some could not be scanned."""

    paper: Paper
    style: NumberStyle
    calendar: Calendar
    variant: Variant
    currency: str | None
    marks: Sequence[UnreadMark]
    cut_off: Sequence[UnreadRow]
    whole: bool
    securities: Sequence[Securities]

    @property
    def printed(self) -> Sequence[Printed]:
        return self.paper.rows

    @property
    def items(self) -> list[ScanItem]:
        return self.variant.items

    def with_items(self, items: list[ScanItem]) -> "Scanned":
        """Return the same rows with these items."""
        return replace(self, variant=variant_of(self.paper, self.calendar, items))


def best_variant(paper: Paper, calendar: Calendar, style: NumberStyle) -> Variant:
    """Return the items under the printed headings, unless columns by place add up where it does not, or read more rows."""
    ground = PageContext(paper, calendar)
    scan = Scan(ground, style)
    usual = variant_of(paper, calendar, scan.run())
    if usual.holds or len(paper.rows) > MOST_ROWS:
        return usual
    most, fewest = usual, max(FEWEST_ROWS, usual.rows + 1)
    heed = (True,) if usual.rows or scan.headed else (True, False)  # headings with rows under them always count
    headers = headers_by_place([printed for printed in paper.rows if printed not in ground.lists_aside])
    for header, heeded in ((header, heeded) for header in headers for heeded in heed):
        variant = variant_of(paper, calendar, Scan(ground, style, by_place=header, heed_headings=heeded).run())
        if variant.holds:
            return variant
        if variant.rows >= fewest and variant.reads_more(usual):
            most, fewest = variant, variant.rows + 1
    return most


def solve(draft: Draft, calendar: Calendar, *, card: bool) -> list[Solution]:
    """Return the readings of one account, best first."""

    def rank(solution: Solution) -> tuple[int, int]:
        """Return the number of contradictions of a reading less that of agreements; then, on a card, its unlikely signs, such as balances
        in favour at both ends."""
        gap = solution.difference
        mirrored = gap is not None and gap != 0 and abs(gap) > abs(gap + 2 * solution.movement)
        contradicted = MIRRORED * mirrored - solution.score
        if not card:
            return contradicted, 0
        words = testimony(solution.entries, solution.amounts, owed=True)
        sections = "heading" in solution.ways and all(
            len({figure.sign for figure in table.figures("amount")}) < 2 for table in solution.tables
        )
        paid = not sections and 2 * solution.sides.rows_in > len(solution.amounts)
        overpaid = solution.opening is not None and solution.closing is not None and min(solution.opening, solution.closing) > 0
        return contradicted, (words.against > words.agree) * 2 + overpaid * 2 + paid

    most = max(FEWEST_READINGS, min(MOST_READINGS, MOST_WORK // (1 + len(draft.entries))))
    return sorted(itertools.islice(_solutions(draft, calendar, card=card), most), key=rank)


def _solutions(draft: Draft, calendar: Calendar, *, card: bool) -> Iterator[Solution]:
    places = {id(entry): place for place, entry in enumerate(draft.entries)}
    ends = draft.of("opening", "closing", "brought", "carried")
    is_signed = any(end.figure is not None and end.figure.printed < 0 for end in ends)  # a debt that may be meant as printed
    printed_ends = [[end.figure for end in draft.of(kind) if end.figure is not None] for kind in ("opening", "closing")]
    printed_ends[0] = printed_ends[0] or [end.figure for end in draft.brought_in if end.figure is not None]
    printed_ends[1] = printed_ends[1] or [end.figure for end in draft.carried_out if end.figure is not None]
    usual, copies = sorted_out(draft.tables, calendar)
    below = below_closing(draft)
    above = [table for table in usual if table not in below]
    # The movements may be in the usual tables, in those and their copies, or in those above the closing.
    for tables in [usual, *([[*usual, *copies]] if copies else []), *([above] if 0 < len(above) < len(usual) else [])]:
        left_out = tuple(table for table in draft.tables if table not in tables)
        entries = sorted((entry for table in tables for entry in table.entries), key=lambda entry: places[id(entry)])
        backwards = newest_first(entries, calendar)
        by_ways = _amounts_by_ways(tables, entries, card=card)
        moved = {role for table in tables for role in table.header.roles} & {"amount", "debit", "credit"}
        role = moved.pop() if len(moved) == 1 else "amount"  # a single column may hold both sides, even if it is named after one
        for owed in (True, False) if card and is_signed else (card,):
            balances = [owed_value(entry.figures["balance"], owed=owed) if "balance" in entry.figures else None for entry in entries]
            values: list[Amounts] = [
                list(dict.fromkeys(owed_value(figure, owed=owed) for figure in figures)) or [None] for figures in printed_ends
            ]
            for opening, closing in itertools.product(*(some[:MOST_CHOICES] for some in values)):
                readings, by_balance = by_ways, signs_by_balance(role, entries, balances, opening, backwards=backwards)
                if by_balance is not None and all(by_balance != amounts for _, amounts in by_ways):
                    readings = [*by_ways, (("balance",), by_balance)]
                for ways, amounts in readings:
                    solution = Solution(entries, amounts, balances, opening, closing, backwards, ways, left_out, tuple(tables))
                    count_totals(solution, draft, card=card)
                    yield solution


def _amounts_by_ways(tables: Sequence[Table], entries: Sequence[Entry], *, card: bool) -> list[tuple[tuple[str, ...], Amounts]]:
    """Return the different amounts of the entries under each combination of ways; tables of one kind are read alike."""
    options = {id(table): ways_of(table, card=card) for table in tables}
    table_of = {id(entry): id(table) for table in tables for entry in table.entries}
    readings: dict[tuple[Decimal | None, ...], tuple[str, ...]] = {}
    orders = [[*NAMED_WAYS, *(name for name in ways if name not in NAMED_WAYS)] for ways in options.values()]
    known = dict.fromkeys(name for ways in options.values() for name in ways)
    for favourite in sorted(known, key=lambda name: max(order.index(name) for order in orders if name in order)):
        names = {table: favourite if favourite in ways else next(iter(ways)) for table, ways in options.items()}
        ways = {table: options[table][name] for table, name in names.items()}
        amounts = tuple(ways[table_of[id(entry)]](entry) for entry in entries)
        readings.setdefault(amounts, tuple(dict.fromkeys(names.values())))
    return [(names, list(amounts)) for amounts, names in readings.items()]


def _with_charges(draft: Draft, missing: Decimal) -> Iterator[list[ScanItem]]:
    """Yield the draft's items with the charges of a section as rows: lines named as charges under a heading of charges, which come to
    the missing amount and to a figure that another line names as charges."""
    last = draft.period[1] if draft.period else None
    days = {"date": Day(last.day, last.month, last.year, 0, 0, named=True)} if last else {}
    named = [item for item in draft.of("summary", "total") if PART_IN_ROWS.search(item.label)]
    lines = [item for item in draft.items if item.kind in UNREAD and item.table and PART_IN_ROWS.search(item.table.heading)]
    for _, section in itertools.groupby(lines, key=lambda item: id(item.table)) if days else ():
        rows: dict[int, ScanItem] = {}
        for item in section:
            # A line is a row if it names a charge and nothing but one figure.
            line, table = item.printed, item.table
            columns = columns_of(line, table.header) if line is not None and table is not None else {}
            figures = {role: figure for role, figure in columns.items() if role in MOVING and figure.size}
            if line is None or len(figures) != 1 or len(line.figures) != 1 or line.days:
                continue
            if PART_IN_ROWS.search(line.folded) and not TOTAL.search(line.folded):
                texts, words = [line.text_outside(line.figures, ())], list(line.row.words)
                rows[id(item)] = replace(item, kind="entry", entry=Entry(item.page, days, figures, texts, words, table_id=id(table)))
        of_rows = {row.printed for row in rows.values()}
        printed = any(item.figure and item.figure.size == missing and item.printed not in of_rows for item in named)
        if printed and sum(figure.size for row in rows.values() if row.entry for figure in row.entry.figures.values()) == missing:
            yield [rows.get(id(item), item) for item in draft.items]


def _without_sums(draft: Draft) -> Iterator[list[ScanItem]]:
    """Yield the draft's items with undated rows as sums, if every other row has a day of its own and each undated row is the sum of the
    rows right above, or of all below it up to the next. An undated row with the amount of one of these rows may be its twin: it is a sum
    only above them, and if a summary on another line prints it too."""
    rows, sums = [(item, item.entry) for item in draft.items if item.entry is not None and item.kind == "entry"], dict[int, ScanItem]()
    undated = [place for place, (_, entry) in enumerate(rows) if entry.carried or not entry.days]
    sizes = [sum(figure.printed for role, figure in entry.figures.items() if role in MOVING) for _, entry in rows]
    of_rows = {row.printed for row, _ in rows}
    summed = {item.figure.size for item in draft.of("summary") if item.figure is not None and item.printed not in of_rows}
    for start, place, end in zip([-1, *undated], undated, [*undated[1:], len(rows)], strict=False):
        (row, entry), size, above, below = rows[place], sizes[place], sizes[start + 1 : place], sizes[place + 1 : end]
        leads = sum(below) == size and (size not in below or abs(size) in summed)
        if not size or not (leads or (size in itertools.accumulate(above[::-1]) and size not in above)):
            return
        kind, label = "summary" if leads else "total", fold(entry.description)
        figure = next(figure for role, figure in entry.figures.items() if role in MOVING)
        sums[id(row)] = replace(row, kind=kind, figure=figure, label=label, role="amount", entry=None, inside=not leads)
    if sums:
        yield [sums.get(id(item), item) for item in draft.items]
