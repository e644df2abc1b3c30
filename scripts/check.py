"""`make check`: everything that can be said of the code without running the product."""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
PRODUCTION = {
    "PRODUCTION": "true",
    "SECRET_KEY": "a-key-of-fifty-characters-and-more-for-this-check-0123456789",  # nosec B105  # signs nothing but this check
    "ENCRYPTION_KEYS": "YSBtYXN0ZXIga2V5IGZvciB0aGlzIGNoZWNrIG9ubHk=",
    "ALLOWED_HOSTS": "tieout.example",
    "DATABASE_URL": "postgres://tieout@127.0.0.1:5432/tieout",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
}
SHIPPED = ("api", "assistant", "config", "connectors", "finance", "people", "reconciliation", "tieout", "scripts", "samples", "manage.py")


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()


def tool(name: str, *arguments: str) -> tuple[str, ...]:
    return (str(BIN / name), *arguments)


def python(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, *arguments)


def checks() -> list[Check]:
    """Return the checks, the slowest first, so that the others run beside it."""
    templates = [str(path.relative_to(PROJECT)) for path in sorted(PROJECT.glob("templates/**/*.html"))]
    return [
        Check("types", tool("mypy", ".")),
        Check("lint", tool("ruff", "check", ".")),
        Check("known mistakes of security", tool("bandit", "--quiet", "--recursive", "--configfile", "pyproject.toml", *SHIPPED)),
        Check("format", tool("ruff", "format", "--check", ".")),
        Check("imports between packages", tool("lint-imports")),
        Check("templates", tool("djade", "--check", "--target-version", "5.2", *templates)),
        Check("migrations", python("manage.py", "makemigrations", "--check", "--dry-run")),
        Check("deployment", python("-W", "error", "manage.py", "check", "--deploy", "--fail-level", "WARNING"), tuple(PRODUCTION.items())),
        Check(
            "static files", python("-W", "error", "manage.py", "collectstatic", "--no-input", "--verbosity", "0"), tuple(PRODUCTION.items())
        ),
        Check("translations", python("-m", "scripts.translations", "--check")),
        Check("requirements", python("-m", "scripts.requirements")),
        Check("settings in the docs", python("-m", "scripts.documented")),
        Check("imports of test modules", python("-m", "scripts.imports_of_tests")),
    ]


def run(check: Check, data: str) -> bool:
    """Run one check, print its result, and its output if it failed."""
    started = time.monotonic()
    environment = os.environ | {"ENV_FILE": os.devnull, "DATA_DIR": data, "STATIC_ROOT": f"{data}/static"} | dict(check.environment)
    done = subprocess.run(  # nosec B603  # the commands above
        check.command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    passed = done.returncode == 0
    note = done.stdout.strip() if passed and done.stdout.startswith("left out") else ""
    print(f"{'ok' if passed else 'FAILED':7}{check.name:26}{time.monotonic() - started:5.1f} s  {note}", flush=True)
    if not passed:
        print(done.stdout, flush=True)
    return passed


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="tieout-check-") as data, ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        passed = list(pool.map(lambda check: run(check, data), checks()))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
