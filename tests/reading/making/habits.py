"""What one bank does: drawn at random, each habit at a few per cent or more."""

import datetime as dt
import random
from dataclasses import dataclass
from decimal import Decimal

from tests.reading.making.languages import LANGUAGES, Language

LAYOUTS = ("columns", "columns", "signed", "signed", "typed", "unsigned", "sections", "card", "card", "plain", "daily")
NEGATIVES = ("-{}", "-{}", "{}-", "({})", "\u2212{}", "{} DR")


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How this bank prints."""

    language: Language
    layout: str
    group: str
    negative: str
    symbol: str  # "", "before", "after", "code"
    date: str
    year: bool
    opening_at: str  # "summary", "table", "both", "brought"
    closing_at: str
    balances: str  # "every", "daily", "none"
    newest_first: bool
    dates: int  # 1, or 2 with the value date
    carried_dates: bool
    extra_lines: float
    totals: bool
    forward: bool
    rows_a_page: int
    prose: bool
    summary_totals: bool
    plus: bool
    headings_again: bool
    furniture: bool
    figures_in_text: bool
    split: bool  # figures stand on the description's second line


def draw_habits(random_: random.Random) -> Habits:
    """One bank."""
    pick, chance = random_.choice, random_.random
    language = pick(LANGUAGES)
    layout = pick(LAYOUTS)
    year = chance() < 0.75
    every = "every" if layout == "unsigned" else pick(("every", "every", "daily", "none"))
    balances = "none" if layout in {"plain", "sections", "card", "daily"} else every
    newest_first = chance() < 0.15 and balances in {"every", "none"} and layout not in {"sections", "daily"}
    return Habits(
        language=language,
        layout=layout,
        group=pick(language.groups),
        negative=pick(NEGATIVES),
        symbol=pick(("", "", "before" if language.decimal == "." else "after", "code")),
        date=pick(language.dates) if year else pick(language.short_dates),
        year=year,
        opening_at=pick(("summary", "table", "both", "brought")) if balances != "none" else "summary",
        closing_at="summary" if layout == "sections" else pick(("summary", "table", "both")),
        balances=balances,
        newest_first=newest_first,
        dates=2 if layout == "card" or chance() < 0.2 else 1,
        carried_dates=chance() < 0.12 and layout != "card",
        extra_lines=pick((0.0, 0.0, 0.3, 0.9)),
        totals=chance() < 0.4,
        forward=chance() < 0.25 and balances == "every" and not newest_first,
        rows_a_page=pick((8, 15, 30, 40)),
        prose=chance() < 0.5,
        summary_totals=chance() < 0.4,
        plus=chance() < 0.15,
        headings_again=chance() < 0.85,
        furniture=chance() < 0.7,
        figures_in_text=chance() < 0.08,
        split=chance() < 0.06,
    )


def day_text(habits: Habits, day: dt.date, *, year: bool | None = None) -> str:
    """A day as this bank prints it; with `year` as it prints full dates."""
    pattern = habits.date if year is None or habits.year else habits.language.dates[0]
    month = habits.language.months[day.month - 1]
    return day.strftime(pattern.replace("{mon}", "@")).replace("@", month)


def money_text(habits: Habits, amount: Decimal, *, signed: bool = True, symbol: bool = False) -> str:
    """An amount as this bank prints it."""
    whole, _, cents = f"{abs(amount):.2f}".partition(".")
    groups: list[str] = []
    while len(whole) > 3:
        groups.insert(0, whole[-3:])
        whole = whole[:-3]
    text = habits.group.join([whole, *groups]) + habits.language.decimal + cents
    text = _with_symbol(habits, text) if symbol else text
    if signed and amount < 0:
        return habits.negative.format(text)
    return f"+{text}" if signed and habits.plus and amount > 0 else text


def _with_symbol(habits: Habits, text: str) -> str:
    if habits.symbol == "before":
        return habits.language.symbol + text
    if habits.symbol == "after":
        return f"{text} {habits.language.symbol}"
    return f"{habits.language.currency} {text}" if habits.symbol == "code" else text
