"""The verifier on made cases beside a brute-force reading of the law: it must say `matched` exactly where the law does.

    python -m scripts.verdicts [--cases N] [--seed N]     judge many, on every core
    python -m scripts.verdicts --show SEED                one: its rows, the law's verdict and the verifier's

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
    """Return the figures, and the seeds with another verdict."""
    from tests.verdicts.law.trial import trial

    counts: Counter[str] = Counter()
    wrong = []
    for seed in seeds:
        result = trial(seed)
        more, less = result.claimed - result.lawful, result.lawful - result.claimed
        counts.update(cases=1, statements=result.papers, matched=len(result.lawful), falsely=len(more), withheld=len(less))
        if not result.agrees:
            links = f", links {sorted(result.links[0] ^ result.links[1])}" if result.links[0] != result.links[1] else ""
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
    options = parser.parse_args()
    _start()
    if options.show is not None:
        from tests.verdicts.law.showing import show

        print(show(options.show))
        return 0
    first = random.SystemRandom().randrange(10**9) if options.seed is None else options.seed
    print(f"first seed {first}", flush=True)
    chunks = [range(start, min(start + CHUNK, first + options.cases)) for start in range(first, first + options.cases, CHUNK)]
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with ProcessPoolExecutor(initializer=_start) as pool:
        for figures, causes in pool.map(judged, chunks):
            counts.update(figures)
            wrong += causes
    print(", ".join(f"{name} {counts[name]}" for name in ("cases", "statements", "matched", "falsely", "withheld")))
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
