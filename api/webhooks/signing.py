"""Signatures of messages by the Standard Webhooks specification (version 1), so that any of its libraries can check them."""

import base64
import hashlib
import hmac
import secrets

PREFIX = "whsec_"


def new_secret() -> str:
    """Return 24 random bytes in the specification's form."""
    return PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def signature(secret: str, *, message: str, moment: int, body: bytes) -> str:
    """Return the signature. `moment` is in seconds since 1970: receivers refuse old ones."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{message}.{moment}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(signed).decode()}"
