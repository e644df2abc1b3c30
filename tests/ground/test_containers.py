"""docker-compose.yml and the Dockerfile say what the product has."""

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.documented import variables

PROJECT = Path(__file__).resolve().parents[2]
COMPOSED: dict[str, Any] = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSED["services"]
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
DOCKERFILE = (PROJECT / "Dockerfile").read_text()


def test_the_parts_of_the_product_and_its_servers_are_there() -> None:
    assert set(OURS) == {"migrate", "web", "worker", "beat"}
    assert set(SERVICES) - set(OURS) == {"postgres", "redis"}


@pytest.mark.parametrize("name", [name for name in SERVICES if name != "migrate"])
def test_what_keeps_running_is_asked_for_its_health(name: str) -> None:
    kind, *command = SERVICES[name]["healthcheck"]["test"]

    assert kind in ("CMD", "CMD-SHELL")
    assert command


@pytest.mark.parametrize("name", OURS)
def test_every_variable_that_a_container_is_given_is_a_setting(name: str) -> None:
    assert set(OURS[name]["environment"]) <= variables()


def test_nothing_of_the_product_starts_before_its_servers_and_its_tables() -> None:
    for name, service in OURS.items():
        waits = {other: how["condition"] for other, how in service["depends_on"].items()}
        assert waits["postgres"] == waits["redis"] == "service_healthy"
        assert name == "migrate" or waits["migrate"] == "service_completed_successfully"


def test_every_volume_is_declared_and_every_declared_one_is_used() -> None:
    used = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}

    assert used == set(COMPOSED["volumes"])


def test_no_secret_has_a_default() -> None:
    asked = re.findall(r"\$\{([A-Z_]+)([^}]*)\}", (PROJECT / "docker-compose.yml").read_text())

    assert {name for name, _ in asked} == {"SECRET_KEY", "ENCRYPTION_KEYS", "ALLOWED_HOSTS", "POSTGRES_PASSWORD"}
    assert all(rest.startswith(":?") for _, rest in asked)


@pytest.mark.parametrize("name", ["worker", "beat", "migrate"])
def test_the_commands_of_the_containers_are_installed(name: str) -> None:
    assert shutil.which(OURS[name]["command"][0], path=Path(sys.executable).parent)


def test_the_image_runs_as_nobody_in_particular_and_takes_only_what_is_hashed() -> None:
    *_, last_user = re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE)

    assert last_user != "root"
    assert "--require-hashes" in DOCKERFILE


def test_the_image_has_every_folder_that_the_product_needs() -> None:
    copied = set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE))
    let_in = set(re.findall(r"^!(\w+)$", (PROJECT / ".dockerignore").read_text(), re.MULTILINE))

    assert copied == let_in == {"config", "assistant", "finance", "reconciliation", "templates", "static", "locale"}


def test_the_image_starts_the_web_server() -> None:
    command = json.loads(re.findall(r"^CMD (.+)$", DOCKERFILE, re.MULTILINE)[-1])

    assert command[:2] == ["gunicorn", "config.wsgi"]
