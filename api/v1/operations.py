"""What the operations of a router have in common: their problems, as the schema tells them."""

from typing import Any

from ninja import Router

from api.shapes.common import Problem

COMMON: dict[int, Any] = {400: Problem, 401: Problem, 403: Problem, 404: Problem, 422: Problem, 429: Problem}
CHANGES: dict[int, Any] = {**COMMON, 409: Problem, 411: Problem, 412: Problem, 413: Problem, 503: Problem}
FILE = {"schema": {"type": "string", "format": "binary"}}


def router(tag: str) -> Router:
    return Router(tags=[tag])


def reads(shape: Any) -> dict[int, Any]:
    return {200: shape, **COMMON}


def changes(shape: Any, status: int = 200) -> dict[int, Any]:
    return {status: shape, **CHANGES}


def downloads(*content_types: str) -> dict[str, Any]:
    """What the schema says of an operation that answers with a file."""
    content = dict.fromkeys(content_types, FILE)
    problems = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    refused = {status: {"description": "a problem", "content": problems} for status in COMMON}
    return {"responses": {200: {"description": "the file", "content": content}, **refused}}
