"""The form of a proof: its name and version, its canonical bytes, its digest, and how one that comes from outside is read."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

import rfc8785

Json = dict[str, Any]
FORMAT, VERSION = "tieout-proof", 1
OUTSIDE_THE_DIGEST = frozenset({"digest", "signature"})
LARGEST = 100_000_000
"""Bytes: what is larger is no proof of a statement."""


class NoProof(ValueError):
    """What was given is not a proof in a form that is known; the text says why."""


def canonical(value: Any) -> bytes:
    """The one way to write it down: RFC 8785, the JSON Canonicalization Scheme."""
    return rfc8785.dumps(value)


def sha256_of(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def digest_of(proof: Mapping[str, Any]) -> str:
    """Over all of it but the digest itself and the signature under it."""
    return sha256_of({key: value for key, value in proof.items() if key not in OUTSIDE_THE_DIGEST})


def written(proof: Json) -> bytes:
    """As a file for people too: indented, in the order in which it is explained."""
    return json.dumps(proof, ensure_ascii=False, indent=2).encode()


def read_proof(data: bytes) -> Json:
    """A proof from anywhere. Raises NoProof where it is too large, no JSON, says a thing twice, or is of another form or version."""
    if len(data) > LARGEST:
        raise NoProof("The file is too large.")
    try:
        found = json.loads(data, object_pairs_hook=_told_once, parse_constant=_no_number)
    except NoProof:
        raise
    except (ValueError, RecursionError) as error:
        raise NoProof("The file is no JSON.") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise NoProof(f"The file is no {FORMAT}.")
    if found.get("version") != VERSION:
        raise NoProof(f"The file is of version {str(found.get('version'))[:20]}; known is {VERSION}.")
    return found


def _told_once(pairs: Iterable[tuple[str, Any]]) -> Json:
    """A name that stands twice means one thing to one program and another to the next."""
    told: Json = {}
    for key, value in pairs:
        if key in told:
            raise NoProof("The file says a thing twice.")
        told[key] = value
    return told


def _no_number(_text: str) -> Any:
    raise NoProof("The file holds a number that is none.")
