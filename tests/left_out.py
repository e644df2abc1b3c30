"""Some tests need what not every machine has: those are left out, counted and named at the very end.

With `LEFT_OUT_FAILS=1` in the environment, a run that left anything out has failed.
"""

import os
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any

import pytest

from tests.connectors.actual_server.serving import is_there as actual_is_there
from tests.connectors.mail_server import is_there as mail_server_is_there
from tests.registry import packages_can_be_installed
from tests.servers import SCHEMATHESIS, SHARED, postgres_answers, redis_answers

DESELECTED = pytest.StashKey[int]()
NEEDS: dict[str, tuple[Callable[[], bool], str]] = {
    "postgres": (postgres_answers, "no PostgreSQL answers on this machine"),
    "redis": (redis_answers, "no Redis answers on this machine"),
    "mail": (mail_server_is_there, "no dovecot (Debian: dovecot-imapd), or not root"),
    "actual": (actual_is_there, "no server of Actual (make actual-server), or not what speaks with it (make setup-actual)"),
    "hledger": (lambda: shutil.which("hledger") is not None, "no hledger"),
    "browser": (lambda: shutil.which("chromium") is not None, "no Chromium"),
    "pypi": (packages_can_be_installed, "no registry of packages answers"),
    "schemathesis": (SCHEMATHESIS.is_file, "no schemathesis (make setup-fuzz)"),
    "shared": (SHARED.is_dir, "no ../shared beside the project"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", action="store_true", help="tell each case with its result, and end with `cases N failed N left_out N`")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    needy: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        for need in {marker.name for marker in item.iter_markers()} & NEEDS.keys():
            needy[need].append(item)
    for need in NEEDS.keys() & needy.keys():
        present, lack = NEEDS[need]
        if not present():
            for item in needy[need]:
                item.add_marker(pytest.mark.skip(reason=f"{need} ({lack})"))


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count the tests that `-m` or `-k` did not select. Every process of a run deselects the same ones."""
    if items:
        config = items[0].config
        config.stash[DESELECTED] = config.stash.get(DESELECTED, 0) + len(items)


class FromWorkers:
    """Hooks of pytest-xdist, which its first process alone calls."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over the count of a worker. A worker that crashed has none."""
        node.config.stash[DESELECTED] = getattr(node, "workeroutput", {}).get("deselected", node.config.stash.get(DESELECTED, 0))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(FromWorkers(), "left out by workers")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    """Outside of the terminal's own summary, so that this line is the last one."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["deselected"] = session.config.stash.get(DESELECTED, 0)
    yield
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal is None or hasattr(session.config, "workerinput"):
        return
    skipped = terminal.stats.get("skipped", [])
    ran = sum(len(terminal.stats.get(outcome, ())) for outcome in ("passed", "failed"))
    if deselected := session.config.stash.get(DESELECTED, 0):
        terminal.write_line(f"not selected {deselected}: -m {session.config.option.markexpr!r} -k {session.config.option.keyword!r}")
    terminal.write_line(f"ran {ran}, {count_left_out(reason(report) for report in skipped)}")
    if session.config.getoption("cases"):
        for line in matrix(terminal.stats):
            terminal.write_line(line)
        terminal.write_line(count_cases({name: len(reports) for name, reports in terminal.stats.items()}))
    if skipped and os.environ.get("LEFT_OUT_FAILS") == "1":
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def reason(report: pytest.TestReport) -> str:
    """Return the reason of a skipped test: the third part of pytest's record of it."""
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2].removeprefix("Skipped: ")
    return "no reason given"


def matrix(reported: Mapping[str, Iterable[pytest.TestReport]]) -> list[str]:
    """Every case and its result, a line each: `passed    tests/tenants/test_addresses.py::test_a_stranger_is_sent_to_sign_in[upload()]`."""
    results = {"passed": "passed", "failed": "FAILED", "error": "FAILED", "skipped": "left out"}
    told = {(report.nodeid, result) for outcome, result in results.items() for report in reported.get(outcome, ())}
    return [f"{result:9} {case}" for case, result in sorted(told)]


def count_cases(reported: Mapping[str, int]) -> str:
    """By outcome, one line: `cases 43 failed 1 left_out 2`. A case that never came to run has failed."""
    failed = reported.get("failed", 0) + reported.get("error", 0)
    left_out = reported.get("skipped", 0)
    return f"cases {reported.get('passed', 0) + failed + left_out} failed {failed} left_out {left_out}"


def count_left_out(reasons: Iterable[str]) -> str:
    """One line: `left out 7: 5 shared (no ../shared beside the project), 2 browser (no Chromium)`."""
    counted = Counter(reasons)
    total = counted.total()
    if not total:
        return "left out 0"
    return f"left out {total}: " + ", ".join(f"{count} {why}" for why, count in counted.most_common())
