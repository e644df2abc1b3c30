"""Rows and labels by their words: balances that open, close or are carried, totals, headings of sections, numbers of pages."""

import itertools
import math
import re
from collections.abc import Sequence
from functools import lru_cache

from reconciliation.reading.tokens.alternatives import beginning, phrases, words_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary import phrases as patterns
from reconciliation.reading.vocabulary.phrases import AROUND, MONEY_IN, MONEY_OUT, PAYMENTS, SAME_LABELS, SIDE_ALONE, direction

MARKS = frozenset({"af", "bij", "cr", "dr", "h", "s", "+/credit", "-/debet", "-/debit"})  # marks of a side behind a figure, not names
LABEL_ABOVE = 1.5  # most line heights between a figure and its name above
NEAR = 45.0  # most points between a figure and the name above it
IN_CELL, EDGE = NEAR - 1, 3.0  # as near counts a figure right of a name's left edge and left of the next name
BOTH_ENDS = 2  # number of balances that are named by their days
FEWEST_SIDE_BY_SIDE, LABEL_BELOW = 2, 1.0  # fewest figures with names below; most heights between figures and their names
MOST_ABOVE = 3  # most rows between the names of figures and the line that says they count points
POINTS, REWARDS = words_of(phrases("labels", "rewards")), words_of(phrases("labels", "rewards", "more_rewards"))
REWARDS_BALANCE = re.compile(r"\b(?:rewards|cash ?back)\b.* balance\b")  # a balance of rewards, as a sentence names it
OF_MONEY = words_of(phrases("labels", "of_money"))  # words that may name rewards and also money
MOST_LINES, SAME_EDGE, CLOSE = 12, 3.0, 1.5  # most lines of a block of rewards; most points between left edges; most heights between lines
FEWEST_IN_BLOCK = 3  # fewest figures of a block on one row

PAGE = re.compile(beginning(phrases("labels", "pages")) + r"[.\s]*(?:n[o°.]*)?\s*\d{1,4}\b")
OF_PAGES = re.compile(r"(?:p\. ?)?\d{1,4} ?(?:of|von|de|di|van|av|af|z|dari|/) ?\d{1,4}")
CONTINUED = words_of(phrases("labels", "continued"))
FILLING = words_of(phrases("labels", "filling"))
BALANCES_OF_DAYS, ANY_DAY = words_of(phrases("balances", "any")), words_of(phrases("balances", "filling"))
HIGHEST = re.compile(r"\b(?:highest|lowest)\b")
ADJUSTED = re.compile(r"\badjustments?\b")  # adjustments beside a named side belong to that side
MORE_WORDS = re.compile(r"[^\W\d_]{2,}")
OF_WALLETS = re.compile(r"\b(beginning|opening|starting|ending|closing) available (?=balance\b)")
BALANCES = (("opening", patterns.OPENING), ("carried", patterns.CARRIED), ("brought", patterns.BROUGHT), ("closing", patterns.CLOSING))
LABELS = (patterns.BALANCE_ASIDE, patterns.OPENING, patterns.CLOSING, patterns.BROUGHT, patterns.CARRIED, patterns.DATED, patterns.TOTAL)
LONGEST_LABEL, FARTHEST_START = 64, 28  # most characters of a label; most characters before its own words
ONE_OF = re.compile(r"(?<![\d/.-])(\d{1,2}) ?(?:/|de|of|di|von|sur) ?(\d{1,2})(?![\d/.,-])")
INSTALMENTS, OUTSTANDING = words_of(phrases("labels", "instalments")), words_of(phrases("labels", "outstanding"))
FEWEST_OF_INTEREST, FEWEST_OF_RATES = 3, 2  # fewest headings of a list of interest; fewest of them for days and rates
LONGEST_HEADING, MOST_CELLS, MOST_WORDS = 60, 3, 9
LONGEST_TOTAL, FARTHEST_TOTAL = 90, 12  # most characters of a total, longer lines are prose; most before its word
COUNTED = re.compile(  # 4 items totaling, there were 4 items totaling
    r"\(?(?:there (?:was|were) )?\d{1,4} (?:[a-z/()-]+ ){0,6}[a-z/()-]+,? (?:totall?ing|for a total of|totall?ed)\b"
)


