"""What is loaded: a provider's package only once that provider is chosen."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
LOADED = """
import sys
import django
django.setup()
from django.core.management import call_command
call_command("check")
from reconciliation import admin, processor, services, tasks
print([name for name in ("openai", "httpx", "anthropic") if name in sys.modules])
"""


def test_the_built_in_provider_loads_no_vendors_package() -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"
