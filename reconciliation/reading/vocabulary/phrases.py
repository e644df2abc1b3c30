"""The patterns for the terms of statements: balances, totals, sides, limits, sections and cards. Everything is matched against folded text:
lower case, no accents, plain dashes."""

import re
from functools import lru_cache

from reconciliation.reading.tokens.alternatives import begins_of, lists_of, phrases, words_of
from reconciliation.reading.tokens.amounts import CODE, SYMBOLS

NO_COLUMN = re.compile(phrases("cards", "no_columns"))  # terms of a card; their words alone would name days or sides
MOVING = frozenset({"debit", "credit", "amount"})  # roles of columns that move the balance
MONEY_ROLES, DATE_ROLES = frozenset({"debit", "credit", "amount", "balance"}), frozenset({"date", "transaction", "value"})
UNIT = re.compile(
    rf"(?:^| )[(\[]?(?:in |en |em )?(?:{CODE.lower()}|euros?|rs|rm|kr|zl|tl|[a-z]?[a-z]?\$|[€£¥₹])\.?[)\]]?(?= |$)|"
    r"[(\[][-+][)\]]|(?: [-+]$)"
)
OF = re.compile(r" (?:d[aeio]|del) ")
DATE_WORD = re.compile(r"[a-z]{3,}datum|(?:fecha|data|date)(?: d[eiao']l?)?(?: la| l')? ?[a-z]{3,}")
FEWEST_LETTERS = 4  # fewest letters of a name that a point cuts short
OTHER_BEGINNING = re.compile(r"[^/]*/|[a-z]{3,}datum$|fecha|data|date|in$|en$")

SIDE = f"(?:{phrases('overdrafts', 'owed')})"
ALL_OWED = re.compile(rf"(?:all |alle )?(?:balances (?:are|shown are)|salden(?: sind)?) {SIDE}")  # a note on the side of every balance
MAY_BE_SIDE = rf"(?:{SIDE}|d|s|af|d/|dr-)"  # marks too short to prove a side
SIDE_ALONE, MAY_STAND_ALONE = re.compile(SIDE), re.compile(MAY_BE_SIDE)
SIDE_AMONG, MAY_END = re.compile(rf"(?<![\w/-]){SIDE}(?![\w/-])"), re.compile(rf"(?<![\w/-]){MAY_BE_SIDE}$")
AROUND = " .,;:*()[]|"
CURRENCY_ALONE = re.compile(rf"(?:{CODE}|[{SYMBOLS}])", re.IGNORECASE)
AVAILABLE, LIMIT = words_of(phrases("overdrafts", "available")), words_of(phrases("overdrafts", "limits"))
OVERDRAFT = words_of(phrases("overdrafts", "overdrafts"))
"""Words for an overdraft, which only an account that holds money has."""
CREDIT_LINE, COSTS = words_of(phrases("overdrafts", "credit_lines")), words_of(phrases("overdrafts", "costs"))
UP_TO = re.compile(rf"\b(?:{phrases('overdrafts', 'up_to')})$")

MONEY_IN, MONEY_OUT = words_of(phrases("sides", "money_in")), words_of(phrases("sides", "money_out"))
DEPOSITS, WITHDRAWALS = words_of(phrases("sides", "deposits")), words_of(phrases("sides", "withdrawals"))
"""Names of sums that only an account with money on it has. A debt has payments and charges."""
PAYMENTS, NO_SIDE = words_of(phrases("sides", "payments")), words_of(phrases("sides", "no_side"))
PART, HELD_PART = words_of(phrases("sides", "parts")), words_of(phrases("sides", "parts_of_held"))
AND_OTHER = re.compile(phrases("sides", "and_other"))  # words after which the name before them is not a part
BOTH_WAYS = re.compile(r"\b(?:payments?\W+(?:and )?receipts?|receipts?\W+(?:and )?payments?)\b")
CASH = re.compile(r"\bcash (?:in|out)(?:flows?)?\b")  # cash in and cash out are not parts of the money in or out
FILLING = re.compile(rf"\b(?:{phrases('sides', 'filling')})\b|[^a-z]")
SURELY_OUT, SURELY_IN = re.compile(r"\b(?:withdrawals?|fees?|purchases?|charges?)\b"), re.compile(r"\b(?:deposits?|additions?|credits)\b")
ONE_PAYMENT = re.compile(r"(?:payment|pago|paiement|zahlung|pagamento|betaling|betalning)\b")
SAME_LABELS = 1024  # cached with their meaning: one label is looked up again and again, in every section, reading and check

