"""Output limits are sent in each server's own field, and they determine the reserved cost."""

from decimal import Decimal

import pytest

from assistant.contract import Message, Request
from assistant.costs import CostMeter, Price
from assistant.dialects import DIALECTS
from assistant.limits import Limits
from assistant.loop import ToolLoop
from assistant.registry import provider
from assistant.scripted import says
from tests.assistant.conversations import QUESTION
from tests.assistant.local_server import serving
from tests.contract.wire import at_once

FIELDS = {
    "openai": ("max_output_tokens",),
    "azure": ("max_completion_tokens",),
    "groq": ("max_completion_tokens",),
    "mistral": ("max_tokens",),
    "xai": ("max_output_tokens",),
    "deepseek": ("max_tokens",),
    "ollama": ("max_tokens",),
    "openrouter": ("max_tokens",),
    "anthropic": ("max_tokens",),
    "gemini": ("generationConfig", "maxOutputTokens"),
    "vertex": ("generationConfig", "maxOutputTokens"),
    "compatible": ("max_tokens",),
}
PRICE = Price(input=Decimal(0), output=Decimal(1_000_000), longest_output=100_000)


class Remembering:
    """A ledger that records reservations."""

    def __init__(self) -> None:
        self.reserved: list[Decimal] = []

    def reserve(self, amount: Decimal) -> None:
        self.reserved.append(amount)

    def settle(self, *, reserved: Decimal, spent: Decimal) -> None: ...


def test_every_server_has_a_field_for_it() -> None:
    assert FIELDS.keys() == DIALECTS.keys()


@pytest.mark.parametrize(("name", "field"), FIELDS.items())
def test_it_is_in_every_request_and_the_worst_case_is_reserved_by_it(name: str, field: tuple[str, ...]) -> None:
    ledger = Remembering()
    with serving(at_once(DIALECTS[name].api, says("12.30"))) as server:
        asked = provider(name, model="m-1", base_url=server.url, api_key="key-1", environment={})
        loop = ToolLoop(asked, None, Limits(rounds=1), meter=CostMeter({"m-1": PRICE}, ledger=ledger), options={"max_output_tokens": 777})
        loop.run(QUESTION)

    ((_path, _headers, body),) = server.requests
    said = body
    for key in field:
        said = said[key]
    assert said == 777
    assert ledger.reserved == [Decimal(777)]


def test_without_it_the_longest_answer_of_the_model_is_reserved() -> None:
    assert PRICE.worst(Request(messages=[Message(role="user", text="How much?")])) == 100_000
