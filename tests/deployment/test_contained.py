"""Each service of docker-compose.yml, with its exact command, behind the same locks: a read-only root, no capabilities, no new privileges,
process numbers of its own; and its settings and secrets from the places that the file names."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.deployment.composed import DOCKERFILE, OURS
from tests.deployment.processes import PATIENCE, eventually
from tests.installations import SAMPLE
from tests.project import PROJECT

NAMESPACES = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
HELD = ("setpriv", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all")
ROOT = """
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /run
mkdir /run/secrets /run/project
mount --bind {project} /run/project
mount --bind {folder}/secrets /run/secrets
mount --bind {folder}/data /mnt
mount --bind {folder}/srv /srv
mount -o remount,bind,ro /srv
mount -o remount,bind,ro /
mount -t tmpfs tmpfs /tmp
mkdir -p {project}
mount --bind /run/project {project}
mount -o remount,bind,ro {project}
cd {project}
exec {held} "$@"
"""
REFUSED = ["sh", "-c", "! touch /etc/written"]
FOUND = "from people.models import Organization; Organization.objects.create(name='Household', slug='household')"
IMAGE = json.loads(re.findall(r"^CMD (.+)$", DOCKERFILE, re.MULTILINE)[-1])


def may_contain() -> bool:
    """True if this machine allows namespaces: some containers do not."""
    has_tools = sys.platform == "linux" and all(map(shutil.which, ("unshare", "setpriv")))
    return has_tools and subprocess.run([*NAMESPACES, "true"], check=False).returncode == 0


pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.skipif(not may_contain(), reason="no namespaces may be made here")]


class Composed:
    """The services, with their servers at the addresses that the test was given."""

    def __init__(self, folder: Path, database_url: str, redis_url: str) -> None:
        self.folder = folder
        for name in ("secrets", "data", "srv/static"):
            (folder / name).mkdir(parents=True)
        key = "YSBtYXN0ZXIga2V5IGZvciB0aGlzIGNoZWNrIG9ubHk="
        secrets = {"secret_key": "k" * 60, "encryption_keys": key, "proof_key": key, "database_password": "any"}
        for name, value in secrets.items():
            (folder / "secrets" / name).write_text(f"{value}\n")
        self.servers = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "ALLOWED_HOSTS": "tieout.example"}
        self.started: list[subprocess.Popen[bytes]] = []

    def start(self, service: str, command: list[str] | None = None) -> subprocess.Popen[bytes]:
        told = {key: re.sub("^/data", "/mnt", str(value)) for key, value in OURS[service]["environment"].items()} | self.servers
        path = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": "/srv", "HOSTNAME": "here"}
        fixed = {"PRODUCTION": "true", "ENV_FILE": os.devnull, "PYTHONDONTWRITEBYTECODE": "1"}
        script = ROOT.format(folder=self.folder, project=PROJECT, held=" ".join(HELD))
        asked = command or OURS[service].get("command", IMAGE)
        started = subprocess.Popen([*NAMESPACES, "sh", "-c", script, "sh", *asked], env=path | told | fixed)
        self.started.append(started)
        return started

    def stop(self) -> None:
        for process in self.started:
            process.kill()  # the namespace's first process ends with it, and all others with that
            process.wait()


@pytest.fixture
def composed(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Composed]:
    composed = Composed(tmp_path, postgres_url, redis_url)
    yield composed
    composed.stop()


def test_every_service_runs_behind_its_locks_and_the_installation_is_ready(composed: Composed) -> None:
    assert composed.start("web", REFUSED).wait(timeout=PATIENCE) == 0
    assert composed.start("migrate").wait(timeout=PATIENCE) == 0

    port = free_port()
    composed.start("web", [part.replace("0.0.0.0:8000", f"127.0.0.1:{port}") for part in IMAGE])
    composed.start("beat")
    eventually(lambda: answer(port) == "worker\n", "the pages are served, and miss the worker alone")

    composed.start("worker-documents")
    eventually(lambda: answer(port) == "ok\n", "the worker sweeps")
    assert all(process.poll() is None for process in composed.started[2:])


def test_the_services_of_profiles_run_behind_the_same_locks(composed: Composed) -> None:
    assert composed.start("migrate").wait(timeout=PATIENCE) == 0
    assert composed.start("migrate", ["python", "manage.py", "shell", "-c", FOUND]).wait(timeout=PATIENCE) == 0
    statements, port = composed.folder / "data" / "statements", free_port()
    statements.mkdir()
    shutil.copy(SAMPLE, statements)

    composed.start("mcp", [re.sub("^0.0.0.0$", "127.0.0.1", part).replace("8010", str(port)) for part in OURS["mcp"]["command"]])
    composed.start("watch", [part.replace("/statements", "/mnt/statements") for part in OURS["watch"]["command"]])

    eventually(lambda: (statements / "taken" / SAMPLE.name).exists(), "the statement is taken")
    eventually(lambda: "token" in answer(port, "/mcp"), "an assistant is asked for its token")


def free_port() -> int:
    with closing(socket.socket()) as taker:
        taker.bind(("127.0.0.1", 0))
        port: int = taker.getsockname()[1]
        return port


def answer(port: int, path: str = "/readyz") -> str:
    with suppress(OSError), closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request("GET", path)
        return connection.getresponse().read().decode()
    return ""
