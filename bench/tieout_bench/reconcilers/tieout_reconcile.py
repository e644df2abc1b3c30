"""`tieout reconcile FILE --ledger BOOKS --opening-balance BALANCE`, in the form that is judged."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.tieout_bench.readers.tieout_convert import COMMAND, converted


def reconciled(path: str, books: str, opening: str, data: str) -> dict[str, object]:
    """Return the verdict, the rows and entries that do not agree, and how many questions are left to a person. The books are kept in the
    folder `data`."""
    command = [*COMMAND, "reconcile", path, "--ledger", books, "--opening-balance", opening, "--json", "--quiet"]
    environment = os.environ | {"DATA_DIR": data}
    printed = subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stdout  # noqa: S603  our own command
    answer = json.loads(printed)
    lines = [statement["rows"] for statement in converted(path)]
    rows, entries, questions = [], [], 0
    for statement, printed_rows in zip((answer["reconciliation"] or {}).get("statements", ()), lines, strict=True):
        rows += [[row["date"], row["amount"]] for row in statement["new"]]
        rows += [printed_rows[row["line"]] for row in statement["differing"]]
        entries += [[entry["date"], entry["amount"]] for entry in statement["missing"]]
        questions += len(statement["ambiguous"])
    return {"verdict": answer["verdict"], "rows": rows, "entries": entries, "questions": questions}


def prepare(folder: Path) -> None:
    """Make a folder of data without books: each file begins with a copy of it."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, check=True, env=os.environ | {"DATA_DIR": str(folder)})  # noqa: S603  our own command


if __name__ == "__main__":
    empty = Path(tempfile.gettempdir()) / "empty"
    if sys.argv[1] == "--version":
        prepare(empty)
    else:
        with tempfile.TemporaryDirectory() as own:
            shutil.copytree(empty, own, dirs_exist_ok=True)
            print(json.dumps(reconciled(sys.argv[1], sys.argv[2], sys.argv[3], own)))
