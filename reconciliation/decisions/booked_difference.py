"""The entry of a booked difference. It is coded to an account that a person names, and removed with its decision."""

import datetime as dt
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from finance.categories import write_codes
from finance.ledger_writer import write_entries
from finance.locks import LedgerLocked
from finance.models import Transaction
from finance.models.coding import Codes, Coding
from finance.models.ledger import BY_HAND
from finance.money import NotAnAmount, to_minor
from people.access import require
from people.audit import Act, record
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision, Statement
from reconciliation.models.columns import fit

LONGEST_TEXT = 1000


def book_difference(*, statement: Statement, amount: Decimal, day: dt.date, text: str, nominal: str, actor: User | None) -> Transaction:
    """Add the difference to the statement's account, coded to the named account. Raises NotYours, and DecisionRefused if the amount, the
    day or a lock does not allow it."""
    organization, account = statement.statement_import.organization, statement.account
    require(actor, organization, "post")
    if account is None:
        raise DecisionRefused("nothing_compared")
    entry = Transaction(account=account, origin=BY_HAND, booked_on=day, description=fit(text, LONGEST_TEXT))
    try:
        entry.amount_minor = to_minor(amount, account.currency)
        entry.check_fit()
        write_entries(by=actor, added=[entry])
    except LedgerLocked as locked:
        raise DecisionRefused("ledger_locked") from locked
    except (NotAnAmount, ValidationError) as unfit:
        raise DecisionRefused("difference_not_booked") from unfit
    write_codes(organization, {entry: Codes.read({"nominal": nominal})}, given_by=Coding.GivenBy.PERSON)
    record(organization, actor, Act.ENTERED, entry, account=account.pk)
    return entry


def as_booked(entry: Transaction, nominal: str) -> dict[str, Any]:
    """Return the entry as its decision stores it."""
    return {
        "transaction": str(entry.pk),
        "date": entry.booked_on.isoformat(),
        "amount": format(entry.amount, "f"),
        "description": entry.description,
        "nominal": nominal,
    }


def remove_difference(decision: Decision, actor: User | None) -> None:
    """Delete the entry that the decision added. One that a person has changed since stays in the books, as an entry without a row.

    Raises NotYours, and DecisionRefused if a lock forbids it."""
    booked = decision.after.get("difference")
    if booked is None:
        return
    require(actor, decision.organization, "post")
    entry = Transaction.objects.of(decision.organization).filter(pk=booked["transaction"]).select_related("account").first()
    if entry is None or as_booked(entry, booked["nominal"]) != booked:
        return
    account = entry.account_id
    try:
        write_entries(by=actor, removed=[entry])
    except LedgerLocked as locked:
        raise DecisionRefused("ledger_locked") from locked
    record(decision.organization, actor, Act.DELETED_ENTRY, entry, account=account)
