"""Checks of the sides of single rows: no heading, name, type, mark or place may say the other side than the figure was read with."""

from collections.abc import Sequence

from reconciliation.reading.proving.sums import Case
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.scanning.lines import MOVING
from reconciliation.reading.solving.signs import against_type, rows_against_marks, signed_against
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import IN_MARKS, OUT_MARKS
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary import phrases as terms
from reconciliation.reading.vocabulary.labels import balance_kind, cells_behind, phrases_of
from reconciliation.reading.vocabulary.phrases import role_of

HEADINGS_ABOVE, FEWEST_GAPS = 3, 2  # rows in which headings may stand above the first one; gaps between their cells
NEARER = 2  # times, of two headings, the one that a figure is under
MOST_WORDS = 5  # of a name above rows: what is longer is a sentence
BALANCES = ("opening", "closing", "brought", "carried", "dated")


def no_headings(case: Case) -> bool:
    """True if columns are known by the places of figures alone, and nothing bears them out: neither a balance beside every row, one column
    of amounts with sides, totals of each table or of both sides, marks of sides behind every figure, nor one way to read several rows that
    leads from one end to the other, with no headings left that may name them otherwise."""
    best, sums = case.best, case.sums
    figures = [list(entry.figures.values()) for entry in best.entries]
    marked = bool(figures) and all(len(one) == 1 and one[0].mark in IN_MARKS | OUT_MARKS for one in figures)
    totalled = sums.both_sides_printed and all(len(entry.days) <= 1 for entry in best.entries)
    if marked or totalled or not any(table.header.by_place for table in best.tables):
        return False
    unread = False
    for line in _above_rows(best, case.paper.rows)[-HEADINGS_ABOVE:]:
        # Headings are words alone, in several cells or in spaced letters. Names over a summary's figures are none.
        words, cells = line.row.text.split(), line.row.text.split("\t")
        if not (line.figures or line.days or any(balance_kind(fold(cell)) in {"opening", "closing"} for cell in cells)):
            unread = unread or len(cells) > FEWEST_GAPS or 2 * sum(len(word) == 1 for word in words) > len(words)
    by_order = any(table.header.by_order or {"debit", "credit"} <= set(table.header.roles) for table in best.tables)
    by_sums = by_order or "balance" in best.ways
    one_column = any(table.header.money_roles == ("amount",) for table in best.tables)
    totals_in_columns = any(one.printed is not None and len(one.printed.figures) > 1 for one in case.draft.of("total"))
    if (by_sums and unread) or (one_column and totals_in_columns):
        return True
    leads = not (unread or by_sums) and len(best.entries) > 1 and best.movement != 0 == best.difference
    amounts = [entry.figures.get("amount") for entry in best.entries]
    of_amounts = all(table.header.money_roles == ("amount",) and not table.header.by_order for table in best.tables)
    sided = of_amounts and all(one is not None and (one.mark in IN_MARKS | OUT_MARKS or one.sign) for one in amounts)
    return not (best.follows == len(best.entries) or sided or sums.every_table_totalled() or leads)


def _above_rows(best: Solution, lines: Sequence[Printed]) -> list[Printed]:
    """Return the lines above the first row, on its page."""
    page, top = min(((entry.page, entry.box[1]) for entry in best.entries), default=(0, 0.0))
    return [line for line in lines if line.row.page == page and line.row.bottom <= top]


def against_sides(case: Case) -> bool:
    """True if a row whose column is known from places alone runs against the side that a line above all rows names over its figure."""
    best = case.best
    named = _last_sides_named(_above_rows(best, case.section.rows)) if any(table.header.by_place for table in best.tables) else {}
    for entry, amount in best.known() if named else ():
        figures = [figure for role, figure in entry.figures.items() if role != "balance"]
        if amount and len(figures) == 1:
            debit, credit = (abs(figures[0].x1 - named[role]) for role in ("debit", "credit"))
            clear = min(debit, credit) * NEARER <= max(debit, credit)
            if clear and (amount < 0) == (credit < debit):
                return True
    return False


def _last_sides_named(lines: Sequence[Printed]) -> dict[str, float]:
    """Return where the names of both sides end on the last line without figures that names each once, and no opening; else nothing."""
    for line in (line for line in reversed(lines) if not line.figures):
        names = [(fold(phrase), x1) for phrase, _, x1 in phrases_of(line)]
        sides = [(role, x1) for name, x1 in names if (role := role_of(name)) in {"debit", "credit"}]
        if len(sides) == len(dict(sides)) == 2 and not any(balance_kind(name) == "opening" for name, _ in names):
            return dict(sides)
    return {}


