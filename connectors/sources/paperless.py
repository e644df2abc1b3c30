"""paperless-ngx: documents with a tag are taken, and the verdict is written back as a custom field, after each change.

Uses its REST API, version 9 (paperless-ngx 2.16 and later), as documented."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from django.conf import settings

from connectors.http_client import ConnectionEnded, HttpClient
from connectors.intake import Counts, receive
from connectors.models import Arrival, Connection
from reconciliation.models import StatementImport

VERSION = "application/json; version=9"
PDF = "application/pdf"
PAGE = 100
MOST_PAGES = 100
RUNNING = {StatementImport.Status.PENDING, StatementImport.Status.PROCESSING}


def run(connection: Connection, secrets: Mapping[str, str]) -> Counts:
    """Run a connection. Raises ConnectionEnded."""
    counts, chosen = Counts(), connection.settings
    with HttpClient(chosen["address"], headers={"Authorization": f"Token {secrets['token']}", "Accept": VERSION}) as paperless:
        known = set(connection.arrivals.values_list("key", flat=True))
        for document in _documents(paperless, chosen.get("tag", "")):
            key = str(int(document["id"]))
            if key in known:
                continue
            # A document is taken as it was filed; of a picture, the PDF that paperless-ngx made of it.
            is_pdf = document.get("mime_type", PDF) == PDF
            path = f"api/documents/{key}/download/{'?original=true' if is_pdf else ''}"
            try:
                receive(
                    connection,
                    key=key,
                    filename=f"{document.get('title') or key}.pdf",
                    fetch=partial(paperless.file, path, largest=settings.DOCUMENT_MAX_BYTES),
                    channel=StatementImport.Channel.CONNECTOR,
                    counts=counts,
                )
            except ConnectionEnded as ended:
                if ended.code != "not_found":
                    raise
                connection.arrivals.create(key=key, failure="gone")
                counts.refused += 1
        _write_back(connection, paperless, counts)
    return counts


def _documents(paperless: HttpClient, tag: str) -> Iterator[dict[str, Any]]:
    """Yield the documents with the tag, oldest first. Raises ConnectionEnded if there is no such tag."""
    number = _id_by_name(paperless, "api/tags/", tag) if tag else None
    if tag and number is None:
        raise ConnectionEnded("not_found")
    for page in range(1, MOST_PAGES + 1):
        answer = paperless.get("api/documents/", tags__id=number, ordering="id", page=page, page_size=PAGE, fields="id,title,mime_type")
        yield from _results(answer)
        if not answer.get("next"):
            return


def _write_back(connection: Connection, paperless: HttpClient, counts: Counts) -> None:
    """Write the verdict of each finished import, or its status if it has none, beside the other fields of the document.

    A result that is written already is not written again."""
    field = str(connection.settings.get("field") or "")
    if not field:
        return
    arrivals = Arrival.objects.of(connection.organization).filter(connection=connection).exclude(statement_import=None)
    results = []
    for arrival in arrivals.select_related("statement_import"):
        statement_import = arrival.statement_import
        if statement_import and statement_import.status not in RUNNING:
            results.append((arrival, statement_import.verdict or statement_import.status))
    owed = [(arrival, result) for arrival, result in results if result != arrival.written]
    if not owed:
        return
    number = _id_by_name(paperless, "api/custom_fields/", field)
    if number is None:
        number = int(paperless.send("POST", "api/custom_fields/", {"name": field, "data_type": "string"})["id"])
    for arrival, result in owed:
        path = f"api/documents/{arrival.key}/"
        try:
            document = paperless.get(path)
        except ConnectionEnded as ended:
            if ended.code != "not_found":  # a document that is gone does not affect the others
                raise
        else:
            others = [item for item in document.get("custom_fields") or [] if item.get("field") != number]
            paperless.send("PATCH", path, {"custom_fields": [*others, {"field": number, "value": result}]})
            counts.written += 1
        arrival.written = result
        arrival.save(update_fields=["written"])


def _id_by_name(paperless: HttpClient, path: str, name: str) -> int | None:
    """Return the id of the item with this name, whatever its case; None if there is none."""
    matching = [
        item for item in _results(paperless.get(path, name__iexact=name)) if str(item.get("name", "")).casefold() == name.casefold()
    ]
    return int(matching[0]["id"]) if matching else None


def _results(answer: Any) -> list[dict[str, Any]]:
    if not isinstance(answer, dict) or not isinstance(answer.get("results"), list):
        raise ConnectionEnded("answer")
    return [item for item in answer["results"] if isinstance(item, dict) and "id" in item]
