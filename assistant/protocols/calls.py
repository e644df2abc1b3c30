"""What every protocol's calls need: arguments only where they are a JSON object, and an id of their own each."""

import json
from collections.abc import Mapping

from assistant.contract import Json
from assistant.strict_json import UnreadableJson, read_object


def arguments_of(stated: Json) -> tuple[Mapping[str, Json] | None, str]:
    """Arguments and their text. Nothing at all means no arguments; text that is not an object means None, never {}."""
    if stated is None or stated == "":
        return {}, ""
    text = stated if isinstance(stated, str) else json.dumps(stated)
    try:
        return read_object(text), text
    except UnreadableJson:
        return None, text


class Ids:
    """Gives each call of a turn an id: its own where it has one that no other has, else one made from `mint` and its place."""

    def __init__(self, mint: str) -> None:
        self._mint = mint
        self._given: list[str] = []

    def give(self, stated: str) -> str:
        given = stated if stated and stated not in self._given else self._minted()
        self._given.append(given)
        return given

    def _minted(self) -> str:
        wanted = f"{self._mint}-{len(self._given)}"
        while wanted in self._given:
            wanted += "-again"
        return wanted
