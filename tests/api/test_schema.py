"""schemathesis at the real server: every operation is sent values that its schema allows and values that it forbids.

Ids of existing rows are sent beside unknown ones, so that operations are reached behind their look-ups.
"""

import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.api.serving import Served
from tests.project import PROJECT
from tests.servers import SCHEMATHESIS
from tieout.client import Tieout

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.schemathesis]
SAMPLES = PROJECT / "samples" / "statements"
NOWHERE = "00000000-0000-4000-8000-000000000000"
SECONDS = 90


def test_schemathesis_finds_nothing(server: Served, tmp_path: Path) -> None:
    with Tieout(server.address, token=server.token) as tieout:
        known = what_is_there(tieout, tmp_path)
    with urlopen(f"{server.address}/api/v1/openapi.json") as answer:  # noqa: S310  our own server
        schema = json.loads(answer.read())
    name_known(schema, known)
    file = tmp_path / "schema.json"
    file.write_text(json.dumps(schema))
    command = [str(SCHEMATHESIS), "run", str(file), "--url", server.address, "--header", f"Authorization: Bearer {server.token}"]
    command += ["--checks", "all", "--phases", "examples,coverage,fuzzing", "--max-examples", "25", "--workers", "1", "--seed", "1"]
    command += ["--max-time", str(SECONDS), "--request-timeout", "70", "--continue-on-failure", "--no-color", "--warnings", "off"]

    done = subprocess.run(command, cwd=tmp_path, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=900)

    assert done.returncode == 0, done.stdout[-20_000:]


def what_is_there(tieout: Tieout, folder: Path) -> dict[str, str]:
    """One of each, by the names of the parts of addresses."""
    done = tieout.wait(tieout.upload(SAMPLES / "card-2026-01.pdf")["statement_import"]["id"])
    account = str(tieout.statement(done["statements"][0])["account"])
    file = folder / "more.csv"
    file.write_text("Date,Description,Amount\n2026-03-03,Stamps,-8.50\n")
    return {
        "import_id": done["id"],
        "statement_id": done["statements"][0],
        "account_id": account,
        "entry_id": next(tieout.entries(account))["id"],
        "ledger_import_id": tieout.show_file(account, file)["id"],
        "webhook_id": tieout.add_webhook("https://example.org/hook", ["import.posted"])["webhook"]["id"],
    }


def name_known(schema: dict[str, Any], known: dict[str, str]) -> None:
    """Give each id in an address the values of our own row and of none."""
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            for part in operation.get("parameters", []):
                name = "ledger_import_id" if "ledger-imports/{" in path else part["name"]
                if part["in"] == "path" and name in known:
                    part["schema"] = {"type": "string", "enum": [known[name], NOWHERE]}
