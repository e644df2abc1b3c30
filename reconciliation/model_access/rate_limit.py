"""The rate limit of a provider, shared by all workers: a bucket in Redis, filled as the provider's own headers say.

There is one for each model and payer, an organization with its own key or the installation. Without Redis there is one process, which
repeats refused requests after a while (`assistant.asking`).
"""

from __future__ import annotations

import hashlib
import logging
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings

from assistant.allowance import Allowance
from people.models import Organization
from reconciliation.model_access.provider_selection import Chosen

if TYPE_CHECKING:
    from redis import Redis

logger = logging.getLogger(__name__)
LONGEST = 60.0  # seconds, the longest single wait
KEPT = 86_400  # seconds after which an unused bucket is deleted

TAKE = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local told = redis.call('HGETALL', KEYS[1])
local bucket = {}
for place = 1, #told, 2 do bucket[told[place]] = tonumber(told[place + 1]) end
local wait = math.max(0, (bucket.pause or 0) - now)
local needs, levels = {requests = 1, tokens = tonumber(ARGV[1])}, {}
for kind, need in pairs(needs) do
  local level, of, rate = bucket[kind .. ':left'], bucket[kind .. ':of'], bucket[kind .. ':rate']
  if of then
    level = math.min(of, level + rate * (now - bucket[kind .. ':at']))
    need = math.min(need, of)
    if level < need then wait = math.max(wait, (need - level) / rate) end
  elseif level and now < bucket[kind .. ':full_at'] then
    if level < need then wait = math.max(wait, bucket[kind .. ':full_at'] - now) end
  else
    level = nil
  end
  if level then levels[kind] = level - need end
end
if wait > 0 then return tostring(wait) end
for kind, level in pairs(levels) do
  redis.call('HSET', KEYS[1], kind .. ':left', level, kind .. ':at', now)
end
return '0'
"""
"""Returns the seconds to wait, or takes the request and returns 0. A bucket fills evenly, as those of providers do; one of unknown size is
not used until it is full."""
LEARN = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
for place = 1, #ARGV - 2, 5 do
  local kind, left, of, seconds, rate = ARGV[place], ARGV[place + 1], ARGV[place + 2], ARGV[place + 3], ARGV[place + 4]
  redis.call('HSET', KEYS[1], kind .. ':left', left, kind .. ':at', now, kind .. ':full_at', now + seconds)
  redis.call('HDEL', KEYS[1], kind .. ':of', kind .. ':rate')
  if of ~= '' then redis.call('HSET', KEYS[1], kind .. ':of', of, kind .. ':rate', rate) end
end
if ARGV[#ARGV - 1] ~= '' then redis.call('HSET', KEYS[1], 'pause', now + ARGV[#ARGV - 1]) end
redis.call('EXPIRE', KEYS[1], ARGV[#ARGV])
"""
MINUTE = 60.0
"""Limits count by the minute unless a header says when they are full again."""


class RateBucket:
    """A bucket in Redis. If Redis does not answer, requests are not delayed."""

    def __init__(self, redis: Redis, name: str) -> None:
        self._redis = redis
        self._name = name

    def take(self, tokens: int) -> float:
        """Take one request of so many tokens and return 0, or return the seconds after which to try again."""
        wait = self._run(TAKE, str(tokens))
        return min(float(wait), LONGEST) if wait else 0.0

    def learn(self, allowance: Allowance) -> None:
        """Replace the estimate by the figures of an answer's headers."""
        if not allowance.left and allowance.pause is None:
            return
        fields: list[str | float] = []  # kind, remainder, size (empty if unknown), seconds until it is full, and refill per second
        for remaining in allowance.left:
            seconds = MINUTE if remaining.seconds is None else remaining.seconds
            if remaining.of is None:
                fields += [remaining.kind, remaining.left, "", seconds, 0.0]
                continue
            missing = remaining.of - remaining.left
            rate = missing / seconds if missing > 0 and seconds > 0 else remaining.of / MINUTE
            level = remaining.left if seconds > 0 else remaining.of
            fields += [remaining.kind, level, remaining.of, seconds, max(rate, 1e-6)]
        pause = "" if allowance.pause is None else min(allowance.pause, LONGEST)
        self._run(LEARN, *fields, pause, KEPT)

    def _run(self, script: str, *arguments: str | float) -> Any:
        """Run the script and return its result, or None if Redis does not answer."""
        from redis import RedisError

        try:
            return self._redis.eval(script, 1, self._name, *arguments)
        except RedisError:
            logger.warning("Redis does not answer: what a provider allows is not known", exc_info=True)
            return None


class NoBucket:
    """No rate limit, for an installation with one process."""

    def take(self, tokens: int) -> float:
        return 0.0

    def learn(self, allowance: Allowance) -> None:
        pass


def bucket_of(organization: Organization, chosen: Chosen, model: str) -> RateBucket | NoBucket:
    """Return the bucket of the payer for this model of the organization's provider."""
    if not settings.REDIS_URL:
        return NoBucket()
    payer = str(organization.pk) if chosen.is_own else "installation"
    name = hashlib.sha256("\n".join((chosen.provider, chosen.address, model, payer)).encode()).hexdigest()
    return RateBucket(_redis(settings.REDIS_URL), f"allowance:{name}")


@cache
def _redis(url: str) -> Redis:
    """The connection, imported on first use."""
    from redis import Redis

    return Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)
