"""The letters of a file of entries, in any encoding."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from finance.imports.untrusted_files import decoded
from tests.finance.imports.reading import parsed

LOCALES = Path(__file__).parents[3] / "locale"


def sentences(language: str) -> Iterator[str]:
    """Yield the sentences of the pages in that language."""
    with (LOCALES / language / "LC_MESSAGES/django.po").open("rb") as file:
        for message in read_po(file):
            said = [message.string] if isinstance(message.string, str) else message.string or []
            yield from (" ".join(each.split()) for each in said if message.id and each.strip())


def file_of(text: str, heading: str = "Date,Text,Amount") -> str:
    return f"{heading}\n2026-01-02,{text},-1.50\n2026-01-03,Rent,-2.00\n"


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "pt_BR"])
def test_a_file_in_western_letters_is_read_as_such_whatever_word_stands_in_it(language: str) -> None:
    said = {word for sentence in sentences(language) for word in (sentence, *sentence.split())}
    files = [file_of(text) for text in said if not text.isascii() and text.encode("cp1252", "ignore").decode("cp1252") == text]

    assert len(files) > 300
    assert [text for text in files if decoded(text.encode("cp1252")) != text] == []


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "Date,Text,Amount (£)\n2026-01-02,CARD ••••1234,-1.50\n"),
        ("cp1252", "Datum,Empfänger,Währung,Betrag\n" + "02.01.2026,KARTE ••••1234 MÜLLER KÖLN,EUR,-1.50\n" * 20),
        ("cp1252", "Date,Text,Amount\n2026-01-02,‘A’s place – “tea”…,-1.50\n"),  # noqa: RUF001  as word processors write them
        ("cp1252", "Date,Text,Amount\n2026-01-02,Trgovina Šiška,-1.50\n2026-01-03,Žižkov,-1.50\n"),
    ],
)
def test_bullets_and_quotes_do_not_turn_the_letters_beside_them_into_kanji(encoding: str, text: str) -> None:
    assert decoded(text.encode(encoding)) == text


def test_a_file_in_shift_jis_is_read_as_such_whatever_stands_in_it() -> None:
    files = [file_of(text, "日付,内容,金額") for text in sentences("ja") if text.encode("cp932", "ignore").decode("cp932") == text]

    assert len(files) > 300
    assert [text for text in files if decoded(text.encode("cp932")) != text] == []


@pytest.mark.parametrize(
    "text",
    [
        "日付,摘要,お支払金額,お預り金額\n2026/04/03,ｶ)ﾔﾏﾀﾞ,1500,\n2026/04/05,家賃,80000,\n2026/04/25,給料,,250000\n",
        "計算対象,日付,内容,金額(円),保有金融機関,メモ\n1,2026/04/03,スーパー,-1500,みなと銀行,\n1,2026/04/25,給料,250000,みなと銀行,\n",
    ],
)
@pytest.mark.parametrize("encoding", ["cp932", "utf-8", "utf-8-sig", "utf-16"])
def test_exports_of_japan_are_read_to_the_word(text: str, encoding: str) -> None:
    in_utf_8, read = (parsed(text.encode(each), currency="JPY").accounts[0].rows for each in ("utf-8", encoding))

    assert read == in_utf_8
    assert {row.amount for row in read} >= {-1500, 250000}
    assert any("給料" in row.description for row in read)
