"""`python -m bench.weight`: how long each part takes to start, what it holds in memory then, and what is installed for it.

Each beside its peer without Tieout: Django with its own applications, a worker with one task, as many processes and threads.
"""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from statistics import median

from bench.table import drawn
from bench.throughput.watching import memory_of
from tests.deployment.processes import free_port
from tests.servers import REDIS, empty_postgres

PROJECT = Path(__file__).resolve().parents[1]
ROUNDS, PATIENCE, BIGGEST = 3, 60.0, 8
SITE = """import sys
from django.conf import settings
from django.core.management import execute_from_command_line
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
OWN = ["django.contrib." + each for each in ("auth", "contenttypes", "sessions", "messages", "staticfiles", "admin")]
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="none", INSTALLED_APPS=OWN)
urlpatterns = [path("healthz", lambda request: HttpResponse("ok"))]
application = get_wsgi_application()
if __name__ == "__main__":
    execute_from_command_line(sys.argv)
"""
TASKS = f"""from celery import Celery
app = Celery("alone", broker="{REDIS}/7")
@app.task
def nothing():
    pass
"""
CELERY, GUNICORN = (sys.executable, "-m", "celery"), (sys.executable, "-m", "gunicorn")
PROCESSES = ("--concurrency", "2")
THREADS = ("--pool", "threads", "--concurrency", "32")
Started = tuple[float, int]
"""Seconds until it was ready, and what it held then, in MB."""


def main() -> int:
    with empty_postgres(f"tieout_weight_{os.getpid()}") as address, tempfile.TemporaryDirectory(prefix="tieout-weight-") as folder:
        (Path(folder) / "alone.py").write_text(SITE)
        (Path(folder) / "tasks.py").write_text(TASKS)
        ours = {"ENV_FILE": os.devnull, "DATABASE_URL": address, "REDIS_URL": f"{REDIS}/7", "DATA_DIR": folder, "ALLOWED_HOSTS": "*"}
        environment = os.environ | ours | {"PYTHONPATH": folder}
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=PROJECT, env=environment, check=True)
        print(drawn([("part", "ready after, s", "MB", "its peer: s", "MB"), *_rows(environment, Path(folder))]))
    print(f"\n{installed()}")
    return 0


def _rows(environment: dict[str, str], folder: Path) -> Iterator[tuple[str, ...]]:
    """The quietest of the rounds of each."""
    alone = folder / "alone.py"
    parts: dict[str, tuple[Callable[[], Started], Callable[[], Started]]] = {
        "manage.py version": (
            lambda: command(environment, "manage.py", "version"),
            lambda: command(environment, str(alone), "version"),
        ),
        "web, 2 processes of 8 threads": (
            lambda: web(environment, "--config", "python:config.gunicorn", "config.wsgi"),
            lambda: web(environment, "alone:application"),
        ),
        "worker for documents, 2 processes": (
            lambda: worker(environment, "config", "--queues", "documents", *PROCESSES),
            lambda: worker(environment, "tasks", *PROCESSES),
        ),
        "worker for webhooks, 1 thread": (
            lambda: worker(environment, "config", "--queues", "deliveries", "--pool", "threads", "--concurrency", "1"),
            lambda: worker(environment, "tasks", "--pool", "threads", "--concurrency", "1"),
        ),
        "worker for models, 32 threads": (
            lambda: worker(environment, "config", "--queues", "models", *THREADS),
            lambda: worker(environment, "tasks", *THREADS),
        ),
    }
    for name, (ours, peer) in parts.items():
        rounds = [(ours(), peer()) for _ in range(ROUNDS)]
        yield (name, *_cells([own for own, _ in rounds]), *_cells([other for _, other in rounds]))


def _cells(rounds: list[Started]) -> tuple[str, str]:
    return f"{min(seconds for seconds, _ in rounds):.2f}", f"{median(held for _, held in rounds):.0f}"


def command(environment: dict[str, str], *arguments: str) -> Started:
    """Until it has ended; what it held at the most."""
    started = time.monotonic()
    process = subprocess.Popen([sys.executable, *arguments], cwd=PROJECT, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise ChildProcessError(f"{arguments} ended with {status}")
    return time.monotonic() - started, used.ru_maxrss // 1000


def web(environment: dict[str, str], *arguments: str) -> Started:
    """Until it answers, of every process one hundred times."""
    port = free_port()
    address = f"http://127.0.0.1:{port}/healthz"
    own = ("--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--workers", "2", "--threads", "8", "--log-level", "error")
    with running([*GUNICORN, *arguments, *own], environment) as process:
        started = time.monotonic()
        while not answers(address):
            if time.monotonic() - started > PATIENCE:
                raise TimeoutError(address)
            time.sleep(0.01)
        seconds = time.monotonic() - started
        for _ in range(100):
            answers(address)
        return seconds, memory_of(process.pid)


def answers(address: str) -> bool:
    with suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310
        return bool(answer.status == 200)
    return False


def worker(environment: dict[str, str], app: str, *arguments: str) -> Started:
    """Until it says that it is ready."""
    with running([*CELERY, "-A", app, "worker", "--loglevel", "INFO", "--without-gossip", *arguments], environment) as process:
        started = time.monotonic()
        for line in process.stderr or ():
            if b" ready" in line:
                break
        return time.monotonic() - started, memory_of(process.pid)


@contextmanager
def running(arguments: list[str], environment: dict[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(arguments, cwd=PROJECT, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def installed() -> str:
    """Return the size on disk of the packages in `requirements.txt`, with bytecode, and of the largest."""
    pinned = [line.split("==")[0] for line in (PROJECT / "requirements.txt").read_text().splitlines() if "==" in line and line[0].isalpha()]
    sizes = {name: size for name in pinned if (size := size_of(name))}
    biggest = sorted(sizes, key=sizes.__getitem__, reverse=True)[:BIGGEST]
    named = ", ".join(f"{name} {sizes[name]:.0f}" for name in biggest)
    return f"installed: {len(sizes)} packages, {sum(sizes.values()):.0f} MB; the biggest: {named}"


def size_of(package: str) -> float:
    """In MB; 0 for what this platform does without."""
    try:
        files = distribution(package).files or ()
    except PackageNotFoundError:
        return 0.0
    files_on_disk = [Path(str(file.locate())) for file in files]
    return sum(path.stat().st_size for path in files_on_disk if path.is_file()) / 1e6


if __name__ == "__main__":
    sys.exit(main())
