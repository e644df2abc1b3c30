"""The connections of a provider can be closed: the same for every provider of the table, however it offers tools."""

from collections.abc import Iterator

import httpx2
import pytest

from assistant.contract import ProviderError, Request, Turn, closed_at_end
from assistant.dialects import Tools
from assistant.loop import ToolLoop
from assistant.masking import Masked
from assistant.registry import provider
from assistant.scripted import ScriptedProvider
from tests.assistant.conversations import QUESTION
from tests.connections import clients_made, sockets_left_open
from tests.contract.providers import HOUSES, WIRED
from tests.pipeline.local_model import serving_a_model

SAID = Turn(text="It is 12.30.")
ASKED = Request(messages=QUESTION)
every_server = pytest.mark.parametrize("name", WIRED)


@pytest.fixture
def clients() -> Iterator[list[httpx2.Client]]:
    with clients_made() as made:
        yield made


@every_server
@pytest.mark.parametrize("stream", [False, True])
def test_a_closed_provider_has_no_open_client(name: str, stream: bool, clients: list[httpx2.Client]) -> None:
    with HOUSES[name]([SAID], stream=stream) as house, closed_at_end([house.provider]):
        list(house.provider.stream(ASKED)) if stream else house.provider.generate(ASKED)
        assert [client.is_closed for client in clients] == [False]

    assert [client.is_closed for client in clients] == [True]


@every_server
def test_a_provider_that_fails_is_closed(name: str, clients: list[httpx2.Client]) -> None:
    refusal = ProviderError("authentication", "no")
    with HOUSES[name]([refusal]) as house, pytest.raises(ProviderError), closed_at_end([house.provider]):
        house.provider.generate(ASKED)

    assert [client.is_closed for client in clients] == [True]


@pytest.mark.parametrize("name", HOUSES)
def test_closing_twice_and_without_a_request_is_no_error(name: str, clients: list[httpx2.Client]) -> None:
    with HOUSES[name]([]) as house:
        house.provider.close()
        house.provider.close()

    assert clients == []


@every_server
def test_a_request_after_closing_opens_a_new_client(name: str, clients: list[httpx2.Client]) -> None:
    with HOUSES[name]([SAID, SAID]) as house, closed_at_end([house.provider]):
        house.provider.generate(ASKED)
        house.provider.close()
        house.provider.generate(ASKED)

    assert [client.is_closed for client in clients] == [True, True]


@pytest.mark.parametrize("tools", ["native", "auto", "actions"])
def test_a_closed_provider_leaves_no_socket_open(tools: Tools) -> None:
    with serving_a_model() as (url, _), sockets_left_open() as left:
        chosen = Masked(provider("compatible", model="m-1", base_url=url, environment={}, tools=tools))
        with closed_at_end([chosen]):
            ToolLoop(chosen).run(QUESTION)
        del chosen

    assert left == []


def test_a_provider_that_is_not_closed_leaves_a_socket_open() -> None:
    with serving_a_model() as (url, _), sockets_left_open() as left:
        chosen = provider("compatible", model="m-1", base_url=url, environment={}, tools="native")
        ToolLoop(chosen).run(QUESTION)
        del chosen

    assert len(left) == 1


class Unclosable(ScriptedProvider):
    def close(self) -> None:
        raise OSError("broken")


def test_the_others_are_closed_where_closing_one_fails(clients: list[httpx2.Client]) -> None:
    with HOUSES["openai"]([SAID]) as house:
        broken = Unclosable([])
        house.provider.generate(ASKED)
        with pytest.raises(OSError, match="broken"), closed_at_end([broken, house.provider, broken]):
            pass

    assert [client.is_closed for client in clients] == [True]
