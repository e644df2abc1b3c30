"""The institution of a statement, and the kind, number and name of its account, by general rules."""

import itertools
import re
import statistics
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from reconciliation.reading.tokens.alternatives import phrases, words_of
from reconciliation.reading.tokens.amounts import CODES, HAS_DIGIT
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.labels import balance_kind

NUMBER_LABEL = re.compile(
    rf"\b(?:{phrases('statements', 'number_labels')})\s*[.:#]*\s*"
    r"(?P<number>(?:[a-z]{2}\d{2}(?=[ \d]))?[x*•\d](?:[x*•\d\-. /]|[a-z](?=[x*•\d\-])){2,40}[x*•\d])"
)
STRONG_LABEL = re.compile(r"\b(?:account|card|acct) (?:number|no|nr)\.?\s*:?\s+(?P<number>[a-z]{0,6}[\-*x\d][^\s:]*\d(?: [\dx*]{2,6}\b)*)")
ALONE = re.compile(
    r"(?:[^\d]{0,20} )?(\d{4}(?=.*[x*•])(?:[ -]?[\dx*•]{4}){2}[ -]?\d{4})|(?:number|no\.?)[ :]*(\d+-\d[\d-]*\d)(?: [a-z]{3})?"
)
OF_A_DAY = re.compile(r"[\d]{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}.*")
IBAN = re.compile(r"([A-Z](?<!\w.)(?![A-Z]\d\d ?ZZZ)[A-Z]\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?)\b")
NOT_INSTITUTION, KIND_WORDS, TOTAL, STATEMENT_TITLE, LOAN_TITLE = (
    words_of(phrases("statements", words)) for words in ("no_bank", "accounts", "sums", "titles", "loan_titles")
)
BANKISH = re.compile(rf"\b(?:{phrases('statements', 'banks')})\b|bank\b")
HOUSE = re.compile(r"bank|banque|banc[ao]|kasse|caisse|caixa|cassa|\bunion\b|\bsociety\b|\b(?:trust|finance|plc|inc|ltd|llc|ag|fcu)\b")
SENTENCE = re.compile(r"^[^\W\d_A-Z]\S* \S+ .*\.$")  # the end of a sentence that begins on the row above
OF_PAPER = re.compile(phrases("statements", "of_paper"))
LITTLE = frozenset({"bank", "the", "your", "and", "e", "to"})
WEBSITE = re.compile(r"(?<![@\w.])(?:https?://)?(?:www\.)?([A-Za-z][A-Za-z0-9\-]{1,40}(?:\.[A-Za-z]{2,6}){1,2})\b(?![@\w])")
NAMED_NUMBER = re.compile(r"^[^\d]{3,40}?[ (](?!(?:19|20)\d\d\b)([x*•.]*\d{4,})\)?$")
PROMINENT, TOP_ROWS = 1.25, 24  # large type in usual heights, or a bank's words; most rows of a page's top
MASKS, NAME_END = frozenset("xX*•"), re.compile(r"[\W_]+$")  # characters of a masked number; the end of a name: a currency sign, a colon
FEWEST_LETTERS, LONGEST_NAME = 4, 60
CARD_STRONG = words_of(phrases("cards", "credit_limits", "least_sums", "evidence"))
KINDS = tuple((kind, words_of(phrases("statements", kind))) for kind in ("loan", "savings", "checking"))
KIND_ABOVE, LONGEST_HEADING = 12, 80  # most rows above a table for its kind; most characters of a row that names a kind
HEAD_ROWS, MOST_WORDS, MOST_CELLS = 16, 9, 3  # most rows of a page's head; most words and cells of a title
IN_NUMBERS = re.compile(r"\d|^[x*•]+$")  # a word that is part of a number, such as a card's
CARD_TITLE, NO_CREDIT = words_of(phrases("cards", "titles")), words_of(phrases("cards", "no_credit"))
OF_AN_ACCOUNT = re.compile(rf"\b(?:{phrases('statements', 'papers')})|(?:{phrases('statements', 'ends_of_papers')})\b")
NO_LOAN = re.compile(r"\bsavings (?:and|&) loan|loan association\b")


