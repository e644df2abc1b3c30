"""What the words beside a figure say it is: an opening, a closing, a balance carried, a total."""

import re
from collections.abc import Sequence
from functools import lru_cache

from reconciliation.reading.tokens.alternatives import beginning, words_of
from reconciliation.reading.tokens.amounts import Figure
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.direction import MONEY_IN, MONEY_OUT, PAYMENTS, SAME_LABELS, direction
from reconciliation.reading.vocabulary.phrases import (
    ASIDE,
    BALANCE_ASIDE,
    BROUGHT,
    CARRIED,
    CLOSING,
    COPY,
    DAILY,
    DATED,
    DUE,
    NO_BALANCE,
    OPENING,
    RATES,
    TOTAL,
    TURNOVER,
)

PAGE = re.compile(
    beginning("page|seite|pag|pagina|blatt|blad|bladnummer|hoja|folha|foglio|strana|strona|side|sida|sivu|halaman")
    + r"[.\s]*(?:n[o°.]*)?\s*\d{1,4}\b"
)
OF_PAGES = re.compile(r"\d{1,4} ?(?:of|von|de|di|van|av|af|z|dari|/) ?\d{1,4}")
CONTINUED = words_of(r"continued|cont'd|cont|fortsetzung|forts|suite|continuacion|continuacao|segue|vervolg|cd|c\.d")
FILLING = words_of(
    r"closing|opening|grand|of|the|your|our|all|as|at|on|to|from|for|and|in|last|previous|next|page|this|period|statement|account|month|"
    r"end|start|close|balance|balances|bal|amount|amounts|day|date|und|der|die|das|des|vom|von|zum|am|per|bis|auf|aus|und|and|other|et|"
    r"autres|y|otros|e|altri|outros|en|andere|i|inne|och|andra|letzte[nrms]?|neue[nrms]?|alte[nrms]?|konto|auszug|kontoauszug|kontostand|"
    r"saldo|saldos|guthaben|seite|blatt|solde|au|le|la|du|de|en|votre|compte|releve|al|el|su|cuenta|extracto|il|del|della|dal|conto|op|per|"
    r"uw|rekening|pagina|hoja|credit|credits|debit|debits|cr|dr|crediteur|debiteur|acreedor|deudor|vorseite|vormonats?|alt|neu|"
    r"nachste[nrms]?|vorige[nrms]?|letztem|precedente|precedent|siguiente|seguinte|successiva|foregaende|nasta|sida|till|fran|ingaende|"
    r"utgaende|volgende|vorige|strony|poprzedniej|nastepna|operations|mouvements|movimientos|movimenti|movimentos|operacji|creditore|"
    r"debitore|vostro|nostro|favore|favor|faveur|notre|credito|debito|nuestro|zu|ihren|unseren|gunsten|haben|soll|gutschriften|"
    r"lastschriften|belastungen|deposits|withdrawals|payments|transactions|umsatze|made|effectue[se]*|efectuados|realizados|efetuados|"
    r"effettuati|geleistete|verrichte|gjorda|foretatte|foretagne|eur|usd|gbp|chf|sgd|inr|aud|cad|jpy"
)
ADJUSTED = re.compile(r"\badjustments?\b")  # beside a side that is named, of that side
MORE_WORDS = re.compile(r"[^\W\d_]{2,}")
LONGEST_LABEL = 64
MARKS = frozenset({"af", "bij", "cr", "dr", "h", "s", "+/credit", "-/debet", "-/debit"})  # of a side, behind a figure: none of its names
LABEL_ABOVE = 1.5  # heights between a figure and its name above
NEAR = 45.0  # points between a figure and the name above it
IN_CELL, EDGE = NEAR - 1, 3.0  # as near counts a figure right of a name's left edge and left of the next name
ONE_OF = re.compile(r"(?<![\d/.-])(\d{1,2}) ?(?:/|de|of|di|von|sur) ?(\d{1,2})(?![\d/.,-])")
OF_WALLETS = re.compile(r"\b(beginning|opening|starting|ending|closing) available (?=balance\b)")
POINTS, MOST_ABOVE = words_of(r"rewards?|cash ?back|points?|miles|loyalty|bonuspunkte|puntos|punti|pontos"), 3
INSTALMENTS, OUTSTANDING = words_of(r"emis?|instal?ments?"), words_of(r"outstanding|remaining|principal")
LONGEST_HEADING, MOST_CELLS, MOST_WORDS = 60, 3, 9
FEWEST_OF_INTEREST, FEWEST_OF_RATES = 3, 2  # headings of a list of interest; of those, days and rates
BOTH_ENDS = 2  # balances named by their days
COUNTED = re.compile(  # 4 items totaling, there were 4 items totaling
    r"\(?(?:there (?:was|were) )?\d{1,4} (?:[a-z/()-]+ ){0,6}[a-z/()-]+,? (?:totall?ing|for a total of|totall?ed)\b"
)
LONGEST_TOTAL = 90  # characters: what is longer is prose
FARTHEST_TOTAL = 12  # characters before the word that says so
FARTHEST_START = 28  # characters before the label's own words


