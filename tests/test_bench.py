"""The arithmetic of `make bench`: its tables follow from the measurements."""

import datetime as dt
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from bench import loops
from bench.bounds import DEEP, OFFSET, OURS, PEERS, SUM, WRITE, bounds
from bench.earlier import environment
from bench.judging import Row, Score, judged, says
from bench.table import Speed, drawn, overheads, scores, speeds, together

NEW_YEAR = dt.date(2026, 1, 5)


def test_a_round_that_something_disturbed_does_not_count() -> None:
    assert Speed(name="one", pages=4, rounds=(0.4, 9.0, 0.2)).a_page == pytest.approx(0.1)


def test_the_times_of_two_steps_are_added_round_by_round() -> None:
    both = together("both", [Speed(name="words", pages=2, rounds=(1.0, 3.0)), Speed(name="reading", pages=2, rounds=(2.0, 1.0), failed=1)])

    assert (both.rounds, both.failed) == ((3.0, 4.0), 1)


def test_speed_is_reported_by_page_and_beside_another() -> None:
    fast, slow = Speed(name="fast", pages=10, rounds=(0.1,)), Speed(name="slow", pages=10, rounds=(0.4,))

    assert speeds([fast, slow], beside="slow")[1:] == [("fast", "100", "10.00", "0.25", "0"), ("slow", "25", "40.00", "1.00", "0")]


def test_a_run_without_pages_has_no_speed() -> None:
    assert speeds([Speed(name="none", pages=0, rounds=(), failed=3)], beside="other")[1] == ("none", "-", "-", "-", "3")


def test_every_true_row_is_matched_once() -> None:
    true = [Row(NEW_YEAR, Decimal("-9.50")), Row(NEW_YEAR, Decimal("20.00"))]

    assert judged([("2026-01-05", "-9.50"), ("2026-01-05", "-9.50")], true) == Score(right=1, found=2, true=2, whole=0)
    assert judged([("2026-01-05", "20"), ("2026-01-05", "-9.5")], true).whole == 1


def test_the_sums_over_documents_make_precision_and_recall() -> None:
    total = Score(right=3, found=4, true=6) + Score(right=3, found=4, true=6, whole=1)

    assert scores({"one": total}, 2)[1] == ("one", "0.750", "0.500", "6 of 12", "1")
    assert (Score().precision, Score().recall) == (0.0, 0.0)


@pytest.mark.parametrize("text", ["2026-01-05", "01/05", "05.01.", "5 Jan", "JAN 05, 2026"])
def test_a_date_in_any_form_is_the_day_that_it_names(text: str) -> None:
    assert says(text, NEW_YEAR)


@pytest.mark.parametrize("text", ["2026-05-01", "01/06", "5 Feb", ""])
def test_another_date_is_not(text: str) -> None:
    assert not says(text, NEW_YEAR)


def test_a_loop_is_reported_by_round_and_beside_another() -> None:
    found = {"ours": {1: 0.001, 10: 0.002}, "theirs": {1: 0.004, 10: 0.004}}

    assert overheads(found, beside="theirs") == [
        ("", "1 call: CPU ms/round", "of theirs", "10 calls: CPU ms/round", "of theirs"),
        ("ours", "1.00", "0.25", "2.00", "0.50"),
        ("theirs", "4.00", "1.00", "4.00", "1.00"),
    ]
    assert overheads({"ours": {1: 0.001}}, beside="theirs")[1] == ("ours", "1.00", "-")


@pytest.mark.parametrize("calls", [1, 10])
def test_each_run_of_a_loop_has_all_its_rounds_and_runs_every_call(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[loops.Query] = []
    monkeypatch.setattr(loops, "entries", ran.append)

    assert loops.tieout(calls)() == loops.ANSWER
    assert len(ran) == (loops.ROUNDS - 1) * calls


def test_each_look_up_has_its_bound_at_both_sizes_and_beside_the_plain_way() -> None:
    small = dict.fromkeys((*OURS, *PEERS), 1.0) | {OFFSET: 50.0, SUM: 200.0}
    large = small | {DEEP: 2.0, OFFSET: 199.0, WRITE: 5.5}
    found = {str(each) for each in bounds(small, large) if not each.is_held}

    assert found == {
        f"NOT HELD: {WRITE}, ms: 5.5, at most 5",
        f"NOT HELD: {WRITE}, times its figure at the smaller size: 5.5, at most 3",
        f"NOT HELD: {DEEP}, times as fast as {OFFSET}: 99.5, at least 100",
    }
    assert len(list(bounds(small, large))) == 2 * len(OURS) + 2


def test_a_table_is_markdown() -> None:
    assert drawn([("", "a"), ("name", "10")]) == "|      |  a |\n|------|---:|\n| name | 10 |"


def test_an_earlier_reader_is_run_by_the_bench_of_today(tmp_path: Path) -> None:
    project = Path(__file__).resolve().parents[1]
    (tmp_path / "reconciliation").mkdir()
    (tmp_path / "reconciliation" / "__init__.py").write_text("EARLIER = True\n")
    asked = "import bench.judging, reconciliation; print(reconciliation.EARLIER)"

    done = subprocess.run([sys.executable, "-c", asked], cwd=project, env=environment(project, tmp_path), capture_output=True, check=True)

    assert done.stdout.strip() == b"True"
