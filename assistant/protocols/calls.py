"""Arguments and ids of calls, for every protocol: arguments only if they are a JSON object, and unique ids."""

import json
from collections.abc import Mapping

from assistant.contract import Json
from assistant.strict_json import UnreadableJson, read_object


def arguments_of(stated: Json) -> tuple[Mapping[str, Json] | None, str]:
    """Return arguments and their text. An empty value means no arguments; text that is no object means None, never {}."""
    if stated is None or stated == "":
        return {}, ""
    text = stated if isinstance(stated, str) else json.dumps(stated)
    try:
        return read_object(text), text
    except UnreadableJson:
        return None, text


class Ids:
    """Gives each call of a turn an id: its own if that is unique, else one made from `mint` and its place."""

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
