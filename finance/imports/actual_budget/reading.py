"""The archive that Actual exports of a budget, with all its accounts and Actual's own ids."""

import datetime as dt
from collections import defaultdict

from django.utils.translation import gettext as _

from finance.imports.actual_budget.budget import WAY, BudgetEntry, accounts_of, amount_of, entries_of, file_row
from finance.imports.actual_budget.tables import stored_budget
from finance.imports.problems import FileRefused
from finance.imports.rows import FileAccount, ParsedFile, SaidBalance, told_apart
from finance.models.import_choices import Choices, Target


def read_actual(data: bytes, *, choices: Choices, target: Target) -> ParsedFile:
    """Return every account with entries. Raises `FileRefused` if the archive is another program's, damaged or too long."""
    stored = stored_budget(data)
    if stored is None:
        raise FileRefused([_("This archive is of another program. Wanted is what Actual exports.")])
    names = accounts_of(stored)
    found: dict[str, list[BudgetEntry]] = defaultdict(list)
    for entry in entries_of(stored):
        if entry.account in names:
            found[entry.account].append(entry)
    if not found:
        raise FileRefused([_("The budget has no entries.")])
    parts = sorted((_part(names[key], entries) for key, entries in found.items()), key=lambda part: part.name)
    return ParsedFile(format="actual", way=WAY, accounts=tuple(told_apart(parts)))


def _part(name: str, entries: list[BudgetEntry]) -> FileAccount:
    rows = tuple(file_row(entry, place) for place, entry in enumerate(entries, 1))
    return FileAccount(name=name, rows=rows, opening=_opening(entries))


def _opening(entries: list[BudgetEntry]) -> SaidBalance | None:
    """Return the opening balance, at the end of the day before."""
    for entry in entries:
        amount = amount_of(entry)
        if entry.is_opening and entry.day and amount is not None:
            return SaidBalance(amount=amount, as_of=entry.day - dt.timedelta(days=1))
    return None
