"""Books for a user with only a statement and a file of entries: organization and account are created on the way."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from finance.accounts import start_account
from finance.imports.command_options import options_for
from finance.imports.preview import Absent
from finance.imports.reading import chosen_account, read_file
from finance.imports.rows import FileAccount, ParsedFile
from finance.imports.services import confirm, discard, preview_now, show_file
from finance.imports.untrusted_files import FileRefused, in_row
from finance.models import Account
from finance.models.ledger_import import Choices, Target
from people.audit import Act, record
from people.models import Organization
from people.organization_option import organization_named, there_is_none
from reconciliation.management.foreground import reconcile_now
from reconciliation.models import Statement
from reconciliation.printed.currency_signs import SIGNS

HOME = "Home"
CHECKING = "Account"
"""The name of an account if none is given."""


class MissingOption(ValueError):
    """A value is missing that cannot be guessed; the text names the option for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The balance of the account before its first entry, as far as it is given."""

    balance: Decimal | None = None
    day: dt.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerFile:
    """A file of entries, with options for what the file leaves open."""

    file: Path
    choices: Choices

    def read(self, currency: str) -> ParsedFile:
        """Return the parsed file. Raises FileRefused."""
        target = Target(currency=currency, kind=Account.Kind.CHECKING, today=timezone.localdate())
        return read_file(self.file.read_bytes(), choices=self.choices, target=target)

    def parts(self, currency: str) -> tuple[FileAccount, ...]:
        """Return the part of the given account, else all parts of the file. Raises FileRefused."""
        parsed = self.read(currency)
        chosen = chosen_account(parsed, self.choices)
        return (chosen,) if chosen else parsed.accounts


@transaction.atomic
def organization_at_home(slug: str | None) -> Organization:
    """Return the named organization, the only one, or a new one if there is none. Raises NoSingleOrganization."""
    if slug or not there_is_none():
        return organization_named(slug)
    home = Organization.objects.create(name=HOME, slug=HOME.lower())
    record(home, None, Act.FOUNDED, home)
    return home


def account_for(organization: Organization, *, name: str | None, currency: str, ledger: LedgerFile, pdf: Path, opening: Opening) -> Account:
    """Return the account of that name, the only one, or a new one; its currency is the given one, else that of the ledger or the
    statement.

    Raises MissingOption, FileRefused, and the errors of reading a document."""
    there = Account.objects.of(organization)
    chosen = list(there.filter(name=name) if name else there[:2])
    if len(chosen) == 1:
        return _with_opening(chosen[0], opening)
    if chosen:
        raise MissingOption("There are several accounts: say which with --account.")
    money = currency
    if not money:
        parts = ledger.parts("EUR")  # any currency will do: it does not change the one that the file names
        named = {part.currency for part in parts} | {row.currency for part in parts for row in part.rows}
        named.discard("")
        money = named.pop() if len(named) == 1 else _printed_currency(organization, pdf)
    if not money:
        raise MissingOption("Neither the ledger nor the statement says which currency it is: say it with --currency.")
    # Create no account for a file that cannot be read yet.
    parsed = ledger.read(money)
    if parsed.questions:
        raise MissingOption("\n".join(["Nothing was imported.", *options_for(parsed.questions, parsed, ledger.file.read_bytes(), money)]))
    opening_date = opening.day
    if opening_date is None:
        days = [row.booked_on for part in ledger.parts(money) for row in part.rows if row.booked_on]
        if not days:
            raise MissingOption("The ledger has no day to begin with: say it with --opening-date.")
        opening_date = min(days)
    return start_account(
        organization=organization,
        name=name or CHECKING,
        kind=Account.Kind.CHECKING,
        currency=money,
        opening_balance=opening.balance,
        opening_date=opening_date,
        rows=(),
        origin="",
    )


def imported(account: Account, ledger: LedgerFile) -> Absent:
    """Import all rows that the account lacks, or none, and report rows of an earlier file that this one no longer has.

    Raises FileRefused and MissingOption."""
    shown = show_file(account=account, by=None, filename=ledger.file.name, data=ledger.file.read_bytes(), choices=ledger.choices)
    preview = preview_now(shown)
    problems = (
        options_for(preview.questions, preview.parsed, shown.data, account.currency)
        or FileRefused(in_row(judged.row.place, judged.reason) for judged in preview.of("refused")).shown()
    )
    if problems:
        discard(ledger_import=shown)
        raise MissingOption("\n".join(["Nothing was imported.", *problems]))
    confirm(ledger_import=shown, by=None, shown=preview.shown)
    return preview.absent


@transaction.atomic
def _with_opening(account: Account, opening: Opening) -> Account:
    """Set the opening balance if it is given and unknown so far. Raises MissingOption if it differs from a known one or cannot be set."""
    if opening.balance is None or opening.balance == account.opening_balance:
        return account
    if account.opening_balance is not None:
        raise MissingOption(f"The opening balance of {account} is {account.opening_balance} already: change it on the page of the account.")
    account.opening_date = opening.day or account.opening_date or timezone.localdate()
    account.opening_balance = opening.balance
    try:
        account.full_clean()
    except ValidationError as error:
        raise MissingOption(" ".join(error.messages)) from error
    account.save()
    record(account.organization, None, Act.CHANGED_ACCOUNT, account, changed=["opening_balance"])
    return account


def _printed_currency(organization: Organization, pdf: Path) -> str:
    """Return the currency that the statement prints, or the usual one of its sign, or "" if it prints neither. The statement is read once
    before the account exists, and once more with it."""
    statement_import = reconcile_now(
        organization=organization, filename=pdf.name, pdf=pdf.read_bytes(), account=None, provider="", password=None
    )
    statements = list(Statement.objects.of(organization).filter(statement_import=statement_import))
    signs = (SIGNS[statement.currency_sign][0] for statement in statements if statement.currency_sign in SIGNS)
    return next((statement.currency for statement in statements if statement.currency), next(signs, ""))
