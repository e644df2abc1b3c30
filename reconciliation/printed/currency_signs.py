"""Signs of money that several currencies share."""

SHARED = {
    "$": "USD CAD AUD NZD SGD HKD MXN COP CLP ARS UYU DOP TWD BBD BMD BND BRL BSD BZD CUP CVE FJD GYD JMD KYD LRD MOP NAD NIO SBD SRD TOP "
    "TTD WST XCD ZWG",
    "kr": "SEK NOK DKK ISK",
    "£": "GBP GIP FKP SHP EGP",
    "¥": "JPY CNY",
    "Rs": "INR PKR LKR NPR MUR SCR",
}
SIGNS = {sign: tuple(currencies.split()) for sign, currencies in SHARED.items()}
"""The currencies of a sign that several share, the usual one first."""
