"""Checks of sides: of single rows, where no heading, name, type, mark or place may say the other side than the figure was read with, and
of all rows and balances together. The sums show nothing of the latter, since negating everything keeps every sum."""

import re
from collections.abc import Sequence
from decimal import Decimal

from reconciliation.reading.accounts.classify import HELD, OWED_MORE, Testimony, testimony
from reconciliation.reading.accounts.classify import PAID as PAID_OFF
from reconciliation.reading.document.metadata import KINDS, OF_AN_ACCOUNT, kind_of
from reconciliation.reading.document.paper import Paper
from reconciliation.reading.proving.sums import Case
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.solving.signs import against_type, signed_against
from reconciliation.reading.solving.solution import Solution
from reconciliation.reading.tokens.alternatives import phrases, words_of
from reconciliation.reading.tokens.amounts import IN_MARKS, OUT_MARKS, Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary import phrases as terms
from reconciliation.reading.vocabulary.labels import balance_kind, cells_behind, phrases_of
from reconciliation.reading.vocabulary.phrases import ALL_OWED, AVAILABLE, COSTS, DEPOSITS, LIMIT, MOVING, OVERDRAFT, WITHDRAWALS, role_of

HEADINGS_ABOVE, FEWEST_GAPS = 3, 2  # most rows above the first one in which headings may be; fewest gaps between their cells
NEARER = 2  # ratio of the distances to two headings from which the nearer one is certain
MOST_WORDS = 5  # most words of a name above rows; a longer line is a sentence
BALANCES = ("opening", "closing", "brought", "carried", "dated")


def no_headings(case: Case) -> bool:
    """True if columns are known by the places of figures alone, and nothing bears them out: neither a balance beside every row, one column
    of amounts with sides, totals of each table or of both sides, marks of sides behind every figure, nor one way to read several rows that
    leads from one end to the other, with no headings left that may name them otherwise."""
    best, sums = case.best, case.sums
    figures = [list(entry.figures.values()) for entry in best.entries]
    marked = bool(figures) and all(len(printed) == 1 and printed[0].mark in IN_MARKS | OUT_MARKS for printed in figures)
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
    totals_in_columns = any(item.printed is not None and len(item.printed.figures) > 1 for item in case.draft.of("total"))
    if (by_sums and unread) or (one_column and totals_in_columns):
        return True
    leads = not (unread or by_sums) and len(best.entries) > 1 and best.movement != 0 == best.difference
    amounts = [entry.figures.get("amount") for entry in best.entries]
    of_amounts = all(table.header.money_roles == ("amount",) and not table.header.by_order for table in best.tables)
    sided = of_amounts and all(figure is not None and (figure.mark in IN_MARKS | OUT_MARKS or figure.sign) for figure in amounts)
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
    """True if rows run against their section's heading, without a balance on each to bear them out. Beside a section of payments
    the rows of others, which no sign, mark or type says to be payments, make a debt no smaller."""
    best, card = case.best, case.kind.owed
    unconfirmed = best.tables if not best.entries or best.follows != len(best.entries) else ()
    ways = {id(table): terms.direction(table.heading, card=card) for table in unconfirmed}
    for table in unconfirmed if card and any(way > 0 for way in ways.values()) else ():
        sided = ways[id(table)] or any(figure.sign or figure.mark in IN_MARKS for figure in table.figures("amount"))
        unsaid = [] if sided else [entry for entry in table.entries if "amount" in entry.figures and not entry.side]
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
    """True if some amounts of a column are under a heading that was not understood, well away from their own, and others do not."""
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
    for item in case.draft.of(*BALANCES) if not case.best.movement else ():
        line, figure = item.printed, item.figure
        if figure is None or not figure.size or line is None:
            continue
        place = places.get(line, -1)
        named = _last_sides_named(lines[: max(place, 0)])
        if named and abs(figure.x1 - named["debit"]) < abs(figure.x1 - named["credit"]):
            return True
        below = fold(lines[place + 1].row.text) if 0 <= place < len(lines) - 1 else ""
        before, (own, *others) = fold(line.row.text[: figure.start]).split("\t"), cells_behind(line, figure) or [""]
        overdrawn = any(map(terms.may_name_overdraft, [item.label, *before])) or any(map(terms.may_be_overdraft, [*others, below]))
        if not (figure.sign or figure.mark) and (overdrawn or (own and not terms.CURRENCY_ALONE.fullmatch(own))):
            return True
    return False