OPENING, CLOSING = begins_of(phrases("balances", "opening")), begins_of(phrases("balances", "closing"))
BROUGHT, CARRIED = words_of(phrases("balances", "brought")), words_of(phrases("balances", "carried"))
BALANCE_OF_DAY = re.compile(rf"(?:{phrases('balances', 'of_day')})")
BARE_BALANCE = re.compile(
    rf"(?:{phrases('balances', 'bare')})(?: (?:{phrases('balances', 'between')})\b.{{0,24}})?"
    r"(?: (?:(?:en|in|em) )?(?:eur|euros?|chf|usd|gbp))?"
)
BALANCE_ASIDE = re.compile(phrases("balances", "aside"))  # names of balances that the rows do not lead to
DATED = re.compile(
    r"^(?:usd|eur|gbp|chf|aud|cad|nzd|sgd|hkd|jpy|sek|nok|dkk|pln) (?:on|as of)$|^(?:your |votre |ihr |su |account |bank |closing |the )*"
    rf"(?:{phrases('balances', 'dated')})(?: (?:{phrases('balances', 'dated_kinds')}))* (?:{phrases('balances', 'before_day')})\b"
)
DUE = re.compile(phrases("balances", "due"))
OWED, NO_BALANCE = words_of(phrases("balances", "owed")), words_of(phrases("balances", "other"))
DAILY = words_of(phrases("balances", "lists_of_days"))
TOTAL = words_of(phrases("totals", "sums", "of_all_rows"))
OF_SOME_ROWS = words_of(phrases("totals", "of_some_rows") + "|" + phrases("labels", "pages"))
SUM_OR_BALANCE = words_of(phrases("totals", "sums", "of_all_rows", "results"))
TURNOVER, LARGEST = re.compile(phrases("totals", "turnover")), words_of(phrases("totals", "largest"))
OF_A_PART, INTEREST = words_of(phrases("totals", "of_a_part", "interest")), words_of(phrases("totals", "interest"))
PART_IN_ROWS = re.compile(phrases("totals", "part_in_rows"))
OTHER_YEAR, OTHER_SPAN = words_of(phrases("totals", "of_another_year")), words_of(phrases("totals", "of_another_span"))
NET = re.compile(
    rf"(?:the |your |total )?net (?:{phrases('totals', 'net')})(?: (?:{phrases('totals', 'of_net')}))*|"
    rf"(?:{phrases('totals', 'changes')})(?: (?:{phrases('totals', 'of_changes')}))+|"
    rf"(?:{phrases('totals', 'of_all_rows')})(?: \(card [x*]*\d+\))?"
)
CARD_TITLE, CARD_TERMS = words_of(phrases("cards", "names")), words_of(phrases("cards", "credit_limits", "least_sums", "terms"))
CREDIT_LIMITS, LEAST_SUMS = phrases("cards", "credit_limits"), phrases("cards", "least_sums")
DEBT_TERMS = re.compile(
    rf"\b(?:(?P<minimum>{LEAST_SUMS})|(?P<total>{phrases('cards', 'whole_sums')})|(?P<day>{phrases('cards', 'days_to_pay')}))\b"
)
"""Terms that only a debt has: a least sum, a whole sum and a day to pay, one group each."""
NOT_BOOKED = words_of(phrases("unbooked", "states", "upcoming"))
ASIDE = words_of(phrases("unbooked", "states", "upcoming", "aside"))
DISOWNED = phrases("unbooked", "states", "undone")  # words of a row that is not booked or was undone
STATE = re.compile(rf"(?:{DISOWNED})")
DISOWNS = re.compile(
    rf"(?:(?:this|the|diese|cette|l'|este|deze|questa|esta) ?)?(?:{phrases('unbooked', 'rows')})\b.{{,40}}?"
    rf"(?:\b(?:{DISOWNED})\b|(?:not|nicht|non|no|niet|nao) .*(?:count|balance|saldo|solde))|.*\bcorrect amount\b"
)
ACTIVITY_NONE = re.compile(
    rf"\b(?:{phrases('unbooked', 'no_activity')})(?= ?[.,;:!)]|$| (?:{phrases('unbooked', 'behind_no_activity')})\b)"
)
RATES, COPY = words_of(phrases("labels", "rates")), words_of(phrases("labels", "copies"))
# The names of the first and the last day of a period, where each has a name of its own
OF_A_STATEMENT, OF_A_DAY = rf"(?:(?:{phrases('labels', 'of_a_statement')}) )*", r"(?: (?:date|day|on|datum|periode|period))?"
STARTS = re.compile(rf"{OF_A_STATEMENT}(?:{phrases('labels', 'first_day')}){OF_A_DAY}")
ENDS = re.compile(rf"{OF_A_STATEMENT}(?:{phrases('labels', 'last_day')}){OF_A_DAY}")
KINDS_OF_PARTS = ("principal", "interest", "escrow", "insurance", "fee", "payment")
PARTS = {name: kind for kind in KINDS_OF_PARTS for name in lists_of("parts")[kind]}  # kinds by names; "payment" is the whole
OF_PARTS = {name: {"principal": "amount", "payment": "debit"}.get(kind, "aside") for name, kind in PARTS.items()}
NAMED = OF_PARTS | {name: role for role, names in lists_of("columns").items() for name in names}
OF_DAYS = {OF.sub(" ", phrase): role for phrase, role in NAMED.items() if role in DATE_ROLES}  # day names printed on two lines
ROLES = OF_DAYS | {phrase.replace(" / ", " "): role for phrase, role in NAMED.items()} | NAMED
FIRST_WORDS = frozenset(phrase.split()[0] for phrase in ROLES)


