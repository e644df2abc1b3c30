"""Run the scores that stand beside the project and hold them to their floors: a figure may rise, never fall.

False proofs, false matches, bad ends and forged statements that match have no floor: there may be none. The floors are in
.ci/floors.json; those of `statements` by the manifest, those of `reconcile` by the words of a layout. Without the scores nothing is
run, and it is said.
"""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
SCORES = PROJECT.parent / "shared" / "score"
STATEMENTS = SCORES.parent / "data" / "statements"
FLOORS = json.loads((PROJECT / ".ci" / "floors.json").read_text(), parse_float=Decimal)
NONE_ALLOWED = re.compile(r"\b(false proofs|false matches|bad ends|forged \d+ matched|unanswered) (\d+)")
REFUSED = "GENUINE NOT MATCHED"
"""The message of `forged` if the untouched statement was refused too."""
FIGURE = re.compile(r"\b(perfect|proved|settled|F1|right) +([\d.]+)")
CASE = re.compile(r"^\w+ +(\d+) +(\d\.\d{3})   ", re.MULTILINE)
LONGEST = 1800  # seconds
LAST_LINES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A score to run, and the figures that it may not fall below."""

    name: str
    only: str = ""
    manifest: str = ""
    floors: dict[str, Decimal] = field(default_factory=dict)

    def run(self) -> str:
        """Return the output of the score, with its error if it failed."""
        command = [sys.executable, str(SCORES / self.name / "score.py"), "--manage", f"{sys.executable} manage.py"]
        limited = ["--only", self.only] if self.only else []
        limited += ["--manifest", str(STATEMENTS / self.manifest)] if self.manifest else []
        environment = os.environ | {"ENV_FILE": os.devnull, "LOG_LEVEL": "WARNING"}
        done = subprocess.run(  # nosec B603  # the commands above
            [*command, *limited], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False, timeout=LONGEST
        )
        return done.stdout if done.returncode == 0 else f"{done.stdout}\n{done.stderr}\nexit {done.returncode}"


def scores() -> list[Score]:
    """Return the scores, the longest first, so that the others run beside it. The hostile files are left to `make test-hostile`, whose
    worker reads each."""
    reconciled = [Score(name="reconcile", only=only, floors=floors) for only, floors in FLOORS["reconcile"].items()]
    read = [Score(name="statements", manifest=manifest, floors=floors) for manifest, floors in FLOORS["statements"].items()]
    return [Score(name="forged"), *reconciled, *read, Score(name="scenarios", floors=FLOORS["scenarios"])]


def figures(printed: str) -> dict[str, Decimal]:
    """Return the figures of a score by their names. `reconcile` prints shares of each case: `right` is the number of right ones."""
    cases = CASE.findall(printed)
    if cases:
        return {"right": Decimal(sum(round(int(count) * Decimal(share)) for count, share in cases))}
    return {name: Decimal(value) for name, value in FIGURE.findall(printed)}


def faults(score: Score, printed: str) -> Iterator[str]:
    """Yield a sentence for each fault of a score's result."""
    never = NONE_ALLOWED.findall(printed)
    if not never:
        yield "it did not come to its end"
    yield from (f"{what} {count}" for what, count in never if count != "0")
    if REFUSED in printed:
        yield "the genuine statement is refused"
    got = figures(printed)
    for name, floor in score.floors.items():
        value = got.get(name)
        if value is None or value < floor:
            yield f"{name} is {value} and was {floor}"


def hold(score: Score) -> bool:
    """Run one score, print its last lines, and say whether it holds."""
    started = time.monotonic()
    printed = score.run()
    problems = list(faults(score, printed))
    title = f"{score.name} {score.only}{score.manifest}".strip()
    got = ", ".join(f"{name} {value} (floor {score.floors.get(name, 'none')})" for name, value in figures(printed).items())
    lines = printed.strip().splitlines()[-LAST_LINES:]
    failed = (f"FAILED {title}: {fault}" for fault in problems)
    print(f"--- {title}: {time.monotonic() - started:.0f} s. {got}", *lines, *failed, sep="\n", flush=True)
    return not problems


def main() -> int:
    if not SCORES.is_dir():
        print("left out: the scores (no ../shared beside the project)")
        return 0
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        held = list(pool.map(hold, scores()))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
