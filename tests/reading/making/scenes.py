"""Layouts that banks really use, with their traps: each scene draws one account its own way."""

import datetime as dt
from collections.abc import Callable, Sequence
from decimal import Decimal

from tests.reading.making.scene import ENGLISH, Scene, minus, plain, total
from tests.reading.making.scenes_abroad import app_export, australian_paper, french_paper, german_paper, indian_paper, uk_paper
from tests.reading.making.truth import draw_account


def us_card(scene: Scene) -> None:
    """Sections of payments, purchases, fees; owed is printed without a sign; year-to-date totals behind."""
    account = draw_account(scene.random, ENGLISH, card=True)
    scene.accounts.append(account)
    payments = [m for m in account.movements if m.amount > 0]
    purchases = [m for m in account.movements if m.amount < 0]
    cells = scene.cells
    cells((40, "Example Card Services"), bold=True, size=16, step=24)
    owed = [
        ("Previous Balance", -account.opening),
        ("Payment, Credits", -total(payments)),
        ("Purchases", -total(purchases)),
        ("Fees Charged", Decimal(0)),
        ("New Balance", -account.closing),
    ]
    for name, value in owed:
        cells((40, name), (-260, minus(value, symbol="$")), (320, "Rewards points balance") if name == "Purchases" else (320, ""))
    cells((40, "Opening/Closing Date"), (-260, f"{account.first:%m/%d/%y} - {account.last:%m/%d/%y}"))
    cells((40, "Credit Access Line"), (-260, "$9,500.00"))
    cells((40, "Available Credit"), (-260, "$3,100.00"))
    cells((40, "Minimum Payment Due:"), (-260, "$35.00"))
    cells((40, "Payment Due Date:"), (-260, f"{account.last + dt.timedelta(days=25):%m/%d/%y}"), step=24)
    cells((40, "ACCOUNT ACTIVITY"), bold=True, size=11, step=20)
    cells((40, "Date of"), step=11)
    cells((40, "Transaction"), (120, "Merchant Name or Transaction Description"), (-540, "$ Amount"), step=18)
    for title, rows in (("PAYMENTS AND OTHER CREDITS", payments), ("PURCHASE", purchases)):
        if rows:
            cells((40, title), step=15)
        for row in rows:
            scene.turn()
            cells((40, f"{row.day:%m/%d}"), (120, row.text), (-540, minus(-row.amount)))
    cells((200, "2024 Totals Year-to-Date"))
    cells((200, "Total fees charged in 2024"), (-420, "$15.00"))
    cells((200, "Total interest charged in 2024"), (-420, "$0.00"))
    cells((40, "Annual Percentage Rate"), (240, "24.99% (v)"), (-540, "$0.00"))
    scene.numbered()


def us_sections(scene: Scene) -> None:
    """Amount before the description; checks in column groups; daily balances in groups."""
    account = draw_account(scene.random, ENGLISH)
    scene.accounts.append(account)
    cells = scene.cells
    into = [m for m in account.movements if m.amount > 0]
    out = [m for m in account.movements if m.amount < 0]
    checks, debits = out[::3], [m for index, m in enumerate(out) if index % 3]
    cells((40, "First Sample Bank"), (330, f"For the period {account.first:%m/%d/%Y} to {account.last:%m/%d/%Y}"), bold=True, step=30)
    cells((40, "Balance Summary"), step=16)
    cells((60, "Beginning"), (180, "Deposits and"), (300, "Checks and other"), (430, "Ending"), step=11)
    cells((60, "balance"), (180, "other additions"), (300, "deductions"), (430, "balance"), step=13)
    cells((-120, minus(account.opening)), (-250, plain(total(into))), (-380, plain(total(out))), (-480, minus(account.closing)), step=26)
    for title, rows in (
        ("Deposits and Other Additions", into),
        ("Checks and Substitute Checks", checks),
        ("Electronic Withdrawals", debits),
    ):
        if not rows:
            continue
        cells((40, title), bold=True, size=11, step=16)
        if title.startswith("Checks"):
            _in_groups(
                scene,
                ("Date", "Check number", "Amount"),
                [(f"{row.day:%m/%d}", str(1000 + index), plain(row.amount)) for index, row in enumerate(rows)],
            )
        else:
            cells((40, "Date"), (-170, "Amount"), (200, "Description"), step=14)
            for row in rows:
                if scene.turn():
                    cells((40, f"{title} - continued"), bold=True, size=11, step=16)
                    cells((40, "Date"), (-170, "Amount"), (200, "Description"), step=14)
                cells((40, f"{row.day:%m/%d}"), (-170, plain(row.amount)), (200, row.text))
        scene.sheet.down(8)
    by_day, balance = {}, account.opening
    for movement in account.movements:
        balance += movement.amount
        by_day[movement.day] = balance
    cells((40, "Daily Balance Detail"), bold=True, size=11, step=16)
    _in_groups(scene, ("Date", "Balance"), [(f"{day:%m/%d}", minus(value)) for day, value in by_day.items()])
    scene.numbered()


def _in_groups(scene: Scene, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table printed in three groups side by side, filled row by row."""
    step, inner = 180.0, 160.0 / len(names)
    heads = [(40 + group * step + place * inner, name) for group in range(3) for place, name in enumerate(names)]
    ends = [(-(40 + group * step + 150), names[-1]) for group in range(3)]
    last = len(names) - 1
    scene.cells(*[cell for index, cell in enumerate(heads) if index % len(names) != last], *ends, step=14)
    for start in range(0, len(rows), 3):
        cells: list[tuple[float, str]] = []
        for group, row in enumerate(rows[start : start + 3]):
            cells += [(40 + group * step + place * inner, text) for place, text in enumerate(row[:-1])]
            cells.append((-(40 + group * step + 150), row[-1]))
        scene.cells(*cells)


SCENES: tuple[Callable[[Scene], None], ...] = (
    us_card,
    us_sections,
    uk_paper,
    german_paper,
    french_paper,
    indian_paper,
    australian_paper,
    app_export,
)
