"""What every test may use."""

pytest_plugins = ["pytester", "tests.servers", "tests.left_out"]
