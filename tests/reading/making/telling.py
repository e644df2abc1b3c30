"""The facts that an account's print proves, derived from the bank's habits and the rows, independent of the reader."""

import re

from tests.reading.making.bank import Bank, Print
from tests.reading.making.habits import Habits
from tests.reading.making.truth import Telling

SPANS = frozenset({"range", "long", "labels"})
IN_TABLE = frozenset({"both", "table", "dated"})
KIND_IN_TITLE = re.compile(
    r"current|checking|saving|card|loan|wallet|e-money|giro|kontokorrent|spar|tagesgeld|kredit|darlehen|courant|épargne|livret|carte|prêt|"
    r"portefeuille|corriente|ahorro|tarjeta|préstamo|corrente|deposito|risparmio|carta|prestito|mutuo|betaal|lening|poupança|cartão|"
    r"empréstimo|lönekonto|lån|oszczednosc|kart|kredyt",
    re.IGNORECASE,
)  # a statement of account, as many are called, may be of any kind
FEWEST_WORDED = 2  # rows whose words, as of pay and purchases, tell their sides
SURELY_A_DAY = 12  # a number above it is no month


def telling_of(bank: Bank, told: Print) -> Telling:
    """Return the certificates of the print, whether its ends are named, and whether it shows side and order of days."""
    habits = bank.habits
    return Telling(
        certificates=frozenset(_certificates(bank, told)),
        ends=_ends(bank, told),
        begun=_begun(habits, told),
        side=_side(bank, told),
        days=_days(bank, told),
        counted=habits["page_number"] != "none",
    )


def _certificates(bank: Bank, told: Print) -> set[str]:
    habits, named = bank.habits, _ends(bank, told) == "named"
    if not told.entries:
        return {"nothing"} if named else set()
    found = {
        "chain": habits.running or habits.has("daily_table"),
        "totals": _totals(habits),
        "counts": _counts(habits, told),
        "coverage": named and _all_named(habits),
    }
    return {name for name, holds in found.items() if holds}


def _totals(habits: Habits) -> bool:
    """True if the sums of both sides are printed, or those of every section. The sum of a table of one column is no sum of a side."""
    return _in_summary(habits) or (habits["totals"] != "no" and habits["way"] in {"columns", "sections"})


def _counts(habits: Habits, told: Print) -> bool:
    """True if the number of rows of both sides is printed, or that of every section; checks in groups are not counted."""
    if _in_summary(habits):
        return habits["summary_totals"] == "counts"
    grouped = habits["checks"] == "groups" and any(entry.movement.check for entry in told.entries)
    return habits["totals"] == "items" and habits["way"] == "sections" and not grouped


def _in_summary(habits: Habits) -> bool:
    return habits["summary_totals"] != "no" and habits["ends"] in {"both", "summary"}


def _all_named(habits: Habits) -> bool:
    """True if each figure among the rows is theirs or named."""
    return not habits.has("figures_in_text") and not habits.has("box")


def _ends(bank: Bank, told: Print) -> str:
    """`named` where both ends have their label, `brought` where the opening is a line brought forward, by no name of an opening, with
    neither the period above it on its page nor the period's first day, else `derived`."""
    habits = bank.habits
    if not (told.account.prints_opening and told.account.prints_closing):
        return "derived"
    worded = habits["opening_word"] == "brought" and bank.word("brought") not in bank.country.words["opening"]
    brought = habits["ends"] == "table" and worded and not habits.has("overview")
    headed = habits["period"] in SPANS and told.places["head"] == told.places.get("opening") and habits["order"] == "oldest"
    dated = bank.opening_row_dated and habits["date_on"] != "heading"
    return "brought" if brought and not (headed or dated) else "named"


def _begun(habits: Habits, told: Print) -> bool:
    """True if a balance is printed beside the first row, and this alone leads to it; of several rows of a day none is proved by itself."""
    first = [entry for entry in told.entries if entry.movement.day == told.entries[0].movement.day]
    return habits["balances"] == "every" or (habits["balances"] == "daily" and len(first) == 1)


def _side(bank: Bank, told: Print) -> bool:
    """True if columns, headings, marks or types, the account's kind, the words of several rows, or the names of sums say which rows are
    money out. Where there are no rows, nothing but the account's kind or marks tell whether a balance is held or owed."""
    habits = bank.habits
    if habits["overdrawn"] == "marks":
        return True
    if not told.entries:
        columns = habits["way"] == "columns" and not habits.running and habits["ends"] in IN_TABLE
        return columns or _names_kind(bank, told)
    if _names_kind(bank, told) or (len(told.entries) >= FEWEST_WORDED and not habits.has("brand")):
        return True
    return habits["way"] in {"columns", "sections", "marked", "typed"} or (_in_summary(habits) and told.into != told.out)


def _names_kind(bank: Bank, told: Print) -> bool:
    """True if the title gives the kind of account, or the terms do: a limit, an overdraft."""
    return bank.habits.has("terms_before") or KIND_IN_TITLE.search(bank.title(told.account)) is not None


def _days(bank: Bank, told: Print) -> bool:
    """True if a month's name, a year in front, a day that can be no month, or the currency's custom tells day from month."""
    habits, days = bank.habits, bank.days
    if habits["date_on"] == "month" or "mon" in days.row_pattern or days.row_pattern.startswith("Y"):
        return True
    period = [day for day in told.account.period if day] if habits["period"] != "long" else []
    printed = [entry.movement.day for entry in told.entries] + period
    own = habits["symbol"] != "none" and bank.money.symbol != "$"
    return not told.entries or own or any(day.day > SURELY_A_DAY for day in printed)
