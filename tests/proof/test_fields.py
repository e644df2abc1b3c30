"""Each field of a proof is held against others, or listed as not checked."""

import copy
import datetime as dt
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from reconciliation.decisions.reading import add_row, confirm_reading, correct_statement, replace_statement
from reconciliation.printed.statement import Integrity, PrintedStatement
from reconciliation.proof.check import check_proof, not_checked
from reconciliation.proof.checks.limits import within
from reconciliation.proof.form import digest_of
from reconciliation.reconcile.decisions import digest_as_decided
from reconciliation.uploads.services import choose_account
from tests.factories import AccountFactory
from tests.project import PROJECT
from tests.proof.making import (
    Json,
    a_matched_month,
    a_signed_month,
    an_acknowledged_month,
    an_undecided_month,
    changed,
    check_schema_of,
    proofs_of,
)
from tests.read_statements import only, paper, paper_of_unnamed_ends, read_in
from tests.reports.making import a_household, january_of
from tests.world import booked

pytestmark = pytest.mark.django_db
Place = tuple[str | int, ...]
SHA = "f" * 64


def a_stranger() -> Json:
    stranger = read_in(AccountFactory.create().organization, paper([(5, "-1.00", "Tea")], number="9999"))
    return proofs_of(stranger)[0]


def of_unnamed_ends() -> Json:
    account = AccountFactory.create(opening="1000.00")
    return proofs_of(read_in(account.organization, paper_of_unnamed_ends([(5, "-1.00", "Tea")], opening="1000.00")))[0]


def month() -> PrintedStatement:
    return paper([(5, "-250.00", "Rent"), (20, "600.00", "Client A")], opening="1000.00")


def a_copy() -> Json:
    organization = AccountFactory.create(opening="1000.00").organization
    read_in(organization, month())
    return proofs_of(read_in(organization, month()))[0]


def a_copied_month() -> Json:
    organization = AccountFactory.create(opening="1000.00").organization
    first = read_in(organization, month())
    read_in(organization, month())
    return proofs_of(first)[0]


def a_contradiction() -> Json:
    organization = AccountFactory.create(opening="1000.00").organization
    read_in(organization, month())
    forged = paper([(5, "-250.00", "Rent"), (20, "900.00", "Client A")], opening="1000.00")
    return proofs_of(read_in(organization, forged))[0]


def a_replaced_month() -> Json:
    organization = AccountFactory.create(opening="1000.00").organization
    first = read_in(organization, month())
    second = read_in(organization, paper([(5, "-250.00", "Rent"), (20, "900.00", "Client A")], opening="1000.00"))
    replace_statement(statement=only(second), replaced=only(first), actor=None)
    return proofs_of(first)[0]


def a_confirmed_month() -> Json:
    """Rows of 0.00, a row that was added, another number, kind and last day, balances that were typed, and a confirmed reading."""
    account = AccountFactory.create(opening="1000.00")
    booked(account, 4, "-250.00", "Rent")
    booked(account, 9, "0.00", "Card check")
    rows = paper([(5, "-250.00", "Rent"), (9, "0.00", "Card check")], opening="1000.00", number="")
    bare = replace(rows, opening_balance=None, closing_balance=None, period_end=None, integrity=Integrity(holds=None))
    statement = only(read_in(account.organization, bare))
    choose_account(statement_import=statement.statement_import, account=account, actor=None)
    facts: Json = {"opening": Decimal(1000), "closing": Decimal("745.00"), "last": dt.date(2026, 1, 31), "first": dt.date(2026, 1, 2)}
    correct_statement(statement=statement, number="1234", account_kind="savings", currency="USD", actor=None, **facts)
    correct_statement(statement=statement, currency="EUR", actor=None)
    add_row(statement=statement, amount=Decimal("-5.00"), date=dt.date(2026, 1, 20), description="Kiosk", actor=None)
    confirm_reading(statement=statement, digest=digest_as_decided(statement), actor=None)
    return proofs_of(statement.statement_import)[0]


PROOFS: dict[str, Callable[[], Json]] = {
    "matched": lambda: proofs_of(a_matched_month()[1])[0],
    "mismatched": lambda: proofs_of(january_of(a_household()))[0],
    "signed": lambda: proofs_of(a_signed_month()[1])[0],
    "acknowledged": lambda: proofs_of(an_acknowledged_month())[0],
    "undecided": lambda: proofs_of(an_undecided_month())[0],
    "unverifiable": a_stranger,
    "unnamed ends": of_unnamed_ends,
    "copy": a_copy,
    "copied": a_copied_month,
    "contradiction": a_contradiction,
    "replaced": a_replaced_month,
    "confirmed": a_confirmed_month,
}


def leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield each field without fields of its own, and each list as a whole."""
    if isinstance(value, dict) and value:
        for name, part in value.items():
            yield from leaves(part, (*place, name))
        return
    if isinstance(value, list) and value:
        for number, part in enumerate(value):
            yield from leaves(part, (*place, number))
    yield place, value


def others(value: Any) -> Iterator[Any]:
    """Yield values that may be in place of this one."""
    match value:
        case bool():
            yield from (not value, None)
        case int() | float():
            yield from (value + 1, value + 1000)
        case str():
            yield from other_texts(value)
        case None:
            yield from ("changed", "1.00", "2026-01-02", SHA, 1, True)
        case list():
            yield [*value, value[-1] if value else "changed"]
            if value:
                yield value[:-1]
        case dict():
            yield {"changed": True}


def other_texts(value: str) -> Iterator[str]:
    if re.fullmatch("[0-9a-f]{64}", value):
        yield SHA
    elif re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        yield from (f"2031{value[4:]}", f"{value[:8]}{'02' if value.endswith('01') else '01'}")
    elif re.fullmatch(r"-?\d+(\.\d+)?", value):
        yield from (f"{value}1", "1234.56")
        if Decimal(value):
            yield value[1:] if value.startswith("-") else f"-{value}"
    else:
        yield f"{value}x"


def put(proof: Json, place: Place, value: Any) -> None:
    target: Any = proof
    for step in place[:-1]:
        target = target[step]
    target[place[-1]] = value


def path(place: Place) -> str:
    return "".join("[*]" if isinstance(step, int) else f".{step}" for step in place).lstrip(".")


MADE_AGAIN: tuple[Place, ...] = (("statement", "digest"), ("ledger", "sha256"), ("digest", "value"), ("signature",))
"""Hashes that a tamperer calculates again: a change of only one of them is found by itself."""


def tampered(proof: Json, place: Place, value: Any) -> Json:
    if place not in MADE_AGAIN and place[:1] != ("signature",):
        return changed(proof, lambda other: put(other, place, value))
    other = copy.deepcopy(proof)
    put(other, place, value)
    if place[0] not in {"digest", "signature"}:
        other["digest"]["value"] = digest_of(other)
        other["signature"] = None
    return other


@pytest.mark.parametrize("name", PROOFS)
def test_each_change_of_a_field_is_a_finding_or_a_field_listed_as_not_checked(name: str) -> None:
    proof = PROOFS[name]()
    check_schema_of(proof)
    assert check_proof(proof) == []
    missed = []
    for place, value in leaves(proof):
        for other in others(value):
            candidate = tampered(proof, place, other)
            listed = {each.where for each in not_checked(candidate)}
            if not check_proof(candidate) and listed.isdisjoint(within(path(place))):
                missed.append((path(place), value, other))
    assert missed == []


def test_a_field_that_the_checker_does_not_know_is_listed() -> None:
    proof = changed(PROOFS["matched"](), lambda other: other["statement"].update(colour="red"))

    assert "statement.colour" in {each.where for each in not_checked(proof)}


def nodes_of(schema: Json, definitions: Json, place: str = "") -> Iterator[tuple[str, Json]]:
    """Yield each field that a file of this schema may have, and its schema. Values that people wrote freely have no fields."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    yield place, schema
    for part in schema.get("anyOf", ()):
        if part.get("type") != "null":
            yield from nodes_of(part, definitions, place)
    for name, part in schema.get("properties", {}).items():
        yield from nodes_of(part, definitions, f"{place}.{name}".lstrip("."))
    if "items" in schema:
        yield from nodes_of(schema["items"], definitions, f"{place}[*]")


def sample(schema: Json, definitions: Json) -> Any:
    """Return a value that the schema allows."""
    if "$ref" in schema:
        return sample(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return sample(next(part for part in schema["anyOf"] if part.get("type") != "null"), definitions)
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: sample(part, definitions) for name, part in schema.get("properties", {}).items()}
        case "array":
            return [sample(schema["items"], definitions)]
        case "integer":
            return 1
        case "boolean":
            return True
    texts = ("changed", "1.00", "2026-01-02", "2026-01-02T00:00:00Z", SHA)
    return next(text for text in texts if re.search(schema.get("pattern", ""), text))


def test_each_field_that_the_schema_allows_beside_these_is_a_finding_or_listed_too() -> None:
    schema = json.loads((PROJECT / "docs" / "proof.schema.json").read_text())
    definitions = schema["$defs"]
    nodes = dict(nodes_of(schema, definitions))
    proofs = [make() for make in PROOFS.values()]
    places = {path(place): (proof, place) for proof in proofs for place, _ in leaves(proof)}
    absent = [field for field in nodes if field and not any(each.startswith(field) for each in places)]
    assert absent
    missed = []
    for field in absent:
        parent = max((each for each in places if field.startswith(each)), key=len)
        proof, place = places[parent]
        candidate = tampered(proof, place, sample(nodes[parent], definitions))
        if not check_proof(candidate) and {each.where for each in not_checked(candidate)}.isdisjoint(within(field)):
            missed.append(field)
    assert missed == []


