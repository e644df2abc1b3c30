"""Layouts that banks really use, with their traps: each scene draws one account its own way."""

import datetime as dt
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from tests.reading.making.languages import LANGUAGES
from tests.reading.making.sheet import BOLD, Sheet
from tests.reading.making.truth import Account, Movement, draw_account

ENGLISH, BRITISH, GERMAN, FRENCH = LANGUAGES[0], LANGUAGES[1], LANGUAGES[2], LANGUAGES[3]


def plain(amount: Decimal, *, group: str = ",", point: str = ".", places: int = 2) -> str:
    """The size of an amount."""
    whole, _, rest = f"{abs(amount):.{places}f}".partition(".")
    grouped = f"{int(whole):,}".replace(",", group)
    return f"{grouped}{point}{rest}" if places else grouped


def minus(amount: Decimal, *, symbol: str = "") -> str:
    return f"-{symbol}{plain(amount)}" if amount < 0 else f"{symbol}{plain(amount)}"


@dataclass
class Scene:
    """One document: the paper, the chance, the accounts that it is true of."""

    random: random.Random
    sheet: Sheet = field(default_factory=Sheet)
    accounts: list[Account] = field(default_factory=list)

    def cells(self, *cells: tuple[float, str], step: float = 13.0, bold: bool = False, size: float = 9) -> None:
        """One row: negative x means right-aligned at that x."""
        for x, text in cells:
            self.sheet.write(abs(x), text, right=x < 0, font=BOLD if bold else "Helvetica", size=size)
        self.sheet.down(step)

    def turn(self, at: float = 740.0) -> bool:
        """A new page where this one is full."""
        if self.sheet.y < at:
            return False
        self.sheet.next_page()
        return True

    def numbered(self, word: str = "Page {n} of {m}") -> None:
        for number in range(len(self.sheet.pages)):
            page = self.sheet.pages[number]
            last, self.sheet.pages[-1] = self.sheet.pages[-1], page
            self.sheet.write(540, word.format(n=number + 1, m=len(self.sheet.pages)), size=7, right=True, y=810)
            self.sheet.pages[-1] = last


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
        ("Payment, Credits", -_sum(payments)),
        ("Purchases", -_sum(purchases)),
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
    cells((-120, minus(account.opening)), (-250, plain(_sum(into))), (-380, plain(_sum(out))), (-480, minus(account.closing)), step=26)
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


def uk_paper(scene: Scene) -> None:
    """The day is printed once, the balance at its end, D where overdrawn, forward lines on each page."""
    account = draw_account(scene.random, BRITISH)
    scene.accounts.append(account)
    cells = scene.cells
    cells((40, "Sample Building Society"), bold=True, size=15, step=24)
    cells(
        (40, f"{account.first:%d %B %Y} to {account.last:%d %B %Y}"),
        (330, "Account Name"),
        (430, "Sortcode"),
        (500, "Sheet Number"),
        step=14,
    )
    cells((40, "Your Current Account details"), (430, "40-00-01"), (520, "14"), step=22)
    if scene.random.random() < 0.6:
        for name, value in (
            ("Opening Balance", account.opening),
            ("Payments In", _sum([m for m in account.movements if m.amount > 0])),
            ("Payments Out", _sum([m for m in account.movements if m.amount < 0])),
            ("Closing Balance", account.closing),
        ):
            cells((330, name), (-530, _overdrawn(value) if "Balance" in name else plain(value)))
    head = [(40, "Date"), (100, "Payment type and details"), (-390, "Paid out"), (-460, "Paid in"), (-535, "Balance")]
    cells(*head, bold=True)
    cells((40, f"{account.first - dt.timedelta(days=1):%d %b %y}"), (100, "BALANCE BROUGHT FORWARD"), (-535, _overdrawn(account.opening)))
    balance, previous = account.opening, None
    for index, movement in enumerate(account.movements):
        if scene.sheet.y > 700:
            cells((100, "BALANCE CARRIED FORWARD"), (-535, _overdrawn(balance)))
            scene.sheet.next_page()
            cells(*head, bold=True)
            cells((100, "BALANCE BROUGHT FORWARD"), (-535, _overdrawn(balance)))
        balance += movement.amount
        row = [(100, f"{scene.random.choice(('DD', 'VIS', 'BP', 'CR'))} {movement.text}")]
        if movement.day != previous:
            row.insert(0, (40, f"{movement.day:%d %b %y}"))
        if scene.random.random() < 0.4:
            cells(*row, step=11)
            row = [(116, "LONDON REF 22")]
        row.append((-390 if movement.amount < 0 else -460, plain(movement.amount)))
        if index + 1 == len(account.movements) or account.movements[index + 1].day != movement.day:
            row.append((-535, _overdrawn(balance)))
        cells(*row)
        previous = movement.day
    cells((40, f"{account.last:%d %b %y}"), (100, "BALANCE CARRIED FORWARD"), (-535, _overdrawn(account.closing)))


