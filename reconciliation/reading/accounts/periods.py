"""The first and the last day of a statement, as printed or as its balances are dated."""

import datetime as dt
import itertools
import re
from collections.abc import Sequence

from reconciliation.reading.accounts.drafts import NO_PERIOD, Draft, first_date
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.spans import label_above, label_of, titled_month
from reconciliation.reading.tokens.printed import Printed

AS_OF = re.compile(
    r"\b(?:as (?:at|of)|statement (?:closing |end )?date|date of (?:the |your )?statement|closing date|closing|period end(?:ing|"
    r"s)?(?: on)?|"
    r"(?:konto|rechnungs)?(?:auszugs?|abschluss|(?:\w+)?abrechnungs?|karten\w*rechnung)(?:datum| vom| per| zum)|rechnungsabschluss|"
    r"(?:\w*karten)?rechnung vom|"
    r"datum des (?:konto)?auszugs|"
    r"date d[ue] (?:votre )?(?:releve|extrait|l'extrait)|arretee? (?:au|le)|(?:releve|extrait)(?: de compte)?(?: arrete)? au|"
    r"fecha (?:de |del )?(?:corte|extracto|cierre|estado(?: de cuenta)?)|data (?:dell')?estratto(?: conto)?|estratto conto al|"
    r"datum (?:van )?(?:het )?(?:reken\w+)?afschrift|(?:reken\w+)?afschriftdatum|data (?:do|de) (?:extrato|fecho|fechamento)|extrato em|"
    r"datum for (?:konto)?utdrag\w*|(?:konto)?utdrags?datum|kontoutdrag per|dato for kontoutskrift|kontoutskrift per|"
    r"kontoudtog pr|udskriftsdato|(?:hesap )?kesim tarihi|cierre actual|"
    r"data (?:sporzadzenia )?wyciagu|wyciag (?:na|z) (?:dzien|dnia)|tanggal (?:laporan|penyata)|tarikh penyata)$"
)
BARE = re.compile(r"date|datum|fecha|data|dato|tarih|tanggal|tarikh")
HEAD_ROWS, NEAR = 24, dt.timedelta(days=31)
Period = tuple[dt.date | None, dt.date | None]


def period_of(draft: Draft, section: Sequence[Printed], rows: Sequence[Printed], calendar: Calendar) -> Period:
    """The printed period; else the days of opening and closing; else the day as of which the account's section is told, or the file."""
    last = _day_of(draft, ("closing", "carried"), calendar)
    first = _day_of(draft, ("opening", "brought"), calendar)
    dated = first is not None and last is not None and first <= last
    if draft.period and not (dated and _told_behind(draft)):
        return draft.period
    if dated:
        return first, last
    month = titled_month(section) or titled_month(rows)
    if month and last in {None, month[1]} and _within(draft, month, calendar):
        return month
    return None, last or _as_of(draft, section, calendar) or _as_of(draft, rows, calendar) or _of_head(draft, rows, calendar)


def _told_behind(draft: Draft) -> bool:
    """Is the first period that counts printed below the rows and the closing, as that of an annex on interest?"""
    first = next((one for one in draft.of("period") if not NO_PERIOD.search(one.label)), None)
    closings = [place for place, one in enumerate(draft.since_entry) if one.kind == "closing"]
    return first is not None and bool(closings) and first in draft.since_entry[closings[0] :]


def _within(draft: Draft, month: tuple[dt.date, dt.date], calendar: Calendar) -> bool:
    dates = [calendar.date(day, first=month[0], last=month[1]) for entry in draft.entries for day in list(entry.days.values())[:1]]
    return all(date is not None and month[0] <= date <= month[1] for date in dates)


def _day_of(draft: Draft, kinds: tuple[str, ...], calendar: Calendar) -> dt.date | None:
    for one in draft.of(*kinds):
        if one.day is not None and (date := calendar.date(one.day)) is not None:
            return date
    return None


def _of_head(draft: Draft, rows: Sequence[Printed], calendar: Calendar) -> dt.date | None:
    """The day that the head of the first page calls no more than its date: not before the rows, and less than a month after them."""
    dates = [date for entry in draft.entries if (date := first_date(entry, calendar))]
    head = itertools.takewhile(lambda one: not (one.begins_with_day and one.figures), rows[:HEAD_ROWS])
    for index, printed in enumerate(head):
        for day in (
            printed.days if dates and not printed.figures and len(printed.days) == 1 and printed.row.page == rows[0].row.page else ()
        ):
            date = calendar.date(day)
            if BARE.fullmatch(label_of(rows, index, day)) and date and max(dates) <= date <= max(dates) + NEAR:
                return date
    return None


def _as_of(draft: Draft, rows: Sequence[Printed], calendar: Calendar) -> dt.date | None:
    """The first day with a year that is labelled so, unless a row is of a later day."""
    latest = max((date for entry in draft.entries if (date := first_date(entry, calendar))), default=dt.date.min)
    for index, printed in enumerate(rows):
        for day in printed.days:
            labels = label_of(rows, index, day), label_above(rows, index, day)
            if day.year is not None and any(map(AS_OF.search, labels)):
                date = calendar.date(day)
                if date is not None and date >= latest:
                    return date
    return None