def phrases_of(printed: Printed) -> list[tuple[str, float, float]]:
    """The words of a row between its wide gaps, each with its x range."""
    cells = re.finditer(r"[^\t]+", printed.row.text)
    return [(cell[0], *printed.row.span(*cell.span())) for cell in cells if cell[0].strip()]


def label_near(rows: Sequence[Printed], index: int, figure: Figure) -> str:
    """The words above a figure that is alone, on one row of words or another two above it."""
    here = rows[index].row
    for distance, above in enumerate(reversed(rows[max(0, index - 2) : index]), start=1):
        if above.row.page != here.page or here.top - above.row.bottom > 1.6 * here.height * distance or above.figures:
            break
        if any(map(str.isalpha, above.folded)):
            return " ".join(word.text for word in above.row.words if word.x0 < figure.x1 + 40 and word.x1 > figure.x0 - 260).lower()
    return ""


def labels_around(rows: Sequence[Printed], index: int) -> dict[int, str]:
    """The names above the figures of a row; where not each has its own there, those of a row that names each of them from right below, if
    the row has figures alone, as in a summary in large type."""
    above, here = labels_above(rows, index), rows[index]
    if len(set(above.values())) == len(here.figures) or index + 1 == len(rows):
        return above
    below = rows[index + 1]
    bare = not here.days and not any(map(str.isalpha, here.folded)) and len(here.figures) >= FEWEST_SIDE_BY_SIDE
    beneath = below.row.page == here.row.page and below.row.top - here.row.bottom <= LABEL_BELOW * here.row.height
    if not bare or not beneath or below.figures or below.days:
        return above
    cells, names = phrases_of(below), {}
    for figure in here.figures:
        left, right = here.row.span(figure.start, figure.end)
        for phrase, x0, x1 in cells:
            if min(abs(left - x0), abs(right - x1), abs((left + right) - (x0 + x1)) / 2) <= EDGE:
                names[id(figure)] = fold(phrase)
    return names if len(names) == len(here.figures) == len(cells) else above


def labels_above(rows: Sequence[Printed], index: int) -> dict[int, str]:
    """The names above the figures of a row, on one row or two, by the figure's id; on a row with own words only a balance's name counts."""
    here, below = rows[index], rows[index].row
    names: dict[int, str] = {}
    for above in reversed(rows[max(0, index - 2) : index]):
        distant = above.row.page != below.page or below.top - above.row.bottom > LABEL_ABOVE * below.height
        if distant or above.figures or (above.days and names):
            break
        nearest: dict[int, tuple[float, str]] = {}  # the phrase of the row above that is nearest to each figure
        cells = phrases_of(above)
        ends = [*(x0 for _, x0, _ in cells[1:]), here.row.box[2] + EDGE]
        for ((phrase, x0, x1), end), figure in itertools.product(zip(cells, ends, strict=True), here.figures):
            distance = min(abs(figure.x0 - x0), abs(figure.x1 - x1), abs(figure.x0 + figure.x1 - x0 - x1) / 2)
            distance = min(distance, IN_CELL) if x0 - EDGE <= figure.x0 and figure.x1 <= end else distance
            if distance < min(NEAR, nearest.get(id(figure), (NEAR, ""))[0]):
                nearest[id(figure)] = (distance, phrase)
        for key, (_, phrase) in nearest.items():
            if balance_kind(fold(names.get(key, ""))) not in {"opening", "closing"}:
                names[key] = f"{phrase} {names[key]}" if key in names else phrase
        below = above.row
    labels = {key: fold(name) for key, name in names.items()}
    if not here.days and all(word in MARKS or not any(map(str.isalpha, word)) for word in here.folded.split()):
        return labels
    kinds = {key: balance_kind(label) for key, label in labels.items()}
    both_ends = list(kinds.values()).count("dated") == BOTH_ENDS
    return {key: labels[key] for key, kind in kinds.items() if kind in {"opening", "closing", "due"} or (both_ends and kind)}


def cells_behind(printed: Printed, figure: Figure) -> list[str]:
    """Return the folded words behind the figure, those of its own cell first; nothing if another figure follows."""
    if any(other.start >= figure.end for other in printed.figures):
        return []
    return [cell.strip(AROUND) for cell in fold(printed.row.text[figure.end :]).split("\t")]


