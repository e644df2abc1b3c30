"""Digital signatures: the bytes that each covers, the signed digest, and the signature over it.

The certificate of the signer is used as it is in the file: nothing here says who the signer is.
"""

import hashlib
from collections.abc import Sequence
from ctypes import c_char, c_int
from typing import Any

import pypdfium2_raw as pdfium
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.x509 import load_der_x509_certificate

from reconciliation.documents.child import examination
from reconciliation.documents.child.pdfium_engine import unlocked
from reconciliation.documents.child.request import ChildRequest

SEQUENCE, SET, OCTETS, IDENTIFIER, FIRST, EXPLICIT = 0x30, 0x31, 0x04, 0x06, 0xA0, 0xA0
MESSAGE_DIGEST = bytes.fromhex("2a864886f70d010904")
DIGESTS = {
    bytes.fromhex("2b0e03021a"): "sha1",
    bytes.fromhex("608648016503040201"): "sha256",
    bytes.fromhex("608648016503040202"): "sha384",
    bytes.fromhex("608648016503040203"): "sha512",
}
HASHES: dict[str, hashes.HashAlgorithm] = {
    "sha1": hashes.SHA1(),  # noqa: S303  # nosec B303  # old signatures are checked, none is made
    "sha256": hashes.SHA256(),
    "sha384": hashes.SHA384(),
    "sha512": hashes.SHA512(),
}
RSA = bytes.fromhex("2a864886f70d0101")  # the beginning of all its identifiers
RSA_PSS = bytes.fromhex("2a864886f70d01010a")
CHECKED = {"adbe.pkcs7.detached", "ETSI.CAdES.detached"}
MOST, LONGEST = 20, 200

Part = tuple[int, bytes, bytes]  # tag, content, and both with the length


def read(pdf: bytes, request: ChildRequest) -> dict[str, Any]:
    """Return the observations with the signatures. Raises ChildRefused if the document does not open."""
    observed = examination.read(pdf, request)
    document = unlocked(pdf, request.password)
    count = min(MOST, pdfium.FPDF_GetSignatureCount(document))
    return observed | {"signatures": [described(pdfium.FPDF_GetSignatureObject(document, index), pdf) for index in range(count)]}


def described(signature: Any, pdf: bytes) -> list[Any]:
    """Return the state of a signature, whether it covers the whole file, the end of its range, and its time."""
    ranges = (c_int * 4)()
    given = pdfium.FPDFSignatureObj_GetByteRange(signature, None, 0)
    if given == len(ranges):
        pdfium.FPDFSignatureObj_GetByteRange(signature, ranges, given)
    first, length, second, rest = ranges
    end = second + rest
    is_sound = given == len(ranges) and first == 0 < length < second <= end <= len(pdf)
    gap = pdf[length:second]
    covers = is_sound and gap[:1] == b"<" and gap[-1:] == b">" and not pdf[end:].strip(b"\0\t\n\f\r ")
    kind, time = text(pdfium.FPDFSignatureObj_GetSubFilter, signature), text(pdfium.FPDFSignatureObj_GetTime, signature)
    if not is_sound:
        return ["broken_range", False, 0, time]
    if kind not in CHECKED:
        return ["unchecked", covers, end, time]
    size = pdfium.FPDFSignatureObj_GetContents(signature, None, 0)
    held = (c_char * size)()
    pdfium.FPDFSignatureObj_GetContents(signature, held, size)
    try:
        state = checked(bytes(held), pdf[:length] + pdf[second:end])
    except (ValueError, IndexError, TypeError, UnsupportedAlgorithm):
        state = "unchecked"
    return [state, covers, end, time]


def text(get: Any, signature: Any) -> str:
    size = min(LONGEST, get(signature, None, 0))
    buffer = (c_char * (size + 1))()
    get(signature, buffer, size)
    return bytes(buffer).split(b"\0")[0].decode("latin-1")


def parts(der: bytes) -> list[Part]:
    """Return the values that follow one another in DER. Raises ValueError, IndexError."""
    values: list[Part] = []
    place = 0
    while place < len(der):
        tag, length, head = der[place], der[place + 1], 2
        if length & 0x80:
            more = length & 0x7F
            if not 1 <= more <= 4:
                raise ValueError("length")
            length, head = int.from_bytes(der[place + 2 : place + 2 + more], "big"), 2 + more
        end = place + head + length
        if end > len(der):
            raise ValueError("end")
        values.append((tag, der[place + head : end], der[place:end]))
        place = end
    return values


def checked(cms: bytes, signed: bytes) -> str:
    """Return `holds` or `broken` for a detached signature over these bytes. Raises ValueError, IndexError or TypeError for a form that is
    not known, UnsupportedAlgorithm."""
    length = 2 + (cms[1] & 0x7F) if cms[1] & 0x80 else 2
    size = int.from_bytes(cms[2:length], "big") if length > 2 else cms[1]
    [(_, content, _)] = parts(cms[: length + size])  # zeros fill the rest of its place
    explicit = parts(content)[1]
    [(_, signed_data, _)] = parts(explicit[1])
    fields = parts(signed_data)
    certificates = next(part for part in fields if part[0] == FIRST)
    [(_, signer, _)] = parts(fields[-1][1])
    values = parts(signer)
    algorithm = DIGESTS.get(parts(values[2][1])[0][1])
    if algorithm is None or values[3][0] != FIRST:
        raise ValueError("algorithm")
    attributes = {parts(attribute)[0][1]: parts(attribute)[1][1] for _, attribute, _ in parts(values[3][1])}
    [(_, digest, _)] = parts(attributes[MESSAGE_DIGEST])
    if hashlib.new(algorithm, signed).digest() != digest:
        return "broken"
    identifier = parts(values[4][1])[0][1]
    over = bytes([SET]) + values[3][2][1:]
    return "holds" if is_signed(parts(certificates[1]), signer_number(values[1]), values[5][1], over, algorithm, identifier) else "broken"


def signer_number(identifier: Part) -> int | None:
    """Return the serial number of the signer's certificate, None if it is named by its key."""
    return int.from_bytes(parts(identifier[1])[1][1], "big") if identifier[0] == SEQUENCE else None


def is_signed(certificates: Sequence[Part], number: int | None, signature: bytes, over: bytes, digest: str, algorithm: bytes) -> bool:
    """Return whether the key of a certificate of this number made the signature. Raises ValueError if no key or algorithm is known."""
    if algorithm == RSA_PSS:
        raise ValueError("algorithm")
    tried = 0
    for _, _, whole in certificates:
        certificate = load_der_x509_certificate(whole)
        if number is not None and certificate.serial_number != number:
            continue
        key = certificate.public_key()
        try:
            if isinstance(key, rsa.RSAPublicKey) and algorithm.startswith(RSA):
                key.verify(signature, over, padding.PKCS1v15(), HASHES[digest])
            elif isinstance(key, ec.EllipticCurvePublicKey):
                key.verify(signature, over, ec.ECDSA(HASHES[digest]))
            else:
                continue
        except InvalidSignature:
            tried += 1
            continue
        return True
    if not tried:
        raise ValueError("no key")
    return False
