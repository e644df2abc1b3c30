"""Payees: what is left of a text after generic words and digits, and whether two of them agree."""

import re
from functools import lru_cache

_GENERIC = """
ab account acct ach amex amt an and andere apr april at atm aud auf aug august auto bacs balance bank banked banking bei beleg bic
bill bpay buchung by cad card cash check checking cheque chf chip chk chq ck close closed closing co collection company
contactless corp cr credit cycle date dbt dd de debit dec december deposit der des die direct dr draft ebanking eft electronic
entry eur fast feb february for foreign fp fpi fpo fri friday from funds gbp giro gmbh gutschrift iban id in inc incoming indn
inst instant interbank internet intl inv invoice jan january jpy jul july jun june karte kartenzahlung lastschrift limited llc ltd
maestro mandat mandate mandatory mar march mastercard may merchant misc mobile mon monday mr mrs ms mt my nach name nfc no nov
november nr number oct october of on online opening order orig ort other out outgoing paid paiement pay payable payment payments
paynow paypal pin plc pmt point pos posted posting ppd pre prlm pte purchase purchases rcvd receipt received recur recurring ref
reference remittance return returned sa saldo sat saturday savings sb sd sent sep sepa sept september service sgd sig slip so sq
st standing sto sun sunday svc swift terminal thank the thu thursday to tpp trace transaction transfer transfers trn trx tue
tuesday txn ueberweisung uk und unknown us usd used using value via vir virement visa void vom von web wed wednesday wire with
withdrawal xfer xx xxx xxxx xxxxx xxxxxx you your zahlung zelle zu zum zur
"""
GENERIC = frozenset(_GENERIC.split())
"""How a payment was made and when, legal forms, months and days, in the languages that statements came in: no payee."""

NAMES = frozenset(("amex", "april", "august", "june", "may", "mobile", "paypal", "sun"))
"""Generic words that are somebody's name where nothing else is said."""

WORD = re.compile(r"[^\W\d_]+")
INITIALS = re.compile(r"\b[^\W\d_]{1,3}(?:\s?[&+]\s?[^\W\d_]{1,3})+\b|\b[^\W\d_]-[^\W\d_]{1,40}\b")
"""Letters that a mark joins to one name: H&M, AT&T, T-Mobile."""
BETWEEN = re.compile(r"[\W_]+")
VOWELS = str.maketrans("", "", "aeiou")
BEGINNING = 3


@lru_cache(maxsize=65536)
def payee(text: str) -> tuple[str, ...]:
    """The words of a payee in order, in lower case: "POS 4411 SHELL OIL #221" gives shell, oil."""
    text = INITIALS.sub(_joined, text.casefold().replace("'", "").replace("\u2019", ""))
    words = WORD.findall(text)
    if len(words) == 1 and words[0] in NAMES:
        return tuple(words)
    return tuple(word for word in words if word not in GENERIC and len(word) > 1) or _letters(words)


def _letters(words: list[str]) -> tuple[str, ...]:
    """Single letters are a name if there are two or more, and nothing else is left: "H M" is HM."""
    letters = [word for word in words if len(word) == 1]
    return ("".join(letters),) if len(letters) > 1 else ()


def _joined(found: re.Match[str]) -> str:
    return BETWEEN.sub("", found.group())


@lru_cache(maxsize=65536)
def skeleton(word: str) -> str:
    """A word without its vowels, the first letter kept: AMZN and Amazon are one."""
    return word[:1] + word[1:].translate(VOWELS)


def words_agree(one: str, other: str) -> bool:
    """Equal, one the beginning of the other (three letters or more), or equal without vowels."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) >= BEGINNING and long.startswith(short):
        return True
    return len(skeleton(one)) >= BEGINNING and skeleton(one) == skeleton(other)


@lru_cache(maxsize=262144)
def payees_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Some word of one agrees with some word of the other; an empty payee agrees with nothing."""
    return any(words_agree(word, their) for word in one for their in other)


@lru_cache(maxsize=262144)
def same_payee(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """The first words agree, or all of one's words do: "Alder Books" and "Birch Books" only agree in what they are."""
    if not one or not other:
        return False
    return words_agree(one[0], other[0]) or _all_agree(one, other) or _all_agree(other, one)


def _all_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return all(any(words_agree(word, their) for their in other) for word in one)


@lru_cache(maxsize=262144)
def payees_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Both say something and no word agrees."""
    return bool(one) and bool(other) and not payees_agree(one, other)
