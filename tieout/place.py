"""Folders of the product's packages and of a user's data, in a checkout and in an installed Tieout.

In the wheel, the packages (`finance`, `config`, ...), templates and samples are together in `tieout/house/`, laid out as in a checkout:
names as common as `config` in site-packages would collide with those of other programs, and all code that looks for a file beside the
settings finds it. That folder, in a checkout the project's own, is put on the path before Django starts, and into PYTHONPATH for child
processes. The data of an installed Tieout is in the user's own folder for data, since site-packages is not writable; of a checkout it
stays in `data/`. `DATA_DIR` names another."""

import os
import sys
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parent
HOUSE = PACKAGE / "house"


def is_installed() -> bool:
    return HOUSE.is_dir()


def root() -> Path:
    """Return the folder of the packages."""
    return HOUSE if is_installed() else PACKAGE.parent


def data_folder() -> Path:
    if named := os.environ.get("DATA_DIR"):
        return Path(named).absolute()
    return user_data_path("tieout", appauthor=False) if is_installed() else root() / "data"


def media_folder() -> Path:
    return Path(os.environ.get("MEDIA_ROOT") or data_folder() / "media").absolute()


def settle() -> None:
    """Make the packages importable, here and in child processes, and set the folder of data. May be called again."""
    here = str(root())
    if here not in sys.path:
        sys.path.insert(0, here)
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if here not in paths:
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [here, *paths]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if is_installed():
        os.environ["DATA_DIR"] = str(data_folder())
        os.environ.setdefault("ENV_FILE", str(data_folder() / "settings.env"))
        os.environ.setdefault("LOG_LEVEL", "WARNING")
