"""A real server of Actual for tests, on a free port of this machine; budgets on it that actualpy makes, and Actual's own client."""

import datetime as dt
import json
import os
import shutil
import subprocess
import warnings
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import httpx2

from tests.deployment.processes import PATIENCE, eventually, free_port

HERE = Path(__file__).parent
APP = HERE / "node_modules/@actual-app/sync-server/build/app.js"
PASSWORD = "a-long-password"
REQUESTS_OF_A_TEST = 200
"""More than any test makes. A server answers 500 in a minute."""


@dataclass(frozen=True, slots=True)
class ActualServer:
    address: str

    @contextmanager
    def opened(self, budget: str, encryption: str | None = None) -> Iterator[Any]:
        """By actualpy, as another client of the server."""
        from actual import Actual

        with TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Actual(self.address, password=PASSWORD, file=budget, encryption_password=encryption, data_dir=folder) as client:
                yield client

    def new_budget(self, name: str, encryption: str | None = None) -> bytes:
        """Made by the server's own migrations, which takes a while; the archive of it."""
        from actual import Actual

        with TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Actual(self.address, password=PASSWORD, encryption_password=encryption, data_dir=folder) as client:
                client.create_budget(name)
                archive: bytes = client.export_data(cleanup=False)
                client.upload_budget()
                return archive

    def upload(self, archive: bytes, name: str) -> None:
        from actual import Actual

        with Actual(self.address, password=PASSWORD) as client:
            client.upload_user_file(archive, str(uuid4()), name)

    def remove_budgets(self) -> None:
        from actual import Actual

        with Actual(self.address, password=PASSWORD) as client:
            for file in client.list_user_files().data:
                if not file.deleted:
                    client.delete_user_file(file.file_id)

    def answers(self) -> bool:
        try:
            return httpx2.get(f"{self.address}/account/needs-bootstrap", timeout=PATIENCE).is_success
        except httpx2.HTTPError:
            return False

    def remaining(self) -> int:
        """Return how many more requests it answers in this minute."""
        return int(httpx2.get(f"{self.address}/account/needs-bootstrap", timeout=PATIENCE).headers["RateLimit-Remaining"])

    def begin(self) -> None:
        """The first request to a new server says its password."""
        httpx2.post(f"{self.address}/account/bootstrap", json={"password": PASSWORD}, timeout=PATIENCE).raise_for_status()


def is_there() -> bool:
    return shutil.which("node") is not None and APP.exists() and find_spec("actual") is not None


@contextmanager
def actual_server() -> Iterator[ActualServer]:
    with TemporaryDirectory(prefix="tieout-actual-") as name:
        port = free_port()
        said = {"ACTUAL_DATA_DIR": name, "ACTUAL_PORT": str(port), "ACTUAL_HOSTNAME": "127.0.0.1"}
        with Path(name, "log").open("wb") as log:
            server = subprocess.Popen(["node", str(APP)], env=os.environ | said, stdout=log, stderr=log, cwd=name)
        try:
            found = ActualServer(f"http://127.0.0.1:{port}")
            eventually(found.answers, f"Actual answers: {Path(name, 'log').read_text()}")
            found.begin()
            yield found
        finally:
            server.terminate()
            server.wait(30)


@contextmanager
def actual_servers() -> Iterator[Callable[[], ActualServer]]:
    """Yield what returns a running server that answers the requests of a test. It starts another one where the last would not."""
    with ExitStack() as stack:
        started: list[ActualServer] = []

        def current() -> ActualServer:
            if not started or started[-1].remaining() < REQUESTS_OF_A_TEST:
                started.append(stack.enter_context(actual_server()))
            return started[-1]

        yield current


def add(client: Any, account: str, day: str, amount: str, payee: str, **more: Any) -> Any:
    from actual.queries import create_transaction, get_or_create_account

    found = get_or_create_account(client.session, account)
    return create_transaction(client.session, dt.date.fromisoformat(day), found, payee, amount=Decimal(amount), **more)


def own_client(server: ActualServer, budget: str, **entries: list[dict[str, Any]]) -> tuple[dict[str, list[dict[str, Any]]], bytes]:
    """Return the rows that Actual's own client reads of each account, after adding entries to some, and the archive that it exports."""
    with server.opened(budget) as client, TemporaryDirectory() as folder:
        said = {"address": server.address, "password": PASSWORD, "sync": client.file.group_id, "folder": folder, "add": entries}
        command = ["node", "client.mjs", json.dumps(said)]
        done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    return told["seen"], b64decode(told["exported"])
