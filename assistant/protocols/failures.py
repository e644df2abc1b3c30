"""From what a provider says went wrong to the few codes that say what may be done about it."""

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from assistant.contract import ErrorCode, Json, ProviderError
from assistant.protocols.reply import Reply
from assistant.strict_json import UnreadableJson, read

LONGEST_MESSAGE = 500
_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
_SIGNS: dict[ErrorCode, str] = {
    "context_length": r"context[ _](length|window)|too_many_prompt_tokens|prompt (is )?too long|length of all messages is too long",
    "content_filter": r"content_filter|content_policy|ResponsibleAIPolicyViolation",
    "rate_limited": r"rate_limit|insufficient_quota|too many requests|RESOURCE_EXHAUSTED",
    "authentication": r"authentication_error|invalid_api_key|(incorrect|invalid) api key|unauthorized",
    "overloaded": r"overloaded|server_error|service_unavailable|UNAVAILABLE",
}
_STATUSES: dict[int, ErrorCode] = {
    401: "authentication",
    403: "authentication",
    408: "overloaded",
    429: "rate_limited",
}


def failure(reply: Reply) -> ProviderError:
    """The error that an HTTP status other than a 2xx stands for."""
    try:
        body = read(reply.body)
    except UnreadableJson:
        body = reply.body
    return failure_in(body, status=reply.status, retry_after=retry_after(reply))


def failure_in(body: Json, *, status: int, retry_after: float | None = None) -> ProviderError:
    """The error in a body; of a 200, the status that the error itself gives counts."""
    error = body.get("error", body) if isinstance(body, Mapping) else body
    details = error if isinstance(error, Mapping) else {}
    message = next((text for text in (details.get("message"), details.get("detail"), error) if isinstance(text, str) and text), "")
    inner = details.get("code")
    told = inner if status < 400 and isinstance(inner, int) and 400 <= inner < 600 else status
    signs = " ".join(str(sign) for sign in (inner, details.get("type"), details.get("status"), message) if isinstance(sign, str))
    return ProviderError(
        _code(told, signs), message[:LONGEST_MESSAGE] or f"HTTP {told} without a message", retry_after=retry_after, status=told
    )


def retry_after(reply: Reply) -> float | None:
    """Seconds to wait, where the provider said so. A date counts from the answer's own date."""
    if _NUMBER.fullmatch(milliseconds := reply.header("retry-after-ms").strip()):
        return float(milliseconds) / 1000
    if _NUMBER.fullmatch(stated := reply.header("retry-after").strip()):
        return float(stated)
    try:
        wait = parsedate_to_datetime(stated) - parsedate_to_datetime(reply.header("date"))
    except (TypeError, ValueError):
        return None
    return max(0.0, wait.total_seconds())


def _code(status: int, signs: str) -> ErrorCode:
    if status in _STATUSES:
        return _STATUSES[status]
    if status >= 500:
        return "overloaded"
    found = next((code for code, sign in _SIGNS.items() if re.search(sign, signs, re.IGNORECASE)), None)
    if found is not None:
        return found
    return "invalid_request" if status in (400, 404, 405, 409, 413, 415, 422) else "other"
