"""paperless-ngx: documents with a tag are taken, and the verdict is written back as a custom field, whenever it changes.

Over its REST API, version 9 (paperless-ngx 2.16 and later), as its documentation has it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings

from connectors.models import Arrival, Connection
from connectors.outside import ConnectionEnded, Outside
from connectors.receiving import Counts, receive
from reconciliation.models import StatementImport

VERSION = "application/json; version=9"
PDF = "application/pdf"
PAGE = 100
MOST_PAGES = 100
RUNNING = {StatementImport.Status.PENDING, StatementImport.Status.PROCESSING}


def run(connection: Connection, secrets: Mapping[str, str]) -> Counts:
    """Raises NotDone."""
    counts, said = Counts(), connection.settings
    with Outside(said["address"], headers={"Authorization": f"Token {secrets['token']}", "Accept": VERSION}) as paperless:
        known = set(connection.arrivals.values_list("key", flat=True))
        for found in _documents(paperless, said.get("tag", "")):
            key = str(int(found["id"]))
            if key not in known:
                _take(connection, paperless, key, found, counts)
        _write_back(connection, paperless, counts)
    return counts


def _documents(paperless: Outside, tag: str) -> Iterator[dict[str, Any]]:
    """Those with the tag, the oldest first."""
    number = _tag_of(paperless, tag) if tag else None
    for page in range(1, MOST_PAGES + 1):
        answer = paperless.get("api/documents/", tags__id=number, ordering="id", page=page, page_size=PAGE, fields="id,title,mime_type")
        yield from _results(answer)
        if not answer.get("next"):
            return


def _tag_of(paperless: Outside, name: str) -> int:
    found = [
        each for each in _results(paperless.get("api/tags/", name__iexact=name)) if str(each.get("name", "")).casefold() == name.casefold()
    ]
    if not found:
        raise ConnectionEnded("not_found")
    return int(found[0]["id"])


def _results(answer: Any) -> list[dict[str, Any]]:
    if not isinstance(answer, dict) or not isinstance(answer.get("results"), list):
        raise ConnectionEnded("answer")
    return [each for each in answer["results"] if isinstance(each, dict) and "id" in each]


def _take(connection: Connection, paperless: Outside, key: str, found: dict[str, Any], counts: Counts) -> None:
    """As it was filed; what was filed as a picture, as the PDF that paperless-ngx made of it. One that cannot be had spoils no other."""
    is_pdf = found.get("mime_type", PDF) == PDF
    path = f"api/documents/{key}/download/{'?original=true' if is_pdf else ''}"
    try:
        receive(
            connection,
            key=key,
            filename=f"{found.get('title') or key}.pdf",
            fetch=lambda: paperless.file(path, largest=settings.DOCUMENT_MAX_BYTES),
            channel=StatementImport.Channel.CONNECTOR,
            counts=counts,
        )
    except ConnectionEnded as gone:
        if gone.code != "not_found":
            raise
        connection.arrivals.create(key=key, failure="gone")
        counts.refused += 1


def _write_back(connection: Connection, paperless: Outside, counts: Counts) -> None:
    """What each finished import came to, where that is not written yet."""
    field = str(connection.settings.get("field") or "")
    if not field:
        return
    came = Arrival.objects.of(connection.organization).filter(connection=connection).exclude(statement_import=None)
    owed = [each for each in came.select_related("statement_import") if (said := _said(each)) and said != each.written]
    if not owed:
        return
    number = _field_of(paperless, field)
    for arrival in owed:
        counts.written += _write(paperless, arrival.key, number, _said(arrival))
        arrival.written = _said(arrival)
        arrival.save(update_fields=["written"])


def _said(arrival: Arrival) -> str:
    """The verdict, or why there is none; empty as long as it is worked on."""
    found = arrival.statement_import
    if found is None or found.status in RUNNING:
        return ""
    return found.verdict or found.status


def _field_of(paperless: Outside, name: str) -> int:
    """A custom field of this name, made as a text where there is none."""
    for each in _results(paperless.get("api/custom_fields/", name__iexact=name)):
        if str(each.get("name", "")).casefold() == name.casefold():
            return int(each["id"])
    made = paperless.post("api/custom_fields/", {"name": name, "data_type": "string"})
    return int(made["id"])


def _write(paperless: Outside, key: str, number: int, said: str) -> bool:
    """Beside the fields that the document has; false where it is there no more, which keeps no other waiting."""
    try:
        document = paperless.get(f"api/documents/{key}/")
    except ConnectionEnded as gone:
        if gone.code == "not_found":
            return False
        raise
    others = [each for each in document.get("custom_fields") or [] if each.get("field") != number]
    paperless.patch(f"api/documents/{key}/", {"custom_fields": [*others, {"field": number, "value": said}]})
    return True
