"""Guarantees of the row matcher on generated books that were not used for its weights."""

from collections.abc import Callable, Sequence

import pytest

from tests.verdicts.worlds.household import household
from tests.verdicts.worlds.measuring import Measured, measured
from tests.verdicts.worlds.shop import shop
from tests.verdicts.worlds.world import World

SEEDS = (1, 2, 3)
Make = Callable[[int, int], World]


@pytest.fixture(scope="module", params=[household, shop])
def found(request: pytest.FixtureRequest) -> list[Measured]:
    make: Make = request.param
    return [measured(make(12, seed)) for seed in SEEDS]


def test_plain_pairs_are_found(found: Sequence[Measured]) -> None:
    assert sum(one.found["plain"] for one in found) >= 0.97 * sum(one.true["plain"] for one in found)


def test_confident_pairs_are_right_999_times_in_1000(found: Sequence[Measured]) -> None:
    confident = sum(one.confident for one in found)

    assert sum(one.confident_wrong for one in found) <= 0.001 * confident
    assert confident >= 0.6 * sum(one.true["plain"] for one in found)


def test_lines_that_are_not_in_the_books_stay_alone(found: Sequence[Measured]) -> None:
    assert sum(one.lonely for one in found) > 0
    assert sum(one.lonely_paired for one in found) <= 0.02 * sum(one.lonely for one in found)


def test_errors_are_a_quarter_of_those_of_the_nearest_equal_amount(found: Sequence[Measured]) -> None:
    assert 4 * sum(one.error for one in found) <= sum(one.error_by_rule for one in found)


@pytest.mark.parametrize("make", [household, shop])
def test_a_world_names_its_truth_in_its_own_rows(make: Make) -> None:
    world = make(1, 1)

    assert {line for line, _ in world.truth} <= {row["id"] for row in world.lines}
    transactions = [transaction for _, transaction in world.truth]
    assert len(transactions) == len(set(transactions))
    assert set(transactions) <= {row["id"] for row in world.transactions}
