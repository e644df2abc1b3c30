"""The actor of an import: its tools and its verdict are limited to the accounts that this actor may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from finance.models import Account, Transaction
from finance.models.ledger import AccountQuerySet, TransactionQuerySet
from people.models import Membership, Organization
from reconciliation.models import StatementImport

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A member, or (without a user) the organization itself through a named channel."""

    organization: Organization
    user: User | None
    channel: str

    def accounts(self) -> AccountQuerySet:
        """Return all accounts of the organization, those given to a client, or no accounts for a former member."""
        if self.user is None:
            return Account.objects.of(self.organization)
        membership = Membership.objects.of(self.organization).filter(user=self.user).first()
        if membership is None or not membership.may("read"):
            return Account.objects.of(self.organization).none()
        return Account.objects.visible_to(membership)

    def transactions(self) -> TransactionQuerySet:
        """Return the entries of those accounts."""
        return Transaction.objects.of(self.organization).filter(account__in=self.accounts())


def actor_of(statement_import: StatementImport) -> Actor:
    return Actor(organization=statement_import.organization, user=statement_import.uploaded_by, channel=statement_import.channel)