def _overdrawn(value: Decimal) -> str:
    return f"{plain(value)} D" if value < 0 else plain(value)


def german_paper(scene: Scene) -> None:
    """Signs behind the amounts, balances named by their day."""
    account = draw_account(scene.random, GERMAN)
    scene.accounts.append(account)
    cells = scene.cells

    def trailing(value: Decimal) -> str:
        return plain(value, group=".", point=",") + ("-" if value < 0 else "+")

    cells((40, "Sparbank Musterstadt"), bold=True, size=15, step=24)
    cells((40, f"Kontoauszug {account.first:%m}/{account.first:%Y}"), (400, "Seite 1 von 1"))
    cells((40, f"Zeitraum {account.first:%d.%m.%Y} - {account.last:%d.%m.%Y}"), (300, "IBAN DE12 3456 7890 1234 5678 90"), step=20)
    cells((40, "Datum"), (110, "Erläuterung"), (-540, "Betrag EUR"))
    cells((40, f"Kontostand am {account.first - dt.timedelta(days=1):%d.%m.%Y}, Auszug Nr. 3"), (-540, trailing(account.opening)))
    for movement in account.movements:
        scene.turn()
        cells((40, f"{movement.day:%d.%m.%Y}"), (110, movement.text), (-540, trailing(movement.amount)), step=11)
        cells((110, "EREF: 2024-001 MREF: M12"))
    cells((40, f"Kontostand am {account.last:%d.%m.%Y}"), (-540, trailing(account.closing)))


def french_paper(scene: Scene) -> None:
    """Balances stand in the debit or the credit column; the total of the operations below."""
    account = draw_account(scene.random, FRENCH)
    scene.accounts.append(account)
    cells = scene.cells

    def money(value: Decimal) -> str:
        return plain(value, group=" ", point=",")

    def solde(day: dt.date, value: Decimal) -> None:
        cells((120, f"SOLDE {'CREDITEUR' if value >= 0 else 'DEBITEUR'} AU {day:%d.%m.%Y}"), (-540 if value >= 0 else -470, money(value)))

    cells((40, "BANQUE EXEMPLE"), bold=True, size=15, step=24)
    cells((40, "RELEVE DE COMPTE CHEQUES"), (330, f"du {account.first:%d.%m.%Y} au {account.last:%d.%m.%Y}"), step=24)
    cells((40, "Date"), (120, "Nature des opérations"), (360, "Valeur"), (-470, "Débit"), (-540, "Crédit"), bold=True)
    solde(account.first - dt.timedelta(days=1), account.opening)
    for movement in account.movements:
        if scene.turn():
            cells((40, "Date"), (120, "Nature des opérations"), (360, "Valeur"), (-470, "Débit"), (-540, "Crédit"), bold=True)
        cells(
            (40, f"{movement.day:%d.%m}"),
            (120, movement.text),
            (360, f"{movement.day:%d.%m}"),
            (-470 if movement.amount < 0 else -540, money(movement.amount)),
        )
    cells(
        (120, "TOTAL DES OPERATIONS"),
        (-470, money(_sum([m for m in account.movements if m.amount < 0]))),
        (-540, money(_sum([m for m in account.movements if m.amount > 0]))),
    )
    solde(account.last, account.closing)


def indian_paper(scene: Scene) -> None:
    """Long narrations, a value date, and the summary as a row of figures under a row of names."""
    account = draw_account(scene.random, BRITISH)
    scene.accounts.append(account)
    cells = scene.cells
    cells((40, "SAMPLE BANK LTD"), bold=True, size=14, step=22)
    cells((40, f"Statement From : {account.first:%d/%m/%Y} To : {account.last:%d/%m/%Y}"), (380, "Currency : INR"), step=22)
    head = [
        (35, "Date"),
        (85, "Narration"),
        (250, "Chq./Ref.No."),
        (330, "Value Dt"),
        (-430, "Withdrawal Amt."),
        (-500, "Deposit Amt."),
        (-570, "Closing Balance"),
    ]
    cells(*head, bold=True, size=8)
    balance = account.opening
    for movement in account.movements:
        if scene.turn():
            cells(*head, bold=True, size=8)
        balance += movement.amount
        day = f"{movement.day:%d/%m/%y}"
        cells(
            (35, day),
            (85, f"UPI-{movement.text}"[:30]),
            (250, "0000410512"),
            (330, day),
            (-430 if movement.amount < 0 else -500, plain(movement.amount)),
            (-570, minus(balance)),
            step=10,
            size=8,
        )
        cells((85, "OKAXIS-4411 PAYMENT"), size=8)
    cells((40, "STATEMENT SUMMARY :-"), step=16)
    into, out = [m for m in account.movements if m.amount > 0], [m for m in account.movements if m.amount < 0]
    cells((40, "Opening Balance"), (150, "Dr Count"), (220, "Cr Count"), (300, "Debits"), (400, "Credits"), (490, "Closing Bal"))
    cells(
        (-110, minus(account.opening)),
        (-190, str(len(out))),
        (-260, str(len(into))),
        (-340, plain(_sum(out))),
        (-440, plain(_sum(into))),
        (-540, minus(account.closing)),
    )


