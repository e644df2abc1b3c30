"""A signature of a proof's digest: it proves to anyone with the installation's public key that this installation wrote it.

Ed25519 (RFC 8032), so that the same digest has the same signature. The key is `PROOF_KEY`, 32 bytes in base64. The public key in the file
proves nothing by itself: compare it with the installation's (`manage.py proof_key`)."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ALGORITHM = "Ed25519"
CONTEXT = b"tieout-proof-1:"
"""Stands before what is signed, so that a signature means this and nothing else."""


def signature_under(digest: str, key: str) -> dict[str, str] | None:
    """Return the signature, or None without a key. Raises ValueError if the key is not 32 bytes in base64."""
    if not key:
        return None
    private = _private(key)
    return {
        "algorithm": ALGORITHM,
        "public_key": public_key_of(key),
        "value": base64.b64encode(private.sign(CONTEXT + digest.encode())).decode(),
    }


def public_key_of(key: str) -> str:
    """Return the public half of the key in base64, for auditors."""
    return base64.b64encode(_private(key).public_key().public_bytes_raw()).decode()


def is_signed(digest: str, signature: Mapping[str, Any]) -> bool:
    """True if the signature is by the public key given with it."""
    try:
        public = Ed25519PublicKey.from_public_bytes(base64.b64decode(str(signature["public_key"]), validate=True))
        public.verify(base64.b64decode(str(signature["value"]), validate=True), CONTEXT + digest.encode())
    except (InvalidSignature, KeyError, ValueError, binascii.Error):
        return False
    return bool(signature.get("algorithm") == ALGORITHM)


def _private(key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(base64.urlsafe_b64decode(key.replace("+", "-").replace("/", "_") + "=" * (-len(key) % 4)))