PAID, LOAN_ROWS = words_of(phrases("rows", "of_payment")), words_of(phrases("rows", "of_a_loan"))
CREDIT_BALANCE = words_of(phrases("balances", "in_credit"))
SHARE_OF_A_LOAN = 0.75  # least share of the rows that must look like a loan's
MOST_TO_ONE = 2  # fewest purchases for every payment, if only their numbers show the side
FEWEST_TERMS = 2  # fewest terms of a card: limit, minimum, sum due
FEWEST_IN_FAVOUR = 3  # fewest rows whose words show that a card owes its holder, if no heading does; otherwise it may be a debt
FEWEST_WHERE_NOTHING_MOVES = 2  # fewest rows whose words show a card's side if its balance does not change; reversed signs would add up too
NAMES_ACCOUNT = re.compile(r"konto\b|rekening\b|\b(?:conto|cuenta|conta|compte|livret|rachunek|akaun)\b")
NUMBER = re.compile(r"\W{0,4}[\dx*]{4}")
WEIGHT_AGAINST = 3  # rows that agree with their words, needed for every row that contradicts its words
LONGEST_LABEL = 60  # most characters of a line that names a figure; a longer line is prose


def unoriented(case: Case) -> bool:
    """True if no print beside the sums, in the account's own section, tells the sign of the rows and of the balances."""
    best, owed = case.best, case.kind.owed
    words = testimony(best.entries, best.amounts, owed=owed)
    named = case.sums.both_sides({}, card=owed)  # "bill payment" may be a purchase
    if words.against and not named and words.against * (1 if _in_columns(best) or "heading" in best.ways else WEIGHT_AGAINST) > words.agree:
        return True
    left = _left_of_limit(case)
    if left < 0 or _called_owed(case):
        return True
    if named or _balances_have_sides(case, left):
        signs_reversed = "reversed" in best.ways and any(figure.sign for entry in best.entries for figure in entry.figures.values())
        if _owes(best) if owed else not signs_reversed:
            return False
    return not _shown_by_kind(case, words)


def side_unnamed(case: Case) -> bool:
    """True if the side is open for one reason only: no print names it. No word, mark, sum, limit or heading speaks against the side with
    which the rows and the balances were read, and none of them is zero on the way, where an unsigned balance may change its side."""
    best, owed = case.best, case.kind.owed
    words, left = testimony(best.entries, best.amounts, owed=owed), _left_of_limit(case)
    if words.against or words.unlike or left or _called_owed(case) or against_headings(case) or side_untold(case):
        return False
    if case.sums.both_sides({}, card=owed) or _balances_have_sides(case, left) or (owed and not _owes(best)):
        return False
    in_time = best.balances[::-1] if best.newest_first else best.balances
    return len(best.entries) > 1 and bool(best.movement) and 0 not in {best.opening, *in_time[:-1]}


def _left_of_limit(case: Case) -> int:
    """Return 1 if limit and closing come to the amount available, -1 if they do with the closing's sign turned, 0 if neither or both do."""
    closing = case.best.closing
    available, limits = _named(case.section, AVAILABLE), _named(case.section, LIMIT) | _named(case.section, OVERDRAFT)
    spent = {amount - limit for amount in available for limit in limits - available}
    return (closing in spent) - (-closing in spent) if closing else 0


def _called_owed(case: Case) -> bool:
    """True if a balance is read as held although a line says that all balances are owed."""
    held = any(balance is not None and balance > 0 for balance in (case.best.opening, case.best.closing))
    return held and any(ALL_OWED.fullmatch(line.plain) for line in case.section.rows)


def _in_columns(best: Solution) -> bool:
    return not {"columns", "type"}.isdisjoint(best.ways)


def _owes(best: Solution) -> bool:
    """True if no balance is in the holder's favour."""
    return all(value is None or value <= 0 for value in (best.opening, best.closing, *best.balances))


def _shown_by_kind(case: Case, words: Testimony) -> bool:
    """True if the kind of the account tells the sides, with its rows' words, headings and signs."""
    best, kind = case.best, case.kind
    if kind.card:
        return _card_shown(case, words)
    if kind.owed:
        paid = bool(best.entries) and all(entry.parts and amount >= 0 for entry, amount in best.known())  # principal pays a debt off
        return (not best.entries or paid or _sides_named(best) or "heading" in best.ways or words.speaks_for) and _owes(best)
    if kind.account_kind == "loan":
        return False
    moves = (best.movement or best.follows) and (len(best.entries) > 1 or case.draft.has("opening", "brought"))
    if _in_columns(best) and moves:  # between two printed balances: no step tells the side of one alone
        return kind.titled or words.speaks_for or not _like_card(case.section)
    return _held(case, words)


