"""Accounts as they are called on a page."""

from reconciliation.reading.account_names import number_of


def last_digits(number: str) -> str:
    """The last four of a printed number; nothing where it does not end in digits."""
    return number[-4:] if number[-4:].isdigit() else ""


def named_by_the_paper(institution: str, hint: str) -> str:
    """What a statement says of itself: "Joint Savings ··1234", else "Northwind Bank ··1234"; empty where it says nothing."""
    name = hint.removesuffix(number_of(hint)).strip()
    digits = last_digits(hint)
    return " ".join(filter(None, [name or institution, f"··{digits}" if digits else ""]))
