"""How a message is signed: as the Standard Webhooks specification (version 1) has it, so that any of its libraries can check it."""

import base64
import hashlib
import hmac
import secrets

PREFIX = "whsec_"


def new_secret() -> str:
    """24 random bytes, as the specification writes them."""
    return PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def signature(secret: str, *, message: str, moment: int, body: bytes) -> str:
    """`moment` in seconds since 1970: who checks it refuses old ones."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{message}.{moment}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(signed).decode()}"
