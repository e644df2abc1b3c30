"""Books for a user with only a statement and a file of entries: organization and account are created on the way."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from finance.accounts import start_account
from finance.imports.command_options import options_for, problems_of, remarks_of
from finance.imports.preview import lines_for_terminal
from finance.imports.reading import chosen_account, read_file
from finance.imports.rows import FileAccount, ParsedFile
from finance.imports.services import confirm, discard, preview_now, show_file
from finance.models import Account
from finance.models.ledger_import import Choices, Target
from people.audit import Act, record
from people.models import Organization
from people.organization_option import organization_named, there_is_none
from reconciliation.documents.limits import configured_limits
from reconciliation.electronic.reader import members_of
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
    """A file of entries, with options that answer its open questions."""

    file: Path
    choices: Choices
    leave_out: bool = False
    force: bool = False

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
    statement. Without a day, the opening balance of a new one holds since the first day of the ledger and the statement: the ledger has no
    entry before it.

    Raises MissingOption, FileRefused, and the errors of reading a document."""
    there = Account.objects.of(organization)
    chosen = list(there.filter(name=name) if name else there[:2])
    if len(chosen) == 1:
        return _with_opening(chosen[0], opening)
    if chosen:
        raise MissingOption("There are several accounts: say which with --account.")
    money, printed = currency, None
    if not money:
        parts = ledger.parts("EUR")  # any currency will do: it does not change that of the file
        named = {part.currency for part in parts} | {row.currency for part in parts for row in part.rows}
        named.discard("")
        printed = None if len(named) == 1 else _statements(organization, pdf)
        if printed is None:
            money = named.pop()
        else:  # the printed currency, or the usual one of a printed sign
            signs = (SIGNS[statement.currency_sign][0] for statement in printed if statement.currency_sign in SIGNS)
            money = next((statement.currency for statement in printed if statement.currency), next(signs, ""))
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
        printed = _statements(organization, pdf) if printed is None and opening.balance is not None else printed
        opening_date = min([*days, *(statement.period_start for statement in printed or () if statement.period_start)])
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


def imported(account: Account, ledger: LedgerFile) -> list[str]:
    """Import all rows that the account lacks, or none; return remarks on the file, and on entries of an earlier file that it lacks.

    Raises FileRefused and MissingOption."""
    shown = show_file(account=account, by=None, filename=ledger.file.name, data=ledger.file.read_bytes(), choices=ledger.choices)
    preview = preview_now(shown)
    problems = problems_of(preview, shown.data, leave_out=ledger.leave_out, force=ledger.force)
    if problems:
        discard(ledger_import=shown)
        raise MissingOption("\n".join(["Nothing was imported.", *problems]))
    remarks = remarks_of(preview)
    confirm(ledger_import=shown, by=None, shown=preview.shown)
    return [*remarks, *lines_for_terminal(preview.absent.count, preview.absent.as_json())]


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


def _statements(organization: Organization, pdf: Path) -> list[Statement]:
    """Return the statements of the file. It is read once before the account exists, and once more with it."""
    content = pdf.read_bytes()
    [(name, content), *_more] = members_of(content, configured_limits()) or [(pdf.name, content)]
    statement_import = reconcile_now(organization=organization, filename=name, pdf=content, account=None, provider="", password=None)
    return list(Statement.objects.of(organization).filter(statement_import=statement_import))
