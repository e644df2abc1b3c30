"""Times and sizes of a ledger of millions of entries on PostgreSQL, at two sizes: `python -m bench.database`.

Each size in a database of its own, on the server of TEST_POSTGRES_URL, dropped afterwards. Exit code: how many bounds are not held.
"""

import argparse
import json
import logging
import os
import sys
import time

from bench.apart import Figures, in_a_database_of_its_own
from bench.bounds import bounds, table
from bench.table import drawn

SIZES = (1_000_000, 5_000_000)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs=2, default=SIZES, metavar="ENTRIES", help="the smaller, and the larger")
    parser.add_argument("--here", type=int, metavar="ENTRIES", help="measure so many in the empty database of DATABASE_URL")
    options = parser.parse_args()
    if options.here:
        print(json.dumps(measure(options.here)))
        return 0
    small, large = (in_a_database_of_its_own("bench.database", size) for size in options.sizes)
    print(drawn(table(options.sizes, small, large)))
    measured = list(bounds(small, large))
    print("\n" + "\n".join(map(str, measured)))
    return sum(not bound.is_held for bound in measured)


def measure(entries: int) -> Figures:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    logging.disable()
    django.setup()
    from django.core.management import call_command

    from bench.ledger import fill
    from bench.ledger_look_ups import measured

    call_command("migrate", verbosity=0)
    started = time.perf_counter()
    heavy = fill(entries)
    print(f"{entries:,} entries filled in {time.perf_counter() - started:.0f} s", file=sys.stderr)
    return measured(heavy)


if __name__ == "__main__":
    sys.exit(main())
