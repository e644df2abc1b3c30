"""One import as a row of a list."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from reconciliation.models import Statement, StatementImport
from reconciliation.presentation.labels import Headline, failure, headline
from reconciliation.presentation.labels.naming import named_by_the_paper
from reconciliation.reconcile.answers import to_settle
from reconciliation.signoff.moved import Moved

RUNNING = (StatementImport.Status.PENDING, StatementImport.Status.PROCESSING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One row of the list. `difference` is the open amount in `currency`, None if unknown or not one sum. `moved` are statements
    that were signed off and whose books changed since."""

    statement_import: StatementImport
    headline: Headline
    accounts: list[str]
    period_start: dt.date | None
    period_end: dt.date | None
    difference: Decimal | None
    currency: str
    moved: Sequence[Moved] = ()


def summary_of(statement_import: StatementImport, moved: Sequence[Moved] = ()) -> Summary:
    """Return the row of an import. It reads `statements` and their accounts: prefetch them for a list."""
    prefetch_related_objects([statement_import], "statements__account")
    statements = list(statement_import.statements.all())
    starts = [statement.period_start for statement in statements if statement.period_start]
    ends = [statement.period_end for statement in statements if statement.period_end]
    currencies = {statement.money_currency for statement in statements}
    return Summary(
        statement_import=statement_import,
        headline=headline_of_import(statement_import),
        accounts=_accounts(statements),
        period_start=min(starts, default=None),
        period_end=max(ends, default=None),
        difference=_difference(statement_import) if len(currencies) == 1 else None,
        currency=currencies.pop() if len(currencies) == 1 else "",
        moved=moved,
    )


def headline_of_import(statement_import: StatementImport) -> Headline:
    """Return the verdict, or the status of an import without one."""
    status, failed = statement_import.status, failure(statement_import.error)
    if status in RUNNING:
        return Headline(str(statement_import.get_status_display()), "", "calm")
    if statement_import.wants_password and failed:
        return Headline(_("Wants its password"), failed.what, "warn", failed.what)
    if status == StatementImport.Status.FAILED and failed:
        return Headline(_("Could not be read"), failed.what, "bad", failed.what)
    if statement_import.reconciliation:
        return headline(statement_import.reconciliation)
    return Headline(str(statement_import.get_status_display()), "", "warn")


def _accounts(statements: Sequence[Statement]) -> list[str]:
    """Return the accounts' names; for a statement without an account, the printed name."""
    named = (
        statement.account.name if statement.account else named_by_the_paper(statement.institution, statement.account_hint)
        for statement in statements
    )
    return list(dict.fromkeys(filter(None, named)))


def _difference(statement_import: StatementImport) -> Decimal | None:
    amounts = [to_settle(statement) for statement in (statement_import.reconciliation or {}).get("statements", [])]
    known = [amount for amount in amounts if amount is not None]
    return sum(known, Decimal(0)) if known and len(known) == len(amounts) else None
