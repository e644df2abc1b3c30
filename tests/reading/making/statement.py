"""One account on paper, from its head to the text below its rows."""

from collections.abc import Sequence

from tests.reading.making.bank import SECTIONS, Bank, Entry, Print
from tests.reading.making.extras import box, check_summary, daily_table, pending
from tests.reading.making.groups import in_groups
from tests.reading.making.head import account_head
from tests.reading.making.paper import Paper
from tests.reading.making.rows import Rows
from tests.reading.making.truth import total


def write_account(bank: Bank, paper: Paper, told: Print, *, named: bool) -> None:
    account_head(bank, paper, told, named=named)
    if bank.habits.has("pending"):
        pending(bank, paper, told.account)
    if bank.habits.has("box"):
        box(bank, paper)
    if bank.habits["activity"] == "none":
        _nothing(bank, paper, told)
    elif bank.habits["way"] == "sections":
        _sections(bank, paper, told)
    else:
        _table(bank, paper, told)
    paper.down(12)
    if bank.habits.has("daily_table"):
        daily_table(bank, paper, told)
    if bank.habits.has("check_summary"):
        check_summary(bank, paper, told)
    paper.down(12)


def _nothing(bank: Bank, paper: Paper, told: Print) -> None:
    rows = Rows(bank, paper, told.account, (), opening=told.opening)
    if bank.habits["way"] == "columns" and not bank.habits.running:
        rows.columns.headings()  # they tell the side of a balance
    _end_row(rows, bank, told, first=True)
    paper.line(bank.word("none"))
    _end_row(rows, bank, told, first=False)


def _table(bank: Bank, paper: Paper, told: Print) -> None:
    rows = Rows(bank, paper, told.account, told.entries, opening=told.opening)
    newest = bank.habits["order"] == "newest"
    rows.write(before=lambda: _end_row(rows, bank, told, first=not newest))
    rows.total()
    _end_row(rows, bank, told, first=newest)


def _end_row(rows: Rows, bank: Bank, told: Print, *, first: bool) -> None:
    """The opening or the closing as a row of the table, where this bank has such."""
    ends, account = bank.habits["ends"], told.account
    if ends not in {"both", "table", "dated"}:
        return
    day, balance = (account.first, told.opening) if first else (account.last, told.closing)
    told.places["opening" if first else "closing"] = rows.paper.page
    if ends == "dated":
        name = bank.dated_label(balance).format(bank.days.label(day))
    else:
        brought = bank.habits["opening_word"] == "brought" and first
        name = bank.word("brought" if brought else "opening" if first else "closing")
    rows.label_row(name, balance, day if bank.opening_row_dated and ends != "dated" else None)


def _sections(bank: Bank, paper: Paper, told: Print) -> None:
    """Rows by which side they are on, checks apart."""
    into, out = SECTIONS.get(told.account.kind, ("in", "out"))
    parts: list[tuple[str, Sequence[Entry]]] = [
        (bank.word(into), [one for one in told.entries if one.movement.amount > 0]),
        (bank.word(out), [one for one in told.entries if one.movement.amount < 0 and not _check(bank, one)]),
    ]
    for title, entries in parts if bank.income_first else reversed(parts):
        if entries:
            paper.down(6)
            rows = Rows(bank, paper, told.account, entries, title=title)
            rows.write()
            rows.total()
    checks = [one for one in told.entries if _check(bank, one)]
    if checks:
        _checks(bank, paper, told, checks)


def _check(bank: Bank, entry: Entry) -> bool:
    return bank.habits["checks"] == "groups" and entry.movement.check != "" and entry.movement.amount < 0


def _checks(bank: Bank, paper: Paper, told: Print, entries: Sequence[Entry]) -> None:
    paper.down(6)
    paper.line(bank.word("checks"), bold=True, size=paper.size + 1)
    names = (bank.word("check_number"), bank.word("date"), bank.word("amount"))
    rows = [
        (one.movement.check, bank.days.plain(one.movement.day), bank.amount_cells(told.account, one.movement.amount)["amount"])
        for one in entries
    ]
    in_groups(bank, paper, names, rows)
    if bank.habits["totals"] != "no":
        figure = bank.amount_cells(told.account, total([one.movement for one in entries]))["amount"]
        paper.line(f"{bank.word('total')} {bank.word('checks')}   {figure}")
