"""What a provider's headers say of how much may still be asked: OpenAI's names, which Groq, Azure and others have too, and Anthropic's."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Literal

from assistant.protocols.failures import retry_after
from assistant.protocols.reply import Reply

Kind = Literal["requests", "tokens"]
KINDS: tuple[Kind, ...] = ("requests", "tokens")
LARGEST = 10**12
LONGEST = 86_400.0  # seconds
_PART = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h|d)?")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0, "": 1.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class RemainingAllowance:
    """So many of a kind are left, `of` so many when it is full again, in so many `seconds`. Unknown is None."""

    kind: Kind
    left: int
    of: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What one answer told. `pause` is how long nothing may be asked at all, in seconds."""

    left: tuple[RemainingAllowance, ...] = ()
    pause: float | None = None


def allowance_in(reply: Reply) -> Allowance:
    """Of a reply's headers alone; what cannot be understood is not told."""
    limited = reply.status in (429, 503, 529)
    return Allowance(left=tuple(_left(reply)), pause=retry_after(reply) if limited else None)


def _left(reply: Reply) -> Iterator[RemainingAllowance]:
    for kind in KINDS:
        named = {part: f"x-ratelimit-{part}-{kind}" for part in ("remaining", "limit", "reset")}
        if not reply.header(named["remaining"]):
            named = {part: f"anthropic-ratelimit-{kind}-{part}" for part in ("remaining", "limit", "reset")}
        left = _number(reply.header(named["remaining"]))
        if left is not None:
            yield RemainingAllowance(kind=kind, left=left, of=_number(reply.header(named["limit"])), seconds=_until(reply, named["reset"]))


def _number(text: str) -> int | None:
    return min(int(text), LARGEST) if re.fullmatch(r"[0-9]{1,15}", text.strip()) else None


def _until(reply: Reply, name: str) -> float | None:
    """Seconds, from "6m0s", "7.66s", "120ms" or "60", or from a time of day in RFC 3339, which counts from the answer's own."""
    text = reply.header(name).strip()
    parts = _PART.findall(text)
    if parts and "".join(number + unit for number, unit in parts) == text:
        return min(sum(float(number) * _SECONDS[unit] for number, unit in parts), LONGEST)
    try:
        until = datetime.fromisoformat(text) - parsedate_to_datetime(reply.header("date"))
    except (TypeError, ValueError):
        return None
    return min(max(0.0, until.total_seconds()), LONGEST)
