"""The generateContent method of the Gemini API and of Vertex."""

from collections.abc import Mapping
from urllib.parse import quote

from assistant.contract import Json
from assistant.dialects import Dialect
from assistant.protocols.generate_content.decode import decode
from assistant.protocols.generate_content.encode import encode, notes
from assistant.protocols.generate_content.stream import GenerateContentStream

__all__ = ["decode", "encode", "notes", "path", "streamed", "streaming"]


def path(model: str, *, stream: bool) -> str:
    """Without `alt=sse` a stream would be one JSON list."""
    name = quote(model.removeprefix("models/"), safe="")
    return f"/models/{name}:streamGenerateContent?alt=sse" if stream else f"/models/{name}:generateContent"


def streaming(body: Mapping[str, Json]) -> dict[str, Json]:
    """The same request: only its path differs."""
    return dict(body)


def streamed(dialect: Dialect) -> GenerateContentStream:
    return GenerateContentStream(dialect)