def owed_behind(printed: Printed, figure: Figure) -> bool:
    """True if the word for an overdraft is all that is printed behind the figure, in its own cell or in the last one of the row."""
    words = [cell for cell in cells_behind(printed, figure) if cell]
    return len(words) == 1 and SIDE_ALONE.fullmatch(words[0]) is not None


def of_points(rows: Sequence[Printed], index: int) -> bool:
    """True if a line above the names of a row's figures says that they count points."""
    near = reversed(rows[max(0, index - MOST_ABOVE) : index])
    names = itertools.takewhile(lambda above: not above.figures and above.row.page == rows[index].row.page, near)
    return any(POINTS.search(above.plain) and len(above.plain) <= LONGEST_HEADING for above in names)


def in_rewards(rows: Sequence[Printed], index: int, figure: Figure) -> bool:
    """True if the row names a balance of rewards, or the figure is in a block of labels and figures whose heading names rewards and no
    account. Another block may be beside it, unless the row is a whole block below a heading of its own."""
    if REWARDS_BALANCE.search(rows[index].plain) and not OF_MONEY.search(rows[index].plain):
        return True
    cells = [cell for cell in phrases_of(rows[index]) if cell[1] < figure.x1 and any(map(str.isalpha, cell[0]))]
    printed, above = rows[index], rows[index - 1]
    named = len(printed.figures) >= FEWEST_IN_BLOCK and all(any(map(str.isalpha, printed.label(figure))) for figure in printed.figures)
    alone = named and not printed.days and not printed.row.text[printed.figures[-1].end :].strip()
    near = 0 <= printed.row.top - above.row.bottom <= CLOSE * printed.row.height and above.row.page == printed.row.page
    headed = not above.figures and "\t" not in above.row.text and abs(above.row.left - printed.row.left) <= SAME_EDGE
    left, here, heading = cells[-1][1] if cells and not (alone and near and headed) else printed.row.left, printed.row, ""
    for above in reversed(rows[max(0, index - MOST_LINES) : index]):
        if above.row.page != here.page or here.top - above.row.bottom > CLOSE * here.height:
            break
        cells = [cell for cell in phrases_of(above) if any(map(str.isalpha, cell[0])) and cell[1] >= left - SAME_EDGE]
        if not cells or cells[0][1] > left + SAME_EDGE:
            continue
        end = cells[1][1] if len(cells) > 1 else math.inf
        named = not any(left - SAME_EDGE <= figure.x0 < end for figure in above.figures)
        heading = f"{fold(cells[0][0])} {heading}" if named else heading
        if REWARDS.search(heading) or (heading and not named):
            break
        here = above.row
    return len(heading) <= LONGEST_HEADING and REWARDS.search(heading) is not None and not OF_MONEY.search(heading)


@lru_cache(maxsize=SAME_LABELS)
def balance_kind(label: str) -> str:
    """Return opening, closing, brought, carried, due or dated; empty where the words name no such balance."""
    label = OF_WALLETS.sub(r"\1 ", label) if "available" in label else label
    if not label or len(label) > LONGEST_LABEL or patterns.NO_BALANCE.search(label):
        return ""
    if not ("account" in label and patterns.TOTAL.search(label)):  # the total of all accounts is not the balance of one
        for kind, pattern in BALANCES:
            match = pattern.search(label)
            if match and match.start() <= FARTHEST_START:
                return kind
    if patterns.DUE.search(label):
        return "due"
    return "dated" if patterns.DATED.search(label) and not patterns.TOTAL.search(label) else ""


@lru_cache(maxsize=SAME_LABELS)
def is_label_alone(text: str) -> bool:
    """True if a row's words are nothing but the name of a balance or a total. A shop may be called so, too."""
    sides = (MONEY_IN, MONEY_OUT) if patterns.TOTAL.search(text) else ()
    return _is_nothing_but(text, *LABELS, *sides)


@lru_cache(maxsize=SAME_LABELS)
def names_side_alone(text: str) -> bool:
    """True if a heading's words are nothing but which way the money went."""
    return direction(text) != 0 and _is_nothing_but(text, CONTINUED, ADJUSTED, MONEY_IN, MONEY_OUT, PAYMENTS)


