"""The balances that a list of all accounts tells, brought to the accounts whose rows it announces."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.days.calendar import Calendar
from reconciliation.reading.document.account_names import last_digits
from reconciliation.reading.scanning.entries import Seen
from reconciliation.reading.tokens.printed import Printed

Listed = Mapping[str, Sequence[Seen]]  # the balances by the last digits of the account's number


def overviews_of(seen: Sequence[Seen]) -> dict[str, list[Seen]]:
    """The balances that lists of accounts tell, by account."""
    listed: dict[str, list[Seen]] = {}
    for one in seen:
        if one.kind == "overview":
            listed.setdefault(last_digits(one.label), []).append(one)
    return listed


def without_sums(seen: Sequence[Seen]) -> list[Seen]:
    """What was seen, without the lists of accounts and the lines right below them that print what their closing balances come to: whatever
    such a line is called, as total deposits, it is none of one account's rows."""
    found: list[Seen] = []
    closings: list[Decimal] = []
    told: set[Printed] = set()
    for one in seen:
        if one.kind == "overview":
            closings += [one.value] if one.role == "closing" and one.value is not None else []
            continue
        if one.printed is not None and len(closings) > 1 and any(figure.printed == sum(closings) for figure in one.printed.figures):
            told.add(one.printed)
        elif one.printed not in told:
            closings = []
        if one.printed not in told or one.kind not in {"total", "summary"}:
            found.append(one)
    return found


def with_overviews(drafts: Sequence[Draft], listed: Listed, calendar: Calendar) -> list[Draft]:
    """Each account with the balances of its list that it does not print itself; then the accounts that only the list names."""
    told = [_told(draft, _of(draft, listed), calendar) for draft in drafts]
    known = {digits for draft in drafts for digits in draft.numbers}
    return told + [_alone(balances, calendar) for digits, balances in listed.items() if digits not in known]


def _of(draft: Draft, listed: Listed) -> Sequence[Seen]:
    return listed.get(last_digits(draft.number), ()) if draft.full else ()


def _told(draft: Draft, balances: Sequence[Seen], calendar: Calendar) -> Draft:
    """A number that the list bears twice tells nothing; where an account's own balance is another than listed, something is misread."""
    missing = [one for one in balances if not draft.has(one.role) and sum(other.role == one.role for other in balances) == 1]
    differs = any(draft.has(role) and not _sizes(draft.of(role)) & _sizes(told) for role, told in _by_role(balances).items())
    if not missing and not differs:
        return draft
    told = draft.retold((*[replace(one, kind=one.role, role="", printed=None) for one in missing], *draft.seen), calendar)
    told.doubts |= {"overview_differs"} if differs else set()
    return told


def _by_role(balances: Sequence[Seen]) -> dict[str, list[Seen]]:
    return {role: [one for one in balances if one.role == role] for role in {one.role for one in balances}}


def _sizes(balances: Sequence[Seen]) -> set[Decimal]:
    return {abs(one.value) for one in balances if one.value is not None}


def _alone(balances: Sequence[Seen], calendar: Calendar) -> Draft:
    draft = Draft()
    for one in (replace(balances[0], kind="number", figure=None, role=""), *[replace(one, kind=one.role, role="") for one in balances]):
        draft.add(one, calendar)
    return draft
