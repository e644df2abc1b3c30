"""The simulation of queues against known results of their theory."""

import random
from collections.abc import Callable, Iterator

import pytest

from bench.queues import Load, apart, arrivals, needed, served, together

COUNT = 100_000
LOAD = Load(statements=200_000, seconds=0.25, asked=0.2, model_seconds=8.0)


def poisson(rate: float, chance: random.Random) -> Iterator[float]:
    now = 0.0
    for _ in range(COUNT):
        now += chance.expovariate(rate)
        yield now


def mean_wait(rate: float, seconds: Callable[[random.Random], float], servers: int) -> float:
    chance = random.Random(7)  # noqa: S311
    coming = list(poisson(rate, chance))
    begun, _ = served(coming, [seconds(chance) for _ in coming], servers)
    return sum(start - came for came, start in zip(coming, begun, strict=True)) / COUNT


@pytest.mark.parametrize(
    ("rate", "seconds", "servers", "known"),
    [
        (0.5, lambda chance: chance.expovariate(1.0), 1, 1.0),  # M/M/1: load / (rate of service - rate)
        (0.8, lambda chance: chance.expovariate(1.0), 1, 4.0),
        (0.8, lambda _: 1.0, 1, 2.0),  # M/D/1: half of that
        (1.6, lambda chance: chance.expovariate(1.0), 2, 1.7778),  # M/M/2, by Erlang's formula
    ],
)
def test_the_mean_wait_is_that_of_the_formula(rate: float, seconds: Callable[[random.Random], float], servers: int, known: float) -> None:
    assert mean_wait(rate, seconds, servers) == pytest.approx(known, rel=0.1)


def test_a_day_has_as_many_statements_as_it_should_and_in_order() -> None:
    coming = arrivals(20_000, random.Random(3))  # noqa: S311

    assert coming == sorted(coming)
    assert len(coming) == pytest.approx(20_000, rel=0.03)
    assert 0 <= coming[0] < coming[-1] < 86_400


def test_no_worker_takes_two_tasks_at_once() -> None:
    begun, done = served([0.0, 0.0, 0.0], [2.0, 1.0, 1.0], 2)

    assert (begun, done) == ([0.0, 0.0, 1.0], [2.0, 1.0, 2.0])


def test_the_same_seed_is_the_same_day() -> None:
    assert together(LOAD, 10, 1) == together(LOAD, 10, 1)
    assert together(LOAD, 10, 1) != together(LOAD, 10, 2)


def test_processes_that_also_wait_for_models_must_be_many_more() -> None:
    both = LOAD.seconds + LOAD.asked * LOAD.model_seconds
    documents, models = apart(LOAD, needed(LOAD, LOAD.seconds), needed(LOAD, LOAD.asked * LOAD.model_seconds), 1)

    assert needed(LOAD, both) > 5 * needed(LOAD, LOAD.seconds)
    assert together(LOAD, needed(LOAD, LOAD.seconds), 1).median > 60
    assert documents.late < 5
    assert models.late < 60
