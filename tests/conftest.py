"""What every test may use."""

import os

from hypothesis import settings

pytest_plugins = ["pytester", "tests.servers", "tests.left_out"]

# A busy machine is no fault of the code; and what CI says of a commit today it says tomorrow.
settings.register_profile("tieout", deadline=None, derandomize="CI" in os.environ)
settings.register_profile("thorough", deadline=None, max_examples=10_000)  # pytest --hypothesis-profile=thorough FILE
settings.load_profile("tieout")
