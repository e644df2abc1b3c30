"""Python programs in processes of their own, each forked from one with the packages of others loaded.

Loading them is half of a start. No module of the product is loaded before the fork: each program begins as `python` begins it,
with an environment of its own.
"""

import atexit
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

from tests.project import PROJECT

PACKAGES = [
    *("django.core.management.commands.shell", "django.test", "django.contrib.admin", "django.middleware.csrf"),
    *("django.db.backends.sqlite3.base", "django.db.backends.postgresql.base", "psycopg"),
    *("celery.bin.celery", "celery.apps.beat", "celery.apps.worker", "celery.worker.components", "celery.app.amqp"),
    *("celery.concurrency.prefork", "celery.concurrency.thread", "kombu.transport.redis", "kombu.transport.filesystem"),
    *("gunicorn.app.wsgiapp", "gunicorn.workers.gthread", "whitenoise.base", "structlog", "environ"),
    *("pydantic.main", "pydantic.types", "pydantic.networks", "pydantic.json_schema", "babel.numbers", "iso4217"),
    *("cryptography.hazmat.primitives.ciphers.aead", "cryptography.hazmat.primitives.asymmetric.ed25519"),
    *("rapidfuzz", "xml.sax.expatreader", "xml.etree.ElementTree", "pyotp", "rfc8785", "importlib.resources"),
]
"""Packages that can be loaded without settings."""
SERVER = get_context("forkserver")
SERVER.set_forkserver_preload(PACKAGES)
HERE = get_context("fork")


class Started:
    """A running program, with the part of `subprocess.Popen` that tests use."""

    def __init__(self, process: BaseProcess) -> None:
        process.start()
        assert process.pid is not None
        self._process = process
        self.pid: int = process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code once it has ended. Raise TimeoutExpired if that takes longer than `timeout` seconds."""
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired([self._process.name], timeout or 0.0)
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def start(command: Sequence[str], environment: Mapping[str, str], *, output: Path | None = None, log: Path | None = None) -> Started:
    """Start a Python program with these arguments. `output` receives its output, `log` its standard error."""
    files = {number: path for number, path in ((1, output), (2, log)) if path}
    for path in files.values():
        path.touch()  # its readers need not wait for the process
    return Started(SERVER.Process(target=_begin, args=(list(command), dict(environment), files)))


def run(command: Sequence[str], environment: Mapping[str, str], *, warnings_are_errors: bool = False) -> CompletedProcess[str]:
    """Run what `python` would with these arguments to its end. Return its exit code and all that it wrote."""
    with TemporaryDirectory(prefix="tieout-forked-") as folder:
        output, errors = Path(folder, "output"), Path(folder, "errors")
        given = list(command), dict(environment), {1: output, 2: errors}, warnings_are_errors
        code = Started(SERVER.Process(target=_begin, args=given)).wait()
        return CompletedProcess(list(command), code, output.read_text(), errors.read_text())


def fork(command: Sequence[str], first: Callable[[], None]) -> Started:
    """Start what `python` would with these arguments, in a session of its own. `first` is called there before."""
    return Started(HERE.Process(target=_begin_session, args=(list(command), first)))


def _begin(command: list[str], environment: dict[str, str], files: dict[int, Path], warnings_are_errors: bool = False) -> None:
    for number, path in files.items():
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None
    os.chdir(PROJECT)
    if warnings_are_errors:
        warnings.simplefilter("error")
    _execute(command)


def _begin_session(command: list[str], first: Callable[[], None]) -> None:
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    first()
    _execute(command)


def _execute(command: list[str]) -> None:
    try:
        match command:
            case ["-c", code, *arguments]:
                sys.argv = ["-c", *arguments]
                exec(code, {"__name__": "__main__"})  # noqa: S102  the code of a test
            case ["-m", module, *arguments]:
                sys.argv = [module, *arguments]
                runpy.run_module(module, run_name="__main__", alter_sys=True)
            case [path, *_]:
                sys.argv = command
                runpy.run_path(path, run_name="__main__")
    finally:
        atexit._run_exitfuncs()
