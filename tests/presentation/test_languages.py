"""No word of the product is left without its translation."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

CATALOGUES = sorted((Path(__file__).parents[2] / "locale").glob("*/LC_MESSAGES/django.po"))


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parts[-3])
def test_every_string_is_translated(catalogue: Path) -> None:
    with catalogue.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]

    forms = [(message, message.string if isinstance(message.string, tuple | list) else [message.string]) for message in messages]

    assert [message.id for message, strings in forms if message.fuzzy or not all(strings)] == []
