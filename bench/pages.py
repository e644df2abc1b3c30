"""Server time and queries of every page of a full database: `python -m bench.pages`.

On the database of DATABASE_URL, which is filled if it is empty and only measured if it was filled before; else on one of its own.
"""

import argparse
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from bench.table import drawn

MOST_SECONDS, MOST_QUERIES = 0.150, 20
ROUNDS = 5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--imports", type=int, default=100_000)
    parser.add_argument("--transactions", type=int, default=1_000_000)
    parser.add_argument("--organizations", type=int, default=50)
    options = parser.parse_args()
    with prepared("pages"):
        return measure(**vars(options))


@contextmanager
def prepared(name: str) -> Iterator[None]:
    """Set up Django on the database of DATABASE_URL, or on one of its own, with all migrations."""
    with tempfile.TemporaryDirectory(prefix=f"tieout-{name}-") as folder:
        os.environ |= {"ENV_FILE": os.devnull, "DATA_DIR": folder, "MEDIA_ROOT": str(Path(folder) / "media")}
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django
        from django.conf import settings
        from django.core.management import call_command

        logging.disable()
        django.setup()
        settings.ALLOWED_HOSTS = ["*"]  # instead of Django's test environment, which copies the context of each template
        call_command("migrate", verbosity=0)
        yield


def measure(**sizes: int) -> int:
    """Prints the table; gives how many pages are slower, or ask more, than they may."""
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection

    from bench.addresses import addresses
    from bench.filling import fill
    from people.models import Organization

    if not Organization.objects.exists():
        started = time.perf_counter()
        call_command("load_demo", stdout=StringIO())
        fill(Organization.objects.get(), User.objects.get(), **sizes)
        print(f"filled in {time.perf_counter() - started:.0f} s: " + ", ".join(f"{count:,} {name}" for name, count in sizes.items()))
    found = sorted((page(*address) for address in addresses(User.objects.get())), key=lambda each: -each.seconds)
    over = [each for each in found if each.seconds > MOST_SECONDS or each.queries > MOST_QUERIES]
    print(f"{len(found)} pages on {connection.vendor}, {len(over)} of them over {1000 * MOST_SECONDS:.0f} ms or {MOST_QUERIES} queries\n")
    print(drawn([("page", "ms", "of it CPU here", "queries"), *(each.row for each in found)]))
    return len(over)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The quickest of some rounds, by the clock and by this process's processor time: what else the machine does is not the page's."""

    name: str
    seconds: float
    processor: float
    queries: int

    @property
    def row(self) -> tuple[str, ...]:
        return self.name, f"{1000 * self.seconds:.0f}", f"{1000 * self.processor:.0f}", str(self.queries)


def page(name: str, get: Callable[[], object]) -> Measured:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    get()
    with CaptureQueriesContext(connection) as asked:
        get()
        queries = len(asked)
    rounds = [timed(get) for _ in range(ROUNDS)]
    return Measured(
        name=name, seconds=min(wall for wall, _ in rounds), processor=min(processor for _, processor in rounds), queries=queries
    )


def timed(get: Callable[[], object]) -> tuple[float, float]:
    started, processor = time.perf_counter(), time.process_time()
    get()
    return time.perf_counter() - started, time.process_time() - processor


if __name__ == "__main__":
    sys.exit(main())
