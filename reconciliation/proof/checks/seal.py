"""The digest, its signature, and the document of the proof."""

import hashlib
from collections.abc import Iterator

from reconciliation.proof.checks.finding import Finding, Proof
from reconciliation.proof.form import digest_of


def seal(proof: Proof) -> Iterator[Finding]:
    """Check the digest. It shows any later change; a change of proof and digest together is shown by the signature."""
    right = digest_of(proof)
    if proof["digest"]["value"] != right:
        yield Finding("digest_differs", "digest.value", right, str(proof["digest"]["value"]))


def signature(proof: Proof, public_key: str) -> Iterator[Finding]:
    """Check the signature. `public_key` is the installation's; if empty, only the key in the file is used."""
    from reconciliation.proof.form import is_signed  # needs `cryptography`, which a proof without a signature does not

    beside = proof["signature"]
    if beside is None:
        if public_key:
            yield Finding("signature_missing", "signature", f"a signature of {public_key}", "none")
        return
    if public_key and beside["public_key"] != public_key:
        yield Finding("signed_by_another", "signature.public_key", public_key, str(beside["public_key"]))
    if not is_signed(str(proof["digest"]["value"]), beside):
        yield Finding("signature_wrong", "signature.value", "a signature of the digest by this key", str(beside["value"]))


def document(proof: Proof, given: bytes) -> Iterator[Finding]:
    """Check that the given PDF is the one that was read, byte by byte."""
    named = proof["document"]
    if named is None:
        yield Finding("no_document", "document", "none: the statement was typed by hand", f"{len(given)} bytes")
        return
    digest = hashlib.sha256(given).hexdigest()
    if named["sha256"] != digest:
        yield Finding("document_differs", "document.sha256", str(named["sha256"]), digest)
    if named["size"] != len(given):
        yield Finding("document_size_differs", "document.size", str(named["size"]), str(len(given)))
