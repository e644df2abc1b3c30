"""Many trials in figures: shares overall, by fault and by habit, with seeds to look at."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from tests.reading.making.around import peculiar
from tests.reading.making.trial import Trial

SEEDS, SIMPLEST = 3, 40


def report(seed: int, trials: Sequence[Trial]) -> str:
    whole = [one for one in trials if one.whole]
    lines = [f"{len(trials)} documents from seed {seed}: {line(trials)}"]
    lines += _of_provable(whole)
    lines += [f"false: {_told([one for one in trials if one.false], 20)}"]
    lines += [f"proved beyond print: {_told([one for one in whole if one.beyond], 20)}"]
    lines += [f"crashes: {_told([one for one in trials if one.crash], 10)}"]
    lines += ["", "faults planted, and how often one was proved or said to follow all the same"]
    lines += [_fault(fault, some) for fault, some in by_fault(trials)]
    lines += ["", "not read perfectly though their habits are few", *(f"  {one.seed}  {peculiar(one.habits)}" for one in _simplest(whole))]
    lines += ["", "habits, the hardest first: share of documents, perfect, proved, false proofs, seeds not read perfectly"]
    for habit, some in sorted(by_habit(whole), key=lambda pair: share(pair[1])):
        failed = [one for one in some if not one.perfect]
        lines.append(f"  {habit:<28} {len(some) / max(1, len(whole)):6.1%}  {line(some)}  {_told(failed, SEEDS)}")
    return "\n".join(lines)


def _of_provable(whole: Sequence[Trial]) -> list[str]:
    """Return the shares of proved and settled documents among those whose print proves them, or proves their rows, with seeds of the
    others."""
    lines = []
    for name, some in (
        ("print proves", [one for one in whole if one.provable]),
        ("print proves the rows, not their ends", [one for one in whole if one.followable and not one.provable]),
        ("print proves neither", [one for one in whole if not one.followable]),
    ):
        settled = sum(one.settled for one in some) / max(1, len(some))
        proved = sum(one.proved for one in some) / max(1, len(some))
        missed = [one for one in some if one.followable and not one.settled]
        lines.append(
            f"{name}: {len(some)}, settled {settled:6.1%}, proved {proved:6.1%}, perfect {share(some):6.1%}; missed {_told(missed, 12)}"
        )
    return lines


def _fault(fault: str, some: Sequence[Trial]) -> str:
    false = [one for one in some if one.false]
    return f"  {fault:<22} {len(some):5}  false {_told(false, 8)}"


def causes(failed: Sequence[tuple[int, str]]) -> str:
    """The fewest habits that documents fail by, the most frequent first."""
    found: dict[str, list[int]] = defaultdict(list)
    for seed, habits in failed:
        found[habits or "a plain bank"].append(seed)
    lines = ["", "fewest habits that fail, how many documents, seeds (see them with --show SEED --shrink)"]
    for habits, seeds in sorted(found.items(), key=lambda pair: -len(pair[1])):
        lines.append(f"  {len(seeds):4}  {habits}   {' '.join(map(str, seeds[:SEEDS]))}")
    often = Counter(habit for _, habits in failed for habit in habits.split(" "))
    lines += ["", "how often each habit is among them", *(f"  {count:4}  {habit}" for habit, count in often.most_common() if habit)]
    return "\n".join(lines)


def line(trials: Sequence[Trial]) -> str:
    whole = [one for one in trials if one.whole]
    proved = sum(one.proved for one in whole) / max(1, len(whole))
    return f"perfect {share(whole):6.1%}  proved {proved:6.1%}  false {sum(one.false for one in trials)}"


def share(trials: Sequence[Trial]) -> float:
    """Return the share of documents that are read perfectly."""
    return sum(one.perfect for one in trials) / max(1, len(trials))


def by_habit(trials: Iterable[Trial]) -> list[tuple[str, list[Trial]]]:
    found: dict[str, list[Trial]] = defaultdict(list)
    for one in trials:
        for facet, option in one.habits.items():
            if option != "no":
                found[facet if option == "yes" else f"{facet}={option}"].append(one)
    return list(found.items())


def by_fault(trials: Iterable[Trial]) -> list[tuple[str, list[Trial]]]:
    found: dict[str, list[Trial]] = defaultdict(list)
    for one in trials:
        found[one.fault].append(one)
    return sorted(found.items())


def _simplest(trials: Sequence[Trial]) -> list[Trial]:
    failed = [one for one in trials if not one.perfect]
    return sorted(failed, key=lambda one: len(peculiar(one.habits)))[:SIMPLEST]


def _told(trials: Sequence[Trial], most: int) -> str:
    seeds = " ".join(str(one.seed) + (f" ({one.crash})" if one.crash else "") for one in trials[:most])
    return f"{len(trials)}: {seeds}" if trials else "none"
