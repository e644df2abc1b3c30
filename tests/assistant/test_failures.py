"""A provider's error becomes a code that determines the next step."""

import json
from typing import Any

import pytest

from assistant.contract import Cause, ErrorCode
from assistant.protocols import Reply
from assistant.protocols.replies import failure, failure_in, retry_after


@pytest.mark.parametrize(
    ("status", "error", "code"),
    [
        (400, {"message": "Unsupported value", "type": "invalid_request_error"}, "invalid_request"),
        (400, {"message": "This endpoint's maximum context length is 200000 tokens."}, "context_length"),
        (400, {"message": "prompt too long; exceeded max context length by 12 tokens"}, "context_length"),
        (500, {"message": "the request exceeds the available context size"}, "context_length"),
        (400, {"code": "content_filter", "message": "The response was filtered."}, "content_filter"),
        (400, {"message": "Incorrect API key provided"}, "authentication"),
        (401, {"message": "Unauthorized"}, "authentication"),
        (403, {"message": "Forbidden"}, "authentication"),
        (404, {"code": "model_not_found", "message": "no such model"}, "invalid_request"),
        (413, {"code": "rate_limit_exceeded", "message": "Request too large for tokens per minute"}, "rate_limited"),
        (429, {"code": "insufficient_quota", "message": "quota"}, "rate_limited"),
        (500, {"message": "The server had an error"}, "overloaded"),
        (529, {"type": "overloaded_error"}, "overloaded"),
        (402, {"message": "Insufficient credits"}, "other"),
        (302, "moved", "other"),
    ],
)
def test_a_status_and_its_error_have_one_code(status: int, error: Any, code: ErrorCode) -> None:
    assert failure(Reply(status=status, body=json.dumps({"error": error}))).code == code


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ({"code": 429, "message": "slow down"}, "rate_limited"),
        ({"code": "tool_use_failed", "status_code": 400}, "invalid_request"),
        ({"message": "something"}, "other"),
        (True, "other"),
    ],
)
def test_an_error_inside_a_200_gets_its_code_from_its_own_body(error: Any, code: ErrorCode) -> None:
    assert failure_in({"error": error}, status=200).code == code


OLLAMA = {"type": "api_error", "param": None, "code": None}


@pytest.mark.parametrize(
    ("status", "error", "code", "cause"),
    [
        (400, {"message": "registry.ollama.ai/library/gemma3:4b does not support tools", **OLLAMA}, "invalid_request", "no_tools"),
        (404, {"message": 'model "qwen3:8b" not found, try pulling it first', **OLLAMA}, "invalid_request", "unknown_model"),
        (404, {"message": "model 'qwen3:8b' not found", **OLLAMA}, "invalid_request", "unknown_model"),
        (
            400,
            {
                "message": '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
                "type": "BadRequestError",
            },
            "invalid_request",
            "no_tools",
        ),
        (500, {"message": "tools param requires --jinja flag", "type": "server_error", "code": 500}, "overloaded", "no_tools"),
        (501, {"message": "This server does not support tools.", "type": "not_supported_error"}, "invalid_request", "no_tools"),
        (404, {"message": "No endpoints found that support tool use.", "code": 404}, "invalid_request", "no_tools"),
        (400, {"message": "`tool calling` is not supported with this model"}, "invalid_request", "no_tools"),
        (402, {"message": "Insufficient credits", "code": 402}, "other", "no_credit"),
        (402, {"message": "Insufficient Balance", "type": "unknown_error"}, "other", "no_credit"),
        (
            400,
            {"message": "Your credit balance is too low", "type": "invalid_request_error"},
            "invalid_request",
            "no_credit",
        ),
        (429, {"code": "insufficient_quota", "message": "You exceeded your current quota"}, "rate_limited", "no_credit"),
        (429, {"status": "RESOURCE_EXHAUSTED", "message": "You exceeded your current quota"}, "rate_limited", ""),
        (404, {"message": "nothing here"}, "invalid_request", "unknown_model"),
        (400, {"message": "Invalid model: small"}, "invalid_request", "unknown_model"),
        (400, {"message": "Unsupported parameter: 'temperature' is not supported with this model."}, "invalid_request", ""),
        (400, {"message": "No tool output found for tool call call-a."}, "invalid_request", ""),
        (503, {"message": "the model is loading", "type": "unavailable_error"}, "overloaded", ""),
    ],
)
def test_a_status_outranks_words_and_a_refusal_names_its_cause(status: int, error: Any, code: ErrorCode, cause: Cause) -> None:
    failed = failure(Reply(status=status, body=json.dumps({"error": error})))

    assert (failed.code, failed.cause) == (code, cause)
    assert failed.passes is (not cause and code in ("rate_limited", "overloaded"))


@pytest.mark.parametrize("body", ["", "<html>Bad gateway</html>", "null", '{"detail": "Bad gateway"}', '{"message": "Bad gateway"}', '"x"'])
def test_an_error_of_any_shape_is_an_error(body: str) -> None:
    error = failure(Reply(status=502, body=body))

    assert (error.code, error.status) == ("overloaded", 502)


def test_a_message_is_never_longer_than_a_screen() -> None:
    assert len(failure(Reply(status=500, body="x" * 100_000)).message) == 500


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 30.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "9" * 30}, None),
        ({}, None),
    ],
)
def test_the_wait_is_taken_from_the_providers_headers_or_unknown(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(Reply(status=429, body="", headers=headers)) == seconds
