"""The verifier on the data beside the project: the scenarios of the law, and faults planted into the books of real statements."""

import copy
import importlib.util
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from finance.loading import parse_books
from reconciliation.printed.json import statement_from_json
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification import verify
from reconciliation.verification.case import account_books, answer_case
from reconciliation.verification.verdict import Verdict, file_verdict

SHARED = Path(__file__).parents[2] / ".." / "shared"
SCENARIOS = SHARED / "data" / "scenarios" / "scenarios.jsonl"
STATEMENTS = SHARED / "data" / "statements"
SEEDS = (1, 2)

pytestmark = [pytest.mark.shared, pytest.mark.skipif(not SCENARIOS.exists(), reason="the shared data is not beside the project")]


def score(name: str) -> ModuleType:
    """The module of a score, without running it."""
    spec = importlib.util.spec_from_file_location(f"score_{name}", SHARED / "score" / name / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_scenario_comes_out_as_the_law_says() -> None:
    differences = score("scenarios").differences
    wrong = {}
    for text in SCENARIOS.read_text().splitlines():
        scenario = json.loads(text)
        answer = answer_case(json.dumps(scenario["case"]))
        pairs = zip(scenario["expected"]["statements"], answer["statements"], strict=True)
        if found := [fault for expected, statement in pairs for fault in differences(expected, statement)]:
            wrong[scenario["id"]] = found

    assert wrong == {}


def usable(rules: ModuleType) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Documents whose truth adds up and has both balances."""
    manifest = [json.loads(text) for text in (STATEMENTS / "manifest.jsonl").read_text().splitlines()]
    candidates = [document for document in manifest if document.get("truth") and document["kind"] in rules.KINDS]
    read = [(document, json.loads((STATEMENTS / document["truth"]).read_text())) for document in candidates]
    return [(document, truth) for document, truth in read if all(adds_up(account) for account in truth["accounts"])]


def adds_up(account: dict[str, Any]) -> bool:
    whole = account.get("arithmetic_ok", True) and account["opening_balance"] and account["closing_balance"] and account["transactions"]
    if not whole:
        return False
    cents = [round(float(row["amount"]) * 100) for row in account["transactions"]]
    return round(float(account["opening_balance"]) * 100) + sum(cents) == round(float(account["closing_balance"]) * 100)


def printed(document: dict[str, Any], account: dict[str, Any]) -> PrintedStatement:
    """The statement as a reader that makes no mistake would give it."""
    first, last = account.get("period") or (None, None)
    rows = [{"date": row["date"], "amount": row["amount"], "description": row.get("description") or ""} for row in account["transactions"]]
    return statement_from_json(
        {
            "institution": document["bank"],
            "account_hint": account["account_hint"],
            "currency": account["currency"],
            "period_start": first,
            "period_end": last,
            "opening_balance": account["opening_balance"],
            "closing_balance": account["closing_balance"],
            "integrity": {"holds": True},
            "lines": rows,
            "source": "the document",
        }
    )


@pytest.mark.parametrize("case", ["clean", "lagged", "removed", "added", "cent", "sign", "twin", "moved", "cancel", "opening"])
def test_a_planted_fault_is_named_and_nothing_else_is(case: str) -> None:
    rules = score("reconcile")
    documents = usable(rules)
    wrong = [
        (document["path"], seed, found)
        for document, truth in documents
        for seed in SEEDS
        if (found := _fault(rules, document, truth, case, seed)) is not None
    ]

    assert wrong == []
    assert len(documents) >= 12


def _fault(rules: ModuleType, document: dict[str, Any], truth: dict[str, Any], case: str, seed: int) -> str | None:
    """Return the fault of the answer, or None."""
    accounts = copy.deepcopy(rules.books(document, truth))
    chance = random.Random(f"{seed}-{document['path']}-{case}")  # noqa: S311 -- the score's own seed
    if case == "lagged":
        rules.lag(accounts, chance)
    planted = None if case in {"clean", "lagged"} else rules.spoil(case, accounts, chance)
    (organization,) = parse_books({"organizations": [{"slug": "a", "accounts": accounts}]})
    verdicts = verify([account_books(account) for account in organization.accounts], [printed(document, row) for row in truth["accounts"]])
    said, answer = file_verdict(verdicts), {"statements": [verdict.as_json() for verdict in verdicts]}
    amounts = {row["id"]: rules.Decimal(row["amount"]) for account in accounts for row in account["transactions"]}
    if planted is None:
        right = said is Verdict.MATCHED and rules.clean(answer, {"accounts": len(accounts), "amounts": amounts})
    else:
        named = rules.named_right(answer, planted, amounts) and (said is not Verdict.MISMATCHED or rules.explained(answer, planted))
        right = said in {Verdict.MISMATCHED, Verdict.PARTIAL} and named
    return None if right else f"{said} {[verdict.reasons for verdict in verdicts]}"
