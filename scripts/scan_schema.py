"""Every address of the pages as OpenAPI, for those who send them all sorts of things: parts of addresses, and the names of fields.

Made from the URL resolver and from the fields of forms and views, with ids of the database that the settings name: printed as JSON.
"""

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django

PROJECT = Path(__file__).resolve().parents[1]
FIELD = re.compile(r"\b(GET|POST)\.get(?:list)?\(\s*\"(\w+)\"|name=\"(\w+)\"")
PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")
LEFT = {"sign_out", "sessions_end", "throw_samples_away"}
"""Addresses that end the session or delete the rows that the others need."""


def fields() -> tuple[list[str], list[str]]:
    """Return the names of parameters of queries, and of forms."""
    asked, sent = set[str](), set[str]()
    for path in [*PROJECT.glob("finance/**/*.py"), *PROJECT.glob("reconciliation/**/*.py"), *PROJECT.glob("templates/**/*.html")]:
        for way, name, in_form in FIELD.findall(path.read_text()):
            (asked if way == "GET" else sent).add(name or in_form)
    return sorted(asked | {"page"}), sorted(sent)


def addresses(patterns: Any, before: str = "") -> Iterator[str]:
    """Yield the addresses as they are written, with their parts in angle brackets, without those of the admin."""
    from django.urls import URLResolver

    for pattern in patterns:
        written = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.namespace is None:
                yield from addresses(pattern.url_patterns, written)
        elif pattern.name not in LEFT:
            yield written


def known(kind: str, name: str) -> dict[str, Any]:
    """Return the schema of a part's values: existing ones and a missing one."""
    from finance.models import Account, Transaction
    from people.addresses import PART
    from people.models import Organization
    from reconciliation.models import Statement, StatementImport

    if name == PART:
        return {"type": "string", "enum": [*Organization.objects.values_list("slug", flat=True), "not-there"]}
    if kind == "int":
        return {"type": "integer", "minimum": 0, "maximum": 99999}
    if kind != "uuid":
        return {"type": "string", "minLength": 1, "maxLength": 20, "pattern": "^[^/?#]+$"}
    rows = {
        "import_id": StatementImport,
        "statement_id": Statement,
        "account_id": Account,
        "entry_id": Transaction,
    }
    organization = Organization.objects.first()
    if name not in rows:
        ids = [str(organization.pk)] if organization else []
    else:
        ids = [str(pk) for pk in rows[name].objects.of(organization).values_list("pk", flat=True)[:3]]  # type: ignore[attr-defined]
    return {"type": "string", "enum": [*ids, "00000000-0000-4000-8000-000000000000"]}


def schema() -> dict[str, Any]:
    from django.urls import get_resolver

    asked, sent = fields()
    anything = {"type": "string", "maxLength": 300}
    question = [{"name": name, "in": "query", "schema": anything} for name in asked]
    form = {"schema": {"type": "object", "properties": dict.fromkeys(sent, anything)}}
    answers: dict[str, Any] = {"responses": {"default": {"description": "a page"}}}
    paths: dict[str, Any] = {}
    for written in addresses(get_resolver().url_patterns):
        parts = [{"name": name, "in": "path", "required": True, "schema": known(kind, name)} for kind, name in PLACE.findall(written)]
        paths["/" + PLACE.sub(r"{\2}", written)] = {
            "parameters": parts,
            "get": {"parameters": question, **answers},
            "post": {"requestBody": {"content": {"application/x-www-form-urlencoded": form}}, **answers},
        }
    return {"openapi": "3.0.3", "info": {"title": "Tieout's pages", "version": "1"}, "paths": paths}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.stdout.write(json.dumps(schema()))
