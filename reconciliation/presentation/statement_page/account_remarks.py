"""Remarks on the account that a person chose: what the document prints otherwise, with its place, and the question if both differ."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from finance.account_numbers import visible_end
from finance.models import Account
from reconciliation.models import Decision, Statement
from reconciliation.verification.account_choice import number_of, printed_against

BOTH = "both_contradict"
PLACE_OF = {"number": "account_number", "currency": "currency"}


@dataclass(frozen=True, slots=True)
class AccountRemark:
    """What the document prints against the account, in a sentence. `place` is the code of its place on the page."""

    says: str
    place: str


@dataclass(frozen=True, slots=True)
class ChosenAccount:
    """The account that a person chose. `is_asked` is true if number and currency both differ, so that the choice must be confirmed."""

    account: Account
    remarks: list[AccountRemark]
    is_asked: bool


def chosen_account_of(statement: Statement, verdict: Mapping[str, Any], decisions: Collection[Decision]) -> ChosenAccount | None:
    """Return the account that a person chose for the statement, or None if code found it."""
    named = next((decision.account for decision in decisions if decision.kind == Decision.Kind.ACCOUNT and decision.account), None)
    why = verdict.get("account_why", "")
    if named is None or why not in {BOTH, "named"}:
        return None
    return ChosenAccount(named, list(_remarks(statement, named)), is_asked=why == BOTH)


def _remarks(statement: Statement, account: Account) -> Iterator[AccountRemark]:
    against = printed_against(
        hint=statement.account_hint,
        printed_currency=statement.currency,
        printed_sign=statement.currency_sign,
        number=account.number,
        currency=account.currency,
    )
    values = {"account": account.name, "number": account.masked_number, "currency": account.currency}
    sentences = {
        "number": _("The document prints the account number %(printed)s; that of %(account)s is %(number)s.")
        % (values | {"printed": f"•••• {visible_end(number_of(statement.account_hint) or statement.account_hint)}"}),
        "currency": _("The document prints %(printed)s; %(account)s is kept in %(currency)s.")
        % (values | {"printed": statement.currency or statement.currency_sign}),
    }
    return (AccountRemark(sentences[name], PLACE_OF[name]) for name in against)
