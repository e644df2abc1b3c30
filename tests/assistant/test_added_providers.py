"""A provider that an installed package adds by an entry point is chosen by its name."""

import sys
from pathlib import Path

import pytest

from assistant.contract import Message
from assistant.dialects import DIALECTS
from assistant.loop import ToolLoop
from assistant.registry import ProviderNotConfigured, names, provider

MODULE = """
from assistant.contract import Turn, Unstreamed


class InHouse(Unstreamed):
    name = "in-house"

    def __init__(self, model, base_url, api_key):
        self.model, self.said = model, f"{model} at {base_url} with {api_key}"

    def generate(self, request):
        return Turn(text=self.said, model=self.model)


def provider(*, model, base_url, api_key):
    return InHouse(model, base_url, api_key)
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution that is installed for the test: a module and the metadata that an installer writes."""
    (tmp_path / "in_house_models.py").write_text(MODULE)
    metadata = tmp_path / "in_house_models-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: in-house-models\nVersion: 1.0\n")
    points = "in-house = in_house_models:provider\nopenai = in_house_models:provider\n"
    (metadata / "entry_points.txt").write_text(f"[tieout.providers]\n{points}")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "in_house_models", raising=False)


@pytest.mark.usefixtures("installed")
def test_a_provider_of_an_installed_package_answers_under_its_name() -> None:
    chosen = provider("in-house", model="m-1", base_url="https://models.example", api_key="key-1")

    assert names() == (*DIALECTS, "in-house")
    assert ToolLoop(chosen).run([Message(role="user", text="Who are you?")]).text == "m-1 at https://models.example with key-1"


@pytest.mark.usefixtures("installed")
def test_a_name_of_the_table_is_not_replaced() -> None:
    with pytest.raises(ProviderNotConfigured, match="OPENAI_API_KEY"):
        provider("openai", model="m-1", environment={})


def test_a_name_that_nothing_adds_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ProviderNotConfigured, match="there is no provider 'in-house'; there are openai"):
        provider("in-house", model="m-1")
