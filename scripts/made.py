"""The reader on made statements: how many it reads perfectly, how many it proves, and whether any proof is false.

    python -m scripts.made [--documents N] [--seed N]     judge many, on every core: shares overall and by habit, seeds that failed
    python -m scripts.made --causes [...]                 the same, and the fewest habits with which each failed: slower
    python -m scripts.made --show SEED [--shrink]         one: its habits, its pages as text, and where reading and truth differ;
                                                          with --realistic, --leavings, --unprinted or --faults as these modes draw it
    python -m scripts.made --write FOLDER [--documents N] as PDFs with their truth and a manifest
    python -m scripts.made --realistic                    judge each with what producers leave in files: hidden words, marks, bar codes
    python -m scripts.made --leavings [--pdf]             judge each twice, without and with one such thing; --pdf as files, much slower
    python -m scripts.made --unprinted                    the same as files, with things that no page shows: hidden words, unused objects
    python -m scripts.made --faults                       judge each with a printed fault
    python -m scripts.made --loans                        judge statements of loans, and each with one printed digit of a part changed
    python -m scripts.made --brokers                      judge statements of brokers, and each without the last row of its cash

Fails if a proof, or a word that rows follow, is false, if the reader crashes, or if fewer are read perfectly than the floor in
.ci/floors.json says; with --leavings and --unprinted if a settled document is lost; with --loans if fewer than 99 of 100 have the right
rows and parts, with --brokers if the cash of fewer than 95 of 100 is proved.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

from tests.reading.making.brokers_judged import broker_trial, report_of_brokers
from tests.reading.making.leavings import realistic
from tests.reading.making.loans_judged import loan_trial, report_of_loans
from tests.reading.making.maker import Document, make, spoiled
from tests.reading.making.report import causes, report, share
from tests.reading.making.showing import show
from tests.reading.making.shrinking import fewest_habits, shrunk
from tests.reading.making.trial import FAULTS, Trial, trial, trial_of_faults, trial_of_realistic
from tests.reading.making.twice import report_twice, twice, twice_in_pdf, twice_unprinted, with_one_leaving
from tests.reading.making.writing import write

FLOORS = Path(__file__).resolve().parents[1] / ".ci" / "floors.json"
CHUNK = 25
LEAST_OF_LOANS, LEAST_OF_BROKERS = 0.99, 0.95  # least share of loans with the right parts, and of brokers whose cash is proved
CAUSES = 100  # documents that are shrunk, at the most


T = TypeVar("T")


def in_processes(judge: Callable[[int], T], seeds: Iterable[int]) -> list[T]:
    with ProcessPoolExecutor() as pool:
        return list(pool.map(judge, seeds, chunksize=CHUNK))


def fewest(done: list[Trial]) -> list[tuple[Trial, str]]:
    """Return the failed trials, each with the fewest habits that make it fail."""
    failed = [outcome for outcome in done if outcome.false or (outcome.whole and not outcome.perfect and not outcome.crash)][:CAUSES]
    with ProcessPoolExecutor() as pool:
        return list(zip(failed, pool.map(fewest_habits, [outcome.seed for outcome in failed], chunksize=5), strict=True))


def fails(done: list[Trial]) -> bool:
    floor = json.loads(FLOORS.read_text(encoding="utf-8"))["made"]["perfect"]
    whole = [outcome for outcome in done if outcome.whole]
    return any(outcome.false or outcome.crash for outcome in done) or (bool(whole) and share(whole) < floor)


def document_of(seed: int, options: argparse.Namespace) -> Document:
    """Return the document that this mode judges; with --leavings and --unprinted that with leftovers of a producer."""
    if options.leavings or options.unprinted:
        return with_one_leaving(seed, pdf=options.pdf or options.unprinted, unprinted=options.unprinted)[1]
    if options.realistic:
        return realistic(seed)
    return spoiled(seed) if options.faults else make(seed, faults=FAULTS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int)
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--causes", action="store_true")
    parser.add_argument("--write", type=Path)
    for mode in ("--realistic", "--leavings", "--unprinted", "--pdf", "--faults", "--loans", "--brokers"):
        parser.add_argument(mode, action="store_true")
    options = parser.parse_args()
    if options.show is not None:
        print(show(options.show, shrunk(options.show) if options.shrink else document_of(options.show, options)))
        return 0
    seed = options.seed or random.SystemRandom().randrange(10**9)
    seeds = range(seed, seed + options.documents)
    if options.write:
        write(options.write, seeds)
        return 0
    if options.loans:
        loans = in_processes(loan_trial, seeds)
        print(report_of_loans(loans))
        return int(any(trial.false for trial in loans) or sum(trial.parts for trial in loans) < LEAST_OF_LOANS * len(loans))
    if options.brokers:
        brokers = in_processes(broker_trial, seeds)
        print(report_of_brokers(brokers))
        return int(any(trial.false for trial in brokers) or sum(trial.proved for trial in brokers) < LEAST_OF_BROKERS * len(brokers))
    if options.leavings or options.unprinted:
        pairs = in_processes(twice_unprinted if options.unprinted else twice_in_pdf if options.pdf else twice, seeds)
        print(report_twice(seed, pairs))
        return int(any(pair.lost or pair.false or pair.crash for pair in pairs))
    done = in_processes(trial_of_faults if options.faults else trial_of_realistic if options.realistic else trial, seeds)
    print(report(seed, done))
    if options.causes:
        print(causes([(outcome.seed, habits) for outcome, habits in fewest(done)]))
    return int(fails(done))


if __name__ == "__main__":
    sys.exit(main())
