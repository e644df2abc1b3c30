"""Signs and names of money that several currencies share."""

SHARED = {
    "$": "USD CAD AUD NZD SGD HKD MXN COP CLP ARS UYU DOP TWD BBD BMD BND BRL BSD BZD CUP CVE FJD GYD JMD KYD LRD MOP NAD NIO SBD SRD TOP "
    "TTD WST XCD ZWG",
    "kr": "SEK NOK DKK ISK",
    "£": "GBP GIP FKP SHP EGP",
    "¥": "JPY CNY",
    "Rs": "INR PKR LKR NPR MUR SCR",
    "peso": "MXN ARS CLP COP CUP DOP PHP UYU",
}
SIGNS = {sign: tuple(currencies.split()) for sign, currencies in SHARED.items()}
"""The currencies of a sign that several share, the usual one first."""


def may_be_in(currency: str, *, printed: str | None, sign: str | None) -> bool:
    """True if this is the printed currency or one of the printed sign, or if neither is printed."""
    if printed or not sign:
        return not printed or printed == currency
    return currency in SIGNS.get(sign, ())
