"""`read_statement` returns an answer for every file."""

import json
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tests.documents.making import locked
from tests.reading.making.around import PLAIN
from tests.reading.making.chance import seeded
from tests.reading.making.maker import draw

COMMAND = "reconciliation.management.commands.read_statement"
GOOD = draw(seeded(3000), fixed=PLAIN).sheet.pdf()


def answers(*files: Path | str) -> list[dict[str, Any]]:
    out = StringIO()
    call_command("read_statement", *map(str, files), "--json", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_every_file_is_answered_for_in_the_order_given(tmp_path: Path) -> None:
    good, empty, text = tmp_path / "good.pdf", tmp_path / "empty.pdf", tmp_path / "text.pdf"
    good.write_bytes(GOOD)
    empty.write_bytes(b"")
    text.write_bytes(b"hello")

    outcomes = answers(text, good, empty)

    assert [one["file"] for one in outcomes] == [str(text), str(good), str(empty)]
    assert [one["error"] and one["error"]["code"] for one in outcomes] == ["not_a_pdf", None, "empty"]
    assert outcomes[1]["statements"][0]["lines"]


def test_a_crash_on_one_file_is_named_and_the_others_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.pdf"
    good.write_bytes(GOOD)

    with patch(f"{COMMAND}.read_twice", side_effect=RuntimeError("boom")):
        outcomes = answers(good)

    assert outcomes[0]["error"]["code"] == "damaged"
    assert "boom" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as error:
        answers(tmp_path / "nothing.pdf")

    assert error.value.returncode == 2


def test_the_output_says_whether_the_statement_adds_up(tmp_path: Path) -> None:
    good, out = tmp_path / "good.pdf", StringIO()
    good.write_bytes(GOOD)

    call_command("read_statement", str(good), stdout=out)

    assert "bank statement, pages:" in out.getvalue()


def test_a_file_over_the_configured_limits_is_refused(settings: Settings, tmp_path: Path) -> None:
    settings.DOCUMENT_MAX_BYTES = 10_000
    path = tmp_path / "any.pdf"
    path.write_bytes(b"%PDF-1.7" + b" " * 10_000)
    (answer,) = answers(path)

    assert answer["ok"] is False
    assert answer["error"] == {
        "code": "too_large",
        "message": "This file is larger than the limit of 0.01 MB. Split it into smaller files, for example one per month.",
    }


def test_the_message_for_a_locked_file_explains_how_to_give_its_password(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    path.write_bytes(locked(GOOD, "secret"))
    (answer,) = answers(path)

    assert answer["error"] == {"code": "encrypted", "message": "This PDF is locked with a password. Give it with --password."}
    assert answers(path, "--password", "secret")[0]["statements"][0]["lines"]


def test_the_json_lists_confirmed_and_unconfirmed_facts(tmp_path: Path) -> None:
    good, cut = tmp_path / "good.pdf", tmp_path / "cut.pdf"
    good.write_bytes(GOOD)
    cut.write_bytes(GOOD[: GOOD.rindex(b"%%EOF")])

    whole, lost = (answer["statements"][0]["integrity"] for answer in answers(good, cut))

    assert whole["holds"]
    assert whole["unconfirmed"] == []
    assert {"rows_lead"} <= {fact["code"] for fact in whole["confirmed"]}
    assert all(set(fact) == {"code", "text", "page", "box"} for fact in (*whole["confirmed"], *lost["unconfirmed"]))
    assert lost["holds"] is None
    assert "Part of the file could not be read." in [fact["text"] for fact in lost["unconfirmed"]]
