"""August in a file, an account that differs from it, and the changes of a mirror in words."""

from decimal import Decimal

from django.contrib.auth.models import User

from finance.entries import edit, void
from finance.imports.preview import Preview
from finance.imports.services import preview_now, show_file
from finance.models import Account, Transaction
from finance.models.ledger import snapshot
from finance.models.ledger_import import Choices
from tests.finance.imports.shown import imported
from tests.world import booked

HEAD = "Date,Amount,Text\n"
AUGUST = "2026-08-01,-900.00,Rent\n2026-08-05,-114.58,Starhub\n2026-08-31,2000.00,Salary\n"
WHOLE = Choices(whole_period=True)
SAME = [("2026-08-01", "-900.00", "Rent"), ("2026-08-05", "-114.58", "Starhub"), ("2026-08-31", "2000.00", "Salary")]


def file(rows: str = AUGUST, head: str = HEAD) -> bytes:
    return (head + rows).encode()


def mirrored(account: Account, data: bytes, choices: Choices = WHOLE) -> Preview:
    return preview_now(show_file(account=account, by=None, filename="august.csv", data=data, choices=choices))


def changes(preview: Preview) -> list[tuple[str, str, str]]:
    """Return of each change the description before, the kind of change, and the entry's values after."""
    assert preview.mirror
    listed = []
    for change in preview.mirror.changes:
        kind = "unchanged" if change.obstacle else "changed" if change.place else "void"
        listed.append((change.before.description, kind, f"{change.after.booked_on} {change.after.amount} {change.after.description}"))
    return listed


def counting(account: Account) -> list[tuple[str, str, str]]:
    rows = account.transactions.posted().order_by("booked_on", "amount_minor")
    return [(str(row.booked_on), str(row.amount), row.description) for row in rows]


def values(account: Account) -> dict[object, object]:
    return {row.pk: snapshot(row) for row in account.transactions.all()}


def entry(account: Account, description: str) -> Transaction:
    return account.transactions.get(description=description)


def edited_by(owner: User, account: Account) -> Account:
    """Return the account with August imported, and then changed by a person in every way."""
    imported(account, file())
    edit(entry=entry(account, "Rent"), by=owner, amount=Decimal("-950.00"), description="Rent and water")
    void(entry=entry(account, "Salary"), by=owner)
    booked(account, 12, "-7.00", "By hand", month=8)
    booked(account, 2, "-3.00", "September", month=9)
    return account
