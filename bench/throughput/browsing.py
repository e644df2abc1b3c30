"""People who look at pages while the workers are busy: each opens one, looks at it for a while, and opens the next."""

import random
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.throughput.papers import slug
from tests.factories import UserFactory

PROJECT = Path(__file__).resolve().parents[2]
PORT = 8765
LOOK = 2.0  # seconds that a person looks at a page, on the average
PATIENCE = 60.0


class Browsing:
    """So many people from `start` to `stop`; `seconds` is what each page took."""

    def __init__(self, people: int, cookie: str, addresses: Sequence[str]) -> None:
        self._cookie, self._addresses = cookie, addresses
        self._over = threading.Event()
        self._people = [threading.Thread(target=self._look_around, args=(number,)) for number in range(people)]
        self.seconds: list[float] = []

    def start(self) -> None:
        for person in self._people:
            person.start()

    def stop(self) -> None:
        self._over.set()
        for person in self._people:
            person.join()

    @property
    def late(self) -> float:
        """Of twenty pages the slowest but one, in milliseconds."""
        return 1000 * sorted(self.seconds)[len(self.seconds) * 19 // 20]

    def _look_around(self, number: int) -> None:
        chance = random.Random(number)  # noqa: S311  nothing secret is drawn
        while not self._over.wait(chance.expovariate(1 / LOOK)):
            address = f"http://127.0.0.1:{PORT}{chance.choice(self._addresses)}"
            started = time.monotonic()
            asked = urllib.request.Request(address, headers={"Cookie": f"sessionid={self._cookie}"})
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
                answer.read()
            self.seconds.append(time.monotonic() - started)


@contextmanager
def browsing(people: int) -> Iterator[Browsing]:
    """In the first organization, over a web server as the image starts it."""
    command = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{PORT}"]
    server = subprocess.Popen([*command, "--worker-class", "gthread", "--workers", "2", "--threads", "8"], cwd=PROJECT)  # noqa: S603
    try:
        cookie, addresses = _member()
        _answers(time.monotonic() + PATIENCE)
        browsing = Browsing(people, cookie, addresses)
        browsing.start()
        try:
            yield browsing
        finally:
            browsing.stop()
    finally:
        server.terminate()
        server.wait(30)


def _member() -> tuple[str, list[str]]:
    """A session of an owner, and the pages that are looked at."""
    from django.test import Client

    from finance.models import Account
    from people.models import Organization
    from people.roles import Role
    from reconciliation.models import StatementImport

    organization = Organization.objects.get(slug=slug(0))
    owner = UserFactory.create(username="owner")
    organization.memberships.create(user=owner, role=Role.OWNER)
    client = Client()
    client.force_login(owner)
    imports = StatementImport.objects.of(organization).values_list("pk", flat=True)[:10]
    accounts = Account.objects.of(organization).values_list("pk", flat=True)[:5]
    pages = ["", "overview/", "accounts/", *(f"statements/{key}/" for key in imports), *(f"accounts/{key}/" for key in accounts)]
    return client.cookies["sessionid"].value, [f"/c/{organization.slug}/{page}" for page in pages]


def _answers(deadline: float) -> None:
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz") as answer:
                answer.read()
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return
