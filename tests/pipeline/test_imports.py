"""A provider's package is loaded only if that provider is chosen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
LOADED = """
import sys
import django
django.setup()
from django.core.management import call_command
call_command("check")
from reconciliation import admin, tasks
from reconciliation.pipeline import processor
from reconciliation.uploads import services
print([name for name in ("openai", "httpx", "anthropic") if name in sys.modules])
"""


def test_the_built_in_provider_loads_no_vendors_package() -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


TOLD_AT_EXIT = """
import atexit, runpy, sys
vendors = {"openai", "httpx2", "pydantic", "opentelemetry"}
atexit.register(lambda: print("reconciliation" in sys.modules, sorted(vendors & set(sys.modules))))
"""


@pytest.mark.parametrize(
    ("command", "loaded"),
    [
        ("import reconciliation", []),
        ("sys.argv = ['manage.py', 'check']; runpy.run_path('manage.py', run_name='__main__')", ["pydantic"]),
    ],
)
def test_commands_without_a_model_import_no_provider_package(command: str, loaded: list[str]) -> None:
    """A command that resolves every address loads the types of the API."""
    done = subprocess.run([sys.executable, "-c", TOLD_AT_EXIT + command], cwd=PROJECT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"True {loaded}"


WORKER = """
import sys
from celery.fixups.django import DjangoWorkerFixup
from config.celery import app
app.loader.import_default_modules()
DjangoWorkerFixup(app).validate_models()
print(app.conf.task_default_queue, [name for name in ("config.urls", "api.v1", "reconciliation.admin") if name in sys.modules])
"""


def test_a_worker_loads_no_page() -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, "-c", WORKER], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "documents []"
