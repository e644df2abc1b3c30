"""The reasons of a verdict: their codes and their order."""

from collections.abc import Collection

from reconciliation.verification.verdict import Verdict

NOTE = "chain_gap"
"""The only reason that `matched` may carry: days between are printed nowhere. `opening_undecided` says where they may explain the
opening."""

NOTHING_COMPARED = ("no_account", "currency_conflict", "not_a_statement", "unreadable")
INCOMPLETE = (
    "page_unread",
    "figures_unaccounted",
    "integrity_failed",
    "no_balance",
    "no_opening",
    "integrity_unproved",
    "opening_unknown",
    "account_unconfirmed",
    "overlaps",
    "chain_breaks",
    "carried_over",
    "ledger_from_this_statement",
)
UNDECIDED = ("ambiguous_rows", "weak_pair", "group_to_confirm", "contra_to_confirm", "totals_only", "opening_undecided")
DEFINITE = ("opening_differs", "new_rows", "missing_rows", "amount_differs", "sign_differs", "date_differs")
TIMING = ("ends_unconfirmed", "outstanding_unproved", "cut_off")
"""Reasons that disappear when another statement of the account arrives."""
ORDER = (*NOTHING_COMPARED, *INCOMPLETE, *UNDECIDED, *DEFINITE, *TIMING, NOTE)


def in_order(reasons: Collection[str]) -> tuple[str, ...]:
    """Return the weightiest first; an unknown code comes first of all."""
    return tuple(sorted(set(reasons), key=lambda code: (ORDER.index(code) if code in ORDER else -1, code)))


def verdict_of(reasons: Collection[str], *, undecided_opening: bool = False) -> Verdict:
    """Return the verdict. An incomplete comparison never claims to be complete, but a real difference is not hidden behind an outstanding
    cheque.

    An unknown code counts as an incomplete comparison.
    """
    known_to_allow = {*DEFINITE, *TIMING, NOTE}
    if set(reasons) - known_to_allow or undecided_opening:
        return Verdict.PARTIAL
    if set(reasons) & set(DEFINITE):
        return Verdict.MISMATCHED
    return Verdict.PARTIAL if set(reasons) & set(TIMING) else Verdict.MATCHED
