"""Parts of a reply that all protocols share: its content, the arguments and ids of its calls, and the codes of its errors."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import Any

from assistant.contract import Cause, ErrorCode, FinishReason, Json, ProviderError, Turn
from assistant.protocols import Reply, StreamedTurn
from assistant.strict_json import UnreadableJson, mappings, read, read_object, string, write

LONGEST_MESSAGE = 500
_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
_SIGNS: dict[ErrorCode, str] = {
    "context_length": r"context[ _](length|window|size)|too_many_prompt_tokens|prompt (is )?too long|length of all messages is too long"
    r"|exceeds the (maximum number of tokens|available context)",
    "content_filter": r"content_filter|content_policy|(bio|misalignment)_policy|ResponsibleAIPolicyViolation",
    "rate_limited": r"rate_limit|insufficient_quota|too many requests|RESOURCE_EXHAUSTED",
    "authentication": r"authentication_error|permission_error|invalid_api_key|(incorrect|invalid) api key|api key not valid|unauthorized",
    "overloaded": r"overloaded|server_error|service_unavailable|UNAVAILABLE|api_error|timeout_error|DEADLINE_EXCEEDED",
    "invalid_request": r"invalid_(request|prompt)|tool_use_failed|not_found",
}
_BAD_CALL = "tool_use_failed"
"""Groq's code for a call of its model that it could not read: a refusal in form only."""
_CERTAIN: dict[int, ErrorCode] = {401: "authentication", 408: "overloaded", 429: "rate_limited"}
_LIKELY: dict[int, ErrorCode] = {
    403: "authentication",
    **dict.fromkeys((400, 404, 405, 409, 413, 415, 422, 501, 505), "invalid_request"),
    **dict.fromkeys((425, *(status for status in range(500, 600) if status not in (501, 505))), "overloaded"),
}
_PASSING: tuple[ErrorCode, ...] = ("rate_limited", "overloaded")
_UNCERTAIN = (403, 413)
"""Statuses of servers that limit how much may be asked; by any other the words of an error are no reason to ask again."""
_CAUSES: dict[Cause, str] = {
    "no_tools": r"\b(tools?|functions?)\b[^.]{0,40}\b((is|are) )?(not (supported|enabled|available)|unsupported|requires? --)"
    r"|(does not|doesn't|cannot|can't|that) support (the )?(use of )?(native )?(tools?|functions?)\b",
    "no_credit": r"insufficient[_ ](quota|credits?|balance|funds)|credit balance is too low|billing_(hard_limit_reached|not_active)"
    r"|requires more credits|(out of|used all available) credits|monthly spending limit",
    "no_stream": r"verified to stream|\bstream(ing|ed)?\b[^.]{0,40}\b((is|are) )?(not (supported|enabled|allowed|available)|unsupported)"
    r"|(does not|doesn't|cannot|can't) (support )?stream",
    "no_schema": r"response_format|text\.format|json_schema|json schema|structured[ _]outputs?|\bgrammar\b|initialize samplers|guided_",
    "unknown_model": r"model_not_found|DeploymentNotFound|try pulling it first|(invalid|unknown|no such) model"
    r"|\bmodel\b[^.]{0,5}\S{0,100}[^.]{0,20}\b(not found|not exist|not a valid|unknown|is not available)",
}
"""Words of refusals, in the order in which they count."""


def failure(reply: Reply) -> ProviderError:
    """Return the error of a reply with a status other than a 2xx."""
    try:
        body = read(reply.body)
    except UnreadableJson:
        body = reply.body
    return failure_in(body, status=reply.status, retry_after=retry_after(reply))


def failure_in(body: Json, *, status: int, retry_after: float | None = None) -> ProviderError:
    """Return the error in a body. In a 200, the status that the error itself gives counts; Google's errors give the seconds to wait in
    their details: "34.4s"."""
    content = body[0] if isinstance(body, list) and body else body
    error = content.get("error", content) if isinstance(content, Mapping) else content
    details = error if isinstance(error, Mapping) else {}
    message = next((text for text in (details.get("message"), details.get("detail"), error) if isinstance(text, str)), write(error))
    if status < 400:
        stated = (details.get("code"), details.get("status_code"))
        status = next((code for code in stated if isinstance(code, int) and 400 <= code < 600), status)
    if retry_after is None:
        delays = [string(detail.get("retryDelay")) for detail in mappings(details.get("details"))]
        seconds = [delay[:-1] for delay in delays if delay.endswith("s") and _NUMBER.fullmatch(delay[:-1])]
        retry_after = float(seconds[0]) if seconds else None
    signs = " ".join(sign for sign in (details.get("code"), details.get("type"), details.get("status"), message) if isinstance(sign, str))
    codes = [code for code, sign in _SIGNS.items() if re.search(sign, signs, re.IGNORECASE)]
    code = _code(status, codes)
    cause = _cause(status, code, signs)
    return ProviderError(code, message[:LONGEST_MESSAGE], retry_after, status, bad_call=_BAD_CALL in signs, cause=cause)


