"""The answers of paperless-ngx, as its documentation has them (API version 9)."""

from typing import Any

from tests.connectors.papers import PDF


class Paperless:
    """Two documents with the tag, on two pages; a custom field that is not there yet."""

    def __init__(self) -> None:
        self.fields: list[dict[str, Any]] = []
        self.documents = {7: [{"field": 1, "value": "kept"}], 9: []}
        self.files = {7: PDF, 9: b"no pdf"}
        self.kinds: dict[int, str] = {}
        self.gone: set[int] = set()
        self.status = 200

    def answer(self, method: str, path: str, question: dict[str, str], body: Any) -> tuple[int, Any]:
        if self.status != 200:
            return self.status, {"detail": "no"}
        parts = path.strip("/").split("/")
        if path == "/api/tags/":
            return 200, {"results": [{"id": 3, "name": "Statement"}, {"id": 4, "name": "statement-old"}]}
        if path == "/api/custom_fields/":
            return (201, self.made(body)) if method == "POST" else (200, {"results": self.fields})
        if path == "/api/documents/":
            assert question["tags__id"] == "3"
            page = int(question["page"])
            number = (7, 9)[page - 1]
            return 200, {"next": "more" if page == 1 else None, "results": [self.listed(number)]}
        number = int(parts[2])
        if number in self.gone:
            return 404, {"detail": "gone"}
        if parts[-1] == "download":
            return 200, self.files[number]
        if method == "PATCH":
            self.documents[number] = body["custom_fields"]
        return 200, {"id": number, "custom_fields": self.documents[number]}

    def listed(self, number: int) -> dict[str, Any]:
        return {"id": number, "title": f"Document {number}", "mime_type": self.kinds.get(number, "application/pdf")}

    def made(self, body: dict[str, Any]) -> dict[str, Any]:
        assert body == {"name": "Tieout", "data_type": "string"}
        self.fields.append({"id": 5, "name": "Tieout"})
        return self.fields[-1]
