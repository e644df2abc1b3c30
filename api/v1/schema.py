"""The OpenAPI schema: problems with their own type, common headers, files as answers, and short operation ids."""

from collections.abc import Callable
from typing import Any

from csp.decorators import csp_update
from ninja import NinjaAPI
from ninja.openapi.docs import Swagger
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from api.access import ORGANIZATION
from api.schemas.common import FieldError, Problem

KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Sent again under the same key, the same request is done once and gets the same answer; for 24 hours.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
}
NAMED = {
    "name": ORGANIZATION,
    "in": "header",
    "required": False,
    "description": "The short name of the organization. A token for every organization needs it; others may send their own.",
    "schema": {"type": "string"},
}
REFUSED = {
    400: "Not to be understood",
    401: "No token that stands",
    403: "Out of scope, or of the member's role",
    404: "Not there, or not for this token",
    422: "Cannot be carried out",
    429: "Too many requests",
}
CHANGES = {409: "Not in this state", 411: "Of unknown length", 412: "Changed meanwhile", 413: "Too large", 503: "Not now"}
OF_ANOTHER = {414: {"description": "Too long an address, as the web server says it"}}
PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
STREAM = "text/event-stream"


def downloads(*content_types: str) -> dict[str, Any]:
    """Return the schema of an operation that answers with a file."""
    file = {"schema": {"type": "string", "format": "binary"}}
    return {"responses": {200: {"description": "the file", "content": dict.fromkeys(content_types, file)}}}


class TieoutApi(NinjaAPI):
    """Operations are named by their function: `upload`, not `api_v1_imports_upload`."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        words = operation.view_func.__name__.split("_")
        subject = operation.view_func.__module__.rpartition(".")[2]
        return f"{subject}_{'_'.join(words)}"

    def get_openapi_schema(self, **parts: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**parts)
        schema["components"]["schemas"]["FieldError"] = FieldError.model_json_schema()
        schema["components"]["schemas"]["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        for method, operation in (pair for methods in schema["paths"].values() for pair in methods.items()):
            refused = REFUSED if method == "get" else REFUSED | CHANGES
            operation["responses"] |= {str(status): {"description": text, "content": PROBLEM} for status, text in refused.items()}
            operation["responses"] |= OF_ANOTHER
            parameters = operation.setdefault("parameters", [])
            parameters.append(NAMED)
            if method != "get":
                parameters.append(KEY)
            for answer in operation["responses"].values():
                if STREAM in answer.get("content", {}):
                    shape = answer["content"][STREAM]["schema"]["properties"]["data"]
                    text = {"type": "string", "contentMediaType": "application/json", "contentSchema": shape}
                    answer["content"][STREAM] = {"schema": {"type": "object", "properties": {"data": text}}}
        return schema


class Docs(Swagger):
    def __init__(self) -> None:
        super().__init__({"persistAuthorization": False, "displayRequestDuration": True, "docExpansion": "list"})


def docs_allowed(view: Callable[..., Any]) -> Callable[..., Any]:
    """Return the policy of a page with inline styles and images; scripts come only from this server."""
    allowed: Callable[..., Any] = csp_update({"style-src": ["'self'", "'unsafe-inline'"], "img-src": ["'self'", "data:"]})(view)
    return allowed
