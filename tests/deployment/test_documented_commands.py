"""Every command shown in the docs is run here, or by the named test or stage of CI."""

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deployment.documented import commands
from tests.deployment.shell import answer, environment, errors_of, fill, opened
from tests.preparing import prepare
from tests.project import PROJECT

PAGES = [PROJECT / name for name in ("README.md", "CONTRIBUTING.md")] + sorted(PROJECT.glob("docs/**/*.md"))
SHOWN = [command for page in PAGES for command in commands(page.read_text())]
IN_CI = ".ci/run"
RUN_BY = {
    "make demo": "tests/deployment/test_tutorial.py",
    "make serve": "tests/deployment/test_serve.py",
    "PROVIDER=ollama PROVIDER_MODEL=NAME make serve": "tests/deployment/test_serve.py",
    "make setup-dev": IN_CI,
    "make check": IN_CI,
    "make test": IN_CI,
    "make docs": IN_CI,
    "make bench-tokens": IN_CI,
}
PARTS_OF_MAKE_TEST = {"make test-quick", "make test-journeys", "make test-tenants"}
"""`make test` runs the same files."""
NEEDS_DOCKER = "docker "
"""No engine runs in CI: `tests/deployment/test_containers.py` checks the file instead."""
BY_HAND = {
    "make scan",
    "make test-faults",
    "make bench",
    "make bench-db",
    'make bench-db SIZES="100000 500000"',
    "make bench-growth",
    "make bench-throughput",
    "make bench-throughput PEOPLE=20",
    "make bench-throughput BOMBS=1",
    "make bench-throughput MODEL=1",
    "make bench-start",
}
"""Commands that take minutes of an idle machine: for these the tests check only that make can plan them."""
UNTIL_ENDED = {
    "manage.py watch_folder /srv/statements",
    "tieout watch ~/Statements --keep",
}
SOMETHING_DIFFERS = {"tieout reconcile": 1}
MADE_BEFORE = """
manage.py() { .venv/bin/python manage.py "$@"; }
tieout() { .venv/bin/python -m tieout.main "$@"; }
cp samples/statements/checking-2026-01.pdf january.pdf
cp samples/statements/checking-2026-01.pdf statement.pdf
cp samples/statements/checking-2026-02.pdf june.pdf
cp docs/tutorial/books.csv books.csv
mkdir statements
cp january.pdf statements/
DATA_DIR=first tieout reconcile january.pdf --ledger books.csv --opening-balance 1.00
tieout reconcile statement.pdf --ledger books.csv --account Checking --opening-balance 4318.40
tieout export --account Checking > account.csv
manage.py shell --command "
from pathlib import Path
from reconciliation.models import StatementImport
from reconciliation.proof.form import written
from reconciliation.proof.write import proof_of
from reconciliation.presentation.statement_page.sheet import sheets_of
[sheet] = sheets_of(StatementImport.objects.across_organizations('an example').get())
Path('proof.json').write_bytes(written(proof_of(sheet)))"
"""
STANDS_FOR = {
    "SLUG": "home",
    "FILE.zip": "home.zip",
    "--head HASH": "--head $(manage.py check_audit | sed -n 's/^home: .*head //p')",
    "/srv/statements": "statements",
    "tieout reconcile january.pdf": "DATA_DIR=second tieout reconcile january.pdf",
    "manage.py erase_organization home": "echo home | DATA_DIR=first manage.py erase_organization home",
}


def here(command: str) -> str:
    """Return the command with values of this folder in place of the page's placeholders."""
    for written, meant in STANDS_FOR.items():
        command = command.replace(written, meant)
    return command


def is_run_here(command: str) -> bool:
    return not (command in RUN_BY.keys() | PARTS_OF_MAKE_TEST | BY_HAND | UNTIL_ENDED or command.startswith(NEEDS_DOCKER))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a checkout whose two installations are migrated."""
    folder = tmp_path_factory.mktemp("checkout")
    fill(folder)
    for data in ("data", "first"):
        prepare(folder / data)
    return folder


@pytest.fixture(scope="module")
def shell(checkout: Path) -> Iterator[subprocess.Popen[str]]:
    with opened(checkout) as shell:
        printed, code = answer(shell, MADE_BEFORE)
        assert code == 0, printed
        yield shell


def test_nothing_is_named_that_no_page_shows() -> None:
    assert RUN_BY.keys() | PARTS_OF_MAKE_TEST | BY_HAND | UNTIL_ENDED <= set(SHOWN)


def test_each_is_run_and_ends_as_it_should(shell: subprocess.Popen[str], checkout: Path) -> None:
    wanted = list(dict.fromkeys(command for command in SHOWN if is_run_here(command)))
    assert len(wanted) > 15
    for command in wanted:
        printed, code = answer(shell, here(command))
        errors = errors_of(checkout).read_text()[-2000:]
        assert code == SOMETHING_DIFFERS.get(" ".join(command.split()[:2]), 0), f"{command}\n{printed}\n{errors}"


@pytest.mark.parametrize(("command", "where"), RUN_BY.items())
def test_a_command_that_another_test_runs_is_documented(command: str, where: str) -> None:
    assert command in (PROJECT / where).read_text() or command in (PROJECT / "docs" / "tutorial.md").read_text()


@pytest.mark.parametrize("command", sorted(BY_HAND))
def test_a_documented_make_command_runs_a_module(command: str) -> None:
    words = ["--dry-run", *[word.strip('"') for word in command.removeprefix("make ").split(" ", 1)]]

    assert "python -m" in subprocess.run(["make", *words], cwd=PROJECT, capture_output=True, text=True, check=True).stdout


@pytest.mark.usefixtures("shell")
@pytest.mark.parametrize("said", [["manage.py", "watch_folder"], ["-m", "tieout.main", "watch"]])
def test_a_watching_command_takes_a_statement_and_ends_cleanly_on_an_interrupt(checkout: Path, tmp_path: Path, said: list[str]) -> None:
    (tmp_path / "february.pdf").write_bytes((PROJECT / "samples" / "statements" / "checking-2026-02.pdf").read_bytes())
    with subprocess.Popen(
        [".venv/bin/python", *said, str(tmp_path), "--keep"],
        cwd=checkout,
        env=environment(checkout),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    ) as watching:
        assert watching.stdout is not None
        told = watching.stdout.readline()
        watching.send_signal(signal.SIGINT)
        _, complained = watching.communicate()

    assert told.startswith("february.pdf: ")
    assert (watching.returncode, "Traceback" in complained, "Aborted" in complained) == (0, False, False)


def heed_interrupts() -> None:
    """Let interrupts end the process, as in a terminal: a shell makes its background processes ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
