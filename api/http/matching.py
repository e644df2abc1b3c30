"""`If-Match`: a change applies only to the state that its author fetched."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags
from ninja import Schema

from api.http.problems import Refused


def tag_of(shape: Schema) -> str:
    """Return the entity tag of a shape, which differs after any change."""
    return f'"{hashlib.sha256(shape.model_dump_json().encode()).hexdigest()[:32]}"'


def tagged(response: HttpResponse, shape: Schema) -> Schema:
    """Return the shape, and set its tag on the response."""
    response["ETag"] = tag_of(shape)
    return shape


def refuse_unseen(request: HttpRequest, shape: Schema) -> None:
    """Raise Refused if the request names another state than the current one; a request that names none is accepted."""
    header = request.headers.get("If-Match")
    wanted = parse_etags(header or "")
    if header is not None and not wanted:
        raise Refused(400, "bad_if_match", "If-Match takes an ETag in quotation marks, as it was fetched.")
    if wanted and wanted != ["*"] and tag_of(shape) not in wanted:
        raise Refused(412, "changed_meanwhile", "It was changed since you fetched it. Fetch it anew, and decide again.")