@lru_cache(maxsize=10_000)  # phrases of strangers' documents: a worker must not keep them all
def role_of(phrase: str) -> str | None:
    """Return the role that a column heading names, also with a currency or a unit behind it; or None. Of two names with a stroke between,
    it is the common role, the first of two days, or an amount that is money out or in."""
    if phrase in ROLES:
        return ROLES[phrase]
    bare = UNIT.sub("", phrase).strip(" -./()")
    if bare != phrase and bare:
        return ROLES.get(bare)
    if "/" not in phrase:
        return "date" if DATE_WORD.fullmatch(phrase) else None
    named = [role_of(part.strip()) for part in phrase.split("/")]
    if len(set(named)) == 1 or set(named) <= DATE_ROLES:
        return named[0]
    return "amount" if set(named) == {"debit", "credit"} else None


def part_of(phrase: str) -> str | None:
    """Return the kind of part, or payment, that a name without or with a currency names; or None."""
    return PARTS.get(phrase) or PARTS.get(UNIT.sub("", phrase).strip(" -./():"))


@lru_cache(maxsize=10_000)
def day_abbreviated(phrase: str) -> str | None:
    """Return the role of days that every column's name with this beginning has; None if there are none, or others."""
    named = {role for name, role in ROLES.items() if name.startswith(phrase)} if len(phrase) >= FEWEST_LETTERS else set[str]()
    return named.pop() if len(named) == 1 and named <= DATE_ROLES else None


def may_begin_name(text: str) -> bool:
    """True if a phrase with a role may begin so: with the first word of a name, a currency, a word for days, or a joint name."""
    word = text.split(maxsplit=1)[0]
    return word in FIRST_WORDS or OTHER_BEGINNING.match(word) is not None or UNIT.match(word) is not None


def names_limit(label: str) -> bool:
    """True if a label names a limit of debt or insurance, and not its cost."""
    owed = OVERDRAFT.search(label) or CREDIT_LINE.search(label)
    return (owed is not None and COSTS.search(label) is None) or UP_TO.search(label) is not None


def may_name_overdraft(words: str) -> bool:
    """True if such a word is among these folded ones, or if their last may be one."""
    return SIDE_AMONG.search(words) is not None or MAY_END.search(words.strip(AROUND)) is not None


def may_be_overdraft(words: str) -> bool:
    """True if folded words may be the word for an overdraft and nothing else."""
    return MAY_STAND_ALONE.fullmatch(words.strip(AROUND)) is not None


@lru_cache(maxsize=SAME_LABELS)
def direction(label: str, *, card: bool = False) -> int:
    """Return +1 where a label names money in, -1 for money out, 0 for both or neither."""
    label = NO_SIDE.sub(" ", label)
    if BOTH_WAYS.search(label):
        return 0
    into, out = MONEY_IN.search(label), MONEY_OUT.search(label)
    if into and out:  # card withdrawals are money out though they say "credit"
        return -1 if SURELY_OUT.search(label) and not SURELY_IN.search(label) else 0
    if into or out:
        return 1 if into else -1
    return (1 if card else -1) if PAYMENTS.search(label) else 0


def side_in_summary(label: str, *, owed: bool) -> int:
    """Return the direction that a label has in the summary of an account; interest alone is a charge on a debt."""
    bare = owed and INTEREST.search(label) and not FILLING.sub(" ", INTEREST.sub(" ", label)).strip()
    return direction(label, card=owed) or (-1 if bare else 0)


def names_sum_of_side(label: str, *, held: bool = False) -> bool:
    """True if a label names nothing but one direction, or its sum. False for a single payment, and for charges alone if money is held."""
    named = direction(HELD_PART.sub(" ", label) if held else label) != 0 and plain_side(label)
    return named and not (ONE_PAYMENT.search(label) and not TOTAL.search(label))


def plain_side(label: str) -> bool:
    """True if a label names nothing but a side and filling words, and no part of the side, such as fees."""
    rest = AND_OTHER.sub(" ", CASH.sub(" ", label))
    if PART.search(rest):
        return False
    for pattern in (TOTAL, MONEY_IN, MONEY_OUT, PAYMENTS, FILLING):
        rest = pattern.sub(" ", rest)
    return not rest.strip()
