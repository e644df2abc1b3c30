"""The real statements beside the project, distinguished by known facts and not by their names."""

import json
from pathlib import Path
from typing import Any

STATEMENTS = Path(__file__).resolve().parents[2] / "shared" / "data" / "statements"
FEWEST, MOST = 8, 120  # rows of a good one: enough to plant faults in, and few enough for many tests


def documents(name: str = "manifest") -> list[dict[str, Any]]:
    """The documents of a manifest, `manifest` or `second`. Empty where they do not lie beside the project."""
    manifest = STATEMENTS / f"{name}.jsonl"
    return [json.loads(line) for line in manifest.read_text().splitlines()] if manifest.is_file() else []


def is_good(document: dict[str, Any]) -> bool:
    """One account of a bank over a printed period, whose figures add up."""
    if document["kind"] != "bank" or document["arithmetic_ok"] != [True] or not FEWEST <= document["n_transactions"] <= MOST:
        return False
    [account] = json.loads((STATEMENTS / document["truth"]).read_text())["accounts"]
    return account.get("period") is not None


GOOD = [document for document in documents() if is_good(document)]
