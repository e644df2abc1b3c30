"""The table of names of currencies."""

from scripts.currency_names import TABLE, written


def test_the_table_is_as_its_script_writes_it() -> None:
    assert TABLE.read_text(encoding="utf-8") == written(), "python -m scripts.currency_names"
