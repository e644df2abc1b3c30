"""The real application for programs: a web server and a worker as processes, with PostgreSQL and Redis, and a token for it."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import redis

from tests.databases import migrated_postgres
from tests.deployment.processes import PATIENCE, eventually, free_port
from tests.installations import LOAD_SAMPLE_BOOKS, Installation
from tests.servers import POSTGRES, PROCESS, REDIS

BEGIN = f"""
{LOAD_SAMPLE_BOOKS}
from django.contrib.auth.models import User
from api.tokens import make_token
from api.access import Scope
from people.models import Organization
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
    with migrated_postgres(POSTGRES, f"tieout_api_{os.getpid()}") as postgres, closing(redis.Redis.from_url(database)) as broker:
        broker.flushdb()
        fixed = {"PRODUCTION": "false", "API_RATE": "100000/m"}
        installation = Installation(folder, database_url=postgres, redis_url=database, **fixed | settings)
        token, foreign = installation.run("shell", "-c", BEGIN).split()[-2:]
        port = free_port()
        web = ["-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}"]
        installation.start(*web, "--worker-class", "gthread", "--threads", "8", "--log-level", "error")
        installation.worker()
        installation.start("-m", "celery", "--quiet", "-A", "config", "beat", "--pidfile=", "--loglevel", "ERROR")
        try:
            eventually(lambda: _answers(port), "the web server answers")
            yield Served(installation, f"http://127.0.0.1:{port}", token, foreign)
        finally:
            installation.end()
            broker.flushdb()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
