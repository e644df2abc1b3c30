"""The keys of an installation that was not given any."""

import os
import secrets
from pathlib import Path


def kept_secret(path: Path, size: int = 50) -> str:
    """The key stored at `path`, made of `size` random bytes on first use and readable by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(size))
        try:
            os.link(made, path)  # fails if another process was first; then its key counts
        except FileExistsError:
            return path.read_text()
        finally:
            made.unlink()
    return path.read_text()
