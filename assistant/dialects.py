"""The servers: where each is, which protocol it speaks, and where it differs from the others that speak it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from assistant.options import OPTIONS

Api = Literal["chat", "responses", "messages", "generate_content"]
Tools = Literal["native", "actions", "auto"]
WAYS: tuple[Tools, ...] = get_args(Tools)


def _fields(length: str, *, lacks: tuple[str, ...] = ("top_k",), **elsewhere: str) -> Mapping[str, str]:
    """Where a server has each option: under its own name, unless something else is said. None goes on from what it stored, and those
    that tell what they think do so unasked."""
    return {name: name for name in OPTIONS if name not in (*lacks, "store", "reasoning_text")} | {"max_output_tokens": length} | elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """One row of the table. An empty `base_url` must be given by settings; without `key_name` no key is needed."""

    name: str
    api: Api = "chat"
    base_url: str = ""
    key_name: str = ""
    schema: Literal["native", "object", "prompt"] = "native"
    """How an answer's schema is asked for: as a JSON schema, as any JSON object, or only in words."""
    schema_beside_tools: bool = False
    """Whether `schema` also holds while tools are offered; else in words, since many servers refuse both at once."""
    options: Mapping[str, str] = field(default_factory=lambda: _fields("max_tokens"))
    """Where Chat Completions has each option here. One that is not among them is left out."""
    forces: Literal["named", "required", "never"] = "named"
    """How a call is forced: by the tool's name, by the word alone with no other tool offered, or not at all."""
    replays: tuple[str, ...] = ()
    """Fields of an assistant's message that must come back as they came."""
    seals_reasoning: bool = False
    """Whether Responses can send the reasoning encrypted, to be given back."""
    beside_calls: str = ""
    """A field that a message with calls must have: empty in one that another provider made."""
    user_after_tool: bool = True
    """Whether a user's message may follow the results of tools."""
    tools: Tools = "native"
    """How tools are offered: as the protocol has them, as a schema of actions, or so once its model made no calls."""


_ROWS = (
    Dialect(
        name="openai",
        api="responses",
        base_url="https://api.openai.com/v1",
        key_name="OPENAI_API_KEY",
        schema_beside_tools=True,
        options=_fields("max_completion_tokens"),
        seals_reasoning=True,
    ),
    Dialect(
        name="azure",
        key_name="AZURE_OPENAI_API_KEY",
        schema_beside_tools=True,
        options=_fields("max_completion_tokens"),
        seals_reasoning=True,
    ),
    Dialect(
        name="groq",
        base_url="https://api.groq.com/openai/v1",
        key_name="GROQ_API_KEY",
        schema="object",  # JSON schemas only with some of its models
        # reasoning is not replayed: only Qwen 3 takes it back, the others answer with a 400 (console.groq.com/docs/changelog)
        options=_fields("max_completion_tokens", lacks=("top_k", "frequency_penalty", "presence_penalty")),
    ),
    Dialect(
        name="mistral",
        base_url="https://api.mistral.ai/v1",
        key_name="MISTRAL_API_KEY",
        replays=("content",),
        user_after_tool=False,
        options=_fields("max_tokens", seed="random_seed"),
    ),
    Dialect(
        name="xai",
        api="responses",  # over Chat Completions, which it calls deprecated, it gives no reasoning back (docs.x.ai, Best practices)
        base_url="https://api.x.ai/v1",
        key_name="XAI_API_KEY",
        seals_reasoning=True,
        options=_fields("max_completion_tokens"),
    ),
    Dialect(
        name="deepseek",
        base_url="https://api.deepseek.com",
        key_name="DEEPSEEK_API_KEY",
        schema="object",
        replays=("reasoning_content",),
        beside_calls="reasoning_content",  # a 400 without it where the model thinks, as it does by default
        options=_fields("max_tokens", lacks=("top_k", "seed")),
        forces="never",  # a 400 where the model thinks
    ),
    Dialect(
        name="ollama",
        base_url="http://localhost:11434/v1",
        replays=("reasoning",),
        forces="never",  # it takes the wish and ignores it
        tools="auto",
    ),
    Dialect(
        name="openrouter",
        base_url="https://openrouter.ai/api/v1",
        key_name="OPENROUTER_API_KEY",
        schema="prompt",  # what is behind it may know neither of the others
        replays=("reasoning_details",),
        seals_reasoning=True,
        options=_fields("max_tokens", lacks=(), reasoning_effort="reasoning.effort"),
    ),
    Dialect(name="anthropic", api="messages", base_url="https://api.anthropic.com", key_name="ANTHROPIC_API_KEY"),
    Dialect(name="gemini", api="generate_content", base_url="https://generativelanguage.googleapis.com/v1beta", key_name="GEMINI_API_KEY"),
    Dialect(
        name="vertex",
        api="generate_content",
        base_url="https://aiplatform.googleapis.com/v1beta1/publishers/google",  # a key's own project; another one's has its address
        key_name="GOOGLE_API_KEY",
    ),
    Dialect(
        name="compatible",
        schema="prompt",
        replays=("reasoning_content", "reasoning", "extra_content"),
        options=_fields("max_tokens", lacks=()),
        forces="required",  # local servers refuse a name
        tools="auto",
    ),
)
DIALECTS = {row.name: row for row in _ROWS}


def dialect(name: str, api: Api | None = None) -> Dialect:
    """The row of a server, speaking `api` where that is said. One that is not in the table is some compatible server."""
    row = DIALECTS.get(name, DIALECTS["compatible"])
    return replace(row, api=api) if api else row


def enforcing(server: Dialect) -> Dialect:
    """The same server, asked to hold answers to their schema, where it is else only told of it."""
    return replace(server, schema="native") if server.schema == "prompt" else server


def headers(server: Dialect, key: str) -> dict[str, str]:
    """What a server that is not reached through a package wants to be told with every request."""
    if server.api == "messages":
        return {"x-api-key": key, "anthropic-version": "2023-06-01"}
    return {"x-goog-api-key": key}
