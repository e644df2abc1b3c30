"""Check that the verdict follows from the facts of the proof, by the rules of docs/proof.md. The rules are written here a second time on
purpose: a checker shares nothing with the verifier."""

from collections.abc import Iterator

from reconciliation.proof.checks.finding import Finding, Proof, amount_text, is_outstanding, known
from reconciliation.proof.checks.sums import late_entries, opening_of

DEFINITE = frozenset({"opening_differs", "new_rows", "missing_rows", "amount_differs", "sign_differs", "date_differs"})
TIMING = frozenset({"ends_unconfirmed", "outstanding_unproved", "cut_off"})
CONFIRMED = frozenset({"reading_confirmed"})
"""The reading was confirmed by a person: complete, never `matched`."""
NOTHING_COMPARED = frozenset({"no_account", "currency_conflict", "not_a_statement", "unreadable"})
NOTE = "chain_gap"
"""The only reason that `matched` may carry."""


def verdict_follows_from_reasons(proof: Proof) -> Iterator[Finding]:
    """Check the order unverifiable > partial (incomplete, undecided) > mismatched > partial (timing) > matched."""
    verdict, reasons = proof["answer"]["verdict"], set(proof["answer"]["reasons"])
    # The file does not say which values were comparable at all, nor what a gap may hide.
    if verdict == "unverifiable" or (verdict == "partial" and NOTE in reasons):
        return
    if reasons & NOTHING_COMPARED:
        expected = "unverifiable"
    elif reasons - DEFINITE - CONFIRMED - TIMING - {NOTE}:
        expected = "partial"
    elif reasons & DEFINITE:
        expected = "mismatched"
    else:
        expected = "partial" if reasons & (CONFIRMED | TIMING) else "matched"
    if verdict != expected:
        yield Finding("verdict_does_not_follow", "answer.verdict", expected, str(verdict))


def reasons_follow_from_lists(proof: Proof) -> Iterator[Finding]:
    """Check that each list that is not empty has its reason, and that each such reason has its list."""
    reasons = set(proof["answer"]["reasons"])
    differing = {item["kind"] for item in proof["differing"]}
    facts = {
        "new_rows": bool(proof["new"]),
        "missing_rows": any(not is_outstanding(item) for item in proof["missing"]),
        "amount_differs": "amount" in differing,
        "sign_differs": "sign" in differing,
        "date_differs": "date" in differing,
        "outstanding_unproved": any(is_outstanding(item) and item["proof"] is None for item in proof["missing"]),
        **{str(group["doubt"]): True for group in proof["ambiguous"]},
    }
    for reason, holds in facts.items():
        if holds != (reason in reasons):
            yield Finding("reason_does_not_follow", "answer.reasons", f"{reason}: {holds}", f"{reason}: {reason in reasons}")
    broken, printed = proof.get("chain_break"), known(proof["balances"]["opening"]["printed"])
    if (broken is not None) != ("chain_breaks" in reasons) or (broken and known(broken["closing_balance"]) in {None, printed}):
        actual = f"chain_breaks: {'chain_breaks' in reasons}"
        yield Finding("reason_does_not_follow", "chain_break", actual, str(broken)[:200])
    if proof.get("overlapped") and "overlaps" not in reasons:
        yield Finding("reason_does_not_follow", "overlapped", "empty", str(proof["overlapped"])[:200])
    if late_entries(proof) and "cut_off" not in reasons:
        yield Finding("reason_does_not_follow", "answer.reasons", "cut_off: True", "cut_off: False")


def matched_is_earned(proof: Proof) -> Iterator[Finding]:
    """Check each promise of `matched`; yields nothing for other verdicts."""
    if proof["answer"]["verdict"] != "matched":
        return
    closing, opening = proof["balances"]["closing"], known(proof["balances"]["opening"]["cleared"])
    paired = {line for pair in proof["pairs"] for line in pair["lines"]}
    printed = {row["line"] for row in proof["rows"]} - set(proof.get("zero_lines") or ())
    yield from _expect(paired == printed, "pairs", "every row", f"{len(paired)} of {len(printed)} rows")
    for name in ("new", "differing", "ambiguous"):
        yield from _expect(not proof[name], name, "empty", f"{len(proof[name])} items")
    unproved = [item for item in proof["missing"] if not is_outstanding(item) or not item["proof"]]
    yield from _expect(not unproved, "missing", "each proved to be outstanding", f"{len(unproved)} not")
    yield from _expect(proof["bridge"] is not None, "bridge", "there", "none")
    yield from _expect(proof["account"] is not None, "account", "known", "not known")
    yield from _expect(
        opening is not None and opening_of(proof) == opening, "balances.opening", amount_text(opening_of(proof)), amount_text(opening)
    )
    ties = known(closing["printed"]) is not None and known(closing["printed"]) == known(closing["cleared"])
    yield from _expect(ties, "balances.closing", amount_text(known(closing["printed"])), amount_text(known(closing["cleared"])))
    statement = proof["statement"]
    yield from _expect(statement["adds_up"]["holds"] is not False, "statement.adds_up", "not false", "false")
    yield from _expect(statement["rows_not_read"] == 0, "statement.rows_not_read", "0", str(statement["rows_not_read"]))
    same = statement["currency"] == (proof["account"] or {}).get("currency")
    yield from _expect(same, "account.currency", str(statement["currency"]), str((proof["account"] or {}).get("currency")))


def mismatched_is_definite(proof: Proof) -> Iterator[Finding]:
    """Check that something in the file differs, and that the bank reconciliation explains all of it."""
    if proof["answer"]["verdict"] != "mismatched":
        return
    opening, cleared = opening_of(proof), known(proof["balances"]["opening"]["cleared"])
    opens_apart = opening is not None and cleared is not None and opening != cleared
    differs = opens_apart or proof["new"] or proof["differing"] or any(not is_outstanding(item) for item in proof["missing"])
    if not differs:
        yield Finding("verdict_not_borne_out", "answer.verdict", "a difference in the lists or the opening", "none")
    if proof["bridge"] is not None and known(proof["bridge"]["unexplained"]):
        yield Finding("verdict_not_borne_out", "bridge.unexplained", "0", str(proof["bridge"]["unexplained"]))


def _expect(holds: bool, where: str, expected: str, actual: str) -> Iterator[Finding]:  # noqa: FBT001  # a condition, not a switch
    if not holds:
        yield Finding("matched_not_borne_out", where, expected, actual)
