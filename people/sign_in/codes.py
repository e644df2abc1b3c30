"""One-time codes (RFC 6238: SHA-1, six digits, thirty seconds) and recovery codes, created and compared."""

import datetime as dt
import hashlib
import hmac
import re
import secrets

import pyotp

AROUND = (0, -1, 1)
"""Offsets in periods of thirty seconds that are accepted, for clocks that are off."""
DIGITS = re.compile(r"[0-9]{6}")
SPACES = re.compile(r"[\s-]")
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that are not mistaken for one another."""
PARTS, LONG = 4, 4
HOW_MANY = 10


def new_secret() -> str:
    return pyotp.random_base32()


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
