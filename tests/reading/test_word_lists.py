"""Errors in the files of statement words name the file, the list and the phrase."""

import re
from collections.abc import Iterator, Mapping, Sequence

import pytest

from reconciliation.reading.tokens.alternatives import FOLDER, lists_of, phrases
from reconciliation.reading.tokens.dates import fold

FILES = sorted(path.stem for path in FOLDER.glob("*.toml"))
PLAIN = "columns"  # its names are compared as they are, and each names one role: the others are regular expressions


def faults(file: str, lists: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for name, listed in lists.items():
        others = [phrase for other in lists if other != name for phrase in lists[other]] if file == PLAIN else []
        for phrase in listed:
            if fold(letters := re.sub(r"\\.", "", phrase)) != letters or phrase != phrase.strip():
                yield f"{file}.toml, {name}: write {fold(phrase).strip()!r} for {phrase!r}"
            if not phrase:
                yield f"{file}.toml, {name}: a line is empty"
            if listed.count(phrase) > 1 or phrase in others:
                yield f"{file}.toml, {name}: {phrase!r} is there twice"
            if file != PLAIN:
                yield from (f"{file}.toml, {name}: {phrase!r} is no regular expression: {why}" for why in fault_of(phrase))


def fault_of(phrase: str) -> Iterator[str]:
    try:
        re.compile(phrase)
    except re.error as fault:
        yield str(fault)


@pytest.mark.parametrize("file", FILES)
def test_every_phrase_of_a_file_is_written_as_texts_are_compared_and_is_there_once(file: str) -> None:
    assert not list(faults(file, lists_of(file)))


@pytest.mark.parametrize("file", FILES)
def test_every_list_of_a_file_is_one_that_the_code_asks_for(file: str) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.rglob("*.py"))

    assert not [name for name in lists_of(file) if f'"{name}"' not in code and f"'{name}'" not in code]


@pytest.mark.parametrize(
    ("file", "listed", "message"),
    [
        ("totals", ["Summe"], "totals.toml, some: write 'summe' for 'Summe'"),
        ("totals", ["überweisung"], "totals.toml, some: write 'uberweisung' for 'überweisung'"),
        ("totals", ["sum "], "totals.toml, some: write 'sum' for 'sum '"),
        ("totals", ["sum", ""], "totals.toml, some: a line is empty"),
        ("totals", ["sum (?:a|b"], "totals.toml, some: 'sum (?:a|b' is no regular expression: missing ), unterminated subpattern"),
    ],
)
def test_an_error_in_a_phrase_names_its_file_and_list(file: str, listed: list[str], message: str) -> None:
    assert [fault[: len(message)] for fault in faults(file, {"some": listed})] == [message]


def test_a_phrase_that_is_there_twice_is_named_and_a_column_names_one_role() -> None:
    assert set(faults("totals", {"some": ["sum", "sum"]})) == {"totals.toml, some: 'sum' is there twice"}
    assert len(list(faults("columns", {"debit": ["paid"], "credit": ["paid"]}))) == 2
    assert not list(faults("totals", {"sums": ["paid"], "results": ["paid"]}))


def test_lists_that_are_asked_for_together_follow_each_other() -> None:
    assert phrases("labels", "instalments", "outstanding") == r"emis?|instal?ments?|outstanding|remaining|principal"