def australian_paper(scene: Scene) -> None:
    """CR and DR behind each balance; opening and closing are rows of the table."""
    account = draw_account(scene.random, BRITISH)
    scene.accounts.append(account)
    cells = scene.cells

    def marked(value: Decimal) -> str:
        return f"${plain(value)} {'DR' if value < 0 else 'CR'}"

    cells((40, "Commonland Bank"), bold=True, size=14, step=22)
    cells((40, "Statement Period"), (180, f"{account.first:%d %b %Y} - {account.last:%d %b %Y}"))
    cells((40, "Closing Balance"), (180, marked(account.closing)), step=24)
    head = [(40, "Date"), (100, "Transaction"), (-390, "Debit"), (-460, "Credit"), (-545, "Balance")]
    cells(*head, bold=True)
    cells((40, f"{account.first:%d %b}"), (100, f"{account.first.year} OPENING BALANCE"), (-545, marked(account.opening)))
    balance = account.opening
    for movement in account.movements:
        if scene.turn():
            cells(*head, bold=True)
        balance += movement.amount
        cells(
            (40, f"{movement.day:%d %b}"),
            (100, movement.text),
            (-390 if movement.amount < 0 else -460, plain(movement.amount)),
            (-545, marked(balance)),
            step=11,
        )
        if scene.random.random() < 0.5:
            cells((100, f"Value Date: {movement.day:%d/%m/%Y}"))
    cells((40, f"{account.last:%d %b}"), (100, f"{account.last.year} CLOSING BALANCE"), (-545, marked(account.closing)), step=20)
    into, out = [m for m in account.movements if m.amount > 0], [m for m in account.movements if m.amount < 0]
    cells((60, "Opening balance"), (180, "- Total debits"), (300, "+ Total credits"), (430, "= Closing balance"))
    cells((60, marked(account.opening)), (180, f"${plain(_sum(out))}"), (300, f"${plain(_sum(into))}"), (430, marked(account.closing)))


def app_export(scene: Scene) -> None:
    """Newest first, signs with symbols, pending rows on top that are in no balance."""
    account = draw_account(scene.random, BRITISH)
    scene.accounts.append(account)
    cells = scene.cells
    cells((40, "Examplezo Bank Limited"), bold=True, size=14, step=22)
    cells((40, f"{account.first:%d/%m/%Y} - {account.last:%d/%m/%Y}"), (300, "Account number: 11223344"))
    cells((40, "Account statement"), step=18)
    cells((40, "Total balance"), (-250, minus(account.closing, symbol="£")))
    cells((40, "Total deposits"), (-250, minus(_sum([m for m in account.movements if m.amount > 0]), symbol="+£")))
    cells((40, "Total outgoings"), (-250, minus(_sum([m for m in account.movements if m.amount < 0]), symbol="£")), step=20)
    head = [(40, "Date"), (130, "Description"), (-460, "(GBP) Amount"), (-545, "(GBP) Balance")]
    if scene.random.random() < 0.4:
        cells((40, "Pending transactions"), bold=True)
        cells((40, "Date"), (130, "Description"), (-460, "Amount"))
        cells((40, f"{account.last:%d/%m/%Y}"), (130, "CAFE PENDING"), (-460, "-4.50"), step=24)
        cells((40, "Transactions"), bold=True)
    cells(*head, bold=True)
    balance = account.closing
    for movement in reversed(account.movements):
        if scene.turn():
            cells(*head, bold=True)
        cells((40, f"{movement.day:%d/%m/%Y}"), (130, movement.text), (-460, minus(movement.amount)), (-545, minus(balance)))
        balance -= movement.amount
    scene.accounts[-1] = account


def _sum(rows: Sequence[Movement]) -> Decimal:
    return sum((row.amount for row in rows), Decimal(0))


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
