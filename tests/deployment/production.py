"""The example settings of production, with empty values filled in."""

import os
import secrets
from base64 import b64encode
from pathlib import Path

from scripts import documented
from tests.project import PROJECT

EXAMPLE = PROJECT / ".env.production.example"
FILLED = {
    "SECRET_KEY": secrets.token_urlsafe(50),
    "ENCRYPTION_KEYS": b64encode(secrets.token_bytes(32)).decode(),
    "DATABASE_URL": "postgres://tieout:secret@127.0.0.1:5432/tieout",
}


def filled(folder: Path, **instead: str) -> dict[str, str]:
    """An environment that holds the example and nothing else of ours."""
    values = dict(line.split("=", 1) for line in EXAMPLE.read_text().splitlines() if line and not line.startswith("#"))
    assert {name for name, value in values.items() if not value} == set(FILLED)
    values |= FILLED | {"DATA_DIR": str(folder / "data")} | instead
    settings = folder / ".env"
    settings.write_text("".join(f"{name}={value}\n" for name, value in values.items()))
    ours = {*documented.variables(), "DJANGO_ALLOW_ASYNC_UNSAFE"}  # the last is set for tests in a browser
    around = {name: value for name, value in os.environ.items() if name not in ours}
    return around | {"ENV_FILE": str(settings), "DJANGO_SETTINGS_MODULE": "config.settings"}
