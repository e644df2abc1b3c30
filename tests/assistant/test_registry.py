"""A provider is imported when it is chosen, and not before."""

import subprocess
import sys
from typing import Any, cast

import pytest

from assistant.dialects import DIALECTS
from assistant.registry import ProviderNotConfigured, provider
from tests.deployment.processes import PATIENCE
from tests.project import PROJECT

NAMES = ("openai", "azure", "groq", "mistral", "xai", "deepseek", "ollama", "openrouter", "anthropic", "gemini", "vertex", "compatible")


def test_importing_the_assistant_imports_no_vendors_package() -> None:
    code = (
        "import sys, assistant, assistant.registry, assistant.loop, assistant.replay, assistant.scripted;"
        "print(sorted({'openai', 'httpx2', 'pydantic', 'django'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True, timeout=PATIENCE)

    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("name", NAMES)
def test_every_server_of_the_table_makes_a_provider(name: str) -> None:
    base_url = "" if DIALECTS[name].base_url else "http://127.0.0.1:9/v1"
    chosen = provider(name, model="m", base_url=base_url, environment={DIALECTS[name].key_name: "k"})

    assert (chosen.name, chosen.model) == (name, "m")


@pytest.mark.parametrize(
    ("name", "model", "missing"),
    [
        ("openai", "m", "set OPENAI_API_KEY"),
        ("compatible", "m", "needs a base URL"),
        ("mistral", "", "needs the name of a model"),
        ("nobody", "m", "there is no provider 'nobody'"),
    ],
)
def test_a_missing_setting_of_a_provider_is_named(name: str, model: str, missing: str) -> None:
    with pytest.raises(ProviderNotConfigured, match=missing):
        provider(name, model=model, environment={})


def test_a_local_server_needs_no_key() -> None:
    assert provider("ollama", model="m", environment={}).name == "ollama"


def test_a_server_speaks_the_protocol_that_is_asked_for() -> None:
    with pytest.raises(ProviderNotConfigured, match="there is no protocol 'morse'; there are chat"):
        provider("ollama", model="m", api=cast("Any", "morse"), environment={})
