"""One-time codes (RFC 6238: SHA-1, six digits, thirty seconds) and recovery codes, as they are written and compared."""

import datetime as dt
import hashlib
import hmac
import re
import secrets

import pyotp

AROUND = (0, -1, 1)
"""Periods of thirty seconds by which a telephone's clock may be off."""
DIGITS = re.compile(r"[0-9]{6}")
SPACES = re.compile(r"[\s-]")
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""None that is taken for another."""
PARTS, LONG = 4, 4
HOW_MANY = 10


def new_secret() -> str:
    return pyotp.random_base32()


def step_of(secret: str, code: str, now: dt.datetime) -> int | None:
    """The period whose code this is, if that is now or right beside; None if it is another's."""
    plain = SPACES.sub("", code)
    if not DIGITS.fullmatch(plain):
        return None
    totp = pyotp.TOTP(secret)
    periods = [totp.timecode(now) + off for off in AROUND]
    return next((period for period in periods if hmac.compare_digest(totp.generate_otp(period), plain)), None)


def address_for(secret: str, *, name: str, issuer: str) -> str:
    """What an application on a telephone reads from the picture."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=issuer)


def new_recovery_codes() -> list[str]:
    """Each of 79 bits drawn at random: too many to try, so that a plain hash keeps them."""
    return ["-".join("".join(secrets.choice(LETTERS) for _ in range(LONG)) for _ in range(PARTS)) for _ in range(HOW_MANY)]


def hash_of(code: str) -> str:
    return hashlib.sha256(SPACES.sub("", code).lower().encode("utf-8", "replace")).hexdigest()
