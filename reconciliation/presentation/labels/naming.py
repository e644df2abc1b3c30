"""Names of accounts on a page."""

from reconciliation.verification.account_choice import last_digits, number_of


def named_by_the_paper(institution: str, hint: str) -> str:
    """Return the account's printed name: "Joint Savings ··1234", else "Northwind Bank ··1234", or an empty text."""
    digits = last_digits(number_of(hint))
    return " ".join(filter(None, [name_on_the_paper(institution, hint), f"··{digits}" if digits else ""]))


def name_on_the_paper(institution: str, hint: str) -> str:
    """Return the account's printed name without digits, else the name of the institution."""
    return hint.removesuffix(number_of(hint)).strip() or institution
