"""`tieout evaluate` compares models on the samples, in tables that are thrown away, or on the user's own finished statements."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from reconciliation.management.evaluation import Evaluated, Score, TaskOutcome
from reconciliation.models import StatementImport
from tests.cli.conftest import OPENING, STATEMENT, Run
from tests.pipeline.servers_of_people import serving_as
from tests.project import PROJECT
from tieout.commands.models import as_html, as_markdown

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def own_statement(run: Run, books: Path, settings: Settings) -> None:
    """A finished statement in the user's own books."""
    settings.PROVIDER = "builtin"
    done = run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING)
    assert done.exit_code == 0, done.output


def evaluated(run: Run, *more: object) -> list[dict[str, Any]]:
    done = run("evaluate", "--own", "--json", *more)
    assert done.exit_code == 0, done.output
    return list(json.loads(done.stdout))


@pytest.mark.slow
def test_the_samples_are_evaluated_with_any_database_and_nothing_is_left(tmp_path: Path) -> None:
    page, folder = tmp_path / "models.md", tmp_path / "data"
    folder.mkdir()
    command = [sys.executable, "-m", "tieout.main", "evaluate", "--models", "builtin", "--page", str(page)]
    environment = os.environ | {"DATA_DIR": str(folder), "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    environment |= {"DJANGO_SETTINGS_MODULE": "config.settings", "ENV_FILE": os.devnull, "LOG_LEVEL": "WARNING"}

    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert [line.split()[:4] for line in done.stdout.splitlines()[-1:]] == [["builtin", "43,", "0,", "0"]]
    assert "| builtin | 43, 0, 0 | \u2013 |" in page.read_text()
    assert list(folder.iterdir()) == []


def test_own_finished_statements_are_evaluated_and_stay_as_they_are(
    run: Run, own_statement: None, settings: Settings, tmp_path: Path
) -> None:
    done = StatementImport.queue.get()
    before = (done.reconciliation, done.runs.count(), done.questions.count())
    with serving_as("LM Studio") as (url, sent):
        settings.PROVIDER, settings.PROVIDER_BASE_URL = "compatible", url
        builtin, model = evaluated(run, "--models", "builtin, small-model", "--recordings", tmp_path / "answers")
        asked = len(sent)
        page = tmp_path / "page.html"
        [replayed] = evaluated(run, "--models", "small-model", "--recordings", tmp_path / "answers", "--page", page)

    assert builtin["scores"] == {"proposals": {"right": 23, "wrong": 0, "missing": 0}, "readings": None, "questions": None}
    assert model["scores"]["questions"]["right"] == 0
    assert model["seconds"] is not None
    assert (replayed["scores"], replayed["is_replayed"], len(sent)) == (model["scores"], True, asked)
    assert "come from recordings" in page.read_text()
    done.refresh_from_db()
    assert (done.reconciliation, done.runs.count(), done.questions.count()) == before


def test_without_a_finished_statement_nothing_is_evaluated(run: Run) -> None:
    assert run("evaluate", "--own", "--models", " , ").exit_code == 2
    assert run("evaluate", "--own", "--models", "builtin").exit_code == 2  # there are no books
    assert run("evaluate").exit_code == 2


def test_text_of_a_model_stays_text_on_the_page() -> None:
    hostile = "<script>alert(1)</script> | [a](b) `c`\n# d"
    outcome = TaskOutcome(kind="questions", task="q.pdf", expected="1", given=hostile, score=Score(wrong=1))
    models = [Evaluated(model="m|<b>", outcomes=[outcome])]

    markdown, html = as_markdown(models, own=True), as_html(models, own=True)

    assert "<script>" not in markdown
    assert "<script>" not in html
    assert "m\\|&lt;b&gt;" in markdown
    assert r"wrong: &lt;script&gt;alert(1)&lt;/script&gt; \| \[a\](b) \`c\` \# d" in markdown
