"""Names that persons said are the same: the payee of a printed row and that of its entry, learned for one account from the answers to the
question about their pair."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db.models import Q

from finance.payees import payees_differ
from reconciliation.matching.rows import Payee, wording
from reconciliation.models import Decision
from reconciliation.verification.books import LearnedNames

Names = tuple[Payee, Payee]
"""The bank's payee and the books'."""
TEACHES = Q(kind=Decision.Kind.PAIR, after__learned=True)
DENIES = Q(kind=Decision.Kind.UNPAIR, before__asked=True)


def names_that_differ(printed: str, booked: str) -> Names | None:
    """Return the payees of the two texts if both have one and no words of them agree, else None."""
    bank, books = wording(printed).payee, wording(booked).payee
    return (bank, books) if payees_differ(bank, books) else None


def about_names_of(account_ids: Iterable[str]) -> Q:
    """Return the condition for decisions that teach or deny names of these accounts."""
    return Q(TEACHES | DENIES, account__in=[UUID(key) for key in account_ids])


def learned_names(decisions: Iterable[Decision]) -> Mapping[str, tuple[LearnedNames, ...]]:
    """Return the names by account that these decisions teach. Names about which a person also answered that a pair is not the same
    payment are left out."""
    taught: dict[str, list[LearnedNames]] = defaultdict(list)
    denied: dict[str, set[Names]] = defaultdict(set)
    for decision in decisions:
        names, account = _names_of(decision), str(decision.account_id)
        if names and decision.kind == Decision.Kind.UNPAIR:
            denied[account].add(names)
        elif names:
            taught[account].append(LearnedNames(decision=str(decision.pk), bank=names[0], books=names[1]))
    return {account: tuple(pair for pair in names if (pair.bank, pair.books) not in denied[account]) for account, names in taught.items()}


def is_about_names(decision: Decision) -> bool:
    """True if the decision teaches or denies names, which any statement of the account may print."""
    is_denial = decision.kind == Decision.Kind.UNPAIR and bool(decision.before.get("asked"))
    return bool(decision.after.get("learned")) or (is_denial and _names_of(decision) is not None)


def _names_of(decision: Decision) -> Names | None:
    if len(decision.lines) != 1 or len(decision.entries) != 1:
        return None
    return names_that_differ(decision.lines[0]["description"], decision.entries[0]["description"])
