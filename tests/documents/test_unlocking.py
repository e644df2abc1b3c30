"""An unlocked copy is written in the sandbox and has the same content as the locked document."""

import json
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from reconciliation.documents import opening
from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import DocumentUnreadable, open_document, unlocked_copy
from reconciliation.documents.sandbox import ChildEnd
from tests.documents.making import locked, pdf_of

LIMITS = DocumentLimits()
AES = Path(__file__).parents[2] / ".." / "shared" / "data" / "hostile" / "made" / "90_enc_user_aes256.pdf"


def first_page(canvas: Canvas) -> None:
    canvas.drawString(72, 700, "Opening balance 1,234.56")
    canvas.setFillGray(1)
    canvas.drawString(72, 600, "nobody sees the figure 99.99")


def second_page(canvas: Canvas) -> None:
    canvas.drawString(72, 700, "Closing balance 1,000.00")


PLAIN = pdf_of(first_page, second_page)


def refused(pdf: bytes, password: str, limits: DocumentLimits = LIMITS) -> DocumentUnreadable:
    with pytest.raises(DocumentUnreadable) as refusal:
        unlocked_copy(pdf, password, limits)
    return refusal.value


def copy_of(pdf: bytes, password: str) -> bytes:
    copy = unlocked_copy(pdf, password, LIMITS)
    assert copy is not None
    return copy


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128"])
def test_the_copy_opens_without_a_password_and_says_the_same(algorithm: str) -> None:
    copy = copy_of(locked(PLAIN, "secret", algorithm=algorithm), "secret")

    assert open_document(copy) == open_document(PLAIN)
    assert not PdfReader(BytesIO(copy)).is_encrypted


@pytest.mark.shared
@pytest.mark.skipif(not AES.exists(), reason="the real statements are not beside the project")
def test_newer_locks_are_opened_too() -> None:
    pdf = AES.read_bytes()

    assert open_document(copy_of(pdf, "secret")) == open_document(pdf, password="secret")


def test_the_owners_password_opens_it_too() -> None:
    assert open_document(copy_of(locked(PLAIN, "secret"), "owner")) == open_document(PLAIN)


@pytest.mark.parametrize("password", ["geheim-für-zwei", "pass word ", "x" * 32])
def test_a_password_is_taken_as_it_is_typed(password: str) -> None:
    assert open_document(copy_of(locked(PLAIN, password), password)) == open_document(PLAIN)


@pytest.mark.parametrize("pdf", [PLAIN, locked(PLAIN, "")], ids=["no lock", "only the owner's lock"])
def test_a_document_without_a_password_needs_no_copy(pdf: bytes) -> None:
    assert unlocked_copy(pdf, "whatever", LIMITS) is None


def test_a_wrong_password_is_reported() -> None:
    assert refused(locked(PLAIN, "secret"), "Secret").code == "wrong_password"


def test_a_locked_document_that_is_cut_short_is_damaged() -> None:
    whole = locked(PLAIN, "secret")

    assert refused(whole[: whole.rindex(b"%%EOF")], "secret").code == "damaged"


def test_a_copy_is_held_to_the_limits_of_an_upload() -> None:
    pdf = locked(PLAIN, "secret")

    refusal = refused(pdf, "secret", limits=DocumentLimits(bytes=500))

    assert (refusal.code, refusal.params) == ("too_large", {"megabytes": 0.0005})


def test_it_is_written_in_the_sandbox_and_within_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, float]] = []

    def slow(request: dict[str, object], pdf: bytes, *, seconds: float) -> ChildEnd:
        asked.append((str(request["engine"]), seconds))
        return ChildEnd(output=b"", status=-9, timed_out=True)

    monkeypatch.setattr(opening, "run_child", slow)

    assert refused(locked(PLAIN, "secret"), "secret").params == {"seconds": 10.0}
    assert asked == [("unlock", 10.0)]


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"no json",
        b"[]",
        b"{}",
        b'{"unlocked": 7}',
        b'{"unlocked": "no base64!"}',
        json.dumps({"unlocked": b64encode(b"MZ no pdf").decode()}).encode(),
        b'{"error": {"code": "made_up", "params": {}}}',
    ],
)
def test_an_answer_that_no_honest_child_gives_is_refused(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "run_child", lambda *_, **__: ChildEnd(output=answer, status=0))

    assert refused(locked(PLAIN, "secret"), "secret").code in {"damaged", "not_a_pdf"}
