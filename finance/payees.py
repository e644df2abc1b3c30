"""Payees: the words of a text without generic words and digits, and their comparison."""

import re
from unicodedata import combining, normalize

from finance.cache import PAIRS, TEXTS, remembered

_GENERIC = """
ab account acct ach addebito adeudo amex amt an and andere apr april at atm aud auf aug august auszahlung auto bacs balance bank
banked banking barauszahlung bargeld bargeldauszahlung bei beleg betaling bic bill blz bonifico bpay buchung by cad cajero card
carta cartao carte cash cb check checking cheque cheques chf chip chk chq ck close closed closing co cobro collection company
compra contactless corp cr credit cycle dab date dauerauftrag dbt dd de debit dec december deposit der des die direct dr draft
ebanking ec eft einzahlung electronic entry espece especes eur factura facture fast fattura feb february for foreign fp fpi fpo
fri friday from funds ga gbp geldautomat geldautomaten geldopname giro girocard glaeubiger gmbh gutschrift iban id in inc
incasso incoming indn inst instant interbank internet intl inv invoice jan january jpy jul july jun june karte kartenzahlung
kauf kontant konto kto lastschrift limited llc ltd maestro mandat mandate mandatory mandatsref mar march mastercard may merchant
misc mobile mon monday mr mrs ms mt my nach name nfc no nov november nr number oct october of on online opening order orig ort
other out outgoing overschrijving pagamenti pagamento pago paid paiement pay payable payment payments paynow paypal pin
pinbetaling platnosc plc pmt point pos posted posting ppd pre prelevement prelievo prlm prlv przelew pte purchase purchases rcur
rcvd receipt received rechnung recibo recur recurring ref reference reintegro remise remittance retrait return returned sa saldo
sat saturday savings sb sd sent sep sepa sept september service sgd sig slip so sq st standing sto sun sunday svc swift tarjeta
terminal terminale thank the thu thursday to tpp trace transaction transfer transferencia transferencias transfers trn trx tue
tuesday txn ueberweisung uk und unknown us usd used using value versement verwendungszweck via vir virement virt visa void vom
von web wed wednesday wire with withdrawal xfer xx xxx xxxx xxxxx xxxxxx you your zahlung zelle zu zum zur
"""
GENERIC = frozenset(_GENERIC.split())
"""Words for means of payment, legal forms, months and days in the languages of statements; never part of a payee."""

NAMES = frozenset(("amex", "april", "august", "june", "may", "mobile", "paypal", "sun"))
"""Generic words that are a name if nothing else is left."""

WORD = re.compile(r"[^\W\d_]+")
INITIALS = re.compile(r"\b[^\W\d_]{1,3}(?:\s?[&+]\s?[^\W\d_]{1,3})+\b|\b[^\W\d_]-[^\W\d_]{1,40}\b")
"""Letters joined by a mark to one name: H&M, AT&T, T-Mobile."""
BETWEEN = re.compile(r"[\W_]+")
VOWELS = str.maketrans("", "", "aeiou")
BEGINNING = 3


@remembered(TEXTS)
def payee(text: str) -> tuple[str, ...]:
    """Return the words of a payee in order and lower case: "POS 4411 SHELL OIL #221" gives shell, oil."""
    text = text.casefold()
    if not text.isascii():  # banks often cannot print accents: Bäcker as Backer, Épicerie as Epicerie
        text = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
    text = text.replace("'", "").replace("\u2019", "")
    if "&" in text or "+" in text or "-" in text:
        text = INITIALS.sub(lambda match: BETWEEN.sub("", match.group()), text)
    words = WORD.findall(text)
    if len(words) == 1 and words[0] in NAMES:
        return tuple(words)
    names = tuple([word for word in words if word not in GENERIC and len(word) > 1])
    if names:
        return names
    letters = [word for word in words if len(word) == 1]
    return ("".join(letters),) if len(letters) > 1 else ()  # two or more single letters are a name: "H M" is HM


@remembered(TEXTS)
def skeleton(word: str) -> str:
    """Return the word without vowels except its first letter, so that AMZN and Amazon are equal."""
    return word[:1] + word[1:].translate(VOWELS)


def words_agree(first: str, second: str) -> bool:
    """True if the words are equal, one begins the other (three letters or more), or they are equal without vowels."""
    if first == second:
        return True
    short, long = (first, second) if len(first) <= len(second) else (second, first)
    if len(short) < BEGINNING:
        return False
    bare = skeleton(short)
    return long.startswith(short) or (len(bare) >= BEGINNING and bare == skeleton(long))


@remembered(PAIRS)
def payees_agree(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """True if any word of one agrees with any word of the other; never for an empty payee."""
    return any(words_agree(word, other_word) for word in first for other_word in second)


@remembered(PAIRS)
def same_payee(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """True if the first words agree, or all words of one agree with some of the other.

    "Alder Books" and "Birch Books" share only their trade and are not the same.
    """
    if not first or not second:
        return False
    return words_agree(first[0], second[0]) or _all_agree(first, second) or _all_agree(second, first)


def _all_agree(words: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return all(any(words_agree(word, other_word) for other_word in others) for word in words)


@remembered(PAIRS)
def payees_differ(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """True if neither is empty and no words agree."""
    return bool(first) and bool(second) and not payees_agree(first, second)
