"""Check of a proof against itself, the PDF and the books. Plain Python: no Django, no database."""

from collections.abc import Callable, Iterator, Mapping
from decimal import DecimalException
from functools import partial
from typing import Any

from reconciliation.proof.checks import acts, evidence, law, limits, matches, printed, sums
from reconciliation.proof.checks.finding import Finding as Finding
from reconciliation.proof.checks.finding import Proof
from reconciliation.proof.checks.limits import NotChecked

BY_ITSELF: tuple[Callable[[Proof], Iterator[Finding]], ...] = (
    evidence.seal,
    evidence.extract,
    printed.source,
    printed.rows_digest,
    printed.days_of_statement,
    printed.rows_in_period,
    printed.rows_say_what_is_printed,
    printed.running_balances,
    printed.opening_source,
    printed.sums_of_reading,
    printed.reading_has_its_reasons,
    sums.rows_told_once,
    sums.set_aside_claims_nothing,
    sums.entries_told_once,
    sums.entries_count,
    sums.pairs_are_equal,
    sums.lists_repeat_what_they_name,
    sums.printed_balances,
    sums.rows_make_the_closing,
    sums.cleared_balances,
    sums.bridge,
    matches.pairs_have_their_reasons,
    matches.items_repeat_dates_and_texts,
    matches.outstanding_items,
    matches.kinds_of_differences,
    matches.questions,
    matches.other_lists,
    matches.extract_is_in_order,
    matches.books_move_with_their_entries,
    matches.movement,
    matches.opening_has_its_reason,
    law.verdict_follows_from_reasons,
    law.reasons_follow_from_lists,
    law.matched_is_earned,
    law.mismatched_is_definite,
    acts.conclusions_are_of_this_statement,
    acts.conclusions_are_in_order,
    acts.who_reviewed,
    acts.exceptions_have_their_decisions,
    acts.facts_are_acknowledged,
    acts.decisions_are_of_this_statement,
    acts.corrections_are_decisions,
    acts.answers_are_decisions,
    acts.relied_on_decisions_apply,
)
BROKEN = (KeyError, TypeError, ValueError, AttributeError, IndexError, DecimalException, RecursionError)
"""Errors of a file that does not follow docs/proof.md."""


def check_proof(
    proof: Mapping[str, Any], *, document: bytes | None = None, ledger: bytes | None = None, public_key: str = ""
) -> list[Finding]:
    """Return all findings; empty if everything holds that the given files allow to check.

    `proof` comes from `form.read_proof`. `document` is the PDF, `ledger` the account's CSV, `public_key` the installation's, in base64. A
    part that does not follow docs/proof.md is a finding too (`malformed`), never an error."""
    checks: list[tuple[str, Callable[[], Iterator[Finding]]]] = [(check.__name__, partial(check, proof)) for check in BY_ITSELF]
    checks.append(("signature", partial(evidence.signature, proof, public_key)))
    if document is not None:
        checks.append(("document", partial(evidence.document, proof, document)))
    if ledger is not None:
        checks.append(("against_the_ledger", partial(evidence.against_the_ledger, proof, ledger)))
    findings = []
    for name, check in checks:
        try:
            findings += list(check())
        except BROKEN as error:
            cause = f"{type(error).__name__}: {error}"[:200]
            findings.append(Finding("malformed", name, "a proof as docs/proof.md has it", cause))
    return findings


def not_checked(proof: Mapping[str, Any], *, document: bool = False, ledger: bool = False, public_key: bool = False) -> list[NotChecked]:
    """Return the fields that `check_proof` does not confirm with the given files, each with the reason. A file that does not follow
    docs/proof.md is listed as a whole."""
    try:
        return limits.not_checked(proof, document=document, ledger=ledger, public_key=public_key)
    except BROKEN:
        return [NotChecked("", "The file does not follow docs/proof.md.")]
