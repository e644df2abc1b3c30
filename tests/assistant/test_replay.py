"""`python -m assistant.replay`: a record in, a turn out."""

import json
import subprocess
import sys
from typing import Any

from assistant.replay import answer
from tests.deployment.processes import PATIENCE
from tests.project import PROJECT

RECORD: dict[str, Any] = {"provider": "openai", "api": "chat", "stream": False, "status": 200, "headers": {}}
CALL = {"id": "c1", "function": {"name": "look_up", "arguments": '{"account": "a"}'}}
BODY = {
    "id": "r1",
    "model": "m",
    "choices": [{"message": {"content": None, "reasoning": "hm", "tool_calls": [CALL]}, "finish_reason": "tool_calls"}],
    "usage": {"prompt_tokens": 10, "completion_tokens": 5},
}


def replayed(*records: dict[str, Any]) -> list[Any]:
    lines = "\n".join(json.dumps(record) for record in records)
    run = subprocess.run(
        [sys.executable, "-m", "assistant.replay"], cwd=PROJECT, input=lines, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_each_record_is_answered_on_its_line() -> None:
    turn, limited = replayed(
        {**RECORD, "body": json.dumps(BODY)},
        {**RECORD, "status": 429, "headers": {"retry-after": "7"}, "body": '{"error": {"message": "slow down"}}'},
    )

    assert turn == {
        "ok": True,
        "text": "",
        "tool_calls": [{"id": "c1", "name": "look_up", "arguments": {"account": "a"}, "provider_executed": False}],
        "finish_reason": "tool_calls",
        "reasoning": "hm",
        "usage": {"input_tokens": 10, "output_tokens": 5, "cached_input_tokens": None, "reasoning_tokens": None},
        "model": "m",
        "response_id": "r1",
    }
    assert limited == {"ok": False, "error": {"code": "rate_limited", "retry_after": 7.0, "message": "slow down"}}


def test_a_protocol_that_does_not_exist_is_named() -> None:
    told = answer({**RECORD, "api": "telex", "body": "{}"})["error"]

    assert told["code"] == "invalid_request"
    assert "there is no protocol 'telex'" in told["message"]


def test_any_name_of_a_provider_is_some_compatible_server() -> None:
    assert answer({**RECORD, "provider": "never heard of", "body": json.dumps(BODY)})["ok"] is True


def test_a_body_that_was_cut_by_half_a_character_prints() -> None:
    (turn,) = replayed({**RECORD, "body": '{"choices": [{"message": {"content": "\\ud83d"}, "finish_reason": "stop"}]}'})

    assert turn["text"] == "\ufffd"
