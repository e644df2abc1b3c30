"""Accounts as they are called on a page."""

from reconciliation.verification.account_hints import last_digits, number_of


def named_by_the_paper(institution: str, hint: str) -> str:
    """What a statement says of itself: "Joint Savings ··1234", else "Northwind Bank ··1234"; empty where it says nothing."""
    digits = last_digits(number_of(hint))
    return " ".join(filter(None, [name_on_the_paper(institution, hint), f"··{digits}" if digits else ""]))


def name_on_the_paper(institution: str, hint: str) -> str:
    """The same without digits: the account's printed name, else whose statement it is."""
    return hint.removesuffix(number_of(hint)).strip() or institution
