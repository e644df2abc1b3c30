"""docker-compose.yml and the Dockerfile say what the product has."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from assistant.registry import SECONDS
from scripts.documented import variables
from tests.deployment.composed import COMPOSED, DOCKERFILE, OURS, SERVICES
from tests.project import PROJECT


def test_the_parts_of_the_product_and_its_servers_are_there() -> None:
    assert set(OURS) == {"migrate", "web", "worker-documents", "worker-models", "worker-deliveries", "beat"}
    assert set(SERVICES) - set(OURS) == {"postgres", "redis"}


@pytest.mark.parametrize("name", [name for name in SERVICES if name != "migrate"])
def test_what_keeps_running_is_asked_for_its_health(name: str) -> None:
    kind, *command = SERVICES[name]["healthcheck"]["test"]

    assert kind in ("CMD", "CMD-SHELL")
    assert command


@pytest.mark.parametrize("name", OURS)
def test_every_variable_that_a_container_is_given_is_a_setting(name: str) -> None:
    assert {variable.removesuffix("_FILE") for variable in OURS[name]["environment"]} <= variables()


def test_nothing_of_the_product_starts_before_its_servers_and_its_tables() -> None:
    for name, service in OURS.items():
        waits = {other: how["condition"] for other, how in service["depends_on"].items()}
        assert waits["postgres"] == waits["redis"] == "service_healthy"
        assert name == "migrate" or waits["migrate"] == "service_completed_successfully"


def test_every_volume_is_declared_and_every_declared_one_is_used() -> None:
    used = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}

    assert used == set(COMPOSED["volumes"])


@pytest.mark.parametrize("file", ["docker-compose.yml", "docker-compose.outside.yml"])
def test_the_file_is_as_the_schema_of_compose_says(file: str) -> None:
    checker = Path(sys.executable).with_name("check-jsonschema")
    done = subprocess.run(
        [checker, "--builtin-schema", "vendor.compose-spec", file], cwd=PROJECT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_locked_in(name: str) -> None:
    service = SERVICES[name]
    limits = service["deploy"]["resources"]["limits"]

    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "/tmp" in service["tmpfs"]  # noqa: S108  the container's own
    assert set(limits) == {"cpus", "memory", "pids"}
    assert service.get("user") != "root"


def test_only_the_pages_and_workers_for_models_and_webhooks_have_a_way_out() -> None:
    assert COMPOSED["networks"]["inside"] == {"internal": True}
    assert {name for name, service in SERVICES.items() if "outside" in service["networks"]} == {"web", "worker-models", "worker-deliveries"}
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"web"}


def test_every_queue_has_its_worker() -> None:
    commands = [service["command"] for service in OURS.values() if "--queues" in service.get("command", [])]

    assert [command[command.index("--queues") + 1] for command in commands] == [queue.name for queue in settings.CELERY_TASK_QUEUES]


def test_who_waits_for_models_outlives_the_longest_answer() -> None:
    assert int(SERVICES["worker-models"]["stop_grace_period"].removesuffix("s")) > SECONDS


def test_every_secret_is_a_file_and_every_one_is_given_to_who_reads_it() -> None:
    for service in SERVICES.values():
        read = {value for key, value in service.get("environment", {}).items() if key.endswith("_FILE")}
        assert read == {f"/run/secrets/{secret}" for secret in service.get("secrets", [])}
        assert set(service.get("secrets", [])) <= set(COMPOSED["secrets"])


def test_no_secret_has_a_default() -> None:
    asked = re.findall(r"\$\{([A-Z_]+)([^}]*)\}", (PROJECT / "docker-compose.yml").read_text())

    assert {name for name, _ in asked} == {"ALLOWED_HOSTS"}
    assert all(rest.startswith(":?") for _, rest in asked)


@pytest.mark.parametrize("name", ["worker-documents", "worker-models", "worker-deliveries", "beat", "migrate"])
def test_the_commands_of_the_containers_are_installed(name: str) -> None:
    assert shutil.which(OURS[name]["command"][0], path=Path(sys.executable).parent)


def test_the_image_runs_as_nobody_in_particular_and_takes_only_what_is_hashed() -> None:
    *_, last_user = re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE)

    assert last_user != "root"
    assert "--require-hashes" in DOCKERFILE


def test_the_image_has_every_folder_that_the_product_needs() -> None:
    copied = set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE))
    let_in = set(re.findall(r"^!(\w+)$", (PROJECT / ".dockerignore").read_text(), re.MULTILINE))

    assert (
        copied
        == let_in
        == {"config", "assistant", "people", "finance", "reconciliation", "api", "connectors", "templates", "static", "locale"}
    )


def test_the_image_is_given_every_file_that_it_asks_for() -> None:
    let_in = set(re.findall(r"^!(\S+)$", (PROJECT / ".dockerignore").read_text(), re.MULTILINE))
    asked = {name for names in re.findall(r"^COPY (?!--)(.+) \S+$", DOCKERFILE, re.MULTILINE) for name in names.split()}

    assert asked == let_in
    assert all((PROJECT / name).exists() for name in asked)


def test_the_image_starts_the_web_server() -> None:
    command = json.loads(re.findall(r"^CMD (.+)$", DOCKERFILE, re.MULTILINE)[-1])

    assert command[:4] == ["gunicorn", "--config", "python:config.gunicorn", "config.wsgi"]
