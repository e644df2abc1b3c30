"""Made documents as files: a PDF and its truth each, and a manifest of all, one JSON object a line."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.reading.making.maker import make
from tests.reading.making.truth import Account


def write(folder: Path, seeds: Iterable[int]) -> None:
    """Whole documents only: a fault's truth is a judgement, and no list of rows."""
    for name in ("pdfs", "truth"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    with (folder / "manifest.jsonl").open("w", encoding="utf-8") as manifest:
        for seed in seeds:
            document = make(seed)
            pdf, truth = f"pdfs/{seed}.pdf", f"truth/{seed}.json"
            (folder / pdf).write_bytes(document.sheet.pdf())
            told = {"accounts": [_account(account) for account in document.made.accounts]}
            (folder / truth).write_text(json.dumps(told, indent=1), encoding="utf-8")
            manifest.write(json.dumps({"path": pdf, "truth": truth, "pages": len(document.sheet.pages)}) + "\n")


def _account(account: Account) -> dict[str, Any]:
    """The account as printed; a row's balance where every row prints one, as balances follow from it."""
    opening, closing = account.printed
    rows = [
        {"date": str(one.day), "description": one.text, "amount": str(one.amount), **({"balance": str(balance)} if account.running else {})}
        for one, balance in zip(account.movements, account.balances, strict=True)
    ]
    return {
        "account_hint": account.number,
        "period": [day and str(day) for day in account.period],
        "opening_balance": None if opening is None else str(opening),
        "closing_balance": None if closing is None else str(closing),
        "transactions": rows,
    }
