"""Several cases in one file: each an account of its own, in currencies with two, no and three decimals, and none touches another."""

from dataclasses import dataclass
from decimal import Decimal
from random import Random

from reconciliation.verification import verify
from tests.verdicts.law.making import make
from tests.verdicts.law.trial import Trial, composed
from tests.verdicts.law.written import Purse, account_of, statements_of

PURSES = (
    Purse(),
    Purse("yen", "Tokyo", "2345", "JPY", Decimal(1), sign="¥"),
    Purse("dinar", "Kuwait", "3456", "KWD", Decimal("0.001")),
    Purse("reserve", "Reserve", "4567", "EUR"),
    Purse("dollar", "Abroad", "5678", "USD", sign="$"),
)
MOST_DECIMALS = {"EUR": 2, "USD": 2, "JPY": 0, "KWD": 3}


@dataclass(frozen=True)
class File:
    """`claimed` and `lawful` are (seed, place of the paper) that the product called matched, and that the law does; `too_fine` are
    amounts of the answer that their currency does not have."""

    claimed: frozenset[tuple[int, int]]
    lawful: frozenset[tuple[int, int]]
    papers: int
    whole_file: bool
    too_fine: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        return self.claimed == self.lawful and self.whole_file == (len(self.lawful) == self.papers)


def several(trials: list[Trial]) -> File:
    """Return the cases of these trials as one file, whose papers come in any order; the law's verdict on each is known."""
    chance = Random(f"file {[one.seed for one in trials]}")  # noqa: S311  the same seeds, the same file
    cases = [make(one.seed) for one in trials]
    purses = chance.sample(PURSES, len(cases))
    books = [account_of(case, purse) for case, purse in zip(cases, purses, strict=True)]
    queues = [list(enumerate(statements_of(case, purse))) for case, purse in zip(cases, purses, strict=True)]
    order = [number for number, queue in enumerate(queues) for _ in queue]
    chance.shuffle(order)
    arrived = [(number, *queues[number].pop(0)) for number in order]
    papers = [paper for _, _, paper in arrived]
    answers = [verdict.as_json() for verdict in verify(books, papers)]
    answer = composed(cases[0], books, papers, answers, chance)
    said = list(zip(arrived, answer["statements"], strict=True))
    return File(
        claimed=frozenset((trials[number].seed, place) for (number, place, _), each in said if each["verdict"] == "matched"),
        lawful=frozenset((one.seed, place) for one in trials for place in one.lawful),
        papers=len(papers),
        whole_file=answer["verdict"] == "matched",
        too_fine=tuple(text for (number, _, _), each in said for text in _too_fine(each["bridge"] or {}, purses[number])),
    )


def _too_fine(bridge: dict[str, str], purse: Purse) -> list[str]:
    return [text for text in bridge.values() if len(text.partition(".")[2]) > MOST_DECIMALS[purse.currency]]
