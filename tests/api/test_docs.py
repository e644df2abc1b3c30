"""The example on the page of the API prints the result that the page shows."""

import re
from contextlib import chdir
from pathlib import Path

import pytest

from tests.api.serving import Served

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
PROJECT = Path(__file__).resolve().parents[2]
PAGE = (PROJECT / "docs" / "api.md").read_text()


def test_the_example_prints_the_verdict_and_the_rows_missing_from_the_books(
    server: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [example] = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "january.pdf").write_bytes((PROJECT / "samples" / "statements" / "card-2026-01.pdf").read_bytes())

    with chdir(tmp_path):
        exec(example.replace("http://127.0.0.1:8000", server.address).replace("tieout_...", server.token), {})  # noqa: S102 - the docs' own

    assert capsys.readouterr().out.splitlines() == ["mismatched", "the books lack 2026-01-28 -15.00 LATE PAYMENT FEE"]
