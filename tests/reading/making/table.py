"""The table of habits: what is printed, and in which shape. What stands around the rows is in `around.py`."""

from tests.reading.making.habits import Facet, Habits, Option, both, no, of, switch
from tests.reading.making.languages import COUNTRIES

DOLLARS = [name for name in COUNTRIES if name.startswith(("en", "nl"))]  # the symbol before the figure
running = no("balances", "none")
numbers = both(no("way", "unsigned"), no("kind", "loan"))
debt_that_moves = both(of("kind", "card", "loan"), of("activity", "some"), no("ends", "closing", "neither"))  # else it may be a credit
rows_speak = both(no("kind", "card"), no("way", "unsigned"), no("activity", "none"))


def balances_in_table(habits: Habits) -> bool:
    """Is there a column for a balance? Where there is none, some countries print it in the debit or the credit column."""
    by_side = habits["country"] in {"de", "fr", "es", "it", "pt"}
    return habits["way"] != "sections" and (habits["way"] != "columns" or habits["balances"] != "none" or by_side)


WHAT = (
    Facet("country", tuple(Option(name, 10 if name == "en-IN" else 9, "its words, its days, its decimal mark") for name in COUNTRIES)),
    Facet(
        "kind",
        (
            Option("checking", 50, "a current account"),
            Option("savings", 9, "a savings account"),
            Option("card", 23, "a credit card: what is owed is a negative balance"),
            Option("loan", 9, "a loan"),
            Option("wallet", 9, "a wallet of an app"),
        ),
    ),
    Facet(
        "accounts",
        (
            Option("one", 80, "one account"),
            Option("two", 16, "two accounts in one combined statement", of("kind", "checking", "savings")),
            Option("next", 7, "the statements of two periods of one account in one file"),
        ),
    ),
    Facet(
        "activity",
        (Option("some", 94, "rows"), Option("none", 6.5, "no row at all, said in words")),
    ),
    switch("year_turns", 12, "the period goes over the turn of the year"),
    switch("pairs", 25, "rows that cancel out, and rows that are alike"),
    Facet(
        "decimals",
        (
            Option("two", 80, "hundredths"),
            Option("zero", 14, "a currency without decimals", of("country", "en-US", "en-GB", "en-SG", "en-AU", "en-IN", "fr", "es")),
            Option("three", 15, "a currency of thousandths", of("country", "en-US", "en-GB", "en-SG", "en-AU", "en-IN", "fr")),
        ),
    ),
)

ROWS = (
    Facet(
        "way",
        (
            Option("columns", 34, "a debit and a credit column"),
            Option("signed", 26, "one column of signed amounts"),
            Option("sections", 18, "money in and money out under headings of their own"),
            Option("marked", 10, "CR and DR behind the amount"),
            Option("typed", 9, "a column says which side: D and C, S and H", no("kind", "loan")),
            Option("unsigned", 11, "amounts without sign: only the running balance tells", of("kind", "checking", "savings", "wallet")),
        ),
    ),
    Facet(
        "balances",
        (
            Option("none", 24, "no running balance", no("way", "unsigned")),
            Option("every", 42, "a balance on every row", both(no("way", "sections"), no("kind", "card"))),
            Option("daily", 18, "a balance on the last row of each day", both(no("way", "sections", "unsigned"), no("kind", "card"))),
        ),
    ),
    Facet(
        "order",
        (Option("oldest", 85, "oldest first"), Option("newest", 15, "newest first")),
    ),
    Facet(
        "ends",
        (
            Option("summary", 36, "opening and closing above the rows"),
            Option("both", 26, "opening and closing above the rows and among them", balances_in_table),
            Option("table", 20, "opening and closing as rows of the table", balances_in_table),
            Option("dated", 13, "a balance at a day, first and last row of the table", balances_in_table),
            Option("closing", 7, "the closing only, above the rows", no("way", "unsigned")),
            Option("neither", 9, "neither: rows only, as an export has them", rows_speak),
        ),
    ),
    Facet(
        "opening_word",
        (Option("opening", 75, "opening balance"), Option("brought", 25, "brought forward", of("ends", "table", "both"))),
    ),
    Facet(
        "summary",
        (
            Option("lines", 50, "a label and its figure on each line"),
            Option("across", 20, "labels on a line, figures on the next"),
            Option("inline", 13, "label: figure, label: figure, on one line"),
            Option("pairs", 13, "two labels with their figures on each line"),
        ),
    ),
    Facet(
        "summary_totals",
        (
            Option("no", 45, "no totals in the summary"),
            Option("sums", 30, "the sums of money in and out"),
            Option("counts", 15, "the sums and the numbers of rows"),
            Option("minus", 12, "the sums, money out with its minus"),
        ),
    ),
    Facet(
        "totals",
        (
            Option("no", 55, "no total below the rows"),
            Option("total", 27, "a total line below the rows"),
            Option("items", 18, "so many items totalling so much"),
        ),
    ),
    Facet(
        "page_end",
        (
            Option("nothing", 60, "a page just ends"),
            Option("forward", 25, "carried forward below, brought forward above", running),
            Option("subtotal", 14, "a subtotal of the page"),
        ),
    ),
    Facet(
        "checks",
        (Option("no", 50, "not so"), Option("groups", 50, "checks in a table of two or three groups side by side", of("way", "sections"))),
    ),
    Facet(
        "section_signs",
        (Option("plain", 60, "no sign in sections"), Option("signed", 40, "signs as well as section headings", of("way", "sections"))),
    ),
    Facet(
        "owed_sign",
        (
            Option("plus", 70, "what is owed, and what is charged, is printed without a sign"),
            Option(
                "minus",
                34,
                "what is owed is printed negative",
                debt_that_moves,
            ),
        ),
    ),
)

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
            Option("statement", 13, "only the day of the statement"),
            Option("none", 8, "no period", both(of("year", "row"), no("activity", "none"), no("accounts", "next"))),
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
            Option("inside", 11, "$-1.00"),
        ),
    ),
    switch("plus", 26, "money in has a plus", of("way", "signed")),
    Facet(
        "symbol",
        (
            Option("none", 36, "figures alone"),
            Option("before", 40, "$1.00", of("country", *DOLLARS)),
            Option("after", 26, "1.00 €", no("country", *DOLLARS)),
            Option("code", 12, "EUR 1.00"),
            Option("code_after", 10, "1.00 EUR"),
        ),
    ),
    Facet(
        "symbol_on",
        (Option("labels", 60, "on labelled balances only"), Option("all", 40, "on every figure")),
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
