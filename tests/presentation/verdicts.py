"""Stored verdicts, made by hand."""

from typing import Any

Json = dict[str, Any]


def statement(**changes: Any) -> Json:
    """A clean January of one row: 1,000.00 less 250.00."""
    return {
        "account": "Checking",
        "verdict": "matched",
        "reasons": [],
        "movement_ties": True,
        "opening_source": "printed",
        "relied_on": [],
        "status": "open",
        "period_start": "2026-01-01",
        "period_end": "2026-01-31",
        "currency": "EUR",
        "opening_balance": {"statement": "1000.00", "ledger": "1000.00", "books": "1000.00"},
        "closing_balance": {"statement": "750.00", "ledger": "750.00", "books": "750.00"},
        "matched": [{"line": 0, "transactions": ["t1"]}],
        "new": [],
        "missing": [],
        "differing": [],
        "ambiguous": [],
        "pending": [],
        "opening_set": [],
        "bridge": bridge(),
    } | changes


def bridge(**changes: str) -> Json:
    nothing = dict.fromkeys(("opening", "new", "missing", "differing", "ambiguous", "timing", "unexplained"), "0.00")
    return {"ledger_closing": "750.00", **nothing, "statement_closing": "750.00"} | changes


def missing(amount: str, kind: str = "outstanding", proof: str | None = None) -> Json:
    return {
        "transaction": "t9",
        "date": "2026-01-28",
        "amount": amount,
        "description": "Cheque 101",
        "kind": kind,
        "proof": proof,
        "cleared_by": None,
        "hint": None,
    }


def new(amount: str, line: int = 1) -> Json:
    return {"line": line, "date": "2026-01-31", "amount": amount, "description": "Account fee", "candidate": None, "repeats": None}


def file(*statements: Json, verdict: str = "matched", reasons: tuple[str, ...] = ()) -> Json:
    return {"version": 1, "verdict": verdict, "reasons": list(reasons), "statements": list(statements)}
