"""The balances in a list of all accounts, brought to the accounts whose rows it announces."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.account_names import last_digits
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.tokens.printed import Printed

Listed = Mapping[str, Sequence[Seen]]  # the balances by the last digits of the account's number


def apart_from_lists(seen: Sequence[Seen]) -> tuple[Listed, list[Seen]]:
    """Return the balances in lists of accounts, and what else was seen.

    The sums of the closing balances right below a list are left out: whatever such a line is called, as total deposits, it is none of one
    account's rows.
    """
    listed: dict[str, list[Seen]] = {}
    others: list[Seen] = []
    closings: list[Decimal] = []
    sums: set[Printed] = set()
    for one in seen:
        if one.kind == "overview":
            listed.setdefault(last_digits(one.label), []).append(one)
            closings += [one.value] if one.role == "closing" and one.value is not None else []
            continue
        if one.printed is not None and len(closings) > 1 and any(figure.printed == sum(closings) for figure in one.printed.figures):
            sums.add(one.printed)
        elif one.printed not in sums:
            closings = []
        if one.printed not in sums or one.kind not in {"total", "summary"}:
            others.append(one)
    return listed, others


def with_overviews(drafts: Sequence[Draft], listed: Listed, calendar: Calendar) -> list[Draft]:
    """Return each account with the balances of its list that it does not print itself; then the accounts that only the list names."""
    accounts = [_with_listed(draft, listed.get(last_digits(draft.number), ())) if draft.full else draft for draft in drafts]
    known = {digits for draft in drafts for digits in draft.numbers}
    for digits, balances in listed.items():
        if digits not in known:
            number = replace(balances[0], kind="number", figure=None, role="")
            accounts.append(Draft(calendar, seen=[number, *(replace(one, kind=one.role, role="") for one in balances)]))
    return accounts


def _with_listed(draft: Draft, balances: Sequence[Seen]) -> Draft:
    """Add the balances that its number has once in the list; if an account's own balance is another than listed, something is misread."""
    by_role = {role: [one for one in balances if one.role == role] for role in {one.role for one in balances}}
    missing = [one for one in balances if len(by_role[one.role]) == 1 and not draft.has(one.role)]
    differs = any(draft.has(role) and not _sizes(draft.of(role)) & _sizes(roled) for role, roled in by_role.items())
    if not missing and not differs:
        return draft
    account = draft.seeing([*(replace(one, kind=one.role, role="", printed=None) for one in missing), *draft.seen])
    account.doubts |= {"overview_differs"} if differs else set()
    return account


def _sizes(balances: Sequence[Seen]) -> set[Decimal]:
    return {abs(one.value) for one in balances if one.value is not None}
