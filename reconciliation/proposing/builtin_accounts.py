"""Which of the accounts that a tool listed a statement belongs to: what the built-in provider proposes."""

import re
from collections.abc import Mapping, Sequence
from typing import Any


def account_for(statement: Mapping[str, Any], accounts: Sequence[Mapping[str, Any]]) -> str | None:
    """The one account whose number agrees; else the one whose institution does; else the only one. None where several are equal."""
    fitting = [account for account in accounts if _may_be(statement, account)]
    for agrees in (_number_agrees, _institution_agrees):
        agreeing = [account for account in fitting if agrees(statement, account)]
        if len(agreeing) == 1:
            return str(agreeing[0]["id"])
    return str(fitting[0]["id"]) if len(fitting) == 1 else None


def _may_be(statement: Mapping[str, Any], account: Mapping[str, Any]) -> bool:
    """Neither currency nor number forbids it."""
    if statement["currency"] and statement["currency"] != account["currency"]:
        return False
    printed, kept = _digits(statement["account"]), _digits(account["number"])
    return not printed or not kept or _number_agrees(statement, account)


def _number_agrees(statement: Mapping[str, Any], account: Mapping[str, Any]) -> bool:
    """Equal on the last digits that both have."""
    printed, kept = _digits(statement["account"]), _digits(account["number"])
    both = min(len(printed), len(kept))
    return both > 0 and printed[-both:] == kept[-both:]


def _institution_agrees(statement: Mapping[str, Any], account: Mapping[str, Any]) -> bool:
    printed, kept = _words(statement["institution"]), _words(account["institution"])
    return bool(printed & kept)


def _digits(text: str | None) -> str:
    return "".join(re.findall(r"\d", text or ""))


def _words(text: str | None) -> set[str]:
    return {word for word in re.findall(r"\w+", (text or "").casefold()) if word != "bank"}
