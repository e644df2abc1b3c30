"""Fixtures for tests of the pipeline."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.pipeline.local_model import Json, serving_a_model


@pytest.fixture
def asked(settings: Settings) -> Iterator[list[Json]]:
    """Yield the requests to this machine's model, which is the configured one."""
    with serving_a_model() as (url, asked):
        settings.PROVIDER, settings.PROVIDER_MODEL = "compatible", "small-model"
        settings.PROVIDER_BASE_URL, settings.PROVIDER_API_KEY = url, "a-key"
        yield asked