def _card_shown(case: Case, words: Testimony) -> bool:
    """True if a card's terms or title, and its sections, words of payment or rows, say which rows are which."""
    best, section = case.best, case.section
    in_favour = best.opening is not None and best.closing is not None and best.opening > 0 and best.closing > 0
    if in_favour and words.agree < FEWEST_IN_FAVOUR and not (len(best.entries) > 1 and _sides_named(best)):
        return False  # a minus may as well be how its bank prints a debt
    if not best.movement and not best.follows and best.entries and words.agree < FEWEST_WHERE_NOTHING_MOVES:
        return False
    named = case.kind.titled or section.card_terms >= FEWEST_TERMS or (section.names_card and section.card_terms > 0)
    named = named or "(card" in case.sums.label_of_net
    spoken = words.speaks_for and words.against * WEIGHT_AGAINST <= words.agree and not (words.unlike and _turned_by_one(best))
    return named and (spoken or _card_rows(best) or _only_purchases(case))


def _only_purchases(case: Case) -> bool:
    """True if the debt is printed without a sign, and grows by rows of which none is called a payment."""
    rows = [(entry, amount) for entry, amount in case.best.known() if amount]
    ends = [item.figure for item in case.draft.of("opening", "closing", "brought", "carried") if item.figure is not None]
    bought = all(amount < 0 and not PAID.search(fold(entry.description)) for entry, amount in rows)
    return bought and bool(rows) and not any(figure.sign or figure.mark in IN_MARKS for figure in ends)


def _card_rows(best: Solution) -> bool:
    """True if sections, words of payment, or far more purchases than payments say which rows are which."""
    rows = [(entry, amount) for entry, amount in best.known() if amount]
    if not rows or _sides_named(best) or "heading" in best.ways:
        return True
    payments = [amount for entry, amount in rows if PAID.search(fold(entry.description))]
    plus, less = sum(amount > 0 for _, amount in rows), sum(amount < 0 for _, amount in rows)
    if payments:
        return sum(amount > 0 for amount in payments) * 2 > len(payments) and less > 0
    return less >= MOST_TO_ONE * plus > 0 and best.movement != 0 and not _turned_by_one(best)


def _turned_by_one(best: Solution) -> bool:
    """True if one wrong sign would turn all others: one row has the sum of all, and only the sums decided the meaning of a sign."""
    return best.movement in best.amounts and bool({"printed", "reversed", "plus"} & set(best.ways))


def _sides_named(best: Solution) -> bool:
    """True if headings or a type beside the rows name money in and out. Columns that only the sums set apart do not."""
    return "type" in best.ways or ("columns" in best.ways and not any(table.header.by_place for table in best.tables))


def _held(case: Case, words: Testimony) -> bool:
    """True if money is held here, by its title, its rows' words, their headings, or minus signs on most."""
    best, titled = case.best, case.kind.titled
    by_balance = "balance" in best.ways and bool(best.entries)
    if "reversed" in best.ways:
        signed = [any(figure.sign for role, figure in entry.figures.items() if role != "balance") for entry in best.entries]
        by_balance = by_balance or (best.by_row and signed.count(True) != 1)  # the sign of one row may be wrong
        plus_is_out = any(entry.figures["amount"].sign > 0 > amount for entry, amount in best.known() if "amount" in entry.figures)
        if plus_is_out or not by_balance:
            return False
    if _like_card(case.section):  # a purchase is money out whichever it is
        as_owed = testimony(best.entries, best.amounts, owed=True)
        return bool(best.movement) and all(testified.speaks_for and not testified.against for testified in (words, as_owed))
    if by_balance:
        return words.speaks_for
    sums = [item.label for item in case.draft.of("summary", "total") if item.figure is not None]
    sums_of_held = any(map(DEPOSITS.search, sums)) and any(map(WITHDRAWALS.search, sums))  # a debt has payments and charges
    if not best.entries and (sums_of_held or _named_held(case.section) or _named(case.section, OVERDRAFT)):
        return True
    if titled:
        return True
    # The balances of an unnamed account whose rows are like those of a loan may be a debt.
    return not any(map(_of_loan, case.of_account)) and (words.speaks_for or _shown_by_rows(case))


