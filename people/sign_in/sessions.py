"""Who is signed in: begun under a new key, after the second factor where there is one, and ended everywhere else on demand."""

import time
from dataclasses import asdict, dataclass

from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from people.audit.acts import Act
from people.audit.sign_ins import record_of

BACKEND = "django.contrib.auth.backends.ModelBackend"
WAITING, VERIFIED = "waits_for_second_factor", "second_factor"
LONGEST_WAIT = 600
"""Seconds between the password and the code."""


@dataclass(frozen=True, slots=True)
class PendingSignIn:
    """Who has shown a password, and where they wanted to go. `proof` ends with that password."""

    user: int
    proof: str
    there: str
    since: float


def sign_in(request: HttpRequest, user: User, *, verified: bool = False) -> None:
    """The session gets a new key: one that somebody planted before leads nowhere."""
    login(request, user, backend=BACKEND)
    request.session.pop(WAITING, None)
    if verified:
        request.session[VERIFIED] = True


def wait_for_code(request: HttpRequest, user: User, there: str) -> None:
    request.session.cycle_key()
    request.session[WAITING] = asdict(PendingSignIn(user.pk, user.get_session_auth_hash(), there, time.time()))


def who_waits(request: HttpRequest) -> tuple[User, str] | None:
    """The person and where they wanted to go; None where nobody waits, or for too long, or the password was changed since."""
    told = request.session.get(WAITING)
    if not told:
        return None
    waiting = PendingSignIn(**told)
    user = User.objects.filter(pk=waiting.user, is_active=True).first()
    if user is None or time.time() - waiting.since > LONGEST_WAIT:
        return None
    return (user, waiting.there) if constant_time_compare(waiting.proof, user.get_session_auth_hash()) else None


def is_verified(request: HttpRequest) -> bool:
    """Whether the second factor was shown in this session."""
    return bool(request.session.get(VERIFIED))


def end_other_sessions(request: HttpRequest, user: User) -> int:
    """How many were ended. This one goes on, under a new key."""
    request.session.cycle_key()
    ended = end_sessions(user, but=request.session.session_key or "")
    record_of(user, Act.ENDED_SESSIONS, sessions=ended)
    return ended


def end_sessions(user: User, *, but: str = "") -> int:
    """Sessions name nobody but inside: each that has not expired is opened."""
    open_now = Session.objects.filter(expire_date__gt=timezone.now()).exclude(session_key=but)
    theirs = [each.session_key for each in open_now.iterator() if _is_of(each, user)]
    Session.objects.filter(session_key__in=theirs).delete()
    return len(theirs)


def _is_of(session: Session, user: User) -> bool:
    said = session.get_decoded()
    return said.get(SESSION_KEY) == str(user.pk) and BACKEND_SESSION_KEY in said
