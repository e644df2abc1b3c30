"""Thinking of Anthropic's models before an answer: newer ones take an effort, older ones a number of tokens."""

import re
from collections.abc import Mapping

from assistant.contract import Json
from assistant.protocols.values import count, mapping

SAMPLING = ("temperature", "top_p", "top_k")
"""Options that are refused beside thinking."""
_BUDGETS = {"minimal": 1024, "low": 1024, "medium": 4096, "high": 8192}
_SMALLEST_BUDGET = 1024
"""The server's minimum; the whole answer must be allowed more than this."""
_UNASKED = re.compile(r"claude-[a-z]+-[5-9]")
"""Models that think by default."""
_NEVER_FORCED = re.compile(r"claude-[a-z]+-(5-[1-9](?!\d)|[6-9])")
"""Models that answer a forced call with a 400 (platform.claude.com/docs, What's new in Fable 5.1, in Opus 5.5, in Sonnet 5.5)."""
_BY_BUDGET = re.compile(r"claude-(3|2|instant)|claude-(opus|sonnet|haiku)-4(-[0-5]|@|$)")


def is_thinking(body: Mapping[str, Json]) -> bool:
    """Return True if a body asks for thinking, by effort or by the field itself."""
    effort = mapping(body.get("output_config")).get("effort")
    return effort not in (None, "none") or mapping(body.get("thinking")).get("type") in ("enabled", "adaptive")


def can_be_forced(body: Mapping[str, Json]) -> bool:
    """Return True if a call can be forced: not while thinking is asked for, and never with some models."""
    return not is_thinking(body) and _NEVER_FORCED.search(body["model"]) is None


def with_thinking(body: dict[str, Json]) -> dict[str, Json]:
    """Return the body with its effort as the model expects it, and without options that exclude thinking."""
    if not is_thinking(body):
        return _without_effort(body)
    rest = {name: value for name, value in body.items() if name not in SAMPLING}
    if rest.get("thinking"):
        return rest
    config = mapping(rest["output_config"])
    effort = config["effort"]
    if not _BY_BUDGET.search(rest["model"]):
        known = "low" if effort == "minimal" else effort  # the least that they know
        return {**rest, "output_config": {**config, "effort": known}, "thinking": {"type": "adaptive"}}
    wanted = _BUDGETS.get(effort, _BUDGETS["high"]) if isinstance(effort, str) else _SMALLEST_BUDGET
    half = (count(rest["max_tokens"]) or 0) // 2  # thinking counts among the tokens that an answer may have
    budget = max(_SMALLEST_BUDGET, min(wanted, half))
    return {**_without_effort(rest), "thinking": {"type": "enabled", "budget_tokens": budget}}


def with_display(body: dict[str, Json]) -> dict[str, Json]:
    """Return the body of a model that is asked to show its thinking. Models with a number of tokens do so unasked."""
    thinking = mapping(body.get("thinking"))
    if thinking.get("type") != "adaptive" and (thinking or not _UNASKED.search(body["model"])):
        return body
    rest = {name: value for name, value in body.items() if name not in SAMPLING}
    return {**rest, "thinking": {"type": "adaptive", "display": "summarized", **thinking}}


def _without_effort(body: dict[str, Json]) -> dict[str, Json]:
    config = {name: value for name, value in mapping(body.get("output_config")).items() if name != "effort"}
    rest = {name: value for name, value in body.items() if name != "output_config"}
    return {**rest, "output_config": config} if config else rest
