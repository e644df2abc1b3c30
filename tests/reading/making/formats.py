"""The table of habits, continued: how days and figures are written."""

from tests.reading.making.habits import Facet, Option, both, no, of, switch
from tests.reading.making.languages import COUNTRIES

DOLLARS = [name for name in COUNTRIES if name.startswith(("en", "nl"))]  # the symbol before the figure
numbers = both(no("way", "unsigned"), no("kind", "loan"))

DAYS = (
    Facet(
        "date_on",
        (
            Option("row", 62, "each row has its day"),
            Option("carried", 14, "a day is printed once, below it blank"),
            Option("heading", 11, "a line of its own for the day"),
            Option("month", 9, "the day of the month, below a line with the month", no("way", "sections")),
        ),
    ),
    Facet(
        "year",
        (
            Option("row", 66, "a day with its year"),
            Option("none", 34, "a day without its year", both(no("date_on", "month"), no("ends", "neither"))),
        ),
    ),
    Facet(
        "second_date",
        (
            Option("none", 66, "one day a row"),
            Option("value", 18, "the value date as well", of("date_on", "row")),
            Option("transaction", 16, "the transaction's day before the posting day", of("date_on", "row")),
        ),
    ),
    Facet(
        "date_extra",
        (
            Option("nothing", 78, "the day alone"),
            Option("time", 12, "the time behind the day", both(of("date_on", "row"), of("second_date", "none"))),
            Option("weekday", 12, "the weekday before the day", no("date_on", "month")),
        ),
    ),
    Facet(
        "period",
        (
            Option("range", 50, "from day to day on one line"),
            Option("long", 20, "from day to day, months in words"),
            Option("labels", 12, "a label for each of the two days"),
            Option("statement", 14, "only the day of the statement", no("ends", "dated")),
            Option("none", 12, "no period", both(of("year", "row"), no("activity", "none"), no("accounts", "next"), no("ends", "dated"))),
        ),
    ),
)

FIGURES = (
    Facet(
        "grouping",
        (
            Option("usual", 72, "thousands as the country has them"),
            Option("none", 14, "no thousands mark"),
            Option("lakh", 400, "12,34,567.00", of("country", "en-IN")),
            Option("apostrophe", 45, "1'234.56", of("country", "de", "fr", "it")),
        ),
    ),
    Facet(
        "negative",
        (
            Option("minus", 32, "-1.00"),
            Option("behind", 14, "1.00-"),
            Option("brackets", 13, "(1.00)", numbers),
            Option("unicode", 13, "the typographic minus"),
            Option("spaced", 11, "- 1.00"),
            Option("inside", 15, "$-1.00", numbers),
        ),
    ),
    switch("plus", 36, "money in has a plus", of("way", "signed")),
    Facet(
        "symbol",
        (
            Option("none", 36, "figures alone", no("negative", "inside")),
            Option("before", 40, "$1.00", of("country", *DOLLARS)),
            Option("after", 26, "1.00 €", both(no("country", *DOLLARS), no("negative", "inside"))),
            Option("code", 12, "EUR 1.00"),
            Option("code_after", 10, "1.00 EUR", no("negative", "inside")),
        ),
    ),
    Facet(
        "symbol_on",
        (Option("labels", 60, "on labelled balances only", no("negative", "inside")), Option("all", 40, "on every figure")),
    ),
    Facet(
        "overdrawn",
        (
            Option("sign", 66, "an overdrawn balance has the sign of amounts"),
            Option("word", 18, "an overdrawn balance is marked OD or D"),
            Option("marks", 16, "every balance is marked CR or DR"),
        ),
    ),
    switch("bare_whole", 9, "whole amounts without cents, beside amounts with", of("decimals", "two")),
    switch("no_zero", 9, ".15"),
    Facet(
        "heading_unit",
        (Option("none", 82, "headings alone"), Option("unit", 18, "the currency behind the money headings")),
    ),
)
