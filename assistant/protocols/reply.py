"""An HTTP answer before it is decoded."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A provider's HTTP answer. `body` is the whole text, for `stream` the whole event stream."""

    status: int
    body: str
    stream: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers.items() if key.lower() == name), "")