def _of_loan(best: Solution) -> bool:
    """True if most rows are named as a loan's are, or if only interest and charges raise the balance, and its payments lower it."""
    texts = [(fold(entry.description), amount) for entry, amount in best.known()]
    named = [text for text, _ in texts if LOAN_ROWS.search(text)]
    raised = [OWED_MORE.search(text) or LOAN_ROWS.search(text) for text, amount in texts if amount > 0]
    repaid = any(amount < 0 and text in named and PAID_OFF.search(text) for text, amount in texts)
    return bool(texts) and (len(named) >= SHARE_OF_A_LOAN * len(best.entries) or (bool(raised) and all(raised) and repaid))


def _shown_by_rows(case: Case) -> bool:
    """True if headings of sections, marks or signs of all rows, a balance that is called in credit, or minus signs on more rows than none
    say that money is held. On a card it is the payments, the fewer, that carry a minus."""
    best = case.best
    figures = [entry.figures.get("amount") for entry in best.entries]
    marks = {figure.mark if figure is not None else "" for figure in figures}
    marked = marks <= IN_MARKS | OUT_MARKS and not marks.isdisjoint(IN_MARKS) and not marks.isdisjoint(OUT_MARKS)
    held = {balance for balance in (best.opening, best.closing) if balance is not None and balance > 0}
    named = (line for line in case.section.rows if line.figures and CREDIT_BALANCE.search(line.plain))
    in_credit = any(figure.size in held for line in named for figure in line.figures)
    if "heading" in best.ways or marked or in_credit or _signed_throughout(case):
        return True
    return bool(best.entries) and 2 * sum(amount < 0 for _, amount in best.known()) > len(best.amounts)


def _like_card(section: Paper) -> bool:
    """True if it may be a card after all, by its head or by several of a card's terms."""
    return section.names_card or section.card_terms >= FEWEST_TERMS


def _signed_throughout(case: Case) -> bool:
    """True if both balances, or sums named of both sides, and every amount have a printed plus or minus, and are read with it."""
    best = case.best
    ends = [item.figure.sign * item.figure.size for item in case.draft.of("opening", "closing") if item.figure is not None]
    rows = [figure.sign * figure.size for entry in best.entries for role, figure in entry.figures.items() if role == "amount"]
    ends_signed = 0 not in ends and {best.opening, best.closing} <= set(ends)
    return rows == best.amounts and 0 not in rows and (ends_signed or case.sums.signed_sides)


def _named_held(section: Paper) -> bool:
    """True if the account's section names a kind of account on which money is held, beside the word for an account or right before a
    number, and none that is owed. A bank's name may have such a word too."""
    patterns = [pattern for kind, pattern in KINDS if kind in HELD]
    for plain in (line.plain for line in section.rows if kind_of(line.plain) in HELD):
        numbered = any(NUMBER.match(plain, match.end()) for pattern in patterns for match in pattern.finditer(plain))
        if numbered or OF_AN_ACCOUNT.search(plain) or NAMES_ACCOUNT.search(plain):
            return kind_of("\n".join(line.plain for line in section.rows)) in HELD
    return False


def _balances_have_sides(case: Case, left: int) -> bool:
    """True if print tells the sign of the balances, and the balances tell the sign of the rows. A zero balance without rows has no sign."""
    best = case.best
    if not best.entries and best.opening == best.closing == 0:
        return True
    if best.entries and not best.movement and not best.by_row:
        return False
    ends = {abs(balance): balance for balance in (best.opening, best.closing) if balance}
    printed = {(item.figure.size, item.figure.mark) for item in case.draft.of("opening", "closing", "brought", "carried") if item.figure}
    marks = [(ends[size], mark) for size, mark in printed if size in ends]
    marked = bool(marks) and all(mark in (IN_MARKS if balance > 0 else OUT_MARKS) for balance, mark in marks)
    return left > 0 or marked or case.sums.both_sides_printed


def _named(section: Paper, words: re.Pattern[str]) -> set[Decimal]:
    """Return the figures on short lines that these words label, but for costs and rates."""
    short = (line for line in section.rows if line.figures and not line.begins_with_day and len(line.plain) <= LONGEST_LABEL)
    labels = ((figure, line.label(figure)) for line in short for figure in line.figures)
    return {figure.printed for figure, label in labels if words.search(label) and not COSTS.search(label)}
