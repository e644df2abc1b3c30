"""Sources of secrets: a file that the environment names, the environment itself, or, on a laptop, created at the first start."""

import os
import secrets
from pathlib import Path

from environ import Env
from environ.fileaware_mapping import FileAwareMapping


class Files(FileAwareMapping):  # type: ignore[misc]  # django-environ has no types
    """`NAME_FILE` names the file that holds `NAME`, without the trailing newline that editors add."""

    def __getitem__(self, key: str) -> str:
        return str(super().__getitem__(key)).rstrip("\r\n")


class Environment(Env):  # type: ignore[misc]
    ENVIRON = Files()


def kept_secret(path: Path, size: int = 50) -> str:
    """Return the key stored at `path`, made of `size` random bytes on first use and readable by its owner only."""
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