def test_a_conclusion_grafted_onto_any_proof_is_refused() -> None:
    conclusions = PROOFS["signed"]()["conclusions"]
    for name, make in PROOFS.items():
        proof = make()
        forged = changed(proof, lambda other: other.update(conclusions=copy.deepcopy(conclusions)))
        own = name == "signed"
        assert {"conclusion_of_another_document", "conclusion_of_other_rows"} <= {each.code for each in check_proof(forged)} or own, name


@pytest.mark.parametrize("field", ["document", "digest"])
def test_a_conclusion_renamed_to_this_document_or_these_rows_alone_is_refused(field: str) -> None:
    conclusions = PROOFS["signed"]()["conclusions"]

    def graft(other: Json) -> None:
        other["conclusions"] = copy.deepcopy(conclusions)
        own = {"document": other["statement"]["source"], "digest": other["statement"]["digest"]}
        for step in other["conclusions"]["steps"]:
            step[field] = own[field]

    assert [each for each in check_proof(changed(PROOFS["matched"](), graft)) if each.code.startswith("conclusion_of")]


def row(**values: Any) -> Callable[[Json], None]:
    return lambda proof: proof["rows"][0].update(values)


def statement(**values: Any) -> Callable[[Json], None]:
    return lambda proof: proof["statement"].update(values)


def pair(**values: Any) -> Callable[[Json], None]:
    return lambda proof: proof["pairs"][0].update(values)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (row(balance="750.01"), "balance_does_not_follow"),
        (row(description="Another payee"), "text_not_printed"),
        (row(text="2026-01-05 Another 250.00 750.00"), "text_not_printed"),
        (row(date="2031-01-05"), "row_outside_period"),
        (row(date="2026-01-06"), "pair_reason_differs"),
        (statement(first_day="2026-01-02"), "days_differ"),
        (statement(last_day="2026-02-28"), "days_differ"),
        (statement(period_end="2026-02-28"), "days_differ"),
        (statement(flags=["page_unread"]), "reason_does_not_follow"),
        (statement(rows_not_read=1), "reason_does_not_follow"),
        (statement(adds_up={"holds": False}), "reason_does_not_follow"),
        (statement(adds_up={"holds": None}), "reason_does_not_follow"),
        (pair(why=["payee", "days:3"]), "pair_reason_differs"),
        (pair(why=["because"]), "pair_reason_differs"),
        (pair(why=["decided"], decided_by="person"), "decision_missing"),
        (lambda proof: proof["missing"][0].update(proof=None), "proof_unknown"),
        (lambda proof: proof["missing"][0].update(proof="reversal", cleared_by=None), "reversal_alone"),
        (lambda proof: proof["missing"][0].update(age=1), "age_differs"),
        (lambda proof: proof["conclusions"].update(status="locked"), "status_differs"),
        (lambda proof: proof["conclusions"]["steps"][1].update(kind="locked"), "step_out_of_order"),
        (lambda proof: proof["decisions"][0]["after"].update(description="Kite"), "correction_differs"),
        (lambda proof: proof["decisions"][0].update(document=SHA), "decision_of_another_document"),
        (lambda proof: proof["decisions"][0]["rows"][0].update(amount="-46.00"), "decision_of_other_rows"),
    ],
)
def test_subtle_changes_of_a_proof_are_detected(change: Callable[[Json], None], code: str) -> None:
    assert code in {finding.code for finding in check_proof(changed(PROOFS["signed"](), change))}


def test_a_proof_that_rests_on_another_statement_says_so() -> None:
    listed = {each.where: each.why for each in not_checked(PROOFS["signed"](), document=True, ledger=True, public_key=True)}

    assert listed["missing[*].proof"] == "It rests on another statement, which is not in the file."
    assert {"document.sha256", "ledger.entries[*].date", "signature.public_key"}.isdisjoint(listed)


def test_conclusions_grafted_from_another_proof_are_refused() -> None:
    conclusions = PROOFS["signed"]()["conclusions"]
    forged = changed(PROOFS["matched"](), lambda other: other.update(conclusions=copy.deepcopy(conclusions)))

    codes = [finding.code for finding in check_proof(forged)]
    assert codes.count("conclusion_of_another_document") == 2
    assert codes.count("conclusion_of_other_rows") == 2


def test_a_conclusion_of_other_rows_is_refused_although_the_document_is_named() -> None:
    forged = changed(PROOFS["signed"](), row(description="Kite & Co", as_read=None))

    assert [f.code for f in check_proof(forged)].count("conclusion_of_other_rows") == 2


def test_a_conclusion_without_digest_is_refused() -> None:
    def unbind(other: Json) -> None:
        for step in other["conclusions"]["steps"]:
            step.update(document=None, digest=None)

    codes = [finding.code for finding in check_proof(changed(PROOFS["signed"](), unbind))]
    assert codes == ["conclusion_unbound", "conclusion_unbound"]