@lru_cache(maxsize=SAME_LABELS)
def balance_kind(label: str) -> str:
    """opening, closing, brought, carried, due or dated; empty where the words name no such balance."""
    label = OF_WALLETS.sub(r"\1 ", label) if "available" in label else label
    if not label or len(label) > LONGEST_LABEL or NO_BALANCE.search(label):
        return ""
    for kind, pattern in (("opening", OPENING), ("carried", CARRIED), ("brought", BROUGHT), ("closing", CLOSING)):
        match = pattern.search(label)
        if match and match.start() <= FARTHEST_START and not _of_several(label):
            return kind
    if DUE.search(label):
        return "due"
    return "dated" if DATED.search(label) and not TOTAL.search(label) else ""


def names_instalment(text: str) -> bool:
    """Does it count one of several, as 4 de 6 or 04/06?"""
    return any(int(match[1]) <= int(match[2]) for match in ONE_OF.finditer(fold(text)))


@lru_cache(maxsize=SAME_LABELS)
def is_label_alone(text: str) -> bool:
    """Is there nothing in a row's words but the name of a balance or a total? A shop may be called so, too."""
    rest = text
    sides = (MONEY_IN, MONEY_OUT) if TOTAL.search(text) else ()
    for pattern in (BALANCE_ASIDE, OPENING, CLOSING, BROUGHT, CARRIED, DATED, TOTAL, *sides):
        rest = pattern.sub(" ", rest)
    return not MORE_WORDS.search(FILLING.sub(" ", rest))


@lru_cache(maxsize=SAME_LABELS)
def names_side_alone(text: str) -> bool:
    """Is there nothing in a heading's words but which way the money went?"""
    if not direction(text):
        return False
    rest = ADJUSTED.sub(" ", CONTINUED.sub(" ", text))
    for pattern in (MONEY_IN, MONEY_OUT, PAYMENTS):
        rest = pattern.sub(" ", rest)
    return not MORE_WORDS.search(FILLING.sub(" ", rest))


def _of_several(label: str) -> bool:
    """Total of all accounts: not the balance of one."""
    return bool(TOTAL.search(label)) and "account" in label


def label_near(rows: Sequence[Printed], index: int, figure: Figure) -> str:
    """The words above a figure that stands alone, and below it, as a label of several lines has them."""
    here = rows[index].row
    for distance in (1, 2):
        if index - distance < 0:
            break
        above = rows[index - distance]
        if above.row.page != here.page or here.top - above.row.bottom > 1.6 * here.height * distance:
            break
        if above.figures:
            break
        if above.folded and any(ch.isalpha() for ch in above.folded):
            words = [word.text for word in above.row.words if word.x0 < figure.x1 + 40 and word.x1 > figure.x0 - 260]
            return " ".join(words).lower() if words else ""
    return ""


def labels_above(rows: Sequence[Printed], index: int) -> dict[int, str]:
    """The names that stand above the figures of a row, on one row or two; on a row with words of its own only a balance's name counts."""
    here = rows[index]
    bare = not here.days and all(word in MARKS or not any(map(str.isalpha, word)) for word in here.folded.split())
    names: dict[int, list[str]] = {}
    below = here.row
    for above in rows[max(0, index - 2) : index][::-1]:
        if (
            above.row.page != below.page
            or above.figures
            or (above.days and names)
            or below.top - above.row.bottom > LABEL_ABOVE * below.height
        ):
            break
        nearest: dict[int, tuple[float, str]] = {}
        phrases = phrases_of(above)
        ends = [*(x0 for _, x0, _ in phrases[1:]), here.row.box[2] + EDGE]
        for (phrase, x0, x1), end in zip(phrases, ends, strict=True):
            for figure in here.figures:
                distance = min(abs(figure.x0 - x0), abs(figure.x1 - x1), abs(figure.x0 + figure.x1 - x0 - x1) / 2)
                distance = min(distance, IN_CELL) if x0 - EDGE <= figure.x0 and figure.x1 <= end else distance
                if distance < min(NEAR, nearest.get(id(figure), (NEAR, ""))[0]):
                    nearest[id(figure)] = (distance, phrase)
        for key, (_, phrase) in nearest.items():
            if balance_kind(fold(" ".join(names.get(key, ())))) not in {"opening", "closing"}:
                names.setdefault(key, []).insert(0, phrase)
        below = above.row
    told = {key: fold(" ".join(parts)) for key, parts in names.items()}
    kinds = {key: balance_kind(label) for key, label in told.items()}
    both = list(kinds.values()).count("dated") == BOTH_ENDS
    return told if bare else {key: told[key] for key, kind in kinds.items() if kind in {"opening", "closing", "due"} or (both and kind)}


