"""Unlocking a document at the time of its upload: a child writes the copy that is stored, the password is forgotten."""

import json
from base64 import b64decode
from dataclasses import asdict, replace

from reconciliation.documents.answer import UnbelievableAnswer, refusal
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import TRAILER_WITHIN, figures, how_it_failed, refuse_at_once
from reconciliation.documents.sandbox import run_child
from reconciliation.documents.unreadable import DocumentUnreadable

SECONDS = 10.0  # somebody waits for the page


def unlocked_copy(pdf: bytes, password: str, limits: DocumentLimits) -> bytes | None:
    """Return the document without its password, or None if it opens without one.

    Raises DocumentUnreadable: `wrong_password`, or the reason why it cannot be opened. A document that is cut short counts as damaged,
    because a copy would hide that.
    """
    allowed = replace(limits, seconds=min(SECONDS, limits.seconds))
    try:
        copy = _copy_of(pdf, password, allowed)
        if copy is not None:
            _refuse_at_once(pdf, copy, allowed)
    except DocumentUnreadable as unreadable:
        raise DocumentUnreadable(unreadable.code, figures(unreadable.code, allowed) | unreadable.params) from None
    return copy


def _refuse_at_once(pdf: bytes, copy: bytes, limits: DocumentLimits) -> None:
    refuse_at_once(copy, limits)
    if b"%%EOF" not in pdf[-TRAILER_WITHIN:]:
        raise DocumentUnreadable("damaged")


def _copy_of(pdf: bytes, password: str, limits: DocumentLimits) -> bytes | None:
    end = run_child(asdict(limits) | {"engine": "unlock", "password": password}, pdf, seconds=limits.seconds)
    if code := how_it_failed(end):
        raise DocumentUnreadable(code)
    try:
        return _parsed(end.output)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise DocumentUnreadable("damaged") from None


def _parsed(output: bytes) -> bytes | None:
    """Return the copy in the child's answer, treated as hostile."""
    answer = json.loads(output)
    if "error" in answer:
        raise refusal(answer["error"])
    copy = answer["unlocked"]
    if copy is not None and not isinstance(copy, str):
        raise UnbelievableAnswer("unlocked")
    return None if copy is None else b64decode(copy, validate=True)
