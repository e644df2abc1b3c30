"""Parts of a reply that all protocols share: its content, the arguments and ids of its calls, and the codes of its errors."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from itertools import chain
from typing import Any

from assistant.contract import Cause, ErrorCode, FinishReason, Json, ProviderError, Turn
from assistant.protocols import Reply, StreamedTurn
from assistant.strict_json import BYTE_ORDER_MARK, UnreadableJson, mapping, mappings, read, read_object, string, write

LONGEST_MESSAGE = 500
_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
_SIGNS: dict[ErrorCode, str] = {
    "context_length": r"context[ _](length|window|size)|too_many_prompt_tokens|(prompt|input) (is )?too long"
    r"|length of all messages is too long|exceeds the (maximum number of tokens|available context)|maximum prompt length"
    r"|prompt exceeds max length|exceeded model token limit|range of input length|input token count[^.]{0,60}only supports"
    r"|tokens \+ `max_new_tokens` must be",
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
    "no_credit": r"insufficient[_ ](\w+ )?(quota|credits?|balance|funds)|balance is (too low|insufficient)"
    r"|billing_(hard_limit_reached|not_active)|requires more credits|(out of|used all available|have any) credits"
    r"|monthly spending limit|exceeded_current_quota|\bArrearage\b|payment required",
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
    error = next((inner for name in _ERRORS if (inner := mapping(content).get(name))), content)
    details = mapping(error)
    message = next((text for text in (*(details.get(name) for name in _MESSAGES), error) if isinstance(text, str)), write(error))
    if status < 400:
        stated = (string(code) or str(code) for code in (details.get("code"), details.get("status_code")))
        status = next((int(code) for code in stated if _STATUS.fullmatch(code)), status)
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


_ERRORS = ("error", "base_resp")
"""Fields of an error in a body; the second is MiniMax's."""
_MESSAGES = ("message", "detail", "msg", "status_msg")
_STATUS = re.compile(r"[45][0-9]{2}")


def is_error(body: Json, *, has_answer: bool) -> bool:
    """Return True if the body of a 2xx is an error: by its field, by its kind, or by a message in place of an answer."""
    stated = mapping(body)
    is_stated = bool(stated.get("error")) or "error" in (stated.get("object"), stated.get("type"))
    return is_stated or (not has_answer and any(stated.get(name) for name in (*_ERRORS, *_MESSAGES)))


END = "[DONE]"
"""The end mark of Chat Completions, which gateways add to other protocols too."""
_LINE_END = re.compile(r"\r\n|\n|\r")  # str.splitlines would also cut at U+2028, which JSON leaves as it is
_FIELDS = ("data:", "event:", "id:", "retry:", "error:", ":")
_BLANK = f"{BYTE_ORDER_MARK} \t\r\n"


def begins(text: str) -> bool:
    """Return True if a body has begun: some servers send blank lines until they answer."""
    return bool(text.strip(_BLANK))


def is_streamed(reply: Reply) -> bool:
    """Return True if the body, or its beginning, is a stream of events. Some servers answer without one, errors above all; others stream
    without the type of a stream."""
    start = reply.body.lstrip(_BLANK)
    return 200 <= reply.status < 300 and (start.startswith(_FIELDS) or (reply.stream and not start.startswith(("{", "["))))


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
    """Return the JSON object of one event of a stream, an empty one for an end mark. Raises ProviderError `malformed`."""
    if data.strip() == END:
        return {}
    try:
        event = read(data)
    except UnreadableJson as reason:
        raise ProviderError("malformed", f"an event of the stream cannot be read: {reason}") from None
    if not isinstance(event, Mapping):
        raise ProviderError("malformed", "an event of the stream is not an object")
    return event


def event_data(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the data of each event as soon as it is whole; comments and events without data are left out. The last one may lack its blank
    line: half an object is no JSON. A whole object ends its event, since some servers end lines only. Raises ProviderError for an event
    that is named an error."""
    pending: list[str] = []
    kind = ""
    for line in chain(_lines(pieces), [""]):
        name, _colon, value = line.partition(":")
        value = value.removeprefix(" ")
        if pending and (not line or (name == "data" and _is_object("\n".join(pending)))):
            data, pending = "\n".join(pending), []
            if kind == "error":
                raise _named_error(data)
            if data.strip():
                yield data
        if name == "data":
            pending.append(value)
        elif name == "error":  # an older llama.cpp names the field of an error so
            raise _named_error(value)
        kind = value.strip() if name == "event" else kind if line else ""


def _is_object(text: str) -> bool:
    try:
        return isinstance(read(text), Mapping)
    except UnreadableJson:
        return False


def _named_error(data: str) -> ProviderError:
    """Return the error in the data of an event that is named an error: JSON of any shape, or words."""
    return failure(Reply(status=200, body=data))


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield whole lines. A carriage return at the end of a piece may be half a line end: it waits for the next piece."""
    rest = ""
    for piece in pieces:
        text = (rest + piece).removeprefix(BYTE_ORDER_MARK)
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
