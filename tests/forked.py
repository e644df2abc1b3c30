"""Commands of the product, each in a process of its own that is forked from one with the packages of others loaded.

Loading them is half of a short command. Nothing of the product itself is loaded before the fork: each command begins as
`python manage.py` does, with an environment of its own.
"""

import atexit
import os
import runpy
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

from tests.project import PROJECT

PACKAGES = [
    *("django.core.management.commands.shell", "django.test", "django.contrib.admin", "django.middleware.csrf"),
    *("django.db.backends.sqlite3.base", "django.db.backends.postgresql.base", "psycopg"),
    *("celery.bin.base", "celery.worker.components", "celery.app.amqp", "kombu.transport.redis", "kombu.transport.filesystem"),
    *("pydantic.main", "pydantic.types", "pydantic.networks", "pydantic.json_schema", "structlog", "environ", "prometheus_client"),
    *("cryptography.hazmat.primitives.ciphers.aead", "cryptography.hazmat.primitives.asymmetric.ed25519", "babel.numbers"),
    *("rapidfuzz", "whitenoise.base", "xml.sax.expatreader", "xml.etree.ElementTree", "pyotp", "rfc8785", "iso4217"),
    "importlib.resources",
]
"""Packages that can be loaded without settings."""
FORKING = get_context("forkserver")
FORKING.set_forkserver_preload(PACKAGES)


def manage(arguments: Sequence[str], environment: Mapping[str, str], *, warnings_are_errors: bool = False) -> CompletedProcess[str]:
    """Run `manage.py` with these arguments to its end. Return its exit code and all that it wrote."""
    return _run(_manage, list(arguments), dict(environment), warnings_are_errors)


def module(name: str, environment: Mapping[str, str]) -> CompletedProcess[str]:
    """Run a module as `python -m` does to its end. Return its exit code and all that it wrote."""
    return _run(_module, [name], dict(environment), False)


def _run(
    begin: Callable[[list[str]], None], arguments: list[str], environment: dict[str, str], warnings_are_errors: bool
) -> CompletedProcess[str]:
    with TemporaryDirectory(prefix="tieout-forked-") as folder:
        written = Path(folder, "output"), Path(folder, "errors")
        process = FORKING.Process(target=_forked, args=(begin, arguments, environment, warnings_are_errors, written))
        process.start()
        process.join()
        assert process.exitcode is not None
        return CompletedProcess(arguments, process.exitcode, *(path.read_text() for path in written))


def _forked(
    begin: Callable[[list[str]], None],
    arguments: list[str],
    environment: dict[str, str],
    warnings_are_errors: bool,
    written: tuple[Path, Path],
) -> None:
    for number, path in enumerate(written, start=1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(PROJECT)
    if warnings_are_errors:
        warnings.simplefilter("error")
    try:
        begin(arguments)
    finally:
        atexit._run_exitfuncs()


def _manage(arguments: list[str]) -> None:
    sys.argv = ["manage.py", *arguments]
    runpy.run_path("manage.py", run_name="__main__")


def _module(arguments: list[str]) -> None:
    sys.argv = arguments
    runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
