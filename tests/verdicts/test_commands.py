"""`manage.py match` and `manage.py verify`, as they are called from outside."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

ROW = {"date": "2026-01-05", "amount": "-20.00", "description": "Gym"}


def run(command: str, given: str | bytes, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    raw = given if isinstance(given, bytes) else given.encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8", errors="strict"))
    out = io.StringIO()
    call_command(command, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_match_names_every_row_once(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = {
        "lines": [{"id": "s1"} | ROW, {"id": "s2"} | ROW | {"amount": "1.00"}],
        "transactions": [{"id": "t1"} | ROW, {"id": "t2"} | ROW | {"amount": "7.00", "description": "Rent"}],
    }

    (answer,) = run("match", json.dumps(problem), monkeypatch)

    assert [(pair["lines"], pair["transactions"], pair["kind"], pair["confident"]) for pair in answer["pairs"]] == [
        (["s1"], ["t1"], "exact", True)
    ]
    assert (answer["new"], answer["missing"], answer["ambiguous"]) == (["s2"], ["t2"], [])
    assert answer["seconds"] >= 0


@pytest.mark.parametrize(
    "given",
    [
        "",
        "[]",
        '{"lines": []}',
        '{"lines": [3], "transactions": []}',
        '{"lines": [{"id": "a", "date": "2026-01-01", "amount": "NaN"}], "transactions": []}',
        '{"lines": [{"id": "a", "date": "2026-01-01", "amount": 3}], "transactions": []}',
        '{"lines": [{"id": "a", "date": "x", "amount": "3"}], "transactions": []}',
    ],
)
def test_match_refuses_an_invalid_problem(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError) as refused:
        run("match", given, monkeypatch)
    assert refused.value.returncode == 2


def case(name: str, **changes: Any) -> dict[str, Any]:
    account = {
        "name": "Checking", "kind": "checking", "currency": "EUR", "institution": "Sample Bank", "number": "1234",
        "opening_balance": "100.00", "opening_date": "2026-01-01", "transactions": [{"id": "t1", "status": "posted"} | ROW],
    }  # fmt: skip
    statement = {
        "institution": "Sample Bank", "account_hint": "1234", "account_kind": "checking", "currency": "EUR", "period_start": "2026-01-01",
        "period_end": "2026-01-31", "opening_balance": "100.00", "closing_balance": "80.00", "lines": [ROW],
        "integrity": {"holds": True, "difference": "0.00", "first_break": None},
    }  # fmt: skip
    return {"id": name, "books": {"organizations": [{"slug": "a", "accounts": [account]}]}, "statements": [statement | changes]}


def test_verify_answers_each_case_in_order_and_a_bad_one_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [
        json.dumps(case("good")),
        json.dumps(case("bad", lines=[{"amount": "x"}])),
        "not json",
        json.dumps({"id": "none"}),
        json.dumps(case("books") | {"books": {"organizations": []}}),
        json.dumps(case("last", closing_balance="81.00")),
    ]

    answers = run("verify", "\n".join(cases), monkeypatch)

    assert [answer["id"] for answer in answers] == ["good", "bad", None, "none", "books", "last"]
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        None,
        "statement_refused",
        "malformed",
        "malformed",
        "malformed",
        None,
    ]
    assert [answer["statements"][0]["verdict"] for answer in (answers[0], answers[-1])] == ["matched", "partial"]


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"   ",
        b'{"id": "\xff"}',
        b'{"id": NaN}',
        b'{"id": "x", "books": Infinity, "statements": []}',
        b"[" * 100_000,
        json.dumps(case("x", lines=[ROW | {"box": [0, 0, 0, 10**400]}])).encode(),
        json.dumps(case("x", period_start="0001-01-01", lines=[ROW | {"date": None}])).encode(),
        json.dumps(case("x", period_end="9999-12-31", lines=[ROW | {"date": None}])).encode(),
        json.dumps(case("x", lines=[ROW | {"amount": "9" * 30 + "." + "9" * 10}])).encode(),
        json.dumps({"id": "y" * 30_000} | case("x", lines=[{"amount": "z" * 30_000}])).encode(),
    ],
)
def test_verify_answers_a_hostile_line_and_goes_on(bad: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    good = json.dumps(case("good")).encode()

    answers = run("verify", bad + b"\n" + good, monkeypatch)

    assert len(answers) == 2
    assert answers[0].get("error", {}).get("code", "") != "does_not_close"
    assert all(statement["verdict"] != "matched" for statement in answers[0]["statements"])
    assert len(json.dumps(answers[0])) < 5_000
    assert answers[1]["statements"][0]["verdict"] == "matched"


def test_verify_prints_the_verdict_and_its_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = run("verify", json.dumps(case("one")), monkeypatch)

    (found,) = answer["statements"]
    assert found["account"] == "Checking"
    assert found["opening_balance"] == {"statement": "100.00", "ledger": "100.00", "books": "100.00"}
    assert found["bridge"] == {
        "ledger_closing": "80.00", "opening": "0.00", "new": "0.00", "missing": "0.00", "differing": "0.00",
        "ambiguous": "0.00", "timing": "0.00", "unexplained": "0.00", "statement_closing": "80.00",
    }  # fmt: skip
    assert (found["reasons"], found["status"], found["relied_on"], found["opening_source"]) == ([], "open", [], "printed")


def test_verify_accepts_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    weak = case("weak", lines=[ROW | {"description": "Butcher"}])
    pair = {"id": "d1", "kind": "pair", "statement": 0, "lines": [0], "entries": ["t1"]}

    undecided, decided = run("verify", "\n".join(map(json.dumps, (weak, weak | {"decisions": [pair]}))), monkeypatch)

    assert [answer["statements"][0]["verdict"] for answer in (undecided, decided)] == ["partial", "matched"]
    assert decided["statements"][0]["relied_on"] == ["d1"]
    assert decided["statements"][0]["decisions"] == [{"decision": "d1", "applied": True, "why_not": None}]


@pytest.mark.parametrize(
    "decision",
    [
        3,
        {"id": 1, "kind": "pair", "statement": 0},
        {"id": "d", "kind": "wave", "statement": 0},
        {"id": "d", "kind": "pair"},
        {"id": "d", "kind": "pair", "statement": "0"},
        {"id": "d", "kind": "pair", "statement": 0, "lines": [True]},
        {"id": "d", "kind": "pair", "statement": 0, "entries": "t1"},
        {"id": "d", "kind": "opening", "statement": 0, "amount": "1e9"},
        {"id": "d", "kind": "opening", "statement": 0, "amount": 1},
        {"id": "d", "kind": "correct", "statement": 0, "line": 0, "date": "yesterday"},
    ],
)
def test_verify_refuses_an_invalid_decision(decision: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = run("verify", json.dumps(case("x") | {"decisions": [decision]}), monkeypatch)

    assert answer["error"]["code"] == "malformed"
