"""The cost that a server itself bills counts where the tokens do not give it."""

import json
from decimal import Decimal

import pytest

from assistant.dialects import DIALECTS, Api, dialect
from assistant.protocols import Reply, codec

TICKS = {"total_tokens": 303, "cost_in_usd_ticks": 1466250}
CHAT = {
    "choices": [{"message": {"content": "19"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 12, "completion_tokens": 1, **TICKS},
}
RESPONSE = {"id": "r1", "status": "completed", "output": [], "usage": {"input_tokens": 12, "output_tokens": 1, **TICKS}}


@pytest.mark.parametrize(("api", "body"), [("chat", CHAT), ("responses", RESPONSE)])
def test_ticks_of_xai_are_ten_thousand_million_to_a_dollar(api: Api, body: object) -> None:
    turn = codec(api).decode(Reply(status=200, body=json.dumps(body)), dialect=dialect("xai", api))

    assert turn.usage.billed == Decimal("0.000146625")


@pytest.mark.parametrize("ticks", [-1, 1.5, "7", True, None])
def test_an_invalid_count_of_ticks_leaves_the_billed_amount_unknown(ticks: object) -> None:
    body = {**RESPONSE, "usage": {"input_tokens": 12, "output_tokens": 1, "cost_in_usd_ticks": ticks}}

    assert codec("responses").decode(Reply(status=200, body=json.dumps(body)), dialect=dialect("xai")).usage.billed is None


def test_xai_is_asked_where_it_gives_its_reasoning_back() -> None:
    assert (DIALECTS["xai"].api, DIALECTS["xai"].seals_reasoning) == ("responses", True)
