"""The form of a proof: name and version, canonical bytes, digest, and the parsing of a foreign one."""

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

Json = dict[str, Any]
FORMAT, VERSION = "tieout-proof", 2
OUTSIDE_THE_DIGEST = frozenset({"digest", "signature"})
NAMED_BY_DIGEST = {"algorithm": "sha-256", "canonicalization": "RFC 8785"}
LARGEST = 100_000_000
"""Largest size of a proof, in bytes."""


class NoProof(ValueError):
    """The data is not a proof in a known form; the text says why."""


def canonical(value: Any) -> bytes:
    """Return the canonical bytes: RFC 8785, the JSON Canonicalization Scheme."""
    return rfc8785.dumps(value)


def sha256_of(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def digest_of(proof: Mapping[str, Any]) -> str:
    """Return the digest of everything but the digest itself and its signature."""
    return sha256_of({key: value for key, value in proof.items() if key not in OUTSIDE_THE_DIGEST})


def written(proof: Json) -> bytes:
    """Return the file as people read it: indented, in the order of the documentation."""
    return json.dumps(proof, ensure_ascii=False, indent=2).encode()


def read_proof(data: bytes) -> Json:
    """Return a proof from any source. Raises NoProof if it is too large, not JSON, has a duplicate key, or has an unknown form or
    version."""
    if len(data) > LARGEST:
        raise NoProof("The file is too large.")
    try:
        proof = json.loads(data, object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant)
    except NoProof:
        raise
    except (ValueError, RecursionError) as error:
        raise NoProof("The file is no JSON.") from error
    if not isinstance(proof, dict) or proof.get("format") != FORMAT:
        raise NoProof(f"The file is no {FORMAT}.")
    if proof.get("version") != VERSION:
        raise NoProof(f"The file is of version {str(proof.get('version'))[:20]}; known is {VERSION}.")
    return proof


def _without_duplicates(pairs: Iterable[tuple[str, Any]]) -> Json:
    """Return the members of an object. Raises NoProof for a duplicate key, because programs differ in the value they take."""
    members: Json = {}
    for key, value in pairs:
        if key in members:
            raise NoProof("The file says a thing twice.")
        members[key] = value
    return members


def _refuse_constant(_text: str) -> Any:
    raise NoProof("The file holds a number that is none.")


ALGORITHM = "Ed25519"
CONTEXT = b"tieout-proof-2:"
"""The prefix of the signed text, so that a signature is valid for a proof alone."""


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
