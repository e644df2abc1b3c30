"""Unlocking a document at the time of its upload: a child writes the copy that is stored, the password is forgotten."""

import json
from base64 import b64decode
from dataclasses import asdict, replace

from reconciliation.documents.answer import refusal
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
        return _copy_of(pdf, password, allowed)
    except DocumentUnreadable as unreadable:
        raise DocumentUnreadable(unreadable.code, figures(unreadable.code, allowed) | unreadable.params) from None


def _copy_of(pdf: bytes, password: str, limits: DocumentLimits) -> bytes | None:
    """Return the copy in the child's answer, which is treated as hostile."""
    end = run_child(asdict(limits) | {"engine": "unlock", "password": password}, pdf, seconds=limits.seconds)
    if code := how_it_failed(end):
        raise DocumentUnreadable(code)
    try:
        answer = json.loads(end.output)
        if "error" in answer:
            raise refusal(answer["error"])
        copy = answer["unlocked"]
        unlocked = None if copy is None else b64decode(copy, validate=True)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise DocumentUnreadable("damaged") from None
    if unlocked is not None:
        refuse_at_once(unlocked, limits)
    if unlocked is not None and b"%%EOF" not in pdf[-TRAILER_WITHIN:]:
        raise DocumentUnreadable("damaged")
    return unlocked
