"""Decisions and conclusions in a proof, each bound to the document and to the rows and balances that were shown."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reconciliation.proof.checks.finding import Finding, Proof, amount, known

Json = Mapping[str, Any]
MAY_FOLLOW = {
    "open": frozenset({"prepared", "noted"}),
    "prepared": frozenset({"reviewed", "reopened"}),
    "reviewed": frozenset({"locked", "reopened"}),
    "locked": frozenset({"reopened"}),
    "reopened": frozenset({"prepared", "noted"}),
    "noted": frozenset({"prepared", "reopened"}),
}
"""The steps that may follow each status."""
IN_FORCE = frozenset({"prepared", "reviewed", "locked"})
ON_TWO_STATEMENTS = "bank_contra"
"""A decision of this kind may have been made on the other of its two statements."""


def steps_in_force(proof: Proof) -> Sequence[Json]:
    """Return the steps that the status rests on: those since the last preparation or note, unless the statement was reopened."""
    steps: Sequence[Json] = proof["conclusions"]["steps"]
    if not steps or steps[-1]["kind"] == "reopened":
        return ()
    begins = [place for place, step in enumerate(steps) if step["kind"] in {"prepared", "noted"}]
    return steps[begins[-1] :] if begins else steps


def conclusions_are_of_this_statement(proof: Proof) -> Iterator[Finding]:
    """Check that each step names this document and statement, and that those in force name these rows and balances."""
    statement, in_force = proof["statement"], steps_in_force(proof)
    for step in proof["conclusions"]["steps"]:
        where = f"conclusion {step['number']}"
        if step["document"] is None or step["digest"] is None:
            yield Finding("conclusion_unbound", where, "the document and the digest of rows and balances", "none")
            continue
        if (step["document"], step["statement"]) != (statement["source"], statement["number"]):
            place = f"{step['document']}, statement {step['statement']}"
            yield Finding("conclusion_of_another_document", where, f"{statement['source']}, statement {statement['number']}", place)
        if step in in_force and step["digest"] != statement["digest"]:
            yield Finding("conclusion_of_other_rows", f"{where}.digest", str(statement["digest"]), str(step["digest"]))


def conclusions_are_in_order(proof: Proof) -> Iterator[Finding]:
    """Check that each step may follow the one before it, and that the status is that of the last one."""
    status, number, at = "open", 0, None
    for step in proof["conclusions"]["steps"]:
        where, kind, moment = f"conclusion {step['number']}", step["kind"], dt.datetime.fromisoformat(step["at"])
        if kind not in MAY_FOLLOW.get(status, ()):
            yield Finding("step_out_of_order", f"{where}.kind", f"a step after {status}", str(kind))
        if step["number"] <= number or (at is not None and moment < at):
            yield Finding("step_out_of_order", where, f"after {number}, {at}", f"{step['number']}, {moment}")
        if kind in {"reopened", "noted"} and not step["reason"].strip():
            yield Finding("reason_missing", f"{where}.reason", "a reason", "none")
        if step["verdict"] not in {"matched", "mismatched", "partial", "unverifiable"}:
            yield Finding("step_out_of_order", f"{where}.verdict", "a verdict", str(step["verdict"]))
        status, number, at = kind, step["number"], moment
    if proof["conclusions"]["status"] != status:
        yield Finding("status_differs", "conclusions.status", status, str(proof["conclusions"]["status"]))


def who_reviewed(proof: Proof) -> Iterator[Finding]:
    """Check `same_person` of a review by the person who prepared, and of steps that are no review."""
    prepared = None
    for step in proof["conclusions"]["steps"]:
        if step["kind"] == "prepared":
            prepared = step["by"]
        expected = step["same_person"] if step["kind"] == "reviewed" else False
        if step["kind"] == "reviewed" and prepared is not None and step["by"] == prepared:
            expected = True
        if step["same_person"] is not expected:
            yield Finding("same_person_differs", f"conclusion {step['number']}.same_person", str(expected), str(step["same_person"]))


def exceptions_have_their_decisions(proof: Proof) -> Iterator[Finding]:
    """Check that exceptions of the sign-off in force repeat kind and reason of their decisions, and that it says if the rows changed."""
    decisions = {decision["id"]: decision for decision in proof["decisions"]}
    for step in steps_in_force(proof):
        for exception in step["exceptions"]:
            amount(exception["amount"])
            decision = decisions.get(exception["decision"])
            if decision is None and exception["kind"] != ON_TWO_STATEMENTS:
                yield Finding("decision_missing", f"conclusion {step['number']}", str(exception["decision"])[:200], "no such decision")
            if decision is not None and (exception["kind"], exception["reason"]) != (decision["kind"], decision["reason"]):
                expected, actual = (f"{stated['kind']}: {stated['reason']}"[:200] for stated in (decision, exception))
                yield Finding("exception_differs", f"conclusion {step['number']}", expected, actual)
    others = [step for step in steps_in_force(proof) if step["digest"] not in {None, proof["statement"]["digest"]}]
    finished = proof["conclusions"]["status"] in IN_FORCE
    if (others and finished and not proof["conclusions"]["changed_since"]) or (proof["conclusions"]["changed_since"] and not finished):
        yield Finding("changed_since_differs", "conclusions.changed_since", str(bool(others and finished)), "the contrary")


FACTS = frozenset({"overlaps", "chain_breaks", "carried_over", "ledger_from_this_statement"})
"""Reasons of a verdict that only a person's acknowledgement lets be signed off."""


