"""The verifier with one check dropped, a mutant a check: the law beside it must catch each.

Repeated checks are dropped twice: the bridge and the last check before `matched` (`judge.proved`) repeat most checks, so that a mutant
without them tests the absence of the check itself.
"""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from finance import payees
from reconciliation.matching import evidence as speaking
from reconciliation.matching import exact, groups, outcome, rows
from reconciliation.verification import books, chain, evidence, findings, guards, items, judge, standing
from reconciliation.verification.findings import TIES
from reconciliation.verification.methods import CHEQUE
from reconciliation.verification.verdict import Bridge

Patch = pytest.MonkeyPatch
Names = rows.SameNames


class _Anything(Decimal):
    """Equal to every value that it is compared with."""

    __hash__ = Decimal.__hash__

    def __eq__(self, other: object) -> bool:
        return True


def _yes(*_: Any, **__: Any) -> bool:
    return True


def _no(*_: Any, **__: Any) -> bool:
    return False


def _without_the_last_look(patch: Patch) -> None:
    patch.setattr(judge, "proved", _yes)


def _without_the_sums(patch: Patch) -> None:
    _without_the_last_look(patch)
    patch.setattr(Bridge, "closes", True)


def opening_not_compared(patch: Patch) -> None:
    patch.setattr(judge, "judge_opening", lambda *_, **__: TIES)
    _without_the_last_look(patch)


def chain_of_papers_not_compared(patch: Patch) -> None:
    told = evidence.evidence_of
    _with_evidence(patch, lambda *args: replace(told(*args), chain_break=None))


def weak_pairs_accepted(patch: Patch) -> None:
    told = rows.Support
    for module in (speaking, exact):
        patch.setattr(module, "of_payees", lambda one, other: told.PAYEE if payees.payees_agree(one, other) else told.SILENT)


def learned_names_forgotten(patch: Patch) -> None:
    _with_names(patch, lambda _: {})


def learned_names_taken_the_other_way_too(patch: Patch) -> None:
    def both(names: Names) -> Names:
        turned: dict[Any, frozenset[Any]] = dict(names)
        for bank, booked in names.items():
            for other in booked:
                turned[other] = turned.get(other, frozenset()) | {bank}
        return turned

    _with_names(patch, both)


def a_learned_name_taken_for_a_number(patch: Patch) -> None:
    told = speaking.of_names
    _with_evidence_of_names(patch, lambda line, entry: rows.Support.NUMBER if entry.payee in line.also else told(line, entry))


def a_learned_name_taken_for_any_name(patch: Patch) -> None:
    told = speaking.of_names
    _with_evidence_of_names(patch, lambda line, entry: rows.Support.PAYEE if line.also and entry.payee else told(line, entry))


def _with_names(patch: Patch, changed: Callable[[Names], Names]) -> None:
    told = books.ledger_of
    patch.setattr("reconciliation.verification.ledger_of", lambda account: replace(ledger := told(account), names=changed(ledger.names)))


def _with_evidence_of_names(patch: Patch, told: Callable[[Any, Any], rows.Support]) -> None:
    patch.setattr(speaking, "of_names", told)


def twins_accepted(patch: Patch) -> None:
    patch.setattr(speaking.Component, "balanced", True)
    patch.setattr(exact, "whole_pairing", exact.best_pairing)


def leftovers_ignored(patch: Patch) -> None:
    told = standing.Leftovers.item
    proved: dict[str, Any] = {"kind": standing.OUTSTANDING, "proof": "cleared_later", "cleared_by": (0, 0), "hint": None}
    patch.setattr(standing.Leftovers, "item", lambda self, entry, span: replace(told(self, entry, span), **proved))


def late_entries_ignored(patch: Patch) -> None:
    _without_reason(patch, "cut_off")
    _without_the_last_look(patch)


def new_rows_ignored(patch: Patch) -> None:
    _without_reason(patch, "new_rows")
    _without_the_last_look(patch)


def integrity_ignored(patch: Patch) -> None:
    patch.setattr(evidence, "_is_said_not_to_hold", _no)
    patch.setattr(evidence, "_does_not_add_up", _no)
    _without_the_sums(patch)


def unproved_reading_accepted(patch: Patch) -> None:
    told = evidence.evidence_of
    _with_evidence(patch, lambda *args: _without(told(*args), "integrity_unproved"))


def ends_taken_for_confirmed(patch: Patch) -> None:
    told = evidence.evidence_of
    _with_evidence(patch, lambda *args: _without(told(*args), "ends_unconfirmed"))


