"""The table of habits: the printed parts, and the forms of rows. Continued in `formats.py` and `around.py`."""

from tests.reading.making.habits import Facet, Habits, Option, both, no, of, switch
from tests.reading.making.languages import COUNTRIES

running = no("balances", "none")
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
            Option("counts", 22, "the sums and the numbers of rows"),
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
            Option("forward", 32, "carried forward below, brought forward above", running),
            Option("subtotal", 14, "a subtotal of the page"),
        ),
    ),
    Facet(
        "checks",
        (
            Option("no", 10, "not so"),
            Option(
                "groups", 90, "checks in a table of two or three groups side by side", both(of("way", "sections"), of("kind", "checking"))
            ),
        ),
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