def against_headings(case: Case) -> bool:
    """True if rows run against what their section's heading says, without a balance on each to bear them out. Beside a section of payments
    the rows of others, which no sign, mark or type says to be payments, make a debt no smaller."""
    best, card = case.best, case.kind.owed
    unconfirmed = best.tables if not best.entries or best.follows != len(best.entries) else ()
    ways = {id(table): terms.direction(table.heading, card=card) for table in unconfirmed}
    for table in unconfirmed if card and any(way > 0 for way in ways.values()) else ():
        said = ways[id(table)] or any(one.sign or one.mark in IN_MARKS for one in table.figures("amount"))
        unsaid = [] if said else [entry for entry in table.entries if "amount" in entry.figures and not entry.side]
        if any(best.amount_of.get(id(entry), 0) > 0 for entry in unsaid):
            return True
    if "heading" in best.ways:
        return not card and any(map(signed_against, best.tables))
    for table in unconfirmed:
        in_columns = any({"debit", "credit"} & entry.figures.keys() for entry in table.entries)
        of_summary = terms.OPENING.search(table.heading) and terms.CLOSING.search(table.heading)  # it names all that lies between, too
        way = 0 if of_summary else ways[id(table)]
        if (table.header.by_place or not in_columns) and any(best.amount_of.get(id(entry), 0) * way < 0 for entry in table.entries):
            return True
    return False


def rows_against_types(case: Case) -> list[Entry]:
    """Return the rows that a type column gives the other direction than the sums need."""
    rows = ((table, entry) for table in case.best.tables for entry in table.entries)
    return [entry for table, entry in rows if against_type(table, entry, case.best.amount_of.get(id(entry)))]


def rows_against_printed_marks(case: Case) -> list[Entry]:
    """Return the rows that run against their own marks or signs."""
    return rows_against_marks(case.best.tables, case.best.entries, case.best.amounts, card=case.kind.owed)


def against_names(case: Case) -> bool:
    """True if most rows of a table whose heading names no side run against the side that the line right above them names, or a heading that
    turned the side may be words of a row. Balances that follow beside all rows bear the sides out."""
    best, card = case.best, case.kind.owed
    if best.entries and best.follows == len(best.entries):
        return False
    for table in (table for table in best.tables if table.entries and not terms.direction(table.heading, card=card)):
        first = table.entries[0]
        above = [line for line in case.section.rows if line.row.page == first.page and line.row.bottom <= first.box[1]]
        line = max(above, key=lambda line: line.row.bottom, default=None)
        if line is None or line.figures or line.days or "\t" in line.row.text or len(line.plain.split()) > MOST_WORDS:
            continue  # it is no name of a few words alone
        side = terms.direction(line.plain, card=card)
        amounts = [best.amount_of.get(id(entry), 0) * side for entry in table.entries]
        if sum(amount < 0 for amount in amounts) > sum(amount > 0 for amount in amounts):
            return True
    return any(table.turned for table in best.tables)


def under_unread(case: Case) -> bool:
    """True if some amounts of a column stand under a heading that was not understood, well away from their own, and others do not."""
    for table in case.best.tables:
        columns, row = table.header.columns, None if table.header.by_place else table.header.row
        headings = [(x0, x1) for _, x0, x1 in phrases_of(row)] if row is not None else []
        unread = [(x0, x1) for x0, x1 in headings if not any(column.x0 < x1 and x0 < column.x1 for column in columns)]
        for role in {column.role for column in columns} & MOVING if unread else ():
            own = [(column.x0, column.x1) for column in columns if column.role == role]
            figures = [entry.figures[role] for entry in table.entries if role in entry.figures]
            if len({_distance(figure, own) > NEARER * _distance(figure, unread) for figure in figures}) > 1:
                return True
    return False


def _distance(figure: Figure, headings: Sequence[tuple[float, float]]) -> float:
    return min(min(abs(figure.x0 - x0), abs(figure.x1 - x1)) for x0, x1 in headings)


def side_untold(case: Case) -> bool:
    """True if nothing moves, and a balance that is read as held is beside words that may mean an overdraft, or under debits."""
    lines = case.section.rows
    places = {line: place for place, line in enumerate(lines)}
    for one in case.draft.of(*BALANCES) if not case.best.movement else ():
        line, figure = one.printed, one.figure
        if figure is None or not figure.size or line is None:
            continue
        place = places.get(line, -1)
        named = _last_sides_named(lines[: max(place, 0)])
        if named and abs(figure.x1 - named["debit"]) < abs(figure.x1 - named["credit"]):
            return True
        below = fold(lines[place + 1].row.text) if 0 <= place < len(lines) - 1 else ""
        before, (own, *others) = fold(line.row.text[: figure.start]).split("\t"), cells_behind(line, figure) or [""]
        overdrawn = any(map(terms.may_name_overdraft, [one.label, *before])) or any(map(terms.may_be_overdraft, [*others, below]))
        if not (figure.sign or figure.mark) and (overdrawn or (own and not terms.CURRENCY_ALONE.fullmatch(own))):
            return True
    return False
