"""`python -m scripts.snapshot FILE`: the data folder of this release, from which tests/deployment/test_releases.py upgrades.

The sample books with their statements, and an act of each kind on them. Without sessions, so that the file signs no one in."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from scripts.documented import variables

PROJECT = Path(__file__).resolve().parents[1]
KEYS = ("secret_key", "encryption_key", "proof_key")
ACTS = """
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from api.tokens import make_token
from api.webhooks.services import add_webhook
from connectors.services import add_connection
from finance.categories import give_codes
from finance.models import Transaction
from finance.models.coding import Codes
from people.members import invite
from people.models import Organization
from people.roles import Role
from reconciliation.model_access.provider_selection import choose_provider
from reconciliation.models import Statement
from reconciliation.posting.publishing import publish
from reconciliation.questions import Named, answer, ask_client
from reconciliation.signoff.services import lock, note, sign_off
[organization], demo = Organization.objects.all(), User.objects.get(username="demo")
read = {each.statement_import.filename: each for each in Statement.objects.of(organization).select_related("statement_import")}
card, january = read["card-2026-01.pdf"], read["checking-2026-01.pdf"]
sign_off(statement=january, actor=demo)
lock(statement=january, actor=demo)
enquiry = ask_client(statement=card, named=Named(line=1), text="Which purchase is this?", actor=demo)
answer(enquiry=enquiry, text="Brushes", actor=demo, file=ContentFile(b"a receipt", name="receipt.txt"))
publish(statement=card, lines=None, actor=demo)
note(statement=card, actor=demo, reason="looked at by hand")
entry = Transaction.objects.of(organization).filter(account=card.account).first()
give_codes(account=entry.account, by=demo, codes={entry: Codes(nominal="4000", payee="Kite")})
choose_provider(organization=organization, actor=demo, provider="openai", model="gpt-5-mini", base_url="", key="sk-of-a-snapshot-only")
archive = {"name": "Archive", "secrets": {"token": "secret"}, "settings": {"address": "https://example.org", "tag": ""}}
add_connection(organization=organization, by=demo, kind="paperless", **archive)
invite(organization=organization, by=demo, role=Role.VIEWER, email="guest@example.org")
make_token(membership=organization.memberships.get(user=demo), by=demo, name="script", scopes=["read"], days=366)
add_webhook(organization=organization, by=demo, url="https://example.org/hook", events=["import.posted"])
"""


def write(file: Path) -> None:
    """Make the data folder and pack it. Raises CalledProcessError, and FileExistsError if there is such a file."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        inherited = {name: value for name, value in os.environ.items() if name not in variables()}
        settings = {"DATA_DIR": folder, "ENV_FILE": os.devnull, "DJANGO_SETTINGS_MODULE": "config.settings", "LOG_LEVEL": "WARNING"}
        for command in (["migrate", "--verbosity", "0"], ["load_demo"], ["shell", "-v0", "-c", ACTS]):
            run = [sys.executable, "manage.py", *command]
            subprocess.run(run, cwd=PROJECT, env=inherited | settings, check=True, stdout=subprocess.DEVNULL)  # nosec B603  # our own command
        with closing(sqlite3.connect(data / "tieout.sqlite3")) as database:
            database.execute("DELETE FROM django_session")
            database.commit()
            database.execute("PRAGMA journal_mode=DELETE")  # so that it is one file
        with ZipFile(file, "x", ZIP_DEFLATED, compresslevel=9) as pack:
            documents = sorted(path for path in (data / "media").rglob("*") if path.is_file())
            for path in [data / "tieout.sqlite3", *(data / key for key in KEYS), *documents]:
                pack.write(path, path.relative_to(data).as_posix())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
