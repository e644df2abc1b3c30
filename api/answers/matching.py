"""`If-Match`: a change is made only to what its author has seen."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags
from ninja import Schema

from api.answers.problems import Refused


def tag_of(shape: Schema) -> str:
    """The entity tag of what is shown: another one as soon as anything of it is."""
    return f'"{hashlib.sha256(shape.model_dump_json().encode()).hexdigest()[:32]}"'


def tagged(response: HttpResponse, shape: Schema) -> Schema:
    """The shape, and its tag on the answer."""
    response["ETag"] = tag_of(shape)
    return shape


def refuse_unseen(request: HttpRequest, shape: Schema) -> None:
    """Raises Refused where the request names another state than today's; a request that names none is taken."""
    said = request.headers.get("If-Match")
    wanted = parse_etags(said or "")
    if said is not None and not wanted:
        raise Refused(400, "bad_if_match", "If-Match takes an ETag in quotation marks, as it was fetched.")
    if wanted and wanted != ["*"] and tag_of(shape) not in wanted:
        raise Refused(412, "changed_meanwhile", "It was changed since you fetched it. Fetch it anew, and decide again.")