def confirmed_reading_called_proved(patch: Patch) -> None:
    """Amendment 2: a confirmed reading is complete and never matched."""
    told = evidence.evidence_of
    _with_evidence(patch, lambda *args: _without(told(*args), "reading_confirmed"))


def proved_by_a_confirmed_paper(patch: Patch) -> None:
    """Amendment 2: an entry of another paper that only a confirmed one shows is not proved to be outstanding."""
    patch.setattr(evidence.PaperEvidence, "whole", property(lambda self: not set(self.reasons) - {"reading_confirmed"}))


def flags_ignored(patch: Patch) -> None:
    patch.setattr(evidence, "flagged", lambda *_: ())


def overlap_ignored(patch: Patch) -> None:
    patch.setattr(chain.StatementSpan, "overlaps", _no)


def unconfirmed_account_accepted(patch: Patch) -> None:
    judged = judge.judge_account
    patch.setattr(
        "reconciliation.verification.judge_account", lambda ledger, chain, **more: judged(ledger, chain, **more | {"doubtful": ()})
    )
    patch.setattr("reconciliation.verification.chain_of", lambda spans, *_: chain.Chain(tuple(sorted(spans, key=lambda one: one.first))))


def sums_of_groups_not_checked(patch: Patch) -> None:
    patch.setattr(groups, "_total", lambda *_: _Anything(0))
    _without_the_sums(patch)


def an_entry_used_twice(patch: Patch) -> None:
    """Each line takes the first entry that it may, also if another line has it."""
    patch.setattr(speaking.Component, "balanced", True)
    patch.setattr(exact, "whole_pairing", lambda part: list({id(link[0]): rows.Edge(*link) for link in part.links}.values()))
    patch.setattr(outcome.Weighing, "take", _take_what_is_left)
    _without_the_sums(patch)


def _take_what_is_left(weighing: Any, lines: Any, entries: Any) -> None:
    for row in lines:
        weighing._lines.pop(id(row), None)
    for row in entries:
        weighing._entries.pop(id(row), None)


def a_period_before_the_ledger_accepted(patch: Patch) -> None:
    patch.setattr(books.AccountLedger, "opening_known_by", lambda self, _: self.books.opening_balance)


def an_unknown_opening_taken_as_printed(patch: Patch) -> None:
    known = books.AccountLedger.opening_known_by
    patch.setattr(books.AccountLedger, "opening_known_by", lambda self, day: known(self, day) or Decimal(1000))


def what_is_void_counted(patch: Patch) -> None:
    patch.setattr(
        "reconciliation.verification.ledger_of",
        lambda account_books: books.AccountLedger(account_books, tuple(filter(_dated(account_books), account_books.entries)), ()),
    )


def _dated(account_books: Any) -> Callable[[Any], bool]:
    begin = account_books.opening_date
    return lambda entry: entry.brought_forward or begin is None or entry.date >= begin


def pairs_that_reach_back_believed(patch: Patch) -> None:
    patch.setattr(guards, "doubt_reaching_back", lambda weighed, *_: weighed)


def any_day_near_enough(patch: Patch) -> None:
    patch.setattr(exact, "link", _link_of_any_day)
    patch.setattr(exact, "EARLIEST", -7)
    patch.setattr(exact, "LATEST", 14)
    _without_the_last_look(patch)


def _link_of_any_day(line: Any, entry: Any) -> Any:
    lag = speaking.nearest_lag(line, entry)
    return None if lag is None or not -7 <= lag <= 14 else (line, entry, speaking.support(line, entry), lag)


def proved_by_an_unread_paper(patch: Patch) -> None:
    judged = standing.leftovers_of
    patch.setattr(judge, "leftovers_of", lambda chain, ledger, weighed, _: judged(chain, ledger, weighed, range(100)))


def a_fee_in_transit(patch: Patch) -> None:
    patch.setattr(standing, "BANK_ORIGINATED", None)


def a_cheque_of_any_age(patch: Patch) -> None:
    patch.setattr(speaking, "CHEQUE_LATEST", 400)
    patch.setattr(CHEQUE.__class__, "goes_stale", False)


def an_unprinted_end_trusted(patch: Patch) -> None:
    found = judge.Judge._find
    patch.setattr(judge.Judge, "_find", lambda *args: replace(found(*args), after=(), untold=()))


