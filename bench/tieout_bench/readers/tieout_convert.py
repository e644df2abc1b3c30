"""`tieout convert FILE --to json`, in the form that is judged."""

import json
import subprocess
import sys
from typing import Any

COMMAND = (sys.executable, "-c", "from tieout.main import main; main()")


def converted(path: str) -> list[dict[str, Any]]:
    """Return the statements of the file. Each is proved, or said not to be."""
    command = [*COMMAND, "convert", path, "--to", "json", "--quiet"]
    printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603  our own command
    return [
        {
            "opening": statement["opening_balance"],
            "closing": statement["closing_balance"],
            "proved": statement["integrity"]["holds"] is True,
            "rows": [[line["date"], line["amount"]] for line in statement["lines"]],
        }
        for statement in json.loads(printed or "{}").get("statements", ())
    ]


if __name__ == "__main__" and sys.argv[1] != "--version":
    print(json.dumps({"statements": converted(sys.argv[1])}))
