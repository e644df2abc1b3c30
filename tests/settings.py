"""The settings of tests: the product's own, with its data in a folder that goes away and the guard of tenants on.

A process that a test starts loads the product's settings and inherits the folders from the environment.
"""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

if "pytest" in sys.modules:
    data = tempfile.mkdtemp(prefix="tieout-tests-")
    atexit.register(shutil.rmtree, data, ignore_errors=True)
    os.environ |= {
        "ENV_FILE": os.devnull,
        "DATA_DIR": data,
        "MEDIA_ROOT": str(Path(data) / "media"),
        "TENANT_GUARD": "true",
        "PROVIDER_TRIES": "1",
        "LOG_LEVEL": "WARNING",
    }
    os.environ.pop("PRODUCTION", None)

from config.settings import *  # noqa: F403  the environment must be set before it is read
from config.settings import DATABASES

WHITENOISE_AUTOREFRESH = True
"""Static files are looked for when they are asked for. Otherwise each client of a test begins by looking at all of them (20 ms)."""
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as in the product: a worker process of a test opens the same one.
    DATABASES["default"]["TEST"] = {"NAME": str(Path(os.environ["DATA_DIR"]) / "test.sqlite3")}
