"""Settings that cannot work are refused at the start, in words."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forked
from tests.deployment.processes import PATIENCE
from tests.project import PROJECT

MASTER_KEY = "YSBtYXN0ZXIga2V5IGZvciB0aGlzIGNoZWNrIG9ubHk="
SERVER = {
    "PRODUCTION": "true",
    "SECRET_KEY": "k" * 60,
    "ENCRYPTION_KEYS": MASTER_KEY,
    "ALLOWED_HOSTS": "tieout.example",
    "REDIS_URL": "",
    "DATABASE_URL": "",
}

PRICED = {"PROVIDER_DAILY_LIMIT": "5", "PROVIDER": "openai", "PROVIDER_MODEL": "gpt-5-mini"}


def said_by_check(environment: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """`manage.py check` in a process of its own, with these settings."""
    ours = {"ENV_FILE": os.devnull, "DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    return forked.run(["manage.py", "check"], os.environ | ours | environment, warnings_are_errors=True)


INSECURE = "django-insecure-" + "k" * 60
WRONG = [
    (
        SERVER | {"ALLOWED_HOSTS": "", "SECRET_KEY": "", "DEBUG": "true", "ENCRYPTION_KEYS": ""},
        ["Set ALLOWED_HOSTS", "Set SECRET_KEY", "Set DEBUG=false", "there is no master key"],
    ),
    (
        SERVER | {"ALLOWED_HOSTS": "*", "SECRET_KEY": "short", "ENCRYPTION_KEYS": f"{MASTER_KEY},c2hvcnQ="},
        ["may not allow every name", "Set SECRET_KEY", "master key 2 is not 32 bytes in base64"],
    ),
    (
        SERVER | {"ALLOWED_HOSTS": "tieout.example,*", "SECRET_KEY": INSECURE},
        ["may not allow every name", "Set SECRET_KEY"],
    ),
    (
        {"ENCRYPTION_KEYS": "nonsense", "PROVIDER": "oracle", "PROVIDER_FALLBACKS": "oracle:m", "PROVIDER_DAILY_LIMIT": "much"},
        ["Set ENCRYPTION_KEYS", "There is no provider 'oracle'", "'oracle:m' is no provider", "Set PROVIDER_DAILY_LIMIT"],
    ),
    (
        {"PROVIDER": "openai", "PROVIDER_MODEL": "", "PROVIDER_FALLBACKS": "groq", "PROVIDER_PRICE": "1/2"},
        ["Set PROVIDER_MODEL", "Set PROVIDER_FALLBACKS", "PROVIDER_PRICE to three"],
    ),
    (
        {"PROVIDER": "openai", "PROVIDER_MODEL": "m", "PROVIDER_PRICE": "0/0/0", "PROVIDER_API": "morse"},
        ["There is no protocol 'morse'"],
    ),
    ({"PROVIDER": "compatible", "PROVIDER_MODEL": "m", "PROVIDER_DAILY_LIMIT": "5"}, ["Set PROVIDER_PRICE"]),
    ({"PROVIDER": "openai", "PROVIDER_MODEL": "gpt-5", "PROVIDER_READS_MODEL": "m", "PROVIDER_RUN_LIMIT": "1"}, ["the price of m"]),
    (PRICED | {"PROVIDER_SCHEMA": "rhyme"}, ["A schema cannot be given as 'rhyme'"]),
    (PRICED | {"PROVIDER_SECONDS": "0"}, ["No answer comes within 0 seconds"]),
    (PRICED | {"PROVIDER_SILENCE": "0"}, ["No answer goes on within 0 seconds"]),
    (PRICED | {"PROVIDER_READS_OPTIONS": '{"warmth": 1}'}, ["PROVIDER_READS_OPTIONS cannot be used: not options: warmth"]),
    (
        PRICED | {"PROVIDER_TOOLS": "hints", "PROVIDER_FALLBACKS": "groq:some-model"},
        ["Tools cannot be offered as 'hints'", "the price of some-model"],
    ),
]
"""Settings, and a part of the sentence about each that is wrong."""


@pytest.mark.parametrize(("environment", "words"), WRONG)
def test_settings_that_cannot_work_are_named(environment: dict[str, str], words: list[str], tmp_path: Path) -> None:
    """Each setting is an error by itself, and no other error is named."""
    done = said_by_check(environment, tmp_path)

    assert done.returncode != 0
    assert [part for part in words if part not in done.stderr] == []
    assert f"identified {len(words)} issue" in done.stderr
    assert "WARNINGS" not in done.stderr


SAID = {"PROVIDER_DAILY_LIMIT": "5", "PROVIDER": "compatible", "PROVIDER_MODEL": "m", "PROVIDER_PRICE": "0/0/0"}


@pytest.mark.parametrize("environment", [PRICED, SAID])
def test_money_may_be_limited_where_the_price_is_known(environment: dict[str, str], tmp_path: Path) -> None:
    assert said_by_check(environment, tmp_path).returncode == 0


@pytest.mark.parametrize("environment", [{}, SERVER])
def test_a_laptop_needs_no_setting_and_a_server_four(environment: dict[str, str], tmp_path: Path) -> None:
    assert said_by_check(environment, tmp_path).returncode == 0


def test_a_folder_with_odd_characters_in_its_name_will_do(tmp_path: Path) -> None:
    folder = tmp_path / "50 % of #1 + ä?"

    assert said_by_check({"DATABASE_URL": ""}, folder).returncode == 0
    assert (folder / "secret_key").exists()


def test_a_laptop_makes_its_keys_itself_for_its_owner_alone(tmp_path: Path) -> None:
    said_by_check({}, tmp_path)
    made = {name: (tmp_path / name).read_text() for name in ("secret_key", "encryption_key")}
    said_by_check({}, tmp_path)

    assert made == {name: (tmp_path / name).read_text() for name in made}
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in made} == {0o600}


def test_settings_are_read_from_a_file_and_the_environment_wins(tmp_path: Path) -> None:
    file = tmp_path / "settings"
    file.write_text("PROVIDER=oracle\n")

    assert "oracle" in said_by_check({"ENV_FILE": str(file)}, tmp_path).stderr
    assert said_by_check({"ENV_FILE": str(file), "PROVIDER": "builtin"}, tmp_path).returncode == 0


PARTS = {
    "web": ("-m", "gunicorn", "config.wsgi", "--bind", "127.0.0.1:0"),
    "worker": ("-m", "celery", "-A", "config", "worker", "--pool", "solo"),
    "beat": ("-m", "celery", "-A", "config", "beat", "--pidfile="),
}
UNSAFE = [
    ("web", {"SECRET_KEY": ""}, "Set SECRET_KEY"),
    ("worker", {"SECRET_KEY": INSECURE}, "Set SECRET_KEY"),
    ("beat", {"DEBUG": "true"}, "Set DEBUG=false"),
    ("web", {"ALLOWED_HOSTS": "*"}, "may not allow every name"),
]


@pytest.mark.parametrize(("part", "environment", "words"), UNSAFE)
def test_no_part_of_it_starts_under_them_in_production(part: str, environment: dict[str, str], words: str, tmp_path: Path) -> None:
    """Every part asks the same question: each part once at least, and each answer once."""
    ours = {"ENV_FILE": os.devnull, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, *PARTS[part]],
        cwd=PROJECT,
        env=os.environ | ours | SERVER | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert done.returncode != 0
    assert words in done.stderr + done.stdout
