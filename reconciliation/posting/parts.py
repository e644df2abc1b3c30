"""Entries for the parts of a payment of a debt: the books have the payment as one, and lack its interest, escrow or fees."""

from django.contrib.auth.models import User
from django.db import transaction

from finance.entries import enter
from finance.models import Transaction
from people.access import require
from reconciliation.models import Cause, Statement
from reconciliation.models.columns import fit
from reconciliation.posting.part_names import NAMES
from reconciliation.posting.publishing import open_for_posting
from reconciliation.reconcile.persist import verify_again
from reconciliation.verification.splits import SplitLine


@transaction.atomic
def add_parts(*, statement: Statement, line: int, actor: User) -> list[Transaction]:
    """Add the entries that the books lack for the parts of a row's payment, and verify the statement again. Nothing is added if they lack
    none any longer. Raises NotYours, LedgerLocked, and as `open_for_posting` does: nothing is stored then."""
    require(actor, statement.statement_import.organization, "post")
    settled, account, _ledger = open_for_posting(statement)
    lacking = next((split.to_add for split in settled.verdict.split if isinstance(split, SplitLine) and split.line == line), ())
    printed = settled.printed.lines[line] if lacking else None
    if printed is None or printed.date is None:
        return []
    added = [
        enter(
            account=account,
            by=actor,
            booked_on=printed.date,
            amount=amount,
            description=fit(f"{NAMES[kind]}: {printed.description}", 1000),
        )
        for kind, amount in lacking
    ]
    verify_again(statement.statement_import, Cause.POSTED)
    return added
