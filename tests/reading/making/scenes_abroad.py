"""Layouts of banks outside America: forward lines, marks behind amounts, balances named by their day."""

import datetime as dt
from decimal import Decimal

from tests.reading.making.scene import BRITISH, FRENCH, GERMAN, Scene, minus, plain, total
from tests.reading.making.truth import draw_account


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
            ("Payments In", total([m for m in account.movements if m.amount > 0])),
            ("Payments Out", total([m for m in account.movements if m.amount < 0])),
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
        (-470, money(total([m for m in account.movements if m.amount < 0]))),
        (-540, money(total([m for m in account.movements if m.amount > 0]))),
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
        (-340, plain(total(out))),
        (-440, plain(total(into))),
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
    cells((60, marked(account.opening)), (180, f"${plain(total(out))}"), (300, f"${plain(total(into))}"), (430, marked(account.closing)))


def app_export(scene: Scene) -> None:
    """Newest first, signs with symbols, pending rows on top that are in no balance."""
    account = draw_account(scene.random, BRITISH)
    scene.accounts.append(account)
    cells = scene.cells
    cells((40, "Examplezo Bank Limited"), bold=True, size=14, step=22)
    cells((40, f"{account.first:%d/%m/%Y} - {account.last:%d/%m/%Y}"), (300, "Account number: 11223344"))
    cells((40, "Account statement"), step=18)
    cells((40, "Total balance"), (-250, minus(account.closing, symbol="£")))
    cells((40, "Total deposits"), (-250, minus(total([m for m in account.movements if m.amount > 0]), symbol="+£")))
    cells((40, "Total outgoings"), (-250, minus(total([m for m in account.movements if m.amount < 0]), symbol="£")), step=20)
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
