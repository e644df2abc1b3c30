"""The second factor of a login: one-time codes (RFC 6238: SHA-1, six digits, thirty seconds) and recovery codes."""

import datetime as dt
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

import pyotp
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.timezone import now
from django.views.decorators.debug import sensitive_variables

from people.audit import Act, record_of
from people.encryption import unwrapped, wrap
from people.models import RecoveryCode, SecondFactor

AROUND = (0, -1, 1)
"""Offsets in periods of thirty seconds that are accepted, for clocks that are off."""
DIGITS = re.compile(r"[0-9]{6}")
SPACES = re.compile(r"[\s-]")
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that are not mistaken for one another."""
PARTS, LONG = 4, 4
HOW_MANY = 10


def step_of(secret: str, code: str, now: dt.datetime) -> int | None:
    """Return the period of the code if it is the current one or a neighbour; None for any other code."""
    plain = SPACES.sub("", code)
    if not DIGITS.fullmatch(plain):
        return None
    totp = pyotp.TOTP(secret)
    periods = [totp.timecode(now) + off for off in AROUND]
    return next((period for period in periods if hmac.compare_digest(totp.generate_otp(period), plain)), None)


def address_for(secret: str, *, name: str, issuer: str) -> str:
    """Return the URI that the QR code shows to an authenticator application."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=issuer)


def new_recovery_codes() -> list[str]:
    """Return random codes of 79 bits each; too many to guess, so that a plain hash protects them."""
    return ["-".join("".join(secrets.choice(LETTERS) for _ in range(LONG)) for _ in range(PARTS)) for _ in range(HOW_MANY)]


def hash_of(code: str) -> str:
    return hashlib.sha256(SPACES.sub("", code).lower().encode("utf-8", "replace")).hexdigest()


FREE, LONGEST = 3, dt.timedelta(hours=1)
"""Wrong codes before waiting begins, and the longest wait; each further wrong code doubles it."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Too many codes were wrong: no code is checked before `until`."""

    until: dt.datetime


def factor_of(user: User) -> SecondFactor | None:
    """Return the confirmed second factor of a user, or None."""
    return SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).first()


@sensitive_variables()
@transaction.atomic
def begin(user: User) -> str:
    """Return the secret of an unconfirmed factor, the same one until it is confirmed. Raises AlreadySet."""
    factor = SecondFactor.objects.select_for_update().filter(user=user).first()
    if factor is None:
        new = SecondFactor(user=user)
        wrap(new, pyotp.random_base32().encode())
        factor, _created = SecondFactor.objects.get_or_create(user=user, defaults={"wrapped": new.wrapped, "master": new.master})
    if factor.confirmed_at:
        raise AlreadySet
    return unwrapped(factor).decode()


class AlreadySet(Exception):
    """The user has a confirmed factor, which must be removed before another is set up."""


@sensitive_variables()
@transaction.atomic
def confirm(user: User, code: str) -> list[str] | None:
    """Confirm the factor and return its recovery codes, which are shown once; None if the code is wrong or there is nothing to confirm."""
    moment = now()
    factor = SecondFactor.objects.select_for_update().filter(user=user, confirmed_at=None).first()
    step = step_of(unwrapped(factor).decode(), code, moment) if factor else None
    if factor is None or step is None:
        return None
    factor.confirmed_at, factor.last_step = moment, step
    factor.save(update_fields=["confirmed_at", "last_step"])
    record_of(user, Act.CHANGED_SECOND_FACTOR, change="set")
    return _codes_for(factor)


@sensitive_variables()
@transaction.atomic
def passes(user: User, code: str) -> bool | Wait:
    """True if it is an unused one-time code or an unused recovery code; a Wait if too many were wrong."""
    moment = now()
    factor = SecondFactor.objects.select_for_update().filter(user=user, confirmed_at__isnull=False).first()
    if factor is None:
        return False
    if factor.failed_at and factor.failures >= FREE:
        until = factor.failed_at + min(dt.timedelta(seconds=2 ** min(factor.failures - FREE, 20)), LONGEST)
        if until > moment:
            return Wait(until)
    step = step_of(unwrapped(factor).decode(), code, moment)
    if step is not None:
        is_right = step > factor.last_step
    else:
        is_right = bool(factor.recovery_codes.filter(hash=hash_of(code), used_at=None).update(used_at=moment))
    if is_right:
        factor.last_step, factor.failures, factor.failed_at = max(step or 0, factor.last_step), 0, None
    else:
        factor.failures, factor.failed_at = factor.failures + 1, moment
    factor.save(update_fields=["last_step", "failures", "failed_at"])
    return is_right


@transaction.atomic
def replace_recovery_codes(user: User) -> list[str]:
    """Replace the recovery codes and return the new ones; empty without a factor."""
    factor = SecondFactor.objects.select_for_update().filter(user=user, confirmed_at__isnull=False).first()
    if factor is None:
        return []
    record_of(user, Act.CHANGED_SECOND_FACTOR, change="new recovery codes")
    return _codes_for(factor)


@transaction.atomic
def remove(user: User) -> bool:
    """Remove the factor with its recovery codes; True if there was one."""
    removed, _by_model = SecondFactor.objects.filter(user=user).delete()
    if removed:
        record_of(user, Act.CHANGED_SECOND_FACTOR, change="removed")
    return bool(removed)


def codes_left(factor: SecondFactor) -> int:
    return factor.recovery_codes.filter(used_at=None).count()


def _codes_for(factor: SecondFactor) -> list[str]:
    codes = new_recovery_codes()
    factor.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(second_factor=factor, hash=hash_of(code)) for code in codes)
    return codes