def institution_in(section: Sequence[Printed], rows: Sequence[Printed]) -> str | None:
    """Return the bank named at the top of an account's own section; else the sender of the document."""
    own = _institution(section) if section and section[0].row.page != rows[0].row.page else ""
    return (own if BANKISH.search(fold(own)) else _institution(rows)) or None


def _institution(rows: Sequence[Printed]) -> str:
    """Return the most prominent words at the top of the first page, a bank's name first, but no paper, address, product or named value."""
    page = [printed for printed in _above_movements(rows) if printed.row.page == rows[0].row.page]
    usual = statistics.median(printed.row.height for printed in page) if page else 0.0
    best: tuple[float, str] = (PROMINENT, "")
    for index, printed in enumerate(page[:TOP_ROWS]):
        for phrase in printed.row.text.split("\t") if not printed.figures and not printed.days else ():
            weight, name = _prominence(phrase, printed.row.height / usual)
            best = max(best, (weight - 0.02 * index, name))
    return best[1]


def _above_movements(rows: Iterable[Printed]) -> Iterator[Printed]:
    """Return the rows up to the first movement."""
    return itertools.takewhile(lambda printed: not (printed.begins_with_day and printed.figures and printed.folded), rows)


def _prominence(phrase: str, height: float) -> tuple[float, str]:
    """Weigh how much a phrase looks like the sender's name: large, with a bank's words, without those of a letter or a label. Return the
    name without the words for a paper that it ends with; it is empty for a web address or no more than such words."""
    words = [(word, fold(word).strip(".:,()")) for word in phrase.strip(" -:|_*()").split()]
    while words and (OF_PAPER.fullmatch(words[-1][1]) or not any(map(str.isalpha, words[-1][0]))):
        words.pop()
    if [fold(word) for word, _ in words[:2]] == ["you", "and"]:
        words = words[2:]
    if all(plain in LITTLE or OF_PAPER.fullmatch(plain) for _, plain in words) or WEBSITE.search(phrase):
        return 0.0, ""
    name = " ".join(word for word, _ in words)
    plain = fold(name)
    long_enough = len(name) <= 60 and len(name.split()) <= 8 and sum(map(str.isalpha, name)) >= 3
    value = name in CODES or (":" in name and not BANKISH.search(plain))  # behind a label
    if value or not long_enough or HAS_DIGIT.search(name) or SENTENCE.search(name) or (kind_of(plain) and not HOUSE.search(plain)):
        return 0.0, name
    weight = height + 1.5 * bool(BANKISH.search(plain)) + 0.3 * bool(KIND_WORDS.search(plain)) - 1.2 * bool(NOT_INSTITUTION.search(plain))
    return weight, name


def account_number(printed: Printed, *, labelled: bool = False) -> str:
    """Return the account or card number that the row names, as printed; empty where it names none, or as `labelled` has no label."""
    if not HAS_DIGIT.search(printed.row.text):
        return ""
    text = fold(printed.row.text)
    match = NUMBER_LABEL.search(text)
    number = match["number"].strip(" -./") if match else ""
    if len(re.findall(r"[\dx*•]", number)) >= 4 and not OF_A_DAY.fullmatch(number):
        return number.upper()
    match = STRONG_LABEL.search(text)
    if match and len(re.findall(r"[\dx*]", match["number"])) >= 4 and "/" not in match["number"]:
        return match["number"].strip(" -.,").upper()
    iban = None if labelled else IBAN.search(printed.row.text)
    return iban[1] if iban and sum(map(str.isdigit, iban[1])) >= 10 else ""


def number_of_title(printed: Printed) -> str:
    """Return the number that a kind of account is titled with, as in "Savings 0002"; empty where the row names none."""
    match = NAMED_NUMBER.search(printed.plain) if not printed.figures and kind_of(printed.plain) else None
    return match[1].upper() if match else ""


def number_beside(rows: Sequence[Printed], first: Printed) -> str:
    """Return the number in the title nearest above an account's first line, or the one that a cell of the head has alone, a hidden card's
    or one called only a number; empty if there is none."""
    titled, head = next(filter(None, map(number_of_title, _upwards(rows, first))), ""), list(_above_movements(rows))
    cells = [cell.strip() for printed in head for cell in fold(printed.row.text).split("\t") if rows.index(first) <= len(head)]
    return titled or next((match[1] or match[2] for match in map(ALONE.fullmatch, cells) if match), "").upper()


