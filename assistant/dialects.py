"""The servers that speak Chat Completions: where each is, and where it differs from the rest."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """One row of the table. An empty `base_url` must be given by settings; without `key_name` no key is needed."""

    name: str
    base_url: str = ""
    key_name: str = ""
    schema: Literal["native", "object", "prompt"] = "native"
    """How an answer's schema is asked for: as a JSON schema, as any JSON object, or only in words."""
    schema_beside_tools: bool = False
    """Whether `schema` also holds while tools are offered; else in words, since many servers refuse both at once."""
    answer_length: str = "max_tokens"
    """The field that limits the length of an answer."""
    replays: tuple[str, ...] = ()
    """Fields of an assistant's message that must come back as they came."""
    beside_calls: str = ""
    """A field that a message with calls must have: empty in one that another provider made."""
    user_after_tool: bool = True
    """Whether a user's message may follow the results of tools."""


_ROWS = (
    Dialect(
        name="openai",
        base_url="https://api.openai.com/v1",
        key_name="OPENAI_API_KEY",
        schema_beside_tools=True,
        answer_length="max_completion_tokens",
    ),
    Dialect(name="azure", key_name="AZURE_OPENAI_API_KEY", schema_beside_tools=True, answer_length="max_completion_tokens"),
    Dialect(
        name="groq",
        base_url="https://api.groq.com/openai/v1",
        key_name="GROQ_API_KEY",
        schema="object",  # JSON schemas only with some of its models
        answer_length="max_completion_tokens",
    ),
    Dialect(name="mistral", base_url="https://api.mistral.ai/v1", key_name="MISTRAL_API_KEY", replays=("content",), user_after_tool=False),
    Dialect(name="xai", base_url="https://api.x.ai/v1", key_name="XAI_API_KEY"),
    Dialect(
        name="deepseek",
        base_url="https://api.deepseek.com",
        key_name="DEEPSEEK_API_KEY",
        schema="object",
        replays=("reasoning_content",),
        beside_calls="reasoning_content",  # a 400 without it where the model thinks, as it does by default
    ),
    Dialect(name="ollama", base_url="http://localhost:11434/v1", replays=("reasoning",)),
    Dialect(
        name="openrouter",
        base_url="https://openrouter.ai/api/v1",
        key_name="OPENROUTER_API_KEY",
        schema="prompt",  # what is behind it may know neither of the others
        replays=("reasoning_details",),
    ),
    Dialect(name="compatible", schema="prompt", replays=("reasoning_content", "reasoning", "extra_content")),
)
DIALECTS = {row.name: row for row in _ROWS}


def dialect(name: str) -> Dialect:
    """The row of a server; one that is not in the table is some compatible server."""
    return DIALECTS.get(name, DIALECTS["compatible"])
