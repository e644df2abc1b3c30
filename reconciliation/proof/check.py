"""Check of a proof against itself, the PDF and the books. Plain Python: no Django, no database."""

from collections.abc import Callable, Iterator, Mapping
from decimal import DecimalException
from functools import partial
from typing import Any

from reconciliation.proof.checks import evidence, law, sums
from reconciliation.proof.checks.finding import Finding as Finding
from reconciliation.proof.checks.finding import Proof

BY_ITSELF: tuple[Callable[[Proof], Iterator[Finding]], ...] = (
    evidence.seal,
    evidence.extract,
    sums.rows_told_once,
    sums.entries_told_once,
    sums.entries_count,
    sums.pairs_are_equal,
    sums.lists_repeat_what_they_name,
    sums.printed_balances,
    sums.rows_make_the_closing,
    sums.cleared_balances,
    sums.bridge,
    law.verdict_follows_from_reasons,
    law.reasons_follow_from_lists,
    law.matched_is_earned,
    law.mismatched_is_definite,
)


def check_proof(
    proof: Mapping[str, Any], *, document: bytes | None = None, ledger: bytes | None = None, public_key: str = ""
) -> list[Finding]:
    """Return all findings; empty if everything holds that could be checked with what was given.

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
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, DecimalException, RecursionError) as error:
            cause = f"{type(error).__name__}: {error}"[:200]
            findings.append(Finding("malformed", name, "a proof as docs/proof.md has it", cause))
    return findings