def _code(status: int, codes: Sequence[ErrorCode]) -> ErrorCode:
    """Return the code of an error by its status and by its words, which count only as far as the status leaves it open."""
    if status in _CERTAIN:
        return _CERTAIN[status]
    if status < 400:
        return next(iter(codes), "other")
    likely = _LIKELY.get(status, "other")
    if likely == "overloaded":
        return "context_length" if "context_length" in codes else likely
    return next((code for code in codes if code not in _PASSING or (status in _UNCERTAIN and code == "rate_limited")), likely)


def _cause(status: int, code: ErrorCode, signs: str) -> Cause:
    """Return the meaning of a refusal for a person. A server that does not know an address has no such model there."""
    if status == 402:
        return "no_credit"
    if code in ("authentication", "context_length", "content_filter"):
        return "no_credit" if re.search(_CAUSES["no_credit"], signs, re.IGNORECASE) else ""
    named = next((cause for cause, sign in _CAUSES.items() if re.search(sign, signs, re.IGNORECASE)), None)
    return named or ("unknown_model" if status == 404 else "")


def retry_after(reply: Reply) -> float | None:
    """Return the seconds to wait, if the provider gave them. A date counts from the answer's own date."""
    if _NUMBER.fullmatch(milliseconds := reply.header("retry-after-ms").strip()):
        return float(milliseconds) / 1000
    if _NUMBER.fullmatch(stated := reply.header("retry-after").strip()):
        return float(stated)
    try:
        wait = parsedate_to_datetime(stated) - parsedate_to_datetime(reply.header("date"))
    except (TypeError, ValueError):
        return None
    return max(0.0, wait.total_seconds())


_LINE_END = re.compile(r"\r\n|\n|\r")  # str.splitlines would also cut at U+2028, which JSON leaves as it is


def is_streamed(reply: Reply) -> bool:
    """Return True if the body is a stream of events: some servers answer without one, errors above all."""
    return reply.stream and 200 <= reply.status < 300 and not reply.body.lstrip().startswith(("{", "["))


def streamed_turn(reply: Reply, stream: StreamedTurn) -> Turn:
    """Return the turn of a whole stream."""
    for data in event_data([reply.body]):
        stream.add(data)
    return stream.turn()


def body_of(reply: Reply) -> Json:
    """Return the JSON of a reply. Raises ProviderError: for a status other than a 2xx, and as `malformed` if it cannot be read."""
    if not 200 <= reply.status < 300:
        raise failure(reply)
    try:
        return read(reply.body)
    except UnreadableJson as reason:
        raise ProviderError("malformed", f"the body cannot be read: {reason}" if reply.body.strip() else "the body is empty") from None


def event_of(data: str) -> Mapping[str, Any]:
    """Return the JSON object of one event of a stream. Raises ProviderError `malformed`."""
    try:
        event = read(data)
    except UnreadableJson as reason:
        raise ProviderError("malformed", f"an event of the stream cannot be read: {reason}") from None
    if not isinstance(event, Mapping):
        raise ProviderError("malformed", "an event of the stream is not an object")
    return event


def event_data(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the data of each event as soon as it is whole, comments left out. The last one may lack its blank line: half an object is no
    JSON."""
    pending: list[str] = []
    for line in _lines(pieces):
        if line.startswith("data:"):
            pending.append(line[5:].removeprefix(" "))
        elif not line and pending:
            yield "\n".join(pending)
            pending = []
    if pending:
        yield "\n".join(pending)


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield whole lines. A carriage return at the end of a piece may be half a line end: it waits for the next piece."""
    rest = ""
    for piece in pieces:
        text = rest + piece
        held = "\r" if text.endswith("\r") else ""
        *lines, rest = _LINE_END.split(text.removesuffix(held))
        rest += held
        yield from lines
    yield from _LINE_END.split(rest)


def arguments_of(stated: Json) -> tuple[Mapping[str, Json] | None, str]:
    """Return arguments and their text. An empty value means no arguments; text that is no object means None, never {}."""
    if stated is None or stated == "":
        return {}, ""
    text = stated if isinstance(stated, str) else json.dumps(stated)
    try:
        return read_object(text), text
    except UnreadableJson:
        return None, text


WITHHELD: tuple[FinishReason, ...] = ("content_filter", "length")
"""Ends of a turn that may have no content at all; its tokens are paid."""


def is_blank(*parts: Json) -> bool:
    """Return True if id, name and arguments of a call are all empty: some servers send such a call beside an answer, and it is none."""
    return not any(parts)


def finish_with_calls(stated: FinishReason, *, asks: bool) -> FinishReason:
    """Return the finish reason of a turn, `asks` if it has calls to run. They count more than the stated one: some servers end a turn with
    calls as they end an answer."""
    if asks and stated in ("stop", "other"):
        return "tool_calls"
    return "other" if stated == "tool_calls" and not asks else stated


class Ids:
    """Gives each call of a turn an id: its own if that is unique, else one made from `mint` and its place."""

    def __init__(self, mint: str) -> None:
        self._mint = mint
        self._given: list[str] = []

    def give(self, stated: str) -> str:
        given = stated
        if not stated or stated in self._given:
            given = f"{self._mint}-{len(self._given)}"
            while given in self._given:
                given += "-again"
        self._given.append(given)
        return given
