"""What tests of the pipeline share."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.pipeline.local_model import Json, serving_a_model


@pytest.fixture
def asked(settings: Settings) -> Iterator[list[Json]]:
    """What the model of this machine was asked, while it is the configured one."""
    with serving_a_model() as (url, asked):
        settings.PROVIDER, settings.PROVIDER_MODEL = "compatible", "small-model"
        settings.PROVIDER_BASE_URL, settings.PROVIDER_API_KEY = url, "a-key"
        yield asked
