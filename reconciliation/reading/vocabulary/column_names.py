"""The names of columns, in several languages, and the role that each names. Everything is matched against folded text."""

import re
from functools import cache, lru_cache

from reconciliation.reading.tokens.alternatives import lists_of, phrases
from reconciliation.reading.tokens.money_marks import CODE

NO_COLUMN = re.compile(phrases("cards", "no_columns"))  # terms of a card, with words that alone would name days or sides
MONEY_ROLES, DATE_ROLES = frozenset({"debit", "credit", "amount", "balance"}), frozenset({"date", "transaction", "value"})
UNIT = re.compile(
    rf"(?:^| )[(\[]?(?:in |en |em )?(?:{CODE.lower()}|euros?|rs|rm|kr|zl|tl|[a-z]?[a-z]?\$|[€£¥₹])\.?[)\]]?(?= |$)|"
    r"[(\[][-+][)\]]|(?: [-+]$)"
)
OF = re.compile(r" (?:d[aeio]|del) ")
DATE_WORD = re.compile(r"[a-z]{3,}datum|(?:fecha|data|date)(?: d[eiao']l?)?(?: la| l')? ?[a-z]{3,}")
FEWEST_LETTERS = 4  # of a name that a point cuts short
OTHER_BEGINNING = re.compile(r"[^/]*/|[a-z]{3,}datum$|fecha|data|date|in$|en$")


@lru_cache(maxsize=10_000)  # phrases of strangers' documents: a worker must not keep them all
def role_of(phrase: str) -> str | None:
    """Return the role that a column heading names, also with a currency or a unit behind it; or None. Of two names with a stroke between,
    it is what both name, the first of two days, or an amount that is money out or in."""
    roles = _roles()
    if phrase in roles:
        return roles[phrase]
    bare = UNIT.sub("", phrase).strip(" -./()")
    if bare != phrase and bare:
        return roles.get(bare)
    if "/" not in phrase:
        return "date" if DATE_WORD.fullmatch(phrase) else None
    named = [role_of(part.strip()) for part in phrase.split("/")]
    if len(set(named)) == 1 or set(named) <= DATE_ROLES:
        return named[0]
    return "amount" if set(named) == {"debit", "credit"} else None


@lru_cache(maxsize=10_000)
def day_abbreviated(phrase: str) -> str | None:
    """Return the role of days that every column's name with this beginning has; None if there are none, or others."""
    named = {role for name, role in _roles().items() if name.startswith(phrase)} if len(phrase) >= FEWEST_LETTERS else set[str]()
    return named.pop() if len(named) == 1 and named <= DATE_ROLES else None


def may_begin_name(text: str) -> bool:
    """True if a phrase with a role may begin so: with the first word of a name, a currency, a word for days, or a joint name."""
    word = text.split(maxsplit=1)[0]
    return word in _first_words() or OTHER_BEGINNING.match(word) is not None or UNIT.match(word) is not None


@cache
def _first_words() -> frozenset[str]:
    return frozenset(phrase.split()[0] for phrase in _roles())


@cache
def _roles() -> dict[str, str]:
    named = {name: role for role, names in lists_of("columns").items() for name in names}
    days = {OF.sub(" ", phrase): role for phrase, role in named.items() if role in DATE_ROLES}  # as where the name is on two lines
    return days | {phrase.replace(" / ", " "): role for phrase, role in named.items()} | named
