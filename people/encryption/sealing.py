"""Authenticated encryption of bytes with AES-256-GCM; the purpose is bound to them as additional data and not stored.

A seal is a byte that names this form, a random nonce, then the encrypted bytes with their tag (NIST SP 800-38D).
"""

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
FORM = b"\x01"
NONCE_BYTES = 12
SHORTEST = len(FORM) + NONCE_BYTES + 16


class Unopened(Exception):
    """Sealed bytes could not be opened."""


class BrokenSeal(Unopened):
    """The bytes were changed, or were sealed for another purpose or under another key."""


def new_key() -> bytes:
    return AESGCM.generate_key(bit_length=8 * KEY_BYTES)


def seal(key: bytes, data: bytes, *, bound_to: str) -> bytes:
    nonce = os.urandom(NONCE_BYTES)
    return FORM + nonce + AESGCM(key).encrypt(nonce, data, bound_to.encode())


def opened(key: bytes, sealed: bytes, *, bound_to: str) -> bytes:
    """Return the decrypted bytes. Raises BrokenSeal."""
    if len(sealed) < SHORTEST or not sealed.startswith(FORM):
        raise BrokenSeal
    nonce, encrypted = sealed[len(FORM) :][:NONCE_BYTES], sealed[len(FORM) + NONCE_BYTES :]
    try:
        return AESGCM(key).decrypt(nonce, encrypted, bound_to.encode())
    except InvalidTag:
        raise BrokenSeal from None
