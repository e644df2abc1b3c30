"""Every way in which entries are written, each at random."""

import datetime as dt
import json
import random
import uuid
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client

from finance import entries
from finance.imports.services import LaterWorkStands, confirm, preview_now, show_file, undo
from finance.ledger_writer import hold_entries, write_entries
from finance.loading import load_ledger
from finance.models import Account, LedgerImport, Transaction
from tests.addresses import reverse

STATUSES = list(Transaction.Status.values)


class Breaks(RuntimeError):
    """An exception that ends a transaction."""


class Writer:
    """Writes to accounts of one owner; the admin as a superuser."""

    def __init__(self, chance: random.Random, accounts: list[Account], owner: User, admin: Client) -> None:
        self.chance, self.accounts, self.owner, self.admin = chance, accounts, owner, admin

    def ways(self) -> list[Callable[[], object]]:
        return [
            self.enters, self.edits, self.voids, self.deletes, self.writes_many, self.saves, self.creates_many, self.ignores_conflicts,
            self.updates_conflicts, self.updates_a_queryset, self.deletes_a_queryset, self.imports, self.undoes, self.loads,
            self.edits_in_the_admin, self.deletes_in_the_admin, self.breaks_off, self.writes_sql, self.moves_to_another_account, self.holds,
        ]  # fmt: skip

    def day(self) -> dt.date:
        return dt.date(2026, 1, 1) + dt.timedelta(days=self.chance.randrange(120))

    def account(self) -> Account:
        return self.chance.choice(self.accounts)

    def made(self, account: Account | None = None) -> Transaction:
        return Transaction(
            account=account or self.account(),
            booked_on=self.day(),
            amount_minor=self.chance.randrange(-10_000, 10_000),
            status=self.chance.choice(STATUSES),
            is_excluded=self.chance.random() < 0.2,
            external_id=uuid.UUID(int=self.chance.getrandbits(128)).hex,
        )

    def some(self) -> list[Transaction]:
        rows = list(Transaction.objects.of(self.accounts[0].organization).order_by("external_id", "pk"))
        return self.chance.sample(rows, min(len(rows), self.chance.randrange(1, 4)))

    def enters(self) -> None:
        entries.enter(
            account=self.account(), by=self.owner, booked_on=self.day(), amount=Decimal(self.chance.randrange(100)), description="Tea"
        )

    def edits(self) -> None:
        for row in self.some():
            entries.edit(entry=row, by=self.owner, booked_on=self.day(), status=self.chance.choice(STATUSES))

    def voids(self) -> None:
        for row in self.some():
            entries.void(entry=row, by=self.owner)

    def deletes(self) -> None:
        for row in self.some()[:1]:
            entries.delete(entry=row, by=self.owner)

    def writes_many(self) -> None:
        changed = self.some()
        for row in changed:
            row.amount_minor, row.is_excluded = self.chance.randrange(10_000), not row.is_excluded
        gone = [row for row in self.some() if row not in changed]
        write_entries(by=None, added=[self.made() for _ in range(5)], changed=changed, removed=gone)

    def saves(self) -> None:
        for row in [self.made(), *self.some()]:
            row.booked_on = self.day()
            row.save()

    def creates_many(self) -> None:
        self.account().transactions.bulk_create([self.made() for _ in range(20)])

    def ignores_conflicts(self) -> None:
        self.account().transactions.bulk_create([self.made(), *self.some()], ignore_conflicts=True)

    def updates_conflicts(self) -> None:
        rows = [self.made(), *self.some()]
        for row in rows:
            row.amount_minor += 7
        fields = ["amount_minor", "status"]
        self.account().transactions.bulk_create(rows, update_conflicts=True, update_fields=fields, unique_fields=["id"])

    def updates_a_queryset(self) -> None:
        rows = self.account().transactions.filter(booked_on__gte=self.day())
        rows.update(status=self.chance.choice(STATUSES), amount_minor=self.chance.randrange(100), booked_on=self.day())

    def deletes_a_queryset(self) -> None:
        self.account().transactions.filter(pk__in=[row.pk for row in self.some()]).delete()

    def imports(self) -> None:
        rows = "".join(f"{uuid.UUID(int=self.chance.getrandbits(128))},{self.day()},-{number}.50\n" for number in range(3))
        shown = show_file(account=self.account(), by=self.owner, filename="a.csv", data=f"Id,Date,Amount\n{rows}".encode())
        confirm(ledger_import=shown, by=self.owner, shown=preview_now(shown).shown)

    def undoes(self) -> None:
        for done in LedgerImport.objects.of(self.accounts[0].organization).filter(status="confirmed"):
            try:
                undo(ledger_import=done, by=self.owner)
            except LaterWorkStands:
                continue

    def loads(self) -> None:
        account = self.account()
        row = {"date": str(self.day()), "description": "Rent", "status": self.chance.choice(STATUSES)}
        rows = [row | {"id": str(number), "amount": f"{self.chance.randrange(99)}.10"} for number in range(4)]
        books = {"name": account.name, "kind": "checking", "currency": "EUR", "opening_balance": "100.00", "opening_date": "2026-01-01"}
        said = {"organizations": [{"slug": account.organization.slug, "accounts": [books | {"transactions": rows}]}]}
        load_ledger(books=json.loads(json.dumps(said)), update=True)

    def edits_in_the_admin(self) -> None:
        for row in self.some()[:1]:
            place = reverse("admin:finance_transaction_change", args=[row.pk])
            form = self.admin.get(place).context["adminform"].form
            said = {name: form[name].value() or "" for name in form.fields}
            said |= {"booked_on": str(self.day()), "amount": str(self.chance.randrange(50)), "is_excluded": "", "is_brought_forward": ""}
            assert self.admin.post(place, said).status_code == 302

    def deletes_in_the_admin(self) -> None:
        said = {"action": "delete_selected", "_selected_action": [str(row.pk) for row in self.some()], "post": "yes"}
        self.admin.post(reverse("admin:finance_transaction_changelist"), said)

    def breaks_off(self) -> None:
        with suppress(Breaks), transaction.atomic():
            self.creates_many()
            raise Breaks

    def writes_sql(self) -> None:
        """As a process of the release before: it knows of no sums."""
        with connection.cursor() as cursor:
            key = self.account().pk
            said = key if connection.vendor == "postgresql" else key.hex
            cursor.execute("UPDATE finance_transaction SET amount_minor = amount_minor * 2 WHERE account_id = %s", [said])

    def moves_to_another_account(self) -> None:
        self.account().transactions.filter(booked_on__lt=self.day(), external_id="").update(account=self.account())

    def holds(self) -> None:
        hold_entries(self.account(), [str(row.pk) for row in self.some()], held_by="")
