"""Books of programs in QIF, beancount and hledger, with the habits of their writers."""

import random
from decimal import Decimal

from tests.finance.imports.true_files.facts import NO_LATIN, Able, TrueFile, accounts

ON_ONE_LINE = tuple(word for word in NO_LATIN["utf-8"] if not set(word) & set('";|'))
DAYS = ("%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%m/%d'%y", "%Y-%m-%d", "%d.%m'%Y", "%d/%m/%y")
FIGURES = ((".", ","), (".", ""), (",", "."), (",", ""))


def figure(amount: Decimal, mark: str, group: str) -> str:
    return f"{amount:,.2f}".replace(",", "\0").replace(".", mark).replace("\0", group)


def qif(pick: random.Random) -> TrueFile:
    made = accounts(pick, Able(currency=False), ON_ONE_LINE)
    day_form, (mark, group) = pick.choice(DAYS), pick.choice(FIGURES)
    named = len(made) > 1 or pick.random() < 0.5
    lines: list[str] = []
    for account in made:
        if named:
            lines += ["!Account", f"N{account.number}", "TBank", "^"]
        lines += ["!Type:Bank"]
        for row in account.rows:
            fields = [f"D{row.day.strftime(day_form)}", f"T{figure(row.amount, mark, group)}", f"P{row.text}"]
            fields += ["CX"] if pick.random() < 0.3 else []
            fields += ["LShopping"] if pick.random() < 0.3 else []
            pick.shuffle(fields)
            lines += [*fields, "^"]
    return TrueFile("\n".join(lines).encode(), made, shape={"format": "qif", "days": day_form, "figures": mark + group})


def beancount(pick: random.Random) -> TrueFile:
    made = accounts(pick, Able(foreign=True), ON_ONE_LINE)
    parts = ['option "title" "Books"\n']
    parts += [f"2020-01-01 open Assets:N{account.number}\n" for account in made]
    for account in made:
        for row in account.rows:
            head = f'"{row.token}" "{row.words}"' if pick.random() < 0.4 else f'"{row.text}"'
            metadata = '  note: "1.00 EUR"\n' if pick.random() < 0.2 else ""
            group = "," if pick.random() < 0.2 else ""
            own = f"  Assets:N{account.number}  {figure(row.amount, '.', group)} {row.currency}\n"
            other = pick.choice(("  Expenses:Other\n", f"  Expenses:Other  {-row.amount} {row.currency}\n"))
            parts.append(f"{row.day} {pick.choice('*!')} {head}\n{metadata}" + pick.choice((own + other, other + own)) + "\n")
    return TrueFile("".join(parts).encode(), made, shape={"format": "beancount"})


def hledger(pick: random.Random) -> TrueFile:
    made = accounts(pick, Able(foreign=True), ON_ONE_LINE)
    separator = pick.choice("-/.")
    parts = ["; books\n", "account assets:bank\n\n"]
    for account in made:
        for row in account.rows:
            mark = pick.choice(("", "* ", "! "))
            money = pick.choice((f"{row.amount} {row.currency}", f"{row.currency} {row.amount}", f"{row.amount} {row.currency}  ; note"))
            day = row.day.isoformat().replace("-", separator)
            parts.append(f"{day} {mark}{row.text}\n    assets:N{account.number}    {money}\n    expenses:other\n\n")
    return TrueFile("".join(parts).encode(), made, shape={"format": "hledger", "days": separator})
