"""The real application for programs: a web server and a worker as processes, with PostgreSQL and Redis, and a token for it."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import redis

from tests.ground.installation import Installation
from tests.ground.processes import eventually, free_port
from tests.servers import PROCESS, REDIS, empty_postgres

BEGIN = """
import json
from django.contrib.auth.models import User
from api.tokens import make_token
from api.scopes import Scope
from finance.loading import load_ledger
from finance.models import Organization
load_ledger(books=json.load(open("samples/books.json")))
ours = Organization.objects.get()
owner = User.objects.create_user("owner")
member = ours.memberships.create(user=owner, role="owner")
theirs = Organization.objects.create(name="Theirs", slug="theirs")
stranger = theirs.memberships.create(user=User.objects.create_user("stranger"), role="owner")
print(*(make_token(membership=each, by=each.user, name="tests", scopes=Scope.values, days=1)[1] for each in (member, stranger)))
"""


@dataclass(frozen=True, slots=True)
class Served:
    """`token` is of the owner of the sample books, `foreign` of another organization's."""

    installation: Installation
    address: str
    token: str
    foreign: str


@contextmanager
def served(folder: Path, **settings: str) -> Iterator[Served]:
    database = REDIS + f"/{8 + int(PROCESS.removeprefix('gw')) % 8}"
    with empty_postgres(f"tieout_api_{PROCESS}_{os.getpid()}") as postgres, closing(redis.Redis.from_url(database)) as broker:
        broker.flushdb()
        installation = Installation(folder, database_url=postgres, redis_url=database)
        installation.environment |= {"PRODUCTION": "false", "API_RATE": "100000/m", **settings}
        installation.manage("migrate", "--verbosity", "0")
        begun = installation.manage("shell", "-c", BEGIN)
        assert begun.returncode == 0, begun.stderr
        token, foreign = begun.stdout.split()[-2:]
        port = free_port()
        web = ["-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}"]
        installation.start(*web, "--worker-class", "gthread", "--threads", "8", "--log-level", "error")
        installation.start(
            "-m", "celery", "--quiet", "-A", "config", "worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "ERROR"
        )
        installation.start("-m", "celery", "--quiet", "-A", "config", "beat", "--pidfile=", "--loglevel", "ERROR")
        try:
            eventually(lambda: _answers(port), "the web server answers")
            yield Served(installation, f"http://127.0.0.1:{port}", token, foreign)
        finally:
            installation.stop()
            broker.flushdb()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
