"""`python -m scripts.documentation.made` writes every generated page and diagram of the docs."""

import os
from collections.abc import Callable
from pathlib import Path

import django
from django.utils import translation

PROJECT = Path(__file__).resolve().parents[2]
DOCS = PROJECT / "docs"


def made() -> dict[str, str]:
    """Return the content of each file by its path in docs/, in English. Django must be set up."""
    from scripts.documentation import commands, decisions, diagrams, gallery, reasons, roles, tutorial_books

    pages: dict[str, Callable[[], str]] = {
        "reference/commands.md": commands.page,
        "reference/reasons.md": reasons.page,
        "reference/roles.md": roles.page,
        "decisions/index.md": decisions.page,
        "gallery.md": gallery.page,
        "tutorial/books.csv": tutorial_books.page,
    }
    pictures = {f"images/{name}.svg": svg for name, svg in diagrams.drawn().items()}
    mark = {"images/mark.svg": (PROJECT / "static" / "mark.svg").read_text(encoding="utf-8")}
    with translation.override("en"):
        return {path: page() for path, page in pages.items()} | pictures | mark


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for path, text in made().items():
        (DOCS / path).parent.mkdir(parents=True, exist_ok=True)
        (DOCS / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
