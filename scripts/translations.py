"""Extract the words of every page and compile every language; with --check, prove that this was done and change nothing.

Extracting needs gettext; that the compiled files are current is proved without it.
"""

import argparse
import gettext
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

PROJECT = Path(__file__).resolve().parents[1]
SOURCES = ("api", "assistant", "config", "connectors", "finance", "people", "reconciliation", "templates", "locale")
VARIANTS = frozenset({"en_GB"})
"""Catalogues that hold only the terms that differ from the English of the source, which has those of the United States."""
LACK = "left out: the extraction (no gettext)"


def extract(project: Path) -> None:
    """Write the messages to translate into the catalogues of the project's languages."""
    languages = [f"--locale={path.name}" for path in sorted((project / "locale").iterdir()) if path.is_dir() and path.name not in VARIANTS]
    if languages:
        command = [
            sys.executable,
            str(PROJECT / "manage.py"),
            "makemessages",
            *languages,
            "--no-obsolete",
            "--no-wrap",
            "--add-location=file",
        ]
        subprocess.run(command, cwd=project, check=True, stdout=subprocess.DEVNULL)  # nosec B603  # gettext's commands


def compile_all(project: Path) -> None:
    for source in sorted(project.glob("locale/*/LC_MESSAGES/*.po")):
        subprocess.run(["msgfmt", "--check-format", "-o", str(source.with_suffix(".mo")), str(source)], check=True)  # noqa: S607  # nosec B603 B607  # gettext's, from the PATH


def catalog(source: Path) -> Catalog:
    with source.open("rb") as file:
        return read_po(file)


def words(source: Path) -> dict[object, object]:
    """Return the translation of each message, as written, without the header, which has the date."""
    return {(message.context, message.id): (message.string, message.fuzzy) for message in catalog(source) if message.id}


def translated(source: Path) -> dict[str, str]:
    """Return the content that a compiled file must have: each finished translation under gettext's key."""
    held = {}
    for message in catalog(source):
        if message.id and message.string and not message.fuzzy:
            plural = isinstance(message.id, tuple | list)
            key = message.id[0] if plural else message.id
            held[f"{message.context}\x04{key}" if message.context else str(key)] = message.string[0] if plural else str(message.string)
    return {key: text for key, text in held.items() if text}


def compiled(source: Path) -> dict[str, str]:
    """Return the content of a compiled file; of plurals the first form."""
    with source.with_suffix(".mo").open("rb") as file:
        catalogue = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # noqa: SLF001  the only way to list a catalogue
    plain = {key: text for key, text in catalogue.items() if isinstance(key, str) and key}
    return plain | {key[0]: text for key, text in catalogue.items() if isinstance(key, tuple) and key[1] == 0}


def faults() -> Iterator[str]:
    sources = sorted(PROJECT.glob("locale/*/LC_MESSAGES/*.po"))
    for source in sources:
        if not source.with_suffix(".mo").exists() or compiled(source) != translated(source):
            yield f"{source.relative_to(PROJECT)} is not compiled"
    if shutil.which("xgettext") is None:
        return
    with tempfile.TemporaryDirectory(prefix="tieout-words-") as folder:
        for name in SOURCES:
            if (PROJECT / name).exists():
                shutil.copytree(PROJECT / name, Path(folder) / name, ignore=shutil.ignore_patterns("__pycache__"))
        extract(Path(folder))
        written = words(next(path for path in sorted(Path(folder).glob("locale/*/LC_MESSAGES/*.po")) if path.parts[-3] not in VARIANTS))
        for source in sources:
            if source.parts[-3] in VARIANTS:
                if not words(source).keys() <= written.keys():
                    yield f"{source.relative_to(PROJECT)} has words that the pages have not"
            elif words(source) != words(Path(folder) / source.relative_to(PROJECT)):
                yield f"{source.relative_to(PROJECT)} lacks words that the pages have, or has some that they have not"


def check() -> int:
    problems = list(faults())
    for fault in problems:
        print(f"{fault}; run `make translations`")
    if shutil.which("xgettext") is None:
        print(LACK)
        return 1 if problems or os.environ.get("LEFT_OUT_FAILS") == "1" else 0
    return 1 if problems else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        return check()
    extract(PROJECT)
    compile_all(PROJECT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
