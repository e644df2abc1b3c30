"""Any answer of a mail server is read within bounds."""

import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.sources.mailbox import Bounded, TooNested, parts_of, shown

PDF = b'("application" "pdf" %b NIL NIL "base64" 4200 NIL %b NIL NIL)'


def only(parameters: bytes, disposition: bytes) -> Any:
    (part,) = parts_of([b"1 (UID 1 BODYSTRUCTURE " + PDF % (parameters, disposition) + b")"])
    return part


@pytest.mark.parametrize(
    ("parameters", "disposition", "name"),
    [
        (b"NIL", b'("attachment" ("filename" "a.pdf"))', "a.pdf"),
        (b'("name" "b.pdf")', b"NIL", "b.pdf"),
        (b'("NAME" "b.pdf")', b'("inline" NIL)', "b.pdf"),
        (b"NIL", b'("attachment" ("filename*" "UTF-8\'\'m%C3%A4rz.pdf"))', "märz.pdf"),
        (b"NIL", b'("attachment" ("filename*0" "long-" "filename*1" "name.pdf"))', "long-name.pdf"),
        (b'("name" "=?utf-8?q?m=C3=A4rz=2Epdf?=")', b"NIL", "märz.pdf"),
        (b"NIL", b'("attachment" ("filename" "a\\"b\\\\c.pdf"))', 'a"b\\c.pdf'),
        (b"NIL", b'("attachment" ("filename" "a\x1b[31m.pdf"))', "a[31m.pdf"),
        (b"NIL", b"NIL", ""),
    ],
)
def test_the_name_of_a_file_is_read_in_every_way_that_it_is_written(parameters: bytes, disposition: bytes, name: str) -> None:
    assert only(parameters, disposition).filename == name


def test_a_name_that_is_sent_as_a_literal_is_read_too() -> None:
    told: Any = [(b'1 (BODYSTRUCTURE ("application" "pdf" ("name" {5}', b"x.pdf"), b') NIL NIL "base64" 10 NIL NIL NIL NIL))']

    (part,) = parts_of(told)

    assert (part.filename, part.may_be_statement, part.size) == ("x.pdf", True, 10)


def test_parts_are_numbered_as_the_server_numbers_them() -> None:
    text = b'("text" "plain" NIL NIL NIL "7bit" 3 1 NIL NIL NIL NIL)'
    pdf = PDF % (b'("name" "a.pdf")', b"NIL")
    inner = b'("message" "rfc822" NIL NIL NIL "7bit" 900 ("env") (' + text + pdf + b' "mixed" NIL NIL NIL NIL) 20 NIL NIL NIL NIL)'

    found = parts_of([b"1 (BODYSTRUCTURE (" + text + pdf + inner + b' "mixed" ("boundary" "b") NIL NIL NIL))'])

    assert [part.section for part in found if part.may_be_statement] == ["2", "3.2"]


@pytest.mark.parametrize(
    "told",
    [
        b"1 (BODYSTRUCTURE " + b"(" * 500_000,
        b'1 (BODYSTRUCTURE ("' + b'\\"' * 400_000,
        b"1 (BODYSTRUCTURE " + b" " * 900_000 + b'"',
        b"",
        b")))",
    ],
    ids=["deep", "never closed", "blank", "nothing", "closed"],
)
def test_a_malformed_body_structure_is_refused_at_once(told: bytes) -> None:
    started = time.process_time()
    with pytest.raises(TooNested):
        parts_of([told])

    assert time.process_time() - started < 2


@given(st.binary(max_size=300))
def test_whatever_a_server_tells_it_is_read_or_refused(told: bytes) -> None:
    with suppress(TooNested):
        parts_of([b"1 (BODYSTRUCTURE " + told + b")", (told, told)])


@given(st.text(max_size=200))
def test_a_header_is_one_line_of_text_whatever_it_says(header: str) -> None:
    assert all(character.isprintable() for character in shown(header))


def test_a_server_that_sends_more_than_was_asked_for_is_left() -> None:
    server = Bounded.__new__(Bounded)

    with pytest.raises(Bounded.abort, match="more than was asked for"):
        server.read(Bounded.most + 1)