@lru_cache(maxsize=SAME_LABELS)
def names_balance(text: str) -> bool:
    """True if words name nothing but a balance, of any day, or the highest or lowest."""
    text = HIGHEST.sub(" ", text)
    named = BALANCES_OF_DAYS.search(text) is not None and len(text) <= LONGEST_LABEL and not patterns.NO_BALANCE.search(text)
    return named and _is_nothing_but(text, patterns.OPENING, patterns.CLOSING, BALANCES_OF_DAYS, ANY_DAY)


def names_unbooked_alone(text: str) -> bool:
    """True if a line's words are nothing but that something is not booked."""
    return patterns.NOT_BOOKED.search(text) is not None and _is_nothing_but(text, patterns.NOT_BOOKED)


def _is_nothing_but(text: str, *names: re.Pattern[str]) -> bool:
    for pattern in (*names, FILLING):
        text = pattern.sub(" ", text)
    return not MORE_WORDS.search(text)


def names_instalment(text: str) -> bool:
    """True if the text counts one of several, as 4 de 6 or 04/06."""
    return any(int(match[1]) <= int(match[2]) for match in ONE_OF.finditer(fold(text)))


def names_plan(printed: Printed) -> bool:
    """True if the row names instalments and outstanding ones among them, and has no figure."""
    return not printed.figures and bool(INSTALMENTS.search(printed.plain) and OUTSTANDING.search(printed.plain))


def names_interest(printed: Printed) -> bool:
    """True if the row heads a list of interest: it names day counts and interest rates and has no figure."""
    several = printed.row.text.count("\t") + 1 >= FEWEST_OF_INTEREST
    return several and not printed.figures and len(set(patterns.RATES.findall(printed.plain))) >= FEWEST_OF_RATES


def total_label(printed: Printed, *, anywhere: bool = False) -> bool:
    """True if the row starts, or ends, as a total does, or names a turnover alone; or says so `anywhere`, where it can be no row."""
    matches = list(patterns.TOTAL.finditer(printed.folded))
    if (anywhere and matches and len(printed.plain) <= LONGEST_TOTAL) or patterns.TURNOVER.fullmatch(printed.folded.strip(" .:")):
        return True
    counts = printed.folded[:1].isdigit() and not printed.days
    return bool(matches) and (counts or matches[0].start() <= FARTHEST_TOTAL or matches[-1].end() == len(printed.folded))


def is_heading(printed: Printed) -> bool:
    """True for a short row of words, as a section's name is. False for a cell from a small letter to a full stop, which ends a sentence."""
    cell, text = printed.row.text.split("\t")[0], heading_text(printed)
    if cell[:1].islower() and cell.endswith("."):
        return False
    cells = printed.row.text.count("\t") + 1
    return cells <= MOST_CELLS and 2 < len(text) <= LONGEST_HEADING and any(map(str.isalpha, text)) and len(text.split()) <= MOST_WORDS


def heading_text(printed: Printed) -> str:
    """Return a row's words; of a long row, or one with a count of rows and their sum, its first cell, where that names a section."""
    cell, *others = printed.row.text.split("\t")
    if not (others and COUNTED.match(fold(others[0]))) and (len(printed.plain) <= LONGEST_HEADING or printed.figures):
        return printed.plain
    first = fold(cell).strip()
    has_figure = any(figure.start < len(cell) for figure in printed.figures)
    return first if names_section(first) and not has_figure and not patterns.TOTAL.search(first) else printed.plain


def heading_of(rows: Sequence[Printed]) -> str:
    """Return the name in the short rows of text above a header: a section first of all, else the nearest words."""
    texts = [CONTINUED.sub("", heading_text(printed)).strip(" -().") for printed in reversed(rows)]
    return next((text for text in texts if names_section(text)), next(filter(None, texts), ""))


def names_section(text: str) -> bool:
    """True if a heading says which way the money went, or that its rows are no movements."""
    return bool(direction(text) or patterns.DAILY.search(text) or patterns.COPY.search(text) or patterns.ASIDE.search(text))


def is_furniture(printed: Printed) -> bool:
    """True for a page's number, and for a row without letters."""
    return names_page(printed.plain) or not any(map(str.isalpha, printed.folded))


def names_page(text: str) -> bool:
    """True for a text with a page's number, "page 2", or one that is nothing but "2 of 3"."""
    return PAGE.search(text) is not None or OF_PAGES.fullmatch(text) is not None
