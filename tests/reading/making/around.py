"""Further habits: the layout of rows and columns and the text around them."""

from tests.reading.making.formats import DAYS, FIGURES
from tests.reading.making.habits import Facet, Habits, Option, both, no, of, switch
from tests.reading.making.table import ROWS, WHAT


def tails_differ(habits: Habits) -> bool:
    """Does something stand behind the digits of some figures and not of others?"""
    return habits["negative"] in {"behind", "brackets"} or habits["overdrawn"] == "word"


SHAPE = (
    Facet(
        "lines",
        (
            Option("one", 42, "one line a row"),
            Option("after", 20, "more text below the row"),
            Option("many", 12, "three to five lines of text"),
            Option("last", 12, "the figures on the last line of the text"),
            Option("middle", 11, "the day and the figures level with the middle of the text"),
        ),
    ),
    switch("figures_in_text", 25, "figures, days and numbers in the text"),
    switch("row_breaks", 80, "a row goes on over the page", both(of("lines", "after", "many"), no("page_end", "forward"))),
    Facet(
        "side_column",
        (
            Option("none", 76, "no further column"),
            Option("reference", 15, "a column of reference numbers"),
            Option("serial", 9, "rows are numbered"),
        ),
    ),
    Facet(
        "column_order",
        (
            Option("usual", 70, "text, then figures"),
            Option("amount_first", 18, "figures before the text", both(of("lines", "one"), no("way", "unsigned"))),
            Option("credit_first", 30, "money in before money out", of("way", "columns")),
        ),
    ),
    Facet(
        "align",
        (
            Option("right", 66, "figures end at one place"),
            Option("left", 13, "figures begin at one place"),
            Option("centre", 9, "figures stand about one place"),
            Option("point", 60, "digits end at one place, whatever stands behind them", tails_differ),
        ),
    ),
    Facet(
        "heading",
        (
            Option("plain", 54, "headings as figures are aligned"),
            Option("far", 13, "headings at the column's other side"),
            Option("two_lines", 11, "headings on two lines"),
            Option("spaced", 9, "headings in spaced letters"),
            Option("missing", 25, "no headings", both(no("way", "columns", "unsigned"), of("second_date", "none"))),
        ),
    ),
    Facet(
        "gaps",
        (Option("usual", 64, "columns apart"), Option("narrow", 18, "columns close together"), Option("wide", 18, "columns wide apart")),
    ),
    Facet(
        "type",
        (
            Option("helvetica", 50, "9 points"),
            Option("times", 16, "10 points"),
            Option("courier", 16, "8 points, all of one width"),
            Option("small", 18, "7 points"),
        ),
    ),
    Facet(
        "page_rows",
        (
            Option("full", 55, "pages are filled", of("page_end", "nothing")),
            Option("few", 22, "12 rows a page"),
            Option("fewer", 14, "6 rows a page"),
        ),
    ),
    switch("headings_once", 20, "headings on the first page only"),
    Facet(
        "page_number",
        (Option("bottom", 48, "page n of m below"), Option("top", 28, "page n of m above"), Option("none", 24, "no page numbers")),
    ),
    switch("page_head", 28, "bank, account and day above every page"),
)


def brand_speaks(habits: Habits) -> bool:
    """Does the paper say the kind elsewhere: a card's limit and minimum payment, or the plain ways of an account that holds money?"""
    return habits["kind"] == "checking" or (habits["kind"] == "card" and habits.has("terms_before"))


AROUND = (
    switch("terms_before", 35, "limits, available and average balance, rates before the rows"),
    switch("address", 55, "names, streets, telephone numbers"),
    switch("brand", 16, "the title is a product's name, which says no kind", brand_speaks),
    switch("spaced_title", 8, "the title in spaced letters"),
    switch("label_day", 24, "labels of balances name their day", of("period", "range", "long", "labels")),
    switch("pending", 9, "pending rows before the rows, not booked", no("activity", "none")),
    switch("upcoming", 9, "scheduled payments below the rows"),
    switch("daily_table", 16, "a table of daily balances below the rows", both(no("kind", "card", "loan"), no("activity", "none"))),
    switch("check_summary", 20, "checks once more in a summary", both(of("kind", "checking"), no("activity", "none"))),
    switch("year_totals", 12, "fees and interest since January"),
    switch("fee_table", 10, "a schedule of fees"),
    switch("rate_table", 8, "a table of interest rates by day"),
    switch("exchange", 8, "exchange rates"),
    switch("rewards", 9, "points"),
    switch("portfolio", 7, "a table of securities"),
    Facet(
        "numbers",
        (
            Option("account", 70, "the account's number"),
            Option("iban", 16, "the number, and the same as an IBAN"),
            Option("customer", 14, "the customer's number above the account's", no("kind", "card")),
        ),
    ),
    switch("grouped_number", 12, "the number in groups of four digits", no("kind", "card")),
    switch("overview", 75, "a table of all accounts before them", of("accounts", "two")),
    switch("overview_total", 85, "the table of all accounts ends with their sums", of("overview", "yes")),
    switch("prose", 45, "prose with figures and days"),
    switch("guide", 7, "a page that teaches how to read a statement"),
    switch(
        "box", 16, "a box beside the rows", both(of("gaps", "narrow", "usual"), of("type", "helvetica", "small"), of("side_column", "none"))
    ),
    switch("watermark", 7, "a word across the page"),
)

FACETS: tuple[Facet, ...] = (*WHAT, *ROWS, *DAYS, *FIGURES, *SHAPE, *AROUND)
OPTIONS = {(facet.name, option.name): option for facet in FACETS for option in facet.options}
PLAIN = {facet.name: facet.options[0].name for facet in FACETS}


def peculiar(habits: Habits) -> str:
    """The habits that are not the plain ones; of other tables of habits all."""
    return " ".join(f"{facet}={option}" for facet, option in habits.items() if option != PLAIN.get(facet))


def options_of(habits: Habits) -> list[Option]:
    return [OPTIONS[pair] for pair in habits.items()]
