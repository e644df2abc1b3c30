"""Texts of cells with a fixed meaning, and joined descriptions."""

STATUSES = {
    "": "posted", "posted": "posted", "booked": "posted", "cleared": "posted",
    "completed": "posted", "reconciled": "posted", "gebucht": "posted",
    "pending": "pending", "uncleared": "pending", "vorgemerkt": "pending",
    "void": "void", "voided": "void", "cancelled": "void", "canceled": "void", "storniert": "void",
}  # fmt: skip
YES_NO = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}


def joined(payee: str, description: str) -> str:
    """Return payee and description, or only the description if it contains the payee."""
    if not payee or payee.casefold() in description.casefold():
        return description
    return f"{payee} {description}".rstrip()
