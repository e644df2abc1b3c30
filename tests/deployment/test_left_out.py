"""The last line of a test run."""

import pytest

from tests.left_out import count_cases, count_left_out
from tests.project import PROJECT


def test_a_whole_run_says_so() -> None:
    assert count_left_out([]) == "left out 0"


def test_the_reasons_are_counted_the_most_frequent_first() -> None:
    reasons = ["browser (no Chromium)", "shared (no ../shared)", "shared (no ../shared)"]

    assert count_left_out(reasons) == "left out 3: 2 shared (no ../shared), 1 browser (no Chromium)"


@pytest.fixture
def inner_run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A test run of its own in which one test needs a browser, on a machine without any."""
    monkeypatch.setenv("PATH", str(pytester.path))
    monkeypatch.delenv("LEFT_OUT_FAILS", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    pytester.makeini("[pytest]\nmarkers = browser: needs Chromium\n")
    pytester.makeconftest('pytest_plugins = ["tests.left_out"]')
    pytester.makepyfile("import pytest\n\n@pytest.mark.browser\ndef test_a_click(): ...\n\ndef test_a_sum(): ...\n")
    return pytester


def test_tests_for_missing_machines_are_omitted_and_counted_on_the_last_line(inner_run: pytest.Pytester) -> None:
    result = inner_run.runpytest_subprocess("-p", "no:django")

    assert result.ret == 0
    assert result.outlines[-1] == "ran 1, left out 1: 1 browser (no Chromium)"


@pytest.mark.parametrize("processes", ["0", "2"])
def test_tests_that_were_not_selected_are_counted_by_their_reason(inner_run: pytest.Pytester, processes: str) -> None:
    result = inner_run.runpytest_subprocess("-p", "no:django", "-m", "browser", "--numprocesses", processes)

    assert result.outlines[-2:] == ["not selected 1: -m 'browser' -k ''", "ran 0, left out 1: 1 browser (no Chromium)"]


def test_a_run_that_may_leave_nothing_out_fails(inner_run: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEFT_OUT_FAILS", "1")

    assert inner_run.runpytest_subprocess("-p", "no:django").ret == 1


def test_cases_are_counted_at_the_end_where_that_is_asked_for(inner_run: pytest.Pytester) -> None:
    result = inner_run.runpytest_subprocess("-p", "no:django", "--cases")

    assert result.outlines[-1] == "cases 2 failed 0 left_out 1"
    told = [line.split(" ")[0] + line.rpartition("::")[2] for line in result.outlines if "::" in line]
    assert told == ["lefttest_a_click", "passedtest_a_sum"]


def test_a_case_that_never_came_to_run_has_failed() -> None:
    assert count_cases({"passed": 40, "failed": 1, "error": 2, "skipped": 3}) == "cases 46 failed 3 left_out 3"
