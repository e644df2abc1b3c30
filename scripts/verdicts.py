"""The verifier on made cases beside a brute-force reading of the law: does it say `matched` where the law does, and nowhere else?

    python -m scripts.verdicts [--cases N] [--seed N]     judge many, on every core
    python -m scripts.verdicts --show SEED                one: its rows, what the law says and what the verifier

Fails if one case is judged otherwise. Case N of seed S is the same wherever it is run.
"""

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor

import django

CHUNK = 250


def judged(seeds: Iterable[int]) -> tuple[Counter[str], list[str]]:
    """Figures, and the seeds that came out otherwise."""
    from tests.verdicts.law.trial import trial

    counts: Counter[str] = Counter()
    wrong = []
    for seed in seeds:
        one = trial(seed)
        more, less = one.claimed - one.lawful, one.lawful - one.claimed
        counts.update(cases=1, statements=one.papers, matched=len(one.lawful), falsely=len(more), withheld=len(less))
        if not one.agrees:
            links = f", links {sorted(one.links[0] ^ one.links[1])}" if one.links[0] != one.links[1] else ""
            wrong.append(f"seed {seed}: falsely matched {sorted(more)}, withheld {sorted(less)}{links}")
    return counts, wrong


def _start() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--show", type=int)
    told = parser.parse_args()
    _start()
    if told.show is not None:
        from tests.verdicts.law.showing import show

        print(show(told.show))
        return 0
    first = random.SystemRandom().randrange(10**9) if told.seed is None else told.seed
    print(f"first seed {first}", flush=True)
    chunks = [range(start, min(start + CHUNK, first + told.cases)) for start in range(first, first + told.cases, CHUNK)]
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with ProcessPoolExecutor(initializer=_start) as pool:
        for figures, found in pool.map(judged, chunks):
            counts.update(figures)
            wrong += found
    print(", ".join(f"{name} {counts[name]}" for name in ("cases", "statements", "matched", "falsely", "withheld")))
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
