"""The measures of the shipped code (`make measures`)."""

from pathlib import Path

import pytest

from scripts.measures import COMPARED_AT, Module, formatted, lengths, measures

WIDE = """def total(*, opening: int, deposits: int, withdrawals: int, charges: int, interest: int) -> int:
    return opening + deposits - withdrawals - charges + interest
"""
NARROW = """def total(
    *, opening: int, deposits: int, withdrawals: int, charges: int, interest: int
) -> int:
    return opening + deposits - withdrawals - charges + interest
"""


@pytest.fixture
def module(tmp_path: Path) -> Module:
    path = tmp_path / "sums.py"
    path.write_text(WIDE)
    return Module("sums", path)


def test_a_function_is_measured_as_the_formatter_writes_it_in_narrower_lines(module: Module, tmp_path: Path) -> None:
    folder = tmp_path / "narrow"
    folder.mkdir()
    (narrow,) = formatted([module], COMPARED_AT[0], folder)

    assert narrow.text == NARROW
    assert (lengths([module]), lengths([narrow])) == ((50.0, (2, 2, 2)), (25.0, (4, 4, 4)))
    assert module.path.read_text() == WIDE


def test_all_widths_are_printed(module: Module) -> None:
    values = {name: value for name, value, _aim in measures([module])}

    assert (values["functions a 100 lines"], values["at 88 columns: functions a 100 lines"]) == (50.0, 25.0)
