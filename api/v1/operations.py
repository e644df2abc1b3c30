"""Common parts of a router's operations."""

from typing import Any

from ninja import Router


def router(tag: str) -> Router:
    return Router(tags=[tag])


def downloads(*content_types: str) -> dict[str, Any]:
    """Return the schema of an operation that answers with a file."""
    file = {"schema": {"type": "string", "format": "binary"}}
    return {"responses": {200: {"description": "the file", "content": dict.fromkeys(content_types, file)}}}
