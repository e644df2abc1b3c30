"""One made document: a bank, its accounts, perhaps a planted fault, and the truth about it."""

from dataclasses import dataclass, replace

from tests.reading.making.around import FACETS
from tests.reading.making.bank import Bank, Entry, Print
from tests.reading.making.books import draw_accounts
from tests.reading.making.chance import Chance, seeded
from tests.reading.making.extras import overview, portfolio, upcoming
from tests.reading.making.faults import plant, plant_in_pages
from tests.reading.making.habits import Habits, draw_habits
from tests.reading.making.paper import Paper
from tests.reading.making.sheet import Sheet
from tests.reading.making.small_print import address, below, furniture, guide
from tests.reading.making.statement import write_account
from tests.reading.making.telling import telling_of
from tests.reading.making.truth import Account, Made, sums
from tests.reading.making.worse import plant_worse, plant_worse_in_pages

OWN = 7_000_003  # so that a fault is drawn apart from the document itself


@dataclass(frozen=True, slots=True)
class Document:
    """The paper, the truth about it, and the habits that it was made by."""

    sheet: Sheet
    made: Made
    habits: Habits


def make(seed: int, *, faults: float = 0.0, fixed: dict[str, str] | None = None) -> Document:
    """Return the document of this seed; `faults` is the share that gets one planted, `fixed` habits are given."""
    return draw(seeded(seed), faults=faults, fixed=fixed)


def spoiled(seed: int, *, only: str = "") -> Document:
    """The document of this seed with one fault of all there are, or this one, where it would show."""
    return draw(seeded(seed), worse=seeded(seed + OWN), only=only)


def draw(
    chance: Chance, *, faults: float = 0.0, fixed: dict[str, str] | None = None, worse: Chance | None = None, only: str = ""
) -> Document:
    """Return a document by chance; `fixed` habits are given. If `worse` chooses, it gets one fault of all there are, or `only` this one."""
    habits = draw_habits(chance, FACETS, fixed)
    bank = Bank(chance, habits)
    accounts = [_as_printed(bank, account) for account in draw_accounts(chance, habits, bank.country.words)]
    made = Made(accounts=accounts)
    prints = [_print(account) for account in accounts]
    faulty = chance.happens(faults)
    if faulty:
        made.fault = plant(chance, habits, prints[0])
    if worse:
        made.fault = plant_worse(worse, bank, prints[0], only=only)
    paper = Paper(habits)
    _write(bank, paper, prints)
    made.accounts = [replace(told.account, telling=telling_of(bank, told)) for told in prints]
    if faulty and made.whole:
        made.fault = plant_in_pages(chance, habits, paper.sheet, prints)
    if worse and made.whole and not only:
        made.fault = plant_worse_in_pages(worse, bank, prints, paper.sheet)
    return Document(paper.sheet, made, habits)


def _as_printed(bank: Bank, account: Account) -> Account:
    """Return the account with the days and balances that are printed of it."""
    habits = bank.habits
    opening = habits["ends"] not in {"closing", "neither"}
    closing = habits["ends"] != "neither"
    first = account.first if habits["period"] in {"range", "long", "labels"} else None
    last = account.last if habits["period"] != "none" else None
    overviewed = habits.has("overview")
    return replace(
        account,
        period=(first, last),
        prints_opening=opening or overviewed,
        prints_closing=closing or overviewed,
        running=(habits.running or habits.has("daily_table")) and bool(account.movements),
    )


def _print(account: Account) -> Print:
    entries = [Entry(movement, balance) for movement, balance in zip(account.movements, account.balances, strict=True)]
    into, out = sums(account.movements)
    counts = (sum(one.amount > 0 for one in account.movements), sum(one.amount < 0 for one in account.movements))
    dates = {entry.movement.day: entry.balance for entry in entries}
    return Print(account, entries, account.opening, account.closing, into, out, counts, dates)


def _write(bank: Bank, paper: Paper, prints: list[Print]) -> None:
    habits, first = bank.habits, prints[0].account
    if habits.has("guide"):
        guide(bank, paper)
    _title(bank, paper, first)
    if habits.has("overview"):
        overview(bank, paper, prints)
    for place, told in enumerate(prints):
        if place and habits["accounts"] == "next":
            paper.begin()
            _title(bank, paper, first)
        write_account(bank, paper, told, named=habits["accounts"] == "two")
    if habits.has("portfolio"):
        portfolio(bank, paper)
    if habits.has("upcoming"):
        upcoming(bank, paper, first)
    below(bank, paper, first)
    furniture(bank, paper, first)
    if habits.has("watermark"):
        paper.sheet.across = "COPY"


def _title(bank: Bank, paper: Paper, account: Account) -> None:
    habits = bank.habits
    paper.line(bank.name, bold=True, size=15, step=22)
    title = bank.title(account)
    paper.line(" ".join(title.upper()) if habits.has("spaced_title") else title, bold=True, size=11, step=20)
    if habits.has("address"):
        address(bank, paper)