def facts_are_acknowledged(proof: Proof) -> Iterator[Finding]:
    """Check that each fact that the prepared statement had is an exception with its decision, and that an acknowledgement that is applied
    names the rows, balances and statements of this file."""
    decisions = {decision["id"]: decision for decision in proof["decisions"] if decision["kind"] == "acknowledged"}
    for step in steps_in_force(proof):
        given = {exception.get("fact"): exception for exception in step["exceptions"]} if step["kind"] == "prepared" else {}
        for fact in sorted(FACTS & set(step["reasons"])) if step["kind"] == "prepared" else ():
            decision = decisions.get(given[fact]["decision"]) if fact in given else None
            if decision is None or decision["after"]["fact"] != fact:
                yield Finding("fact_not_acknowledged", f"conclusion {step['number']}", f"an exception for {fact}", "none")
    broken, opening = proof.get("chain_break"), proof["balances"]["opening"]
    expected = {
        "chain_breaks": ([opening["printed"], broken and broken["closing_balance"]], [broken] if broken else []),
        "carried_over": ([opening["printed"], opening["cleared"]], []),
        "overlaps": ([], proof.get("overlapped") or []),
        "ledger_from_this_statement": ([], []),
    }
    for name, decision in decisions.items():
        fact = decision["after"]["fact"]
        figures, beside = expected.get(fact, ([], []))
        shown = (figures, [(place["import"], place["statement"]) for place in beside], proof["statement"]["digest"])
        named = [(place["import"], place["statement"]) for place in decision["after"]["beside"]]
        accepted = (decision["after"]["figures"], named, decision["digest"])
        if decision["applied"] and (accepted != shown or fact not in proof["answer"]["reasons"]):
            yield Finding("fact_differs", f"decision {name}", f"{fact}: {shown}"[:200], str(accepted)[:200])


def decisions_are_of_this_statement(proof: Proof) -> Iterator[Finding]:
    """Check that each decision is on this document, and that one that is applied names rows with the content that they have."""
    rows = {row["line"]: row["as_read"] or row for row in proof["rows"]}
    names = [decision["id"] for decision in proof["decisions"]]
    if len(set(names)) != len(names):
        yield Finding("decision_twice", "decisions", "each once", "one of them twice")
    for decision in proof["decisions"]:
        where = f"decision {decision['id']}"
        known(decision["amount"])
        dt.datetime.fromisoformat(decision["at"])
        if decision["document"] not in {None, proof["statement"]["source"]} and decision["kind"] != ON_TWO_STATEMENTS:
            yield Finding("decision_of_another_document", where, str(proof["statement"]["source"]), str(decision["document"]))
        if decision["applied"] is not None and decision["applied"] != (decision["why_not"] is None):
            yield Finding("decision_applied_otherwise", where, f"applied: {decision['why_not'] is None}", str(decision["applied"]))
        named = [row["line"] for row in decision["rows"]]
        if not set(named) <= set(decision["lines"]) or (decision["kind"] != ON_TWO_STATEMENTS and named != list(decision["lines"])):
            yield Finding("decision_of_other_rows", f"{where}.lines", str(named), str(decision["lines"]))
        for snapshot in decision["rows"]:
            row = rows.get(snapshot["line"])
            same = row is not None and all(row[name] == snapshot[name] for name in ("date", "amount", "description"))
            if decision["applied"] and not same:
                yield Finding("decision_of_other_rows", f"{where}, row {snapshot['line']}", str(row)[:200], str(snapshot)[:200])


