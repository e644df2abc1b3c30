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
    r"s)?(?: on)?|(?:konto|rechnungs)?(?:auszugs?|abschluss|(?:\w+)?abrechnungs?|karten\w*rechnung)(?:datum| vom| per| zum)|"
    r"rechnungsabschluss|(?:\w*karten)?rechnung vom|datum des (?:konto)?auszugs|date d[ue] (?:votre )?(?:releve|extrait|l'extrait)|"
    r"arretee? (?:au|le)|(?:releve|extrait)(?: de compte)?(?: arrete)? au|fecha (?:de |del )?(?:corte|extracto|cierre|"
    r"estado(?: de cuenta)?)|data (?:dell')?estratto(?: conto)?|estratto conto al|datum (?:van )?(?:het )?(?:reken\w+)?afschrift|"
    r"(?:reken\w+)?afschriftdatum|data (?:do|de) (?:extrato|fecho|fechamento)|extrato em|datum for (?:konto)?utdrag\w*|"
    r"(?:konto)?utdrags?datum|kontoutdrag per|dato for kontoutskrift|kontoutskrift per|kontoudtog pr|udskriftsdato|(?:hesap )?kesim tarihi|"
    r"cierre actual|data (?:sporzadzenia )?wyciagu|wyciag (?:na|z) (?:dzien|dnia)|tanggal (?:laporan|penyata)|tarikh penyata)$"
)
BARE = re.compile(r"date|datum|fecha|data|dato|tarih|tanggal|tarikh")
HEAD_ROWS, NEAR = 24, dt.timedelta(days=31)
Period = tuple[dt.date | None, dt.date | None]


def period_of(draft: Draft, section: Sequence[Printed], rows: Sequence[Printed], calendar: Calendar) -> Period:
    """Return the printed period; else the days of opening and closing; else the day as of which the section is, or else the file."""
    first, last = _day_of(draft, ("opening", "brought"), calendar), _day_of(draft, ("closing", "carried"), calendar)
    dated = first is not None and last is not None and first <= last
    if draft.period and not (dated and _is_behind_closing(draft)):
        return draft.period
    if dated:
        return first, last
    month = titled_month(section) or titled_month(rows)
    if month and last in {None, month[1]}:
        booked = [next(iter(entry.days.values())) for entry in draft.entries if entry.days]
        dates = [calendar.date(day, first=month[0], last=month[1]) for day in booked]
        if all(date is not None and month[0] <= date <= month[1] for date in dates):
            return month
    return None, last or _as_of(draft, section, calendar) or _as_of(draft, rows, calendar) or _of_head(draft, rows, calendar)


def _day_of(draft: Draft, kinds: tuple[str, ...], calendar: Calendar) -> dt.date | None:
    return next((date for one in draft.of(*kinds) if one.day and (date := calendar.date(one.day))), None)


def _is_behind_closing(draft: Draft) -> bool:
    """True if the first period that counts is printed below the rows and the closing, as that of an annex on interest."""
    first = next((one for one in draft.of("period") if not NO_PERIOD.search(one.label)), None)
    behind = itertools.dropwhile(lambda one: one.kind != "closing", draft.since_entry)
    return first is not None and first in behind


def _as_of(draft: Draft, rows: Sequence[Printed], calendar: Calendar) -> dt.date | None:
    """Return the first day with a year that is labelled as the statement's, unless a row is of a later day."""
    latest = max((date for entry in draft.entries if (date := first_date(entry, calendar))), default=dt.date.min)
    days = ((index, day) for index, printed in enumerate(rows) for day in printed.days if day.year is not None)
    labelled = (day for index, day in days if AS_OF.search(label_of(rows, index, day)) or AS_OF.search(label_above(rows, index, day)))
    return next((date for day in labelled if (date := calendar.date(day)) and date >= latest), None)


def _of_head(draft: Draft, rows: Sequence[Printed], calendar: Calendar) -> dt.date | None:
    """Return the day that the head of the first page calls no more than its date: not before the rows, and less than a month after them."""
    latest = max((date for entry in draft.entries if (date := first_date(entry, calendar))), default=None)
    if latest is None:
        return None
    for index, printed in enumerate(itertools.takewhile(lambda row: not (row.begins_with_day and row.figures), rows[:HEAD_ROWS])):
        if len(printed.days) == 1 and not printed.figures and printed.row.page == rows[0].row.page:
            date = calendar.date(printed.days[0])
            if date and latest <= date <= latest + NEAR and BARE.fullmatch(label_of(rows, index, printed.days[0])):
                return date
    return None
