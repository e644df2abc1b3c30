"""From a Request to the body of a generateContent request."""

import re
from collections.abc import Mapping

from assistant.contract import Json, Request
from assistant.dialects import Dialect
from assistant.options import dropped, placed
from assistant.protocols.asking import forced, narrowed, with_listed_stop, with_schema_in_words
from assistant.protocols.generate_content.contents import OLDER, contents_of
from assistant.protocols.values import mapping

FIELDS = {
    "temperature": "generationConfig.temperature",
    "top_p": "generationConfig.topP",
    "top_k": "generationConfig.topK",
    "frequency_penalty": "generationConfig.frequencyPenalty",
    "presence_penalty": "generationConfig.presencePenalty",
    "seed": "generationConfig.seed",
    "stop": "generationConfig.stopSequences",
    "max_output_tokens": "generationConfig.maxOutputTokens",
    "reasoning_effort": "generationConfig.thinkingConfig.thinkingLevel",
    "reasoning_text": "generationConfig.thinkingConfig.includeThoughts",
}
_NEVER_THINKS = re.compile(r"gemini-(1|2\.0)")
_BUDGETS = {"none": 0, "minimal": 512, "low": 1024, "medium": 8192, "high": 24_576}
_WORDS = frozenset(
    {
        *("$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items", "prefixItems"),
        *("minItems", "maxItems", "minimum", "maximum", "anyOf", "properties", "additionalProperties", "required"),
    }
)
"""Keywords of a schema (ai.google.dev/api/generate-content, responseJsonSchema); a model may ignore others, or refuse them."""


def encode(request: Request, *, model: str, dialect: Dialect) -> dict[str, Json]:
    """Return the body to send. Raises ProviderError for an unknown option, with its name."""
    older = OLDER.search(model) is not None
    in_words = request.output_schema is not None and older and bool(request.tools)
    body = placed(with_listed_stop(request.options), _fields(model))
    config = _config(mapping(body.get("generationConfig")), older=older)
    if request.output_schema is not None and not in_words:
        config |= {"responseMimeType": "application/json", "responseJsonSchema": narrowed(request.output_schema, _WORDS)}
    if config:
        body["generationConfig"] = config
    instructions = with_schema_in_words(request) if in_words else request.instructions
    if instructions:
        body["systemInstruction"] = {"parts": [{"text": instructions}]}
    return body | {"contents": contents_of(request.messages, model=model, dialect=dialect), **_tools(request)}


def notes(request: Request, *, model: str, dialect: Dialect) -> tuple[str, ...]:
    """Return notes on the parts of the request that this server cannot be asked for."""
    return dropped(request.options, _fields(model))


def _fields(model: str) -> Mapping[str, str]:
    return {name: place for name, place in FIELDS.items() if name != "reasoning_text" or not _NEVER_THINKS.search(model)}


def _config(config: Mapping[str, Json], *, older: bool) -> dict[str, Json]:
    """Return the configuration with its effort as the model expects it: as a level, or in tokens."""
    thinking = mapping(config.get("thinkingConfig"))
    level = thinking.get("thinkingLevel")
    if not older or level not in _BUDGETS:
        return dict(config)
    rest = {name: value for name, value in thinking.items() if name != "thinkingLevel"}
    return {**config, "thinkingConfig": {**rest, "thinkingBudget": _BUDGETS[level]}}


def _tools(request: Request) -> dict[str, Json]:
    declared = [
        {"name": tool.name, "description": tool.description, "parametersJsonSchema": narrowed(tool.parameters, _WORDS)}
        for tool in request.tools
    ]
    if not declared:
        return {}
    way = {"mode": "ANY", "allowedFunctionNames": [forced(request)]} if forced(request) else {}
    return {"tools": [{"functionDeclarations": declared}]} | ({"toolConfig": {"functionCallingConfig": way}} if way else {})
