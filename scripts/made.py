"""The reader on made statements: how many it reads perfectly, how many it proves, and whether any proof is false.

python -m scripts.made [--documents N] [--seed N]     judge many, on every core: shares overall and by habit, seeds that failed
python -m scripts.made --show SEED                    one: its habits, its pages as text, and where reading and truth differ
python -m scripts.made --write FOLDER --documents N   as PDFs with their truth and a manifest
"""

import argparse
import random
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.reading.making.report import report
from tests.reading.making.showing import show
from tests.reading.making.trial import Trial, trial
from tests.reading.making.writing import write

CHUNK = 50


def trials(seeds: Iterable[int]) -> list[Trial]:
    with ProcessPoolExecutor() as pool:
        return list(pool.map(trial, seeds, chunksize=CHUNK))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int)
    parser.add_argument("--write", type=Path)
    told = parser.parse_args()
    if told.show is not None:
        print(show(told.show))
        return 0
    seed = told.seed or random.SystemRandom().randrange(10**9)
    seeds = range(seed, seed + told.documents)
    if told.write:
        write(told.write, seeds)
        return 0
    done = trials(seeds)
    print(report(seed, done))
    return 1 if any(one.false or one.crash for one in done) else 0


if __name__ == "__main__":
    sys.exit(main())
