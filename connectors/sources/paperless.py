"""paperless-ngx: documents with a tag are taken, and the verdict is written back as a custom field, after each change.

Uses its REST API, version 9 (paperless-ngx 2.16 and later), as documented."""

from collections.abc import Iterator, Mapping
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
            if key not in known:
                _take(connection, paperless, key, document, counts)
        _write_back(connection, paperless, counts)
    return counts


def _documents(paperless: HttpClient, tag: str) -> Iterator[dict[str, Any]]:
    """Yield the documents with the tag, oldest first."""
    number = _tag_of(paperless, tag) if tag else None
    for page in range(1, MOST_PAGES + 1):
        answer = paperless.get("api/documents/", tags__id=number, ordering="id", page=page, page_size=PAGE, fields="id,title,mime_type")
        yield from _results(answer)
        if not answer.get("next"):
            return


def _tag_of(paperless: HttpClient, name: str) -> int:
    tags = [
        item for item in _results(paperless.get("api/tags/", name__iexact=name)) if str(item.get("name", "")).casefold() == name.casefold()
    ]
    if not tags:
        raise ConnectionEnded("not_found")
    return int(tags[0]["id"])


def _results(answer: Any) -> list[dict[str, Any]]:
    if not isinstance(answer, dict) or not isinstance(answer.get("results"), list):
        raise ConnectionEnded("answer")
    return [item for item in answer["results"] if isinstance(item, dict) and "id" in item]


def _take(connection: Connection, paperless: HttpClient, key: str, document: dict[str, Any], counts: Counts) -> None:
    """Take a document as it was filed, or the PDF that paperless-ngx made of a picture. A missing one does not affect the others."""
    is_pdf = document.get("mime_type", PDF) == PDF
    path = f"api/documents/{key}/download/{'?original=true' if is_pdf else ''}"
    try:
        receive(
            connection,
            key=key,
            filename=f"{document.get('title') or key}.pdf",
            fetch=lambda: paperless.file(path, largest=settings.DOCUMENT_MAX_BYTES),
            channel=StatementImport.Channel.CONNECTOR,
            counts=counts,
        )
    except ConnectionEnded as gone:
        if gone.code != "not_found":
            raise
        connection.arrivals.create(key=key, failure="gone")
        counts.refused += 1


def _write_back(connection: Connection, paperless: HttpClient, counts: Counts) -> None:
    """Write the result of each finished import, unless it is written already."""
    field = str(connection.settings.get("field") or "")
    if not field:
        return
    arrivals = Arrival.objects.of(connection.organization).filter(connection=connection).exclude(statement_import=None)
    owed = [each for each in arrivals.select_related("statement_import") if (result := _result_of(each)) and result != each.written]
    if not owed:
        return
    number = _field_of(paperless, field)
    for arrival in owed:
        counts.written += _write(paperless, arrival.key, number, _result_of(arrival))
        arrival.written = _result_of(arrival)
        arrival.save(update_fields=["written"])


def _result_of(arrival: Arrival) -> str:
    """Return the verdict, or the status if there is none; an empty text while the import is being worked on."""
    statement_import = arrival.statement_import
    if statement_import is None or statement_import.status in RUNNING:
        return ""
    return statement_import.verdict or statement_import.status


def _field_of(paperless: HttpClient, name: str) -> int:
    """Return the custom field of this name, created as a text if there is none."""
    for item in _results(paperless.get("api/custom_fields/", name__iexact=name)):
        if str(item.get("name", "")).casefold() == name.casefold():
            return int(item["id"])
    made = paperless.post("api/custom_fields/", {"name": name, "data_type": "string"})
    return int(made["id"])


def _write(paperless: HttpClient, key: str, number: int, result: str) -> bool:
    """Write the field beside the document's other fields; return False if the document is gone, so that the others are written."""
    try:
        document = paperless.get(f"api/documents/{key}/")
    except ConnectionEnded as gone:
        if gone.code == "not_found":
            return False
        raise
    others = [item for item in document.get("custom_fields") or [] if item.get("field") != number]
    paperless.patch(f"api/documents/{key}/", {"custom_fields": [*others, {"field": number, "value": result}]})
    return True