def number_of(hint: str) -> str:
    """Return the number that a printed account line ends with: "Joint Savings xx1234" gives xx1234; empty where it ends in words."""
    words = [*itertools.takewhile(lambda word: any(map(str.isdigit, word)) or MASKS.issuperset(word), reversed(hint.split()))]
    return " ".join(reversed(words)) if any(letter.isdigit() for word in words for letter in word) else ""


def last_digits(number: str) -> str:
    """Return the last four of an account's number, which may be hidden but for its end."""
    return re.sub(r"\D", "", number)[-4:]


def account_name(rows: Sequence[Printed], opening: Decimal | None, closing: Decimal | None) -> str:
    """Return the words, without a number, of the row with the account's two balances; empty without one, or if such rows differ."""
    if opening is None or closing is None:
        return ""
    balances = sorted((abs(opening), abs(closing)))
    names: dict[str, str] = {}
    for printed in rows:
        if printed.days or sorted(figure.size for figure in printed.figures) != balances:
            continue
        words = " ".join(NAME_END.sub("", printed.row.text[: printed.figures[0].start]).split())
        name = NAME_END.sub("", words.removesuffix(number_of(words)))
        short = sum(map(str.isalpha, name)) >= FEWEST_LETTERS and len(name) <= LONGEST_NAME
        if short and not TOTAL.search(fold(name)) and not balance_kind(fold(name)):
            names[fold(name)] = name
    return names.popitem()[1] if len(names) == 1 else ""


def kind_of(text: str) -> str | None:
    """Return checking, savings or loan by the words used most, or None."""
    counts = {kind: len(pattern.findall(text)) for kind, pattern in KINDS}
    best = max(counts, key=lambda kind: counts[kind])
    return best if counts[best] else None


def kind_beside(rows: Sequence[Printed], first: Printed) -> str | None:
    """Return the kind that the rows just above an account's first line name, the nearest first."""
    headings = (printed.plain for printed in _upwards(rows, first) if not printed.figures and len(printed.plain) < LONGEST_HEADING)
    return next(filter(None, map(kind_of, headings)), None)


def _upwards(rows: Sequence[Printed], first: Printed) -> Iterator[Printed]:
    """Return an account's first line, and the rows just above it."""
    place = rows.index(first)
    return reversed(rows[max(0, place - KIND_ABOVE) : place + 1])


def title_kind(rows: Sequence[Printed]) -> str | None:
    """Return credit_card, loan, savings or checking where a short row of a page's head, or a cell of a longer one, names it: a row titled a
    statement first, as a bank may call itself "Savings" on its statement of a loan. Only pages up to the first movement have a head."""
    pages = itertools.groupby(_above_movements(rows), key=lambda printed: printed.row.page)
    heads = [printed for _, page in pages for printed in itertools.islice(page, HEAD_ROWS) if not printed.figures]
    named: list[tuple[str, Printed]] = []
    for printed, cells in ((printed, printed.row.text.split("\t")) for printed in heads):
        short = len(printed.plain.split()) <= MOST_WORDS
        titles = ([printed.plain] if short else [fold(cell).strip() for cell in cells]) if len(cells) <= MOST_CELLS else []
        for words in titles:
            if not 1 <= sum(not IN_NUMBERS.search(word) for word in words.split()) <= MOST_WORDS:
                continue
            of_account = OF_AN_ACCOUNT.search(words)
            kind = next((kind for kind, pattern in KINDS if of_account and kind != "loan" and pattern.search(words)), None)
            if of_account and CARD_TITLE.search(words) and not NO_CREDIT.search(words):
                kind = "credit_card"
            elif LOAN_TITLE.search(words) and not NO_LOAN.search(words) and (of_account or len(words.split()) <= 5):
                kind = "loan"
            if kind:
                named.append((kind, printed))
    return next((kind for kind, printed in named if STATEMENT_TITLE.search(printed.plain)), named[0][0] if named else None)


def is_title(printed: Printed) -> bool:
    """True if a short row is the title of an account's statement, or the name of a kind of account."""
    short = not printed.figures and len(printed.plain.split()) <= MOST_WORDS
    return short and (STATEMENT_TITLE.search(printed.plain) is not None or title_kind([printed]) is not None)
