"""Every provider, each made to answer as a test wants."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from assistant.contract import Provider, ProviderError, Turn
from assistant.dialects import DIALECTS, Api
from assistant.registry import provider
from assistant.scripted import ScriptedProvider
from tests.assistant.local_server import Answer, serving
from tests.contract.wire import as_stream, at_once

Line = Turn | ProviderError
STATUS = {"authentication": 401, "rate_limited": 429, "overloaded": 503, "invalid_request": 400}


@dataclass(slots=True)
class House:
    """A provider at home. `sent` are the bodies that its server was sent."""

    provider: Provider
    sent: list[Any] = field(default_factory=list)


Opening = Callable[..., AbstractContextManager[House]]


def wired(name: str, api: Api) -> Opening:
    @contextmanager
    def opened(lines: Sequence[Line], *, stream: bool = False) -> Iterator[House]:
        answers = [_refusal(line) if isinstance(line, ProviderError) else (as_stream if stream else at_once)(api, line) for line in lines]
        with serving(*answers) as server:
            house = House(provider(name, model="m-1", api=api, base_url=server.url, api_key="key-1", seconds=5.0))
            yield house
            house.sent += [body for _, _, body in server.requests]

    return opened


@contextmanager
def scripted(lines: Sequence[Line], *, stream: bool = False) -> Iterator[House]:
    """Streams as it answers."""
    yield House(ScriptedProvider(lines))


def _refusal(error: ProviderError) -> Answer:
    waiting = {} if error.retry_after is None else {"retry-after": f"{error.retry_after:g}"}
    return Answer(body="{}", status=STATUS[error.code], headers={"content-type": "application/json", **waiting})


_SECOND: tuple[tuple[str, Api], ...] = (("openai", "chat"), ("azure", "responses"), ("xai", "responses"), ("compatible", "responses"))
WIRED = {name: (name, row.api) for name, row in DIALECTS.items()} | {f"{name} over {api}": (name, api) for name, api in _SECOND}
HOUSES: dict[str, Opening] = {"scripted": scripted} | {told: wired(name, api) for told, (name, api) in WIRED.items()}
