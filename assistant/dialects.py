"""Table of servers: address, protocol, and differences from other servers with the same protocol."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from assistant.contract import OPTIONS

Api = Literal["chat", "responses", "messages", "generate_content"]
Tools = Literal["native", "actions", "auto"]
Schema = Literal["native", "object", "prompt", "auto"]
WAYS: tuple[Tools, ...] = get_args(Tools)
SCHEMAS: tuple[Schema, ...] = get_args(Schema)


def _fields(length: str, *, lacks: tuple[str, ...] = (), **elsewhere: str) -> Mapping[str, str]:
    """Return the fields of a server by option, each under its own name unless given in `elsewhere`. No such server continues from stored
    answers, and those that send their reasoning do so unasked."""
    return {name: name for name in OPTIONS if name not in (*lacks, "store", "reasoning_text")} | {"max_output_tokens": length} | elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """One row of the table. An empty `base_url` must be given by settings; without `key_name` no key is needed."""

    name: str
    api: Api = "chat"
    base_url: str = ""
    key_name: str = ""
    schema: Schema = "native"
    """Form of an answer's schema: a JSON schema, any JSON object, or only words; `auto` is the first of them that the server takes, beside
    words: a local server shows a schema that it enforces to no model."""
    schema_beside_tools: bool = False
    """True if `schema` also holds while tools are offered; else it is given in words, since many servers refuse both at once."""
    options: Mapping[str, str] = field(default_factory=lambda: _fields("max_tokens"))
    """Fields of the options in Chat Completions. Options without a field are left out."""
    forces: Literal["named", "required", "never"] = "named"
    """Way to force a call: by the tool's name, by the word alone with no other tool offered, or not at all."""
    replays: tuple[str, ...] = ()
    """Fields of an assistant's message that must come back as they came."""
    seals_reasoning: bool = False
    """True if Responses can send the reasoning encrypted, to be given back."""
    beside_calls: str = ""
    """A field that a message with calls must have: empty in one that another provider made."""
    user_after_tool: bool = True
    """True if a user's message may follow the results of tools."""
    tools: Tools = "native"
    """Way to offer tools: as the protocol has them, as a schema of actions, or as actions once the model has made no calls."""


def forget(_name: str, _way: str) -> None:
    """Remember nothing beyond the process."""


@dataclass(slots=True, kw_only=True)
class Abilities:
    """Ways of one model at its server, as its refusals taught them; empty is unknown. `tools` is `actions` if it makes no calls, `schema`
    is the form that it takes, `answers` is `whole` if it streams none. `keep` receives each by its name, to be remembered."""

    tools: str = ""
    schema: str = ""
    answers: str = ""
    keep: Callable[[str, str], None] = forget

    def learn(self, name: Literal["tools", "schema", "answers"], way: str) -> None:
        setattr(self, name, way)
        self.keep(name, way)


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
        options=_fields("max_completion_tokens"),
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
        options=_fields("max_tokens", lacks=("seed",)),
        forces="never",  # a 400 where the model thinks
    ),
    Dialect(
        name="ollama",
        base_url="http://localhost:11434/v1",
        schema="auto",
        replays=("reasoning",),
        forces="never",  # it takes the wish and ignores it
        tools="auto",
    ),
    Dialect(
        name="openrouter",
        base_url="https://openrouter.ai/api/v1",
        key_name="OPENROUTER_API_KEY",
        schema="prompt",  # the servers behind it may know neither of the others
        replays=("reasoning_details",),
        seals_reasoning=True,
        options=_fields("max_tokens", reasoning_effort="reasoning.effort"),
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
        schema="auto",
        replays=("reasoning_content", "reasoning", "extra_content"),
        forces="required",  # local servers refuse a name
        tools="auto",
    ),
)
DIALECTS = {row.name: row for row in _ROWS}


def dialect(name: str, api: Api | None = None) -> Dialect:
    """Return the row of a server, with the protocol `api` if one is given. An unknown server gets the row of compatible servers."""
    row = DIALECTS.get(name, DIALECTS["compatible"])
    return replace(row, api=api) if api else row


def headers(server: Dialect, key: str) -> dict[str, str]:
    """Return the headers that a server expects with every request, if it is not reached through a package."""
    if server.api == "messages":
        return {"x-api-key": key, "anthropic-version": "2023-06-01"}
    return {"x-goog-api-key": key}