def of_points(rows: Sequence[Printed], index: int) -> bool:
    """Does a line above the names of a row's figures say that they count points?"""
    here = rows[index].row
    for above in rows[max(0, index - MOST_ABOVE) : index][::-1]:
        if above.figures or above.row.page != here.page:
            return False
        if POINTS.search(above.plain) and len(above.plain) <= LONGEST_HEADING:
            return True
    return False


def phrases_of(printed: Printed) -> list[tuple[str, float, float]]:
    """The words of a row between its wide gaps, each with its x range."""
    found, start = [], 0
    for phrase in printed.row.text.split("\t"):
        if phrase.strip():
            found.append((phrase, *printed.row.span(start, start + len(phrase))))
        start += len(phrase) + 1
    return found


def names_plan(printed: Printed) -> bool:
    """Does it name instalments and what is outstanding of them, and no figure?"""
    return not printed.figures and bool(INSTALMENTS.search(printed.plain) and OUTSTANDING.search(printed.plain))


def names_interest(printed: Printed) -> bool:
    """True if the row heads a list of interest: it names day counts and interest rates and has no figure."""
    several = printed.row.text.count("\t") + 1 >= FEWEST_OF_INTEREST
    return several and not printed.figures and len(set(RATES.findall(printed.plain))) >= FEWEST_OF_RATES


def total_label(printed: Printed, *, anywhere: bool = False) -> bool:
    """Does the row start, or end, as a total does, or name a turnover and nothing else? Or say so `anywhere`, where it can be no row."""
    matches = list(TOTAL.finditer(printed.folded))
    if (anywhere and matches and len(printed.plain) <= LONGEST_TOTAL) or TURNOVER.fullmatch(printed.folded.strip(" .:")):
        return True
    counts = printed.folded[:1].isdigit() and not printed.days
    return bool(matches) and (counts or matches[0].start() <= FARTHEST_TOTAL or matches[-1].end() == len(printed.folded))


def is_heading(printed: Printed) -> bool:
    """A short row of words, as a section's name is."""
    text = heading_text(printed)
    cells = printed.row.text.count("\t") + 1
    return cells <= MOST_CELLS and 2 < len(text) <= LONGEST_HEADING and any(map(str.isalpha, text)) and len(text.split()) <= MOST_WORDS


def heading_text(printed: Printed) -> str:
    """A row's words; of a long row, or one that goes on with a count of rows and their sum, its first cell, where that names a section."""
    cell, *others = printed.row.text.split("\t")
    if not (others and COUNTED.match(fold(others[0]))) and (len(printed.plain) <= LONGEST_HEADING or printed.figures):
        return printed.plain
    first = fold(cell).strip()
    told = any(figure.start < len(cell) for figure in printed.figures)  # of that figure alone
    return first if names_section(first) and not told and not TOTAL.search(first) else printed.plain


def is_furniture(printed: Printed) -> bool:
    """A page's number, or what no heading says."""
    return names_page(printed.plain) or not any(map(str.isalpha, printed.folded))


def names_page(text: str) -> bool:
    """Is there a page's number, "page 2", or nothing but "2 of 3"?"""
    return PAGE.search(text) is not None or OF_PAGES.fullmatch(text) is not None


def names_section(text: str) -> bool:
    """Does the heading say which way the money went, or that these are no movements?"""
    return bool(direction(text) or DAILY.search(text) or COPY.search(text) or ASIDE.search(text))


def heading_of(rows: Sequence[Printed]) -> str:
    """What short rows of text above a header name: a section first of all, else the nearest words."""
    texts = [CONTINUED.sub("", heading_text(one)).strip(" -().") for one in rows]
    said = [text for text in reversed(texts) if text]
    return next((text for text in said if names_section(text)), said[0] if said else "")
