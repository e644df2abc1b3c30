"""Accounts as they are called on a page."""

from reconciliation.reading.account_names import last_digits, number_of


def named_by_the_paper(institution: str, hint: str) -> str:
    """What a statement says of itself: "Joint Savings ··1234", else "Northwind Bank ··1234"; empty where it says nothing."""
    number = number_of(hint)
    name, digits = hint.removesuffix(number).strip(), last_digits(number)
    return " ".join(filter(None, [name or institution, f"··{digits}" if digits else ""]))