def corrections_are_decisions(proof: Proof) -> Iterator[Finding]:
    """Check that rows differ from the reading exactly where a person corrected them or reversed all signs, and have the values of these
    decisions."""
    applied = [decision for decision in proof["decisions"] if decision["applied"]]
    values = {line: decision["after"] for decision in applied if decision["kind"] == "correction" for line in decision["lines"]}
    reversed_signs = any(decision["kind"] == "statement" and decision["after"].get("turned") for decision in applied)
    for row in proof["rows"]:
        read, after = row["as_read"], values.get(row["line"], {})
        figures = {name: known((read or row)[name]) for name in ("amount", "balance")}
        is_reversed = reversed_signs and not row["added"] and any(figures.values())
        where = f"rows[{row['line']}].as_read"
        is_none = bool(after.get("no_row"))
        if row.get("no_row", False) is not is_none or (is_none and (known(row["amount"]) or row["balance"] is not None)):
            yield Finding("correction_differs", f"rows[{row['line']}].no_row", str(is_none), str(row.get("no_row"))[:200])
        if (read is not None) != (is_reversed or bool(after)):
            yield Finding("correction_differs", where, f"corrected: {is_reversed or bool(after)}", f"corrected: {read is not None}")
        elif read is not None:
            reversed_figures = {name: None if figure is None else format(-figure, "f") for name, figure in figures.items()}
            before = read | reversed_figures if is_reversed else read
            expected = {name: after.get(name, before[name]) for name in ("date", "amount", "description", "balance")}
            actual = {name: row[name] for name in expected}
            if expected != actual:
                yield Finding("correction_differs", where, str(expected)[:200], str(actual)[:200])


def answers_are_decisions(proof: Proof) -> Iterator[Finding]:
    """Check that added rows, corrected balances and days, and a confirmed reading each have their decision, applied, of these rows."""
    applied = [decision for decision in proof["decisions"] if decision["applied"]]
    kinds = [decision["kind"] for decision in applied]
    added = [row["added"] for row in proof["rows"]]
    if set(added) - {True, False} or added.count(True) != kinds.count("added_row"):
        yield Finding("correction_differs", "rows", f"{kinds.count('added_row')} added", str(added)[:200])
    if proof["statement"]["read_as"] and "statement" not in kinds:
        yield Finding("correction_differs", "statement.read_as", "nothing corrected", str(proof["statement"]["read_as"])[:200])
    confirmed = proof["answer"]["reading_confirmed"]
    own = [decision for decision in applied if decision["kind"] == "reading_confirmed"]
    if confirmed is not None and confirmed["decision"] not in [decision["id"] for decision in own]:
        yield Finding("decision_missing", "answer.reading_confirmed", str(confirmed["decision"])[:200], "no such decision")
    for decision in own if confirmed is not None else ():
        if decision["after"].get("digest") != proof["statement"]["digest"]:
            yield Finding(
                "decision_of_other_rows", f"decision {decision['id']}", str(proof["statement"]["digest"]), str(decision["after"])[:200]
            )


def relied_on_decisions_apply(proof: Proof) -> Iterator[Finding]:
    """Check that the answer relies on no decision that is not applied. Names stay learned when their pair no longer applies."""
    decisions = {decision["id"]: decision for decision in proof["decisions"]}
    for name in proof["answer"]["relied_on"]:
        if name in decisions and not decisions[name]["applied"] and not decisions[name]["after"].get("learned"):
            yield Finding("decision_applied_otherwise", f"decision {name}", "applied", "not applied")
