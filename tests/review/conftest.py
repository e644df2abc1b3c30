"""An organization to decide for."""

import pytest

from finance.models import Organization
from tests.pipeline.making import an_organization


@pytest.fixture
def ours() -> Organization:
    return an_organization()
