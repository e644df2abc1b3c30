"""Keys by which entries of the same payee are found."""

from finance.payees import payee, same_payee, skeleton

LONGEST_TEXT = 70
MOST_WORDS = 6


def key_of(text: str) -> str:
    """Return a key that is equal for texts that may name one payee: "AMZN Mktp 4312" and "Amazon" are both amz.

    A text of generic words alone is its own key; an empty text has an empty key.
    """
    words = payee(text)
    return skeleton(words[0])[:3] if words else _own(text)


def keys_asked(text: str) -> set[str]:
    """Return the keys of each word that may begin the payee: banks put words before a name (LONDON FENWICK) that books leave out."""
    words = payee(text)[:MOST_WORDS]
    return {skeleton(word)[:3] for word in words} or {_own(text)} - {""}


def may_be_one(text: str, other_text: str) -> bool:
    """True if two texts of one key name one payee."""
    words, other_words = payee(text), payee(other_text)
    return same_payee(words, other_words) if words or other_words else _own(text) == _own(other_text)


def _own(text: str) -> str:
    words = "".join(letter if letter.isalpha() else " " for letter in text.casefold()).split()
    return f"={' '.join(words)[:LONGEST_TEXT]}" if words else ""
