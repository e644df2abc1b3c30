"""Sessions: begun under a new key, after the second factor if there is one, and ended everywhere else on demand."""

import time
from dataclasses import asdict, dataclass

from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from people.audit import Act, record_of

BACKEND = "django.contrib.auth.backends.ModelBackend"
WAITING, VERIFIED = "waits_for_second_factor", "second_factor"
LONGEST_WAIT = 600
"""Seconds between the password and the code."""


@dataclass(frozen=True, slots=True)
class PendingSignIn:
    """A user who has entered the password but not yet the code. `proof` becomes invalid with that password; `there` is the next page."""

    user: int
    proof: str
    there: str
    since: float


def sign_in(request: HttpRequest, user: User, *, verified: bool = False) -> None:
    """Sign in under a new session key, which prevents session fixation."""
    login(request, user, backend=BACKEND)
    request.session.pop(WAITING, None)
    if verified:
        request.session[VERIFIED] = True


def wait_for_code(request: HttpRequest, user: User, there: str) -> None:
    request.session.cycle_key()
    request.session[WAITING] = asdict(PendingSignIn(user.pk, user.get_session_auth_hash(), there, time.time()))


def pending_user(request: HttpRequest) -> tuple[User, str] | None:
    """Return the user who waits for the code and their next page; None after `LONGEST_WAIT` or a changed password."""
    stored = request.session.get(WAITING)
    if not stored:
        return None
    waiting = PendingSignIn(**stored)
    user = User.objects.filter(pk=waiting.user, is_active=True).first()
    if user is None or time.time() - waiting.since > LONGEST_WAIT:
        return None
    return (user, waiting.there) if constant_time_compare(waiting.proof, user.get_session_auth_hash()) else None


def is_verified(request: HttpRequest) -> bool:
    """True if the second factor was shown in this session."""
    return bool(request.session.get(VERIFIED))


def end_other_sessions(request: HttpRequest, user: User) -> int:
    """End all other sessions of the user and return their number. This one continues under a new key."""
    request.session.cycle_key()
    ended = end_sessions(user, but=request.session.session_key or "")
    record_of(user, Act.ENDED_SESSIONS, sessions=ended)
    return ended


def end_sessions(user: User, *, but: str = "") -> int:
    """End the sessions of a user and return their number. Stored sessions name their user only inside, so each is decoded."""
    open_now = Session.objects.filter(expire_date__gt=timezone.now()).exclude(session_key=but)
    keys = []
    for session in open_now.iterator():
        content = session.get_decoded()
        if content.get(SESSION_KEY) == str(user.pk) and BACKEND_SESSION_KEY in content:
            keys.append(session.session_key)
    Session.objects.filter(session_key__in=keys).delete()
    return len(keys)
