"""The categories of the payments in the sample books."""

NOMINAL = {
    "4000 Sales": ("Corner Gallery", "The Tea Rooms", "Market stall"),
    "4100 Evening classes": ("A. Pellow", "B. Okoro"),
    "5000 Materials": ("Tilde & Sons", "Clayworks", "Oakden", "Kite & Co"),
    "6000 Wages": ("Salary",),
    "6100 Rent and rates": ("Quayside Lettings", "Town council"),
    "6200 Light and heat": ("Northgrid",),
    "6300 Repairs": ("Cheque 411", "Cheque 412", "Cheque 413"),
    "6400 Post and office": ("Sparrow", "Brightline", "Halyard"),
    "6500 Travel": ("Riverside", "Meridian", "Copper Kettle"),
    "7900 Bank charges": ("Bank fee",),
}


def nominal_account(description: str) -> str:
    """Empty where nobody has said yet."""
    return next((account for account, payees in NOMINAL.items() if description.startswith(payees)), "")