def opening_reckoned_from_the_closing(patch: Patch) -> None:
    """A balance is derived from the one that it should prove."""
    told = evidence.evidence_of

    def derived(one: Any, chain: Any) -> Any:
        found, closing = told(one, chain), one.statement.closing_balance
        if found.opening is not None or closing is None:
            return found
        opening = closing - sum(line.amount for line in one.statement.lines)
        proved = _without(_without(found, "no_opening"), "integrity_unproved")
        return replace(proved, opening=opening, opening_source="previous_statement")

    patch.setattr(evidence, "evidence_of", derived)
    _with_evidence(patch, derived)


def own_paper_believed(patch: Patch) -> None:
    _without_reason(patch, "ledger_from_this_statement")


def no_period_touches_another(patch: Patch) -> None:
    patch.setattr(chain.StatementSpan, "touches", _no)


def boundary_shared_at_any_balance(patch: Patch) -> None:
    patch.setattr(chain.StatementSpan, "touches", lambda self, later: self.last == later.first and self.days < later.days)
    _without_the_last_look(patch)


def a_row_on_both_taken_for_two(patch: Patch) -> None:
    patch.setattr(chain, "a_row_of_this_day_is_on_both", _no)


def a_fee_of_the_shared_day_missed(patch: Patch) -> None:
    patch.setattr(standing, "_is_of_the_shared_day", _no)


def any_fee_taken_for_one_of_the_shared_day(patch: Patch) -> None:
    patch.setattr(standing, "_is_of_the_shared_day", _yes)


def rows_of_nothing_to_be_recorded(patch: Patch) -> None:
    patch.setattr(items, "zero_lines", lambda *_: ())


def entries_of_nothing_compared(patch: Patch) -> None:
    apart = books.ledger_of
    patch.setattr(
        "reconciliation.verification.ledger_of",
        lambda account: replace(found := apart(account), entries=(*found.entries, *found.zero), zero=()),
    )


def a_contradiction_taken_for_a_copy(patch: Patch) -> None:
    patch.setattr(chain, "is_same_statement", lambda first, other: first.days == other.days)


def a_copy_taken_for_a_contradiction(patch: Patch) -> None:
    patch.setattr(chain, "is_same_statement", _no)


def books_from_a_copy_believed(patch: Patch) -> None:
    patch.setattr(
        "reconciliation.verification.without_repeats",
        lambda one, found: replace(one, aside=tuple(span for span in one.aside if span.index not in found.indexes)),
    )


def _without_reason(patch: Patch, code: str) -> None:
    told = findings.Findings.reasons
    patch.setattr(findings.Findings, "reasons", lambda self: (reason for reason in told(self) if reason != code))


def _with_evidence(patch: Patch, told: Callable[..., Any]) -> None:
    patch.setattr(judge, "evidence_of", told)


def _without(found: Any, code: str) -> Any:
    return replace(found, reasons=tuple(one for one in found.reasons if one != code))


MUTANTS: tuple[Callable[[Patch], None], ...] = (
    opening_not_compared,
    chain_of_papers_not_compared,
    weak_pairs_accepted,
    learned_names_forgotten,
    learned_names_taken_the_other_way_too,
    a_learned_name_taken_for_a_number,
    a_learned_name_taken_for_any_name,
    twins_accepted,
    leftovers_ignored,
    late_entries_ignored,
    new_rows_ignored,
    integrity_ignored,
    unproved_reading_accepted,
    ends_taken_for_confirmed,
    confirmed_reading_called_proved,
    proved_by_a_confirmed_paper,
    flags_ignored,
    overlap_ignored,
    unconfirmed_account_accepted,
    sums_of_groups_not_checked,
    an_entry_used_twice,
    a_period_before_the_ledger_accepted,
    an_unknown_opening_taken_as_printed,
    what_is_void_counted,
    pairs_that_reach_back_believed,
    any_day_near_enough,
    proved_by_an_unread_paper,
    a_fee_in_transit,
    a_cheque_of_any_age,
    an_unprinted_end_trusted,
    opening_reckoned_from_the_closing,
    own_paper_believed,
    no_period_touches_another,
    boundary_shared_at_any_balance,
    a_row_on_both_taken_for_two,
    a_fee_of_the_shared_day_missed,
    any_fee_taken_for_one_of_the_shared_day,
    rows_of_nothing_to_be_recorded,
    entries_of_nothing_compared,
    a_contradiction_taken_for_a_copy,
    a_copy_taken_for_a_contradiction,
    books_from_a_copy_believed,
)
