"""An installation of its own, used as a person at the command line uses one: through processes."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
UPLOAD = """
import json
from finance.loading import load_ledger
from finance.models import Organization
from reconciliation.services import receive_statement
load_ledger(books=json.load(open("samples/books.json")))
pdf = open("samples/statements/checking-2026-01.pdf", "rb").read()
receive_statement(organization=Organization.objects.get(), uploaded_by=None, channel="command_line", filename="january.pdf", pdf=pdf)
"""


class Installation:
    """Its data in `folder`, its database and its queue where the addresses say; without these, in the folder too."""

    def __init__(self, folder: Path, *, database_url: str = "", redis_url: str = "") -> None:
        self.folder = folder
        own = {"DATA_DIR": str(folder), "MEDIA_ROOT": str(folder / "media"), "DATABASE_URL": database_url, "REDIS_URL": redis_url}
        self.environment = os.environ | own | {"DJANGO_SETTINGS_MODULE": "config.settings", "TENANT_GUARD": "false"}
        self.started: list[subprocess.Popen[bytes]] = []

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command run to its end."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=PROJECT, env=self.environment, capture_output=True, text=True, check=False)

    def upload(self) -> None:
        """The sample books, and the statement of theirs that matches."""
        done = self.manage("shell", "-c", UPLOAD)
        assert done.returncode == 0, done.stderr

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """A program of Python's that keeps running."""
        self.started.append(subprocess.Popen([sys.executable, *command], cwd=PROJECT, env=self.environment))
        return self.started[-1]

    def stop(self) -> None:
        for process in self.started:
            process.terminate()
        for process in self.started:
            process.wait(timeout=60)
