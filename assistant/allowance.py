"""The remaining allowance in a provider's headers: OpenAI's names, which Groq, Azure and others share, and Anthropic's."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Literal

from assistant.contract import Json
from assistant.protocols import Reply
from assistant.protocols.replies import retry_after
from assistant.transports import OpenReply, Transport

Kind = Literal["requests", "tokens"]
KINDS: tuple[Kind, ...] = ("requests", "tokens")
LARGEST = 10**12
LONGEST = 86_400.0  # seconds
_PART = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h|d)?")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0, "": 1.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class RemainingAllowance:
    """Requests or tokens `left`, out of a full allowance `of`, which is restored after `seconds`. Unknown is None."""

    kind: Kind
    left: int
    of: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """The allowance in one answer. During `pause`, in seconds, no request may be sent."""

    left: tuple[RemainingAllowance, ...] = ()
    pause: float | None = None


Watch = Callable[[Allowance], None]


def allowance_in(reply: Reply) -> Allowance:
    """Return the allowance in a reply's headers; what cannot be understood is left out."""
    remaining: list[RemainingAllowance] = []
    for kind in KINDS:
        names = {part: f"x-ratelimit-{part}-{kind}" for part in ("remaining", "limit", "reset")}
        if not reply.header(names["remaining"]):
            names = {part: f"anthropic-ratelimit-{kind}-{part}" for part in ("remaining", "limit", "reset")}
        left, limit = _number(reply.header(names["remaining"])), _number(reply.header(names["limit"]))
        if left is not None:
            remaining.append(RemainingAllowance(kind=kind, left=left, of=limit, seconds=_seconds_until_reset(reply, names["reset"])))
    is_limited = reply.status in (429, 503, 529)
    return Allowance(left=tuple(remaining), pause=retry_after(reply) if is_limited else None)


def _number(text: str) -> int | None:
    return min(int(text), LARGEST) if re.fullmatch(r"[0-9]{1,15}", text.strip()) else None


def _seconds_until_reset(reply: Reply, name: str) -> float | None:
    """Return seconds, from "6m0s", "7.66s", "120ms" or "60", or from an RFC 3339 time, which counts from the reply's own date."""
    text = reply.header(name).strip()
    parts = _PART.findall(text)
    if parts and "".join(number + unit for number, unit in parts) == text:
        return min(sum(float(number) * _SECONDS[unit] for number, unit in parts), LONGEST)
    try:
        until = datetime.fromisoformat(text) - parsedate_to_datetime(reply.header("date"))
    except (TypeError, ValueError):
        return None
    return min(max(0.0, until.total_seconds()), LONGEST)


class WatchedTransport:
    """Passes everything on, and each answer's allowance to `watch`."""

    def __init__(self, transport: Transport, watch: Watch) -> None:
        self._transport = transport
        self._watch = watch

    def post(self, path: str, body: Mapping[str, Json]) -> Reply:
        reply = self._transport.post(path, body)
        self._watch(allowance_in(reply))
        return reply

    @contextmanager
    def stream(self, path: str, body: Mapping[str, Json]) -> Iterator[OpenReply]:
        with self._transport.stream(path, body) as opened:
            self._watch(allowance_in(Reply(status=opened.status, body="", headers=opened.headers)))
            yield opened

    def close(self) -> None:
        self._transport.close()
