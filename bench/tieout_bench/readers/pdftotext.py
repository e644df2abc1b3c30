"""The least that can be tried: `pdftotext -layout`, and each line with a day at its start and an amount is a row. It claims no proof."""

import json
import re
import shutil
import subprocess
import sys
from typing import Any

DAY = r"(\d{4}-\d\d-\d\d|\d\d?[./-]\d\d?(?:[./-]\d{2,4})?|\d\d? [A-Za-z]{3,9}(?: \d{4})?)"
AMOUNT = r"([-(+]?(?:[$€£]\s?)?\d{1,3}(?:[,.' ]\d{3})*[.,]\d\d\)?-?)"
LINE = re.compile(rf"^\s*{DAY}\s+(.+?)\s+{AMOUNT}(?:\s+{AMOUNT})?\s*$")


def read(path: str) -> dict[str, Any]:
    """Return the rows of the file as one statement. Of two figures on a line the second is a balance."""
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout  # noqa: S603, S607
    rows = [[match[1], amount(match[3])] for line in text.splitlines() if (match := LINE.match(line))]
    return {"statements": [{"proved": None, "rows": rows}]}


def amount(printed: str) -> str:
    """Return the figure with a decimal point; brackets or a minus on either side make it negative."""
    digits = re.sub(r"\D", "", printed)
    sign = "-" if "-" in printed or "(" in printed else ""
    return f"{sign}{digits[:-2] or '0'}.{digits[-2:]}"


if __name__ == "__main__":
    if shutil.which("pdftotext") is None:
        sys.exit("pdftotext is missing: install poppler-utils")
    if sys.argv[1] != "--version":
        print(json.dumps(read(sys.argv[1])))
