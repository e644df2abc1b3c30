"""docker-compose.yml and the Dockerfile agree with the product."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings

from assistant.registry import SECONDS
from scripts.documented import variables
from tests.deployment.composed import COMPOSED, DOCKERFILE, FILLED_IN, OURS, PROFILES, SERVICES, NotComposed, composed
from tests.project import PROJECT

RELEASE = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]
ALWAYS = {"migrate", "web", "worker-documents", "worker-models", "worker-deliveries", "beat", "postgres", "redis"}
OF_PROFILES = {"tls": {"proxy"}, "mcp": {"mcp"}, "watch": {"watch"}, "backup": {"backup"}}
ONCE = {"migrate", "backup"}
"""Services that end."""
OF_THIS_MACHINE = [name for name, service in SERVICES.items() if name != "proxy" and "command" in service and name != "redis"]
"""Services whose commands are the project's own or PostgreSQL's."""


def test_the_parts_of_the_product_and_its_servers_are_there() -> None:
    assert set(composed()["services"]) == ALWAYS
    assert set(OF_PROFILES) == set(PROFILES)
    assert set(OURS) == ALWAYS - {"postgres", "redis"} | {"mcp", "watch"}


@pytest.mark.parametrize("profiles", [each for count in range(len(PROFILES) + 1) for each in combinations(PROFILES, count)])
def test_every_choice_of_profiles_is_complete(profiles: tuple[str, ...]) -> None:
    started = set(composed(*profiles)["services"])

    assert started == ALWAYS.union(*(OF_PROFILES[profile] for profile in profiles))


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("{services: {a: {networks: [inside], depends_on: {b: {}}}, b: {networks: [inside], profiles: [other]}}}", "services .*: b"),
        ("{services: {a: {networks: [outside]}}}", "networks .*: outside"),
        ("{services: {a: {networks: [inside], secrets: [key]}}}", "secrets .*: key"),
        ("{services: {a: {networks: [inside], volumes: ['data:/data']}}}", "volumes .*: data"),
        ("{services: {a: {networks: [inside], image: '${NAMELESS}'}}}", "NAMELESS is not set"),
        ("{services: {a: {networks: [inside], profiles: [other], image: '${NAMELESS:?say it}'}}}", "NAMELESS is not set: say it"),
        ("{services: {a: {networks: [inside], command: 'echo $HOSTNAME'}}}", "a lone"),
    ],
)
def test_a_file_that_compose_would_refuse_is_refused(written: str, says: str) -> None:
    declared = "{networks: {inside: }, secrets: {}, volumes: {}, "

    with pytest.raises(NotComposed, match=says):
        composed(text=written.replace("{", declared, 1))


def test_nothing_starts_before_the_names_of_its_hosts_are_filled_in() -> None:
    with pytest.raises(NotComposed, match="ALLOWED_HOSTS is not set"):
        composed(environment={})


@pytest.mark.parametrize("name", [name for name in SERVICES if name not in ONCE])
def test_long_running_services_have_a_health_check(name: str) -> None:
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


def test_every_declared_volume_network_and_secret_is_used() -> None:
    used = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}

    assert {volume for volume in used if not volume.startswith(".")} == set(COMPOSED["volumes"])
    assert {network for service in SERVICES.values() for network in service["networks"]} == set(COMPOSED["networks"])
    assert {secret for service in SERVICES.values() for secret in service.get("secrets", [])} == set(COMPOSED["secrets"])


def test_every_file_of_the_project_that_a_container_is_given_exists() -> None:
    mounted = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    own = {path for path in mounted if path.startswith("./deploy")}

    assert own
    assert all((PROJECT / path).exists() for path in own)
    assert {path for path in mounted if path.startswith(".")} - own == {"./backups", "./statements"}


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
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}
    assert service.get("user") != "root"


def test_only_published_services_and_the_workers_for_models_and_webhooks_reach_the_internet() -> None:
    published = {name for name, service in SERVICES.items() if "ports" in service}

    assert all(COMPOSED["networks"][name]["internal"] for name in ("inside", "front"))
    assert published == {"web", "mcp", "proxy"}
    assert {name for name, service in SERVICES.items() if "outside" in service["networks"]} == {
        "worker-models",
        "worker-deliveries",
        *published,
    }


def test_only_the_proxy_is_reached_from_other_machines() -> None:
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}

    assert {name for name, each in ports.items() if any(not port.startswith("127.0.0.1:") for port in each)} == {"proxy"}


def test_the_proxy_reaches_the_pages_from_the_one_network_that_the_guide_names() -> None:
    [subnet] = [config["subnet"] for config in COMPOSED["networks"]["front"]["ipam"]["config"]]

    assert {name for name, service in SERVICES.items() if "front" in service["networks"]} == {"web", "mcp", "proxy"}
    assert "inside" not in SERVICES["proxy"]["networks"]
    for guide in ("docs/guides/self-hosting.md", ".env.example"):
        assert f"PROXY_ADDRESSES={subnet}" in (PROJECT / guide).read_text(), guide


def test_every_queue_has_its_worker() -> None:
    commands = [service["command"] for service in OURS.values() if "--queues" in service.get("command", [])]

    assert [command[command.index("--queues") + 1] for command in commands] == [queue.name for queue in settings.CELERY_TASK_QUEUES]


def test_the_worker_for_models_is_given_longer_to_stop_than_the_longest_answer() -> None:
    assert int(SERVICES["worker-models"]["stop_grace_period"].removesuffix("s")) > SECONDS


def test_every_secret_is_a_file_and_every_one_is_given_to_who_reads_it() -> None:
    for service in SERVICES.values():
        read = {value for key, value in service.get("environment", {}).items() if key.endswith("_FILE")}
        assert read == {f"/run/secrets/{secret}" for secret in service.get("secrets", [])}
        assert set(service.get("secrets", [])) <= set(COMPOSED["secrets"])


def test_no_secret_has_a_default() -> None:
    asked = dict(re.findall(r"\$\{([A-Z_]+)([^}]*)\}", (PROJECT / "docker-compose.yml").read_text()))
    secret = {name.upper() for name in COMPOSED["secrets"]}

    assert {name for name, rest in asked.items() if rest.startswith(":?")} == set(FILLED_IN)
    assert not secret & asked.keys()


@pytest.mark.parametrize("name", ["web", "migrate", "worker-documents", "mcp", "watch"])
def test_proofs_are_signed_with_a_key_of_the_installation(name: str) -> None:
    assert OURS[name]["environment"]["PROOF_KEY_FILE"] == "/run/secrets/proof_key"


@pytest.mark.parametrize("name", OF_THIS_MACHINE)
def test_the_commands_of_the_containers_are_installed(name: str) -> None:
    program = SERVICES[name]["command"][0]
    own = PROJECT / program.removeprefix("/")

    assert os.access(own, os.X_OK) if program.startswith("/deploy/") else shutil.which(program, path=Path(sys.executable).parent)


def test_every_service_of_the_product_runs_one_image_of_this_release() -> None:
    assert {service["image"] for service in OURS.values()} == {f"tieout:{RELEASE}"}
    assert f"# TIEOUT_VERSION={RELEASE}\n" in (PROJECT / ".env.example").read_text()
    other = composed(environment=FILLED_IN | {"TIEOUT_VERSION": "9.9.9"})["services"]
    assert {other[name]["image"] for name in OURS.keys() & other.keys()} == {"tieout:9.9.9"}


def test_text_recognition_is_chosen_in_one_place_and_is_off_by_default() -> None:
    with_it = composed(environment=FILLED_IN | {"OCR": "true"})["services"]

    assert {service["build"]["args"]["OCR"] for service in OURS.values()} == {"false"}
    assert {with_it[name]["build"]["args"]["OCR"] for name in OURS.keys() & with_it.keys()} == {"true"}
    assert "ARG OCR=false" in DOCKERFILE


def test_the_worker_for_documents_has_memory_for_a_scan_in_each_of_its_processes() -> None:
    """A limit on address space becomes at most half as much memory (docs/settings.md)."""
    worker = SERVICES["worker-documents"]
    processes = int(worker["command"][worker["command"].index("--concurrency") + 1])
    memory = int(worker["deploy"]["resources"]["limits"]["memory"].removesuffix("G")) * 1024**3

    assert memory >= processes * settings.OCR_MAX_MEMORY / 2 + 1024**3


def test_the_image_runs_as_an_unprivileged_user_and_installs_only_hashed_packages() -> None:
    *_, last_user = re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE)

    assert last_user != "root"
    assert "--require-hashes" in DOCKERFILE


def test_the_image_has_the_released_wheel_with_all_that_it_holds() -> None:
    copied = set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.MULTILINE))
    let_in = set(re.findall(r"^!(\w+)$", (PROJECT / ".dockerignore").read_text(), re.MULTILINE)) - {"LICENSE"}
    wheel = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]

    assert copied == let_in == set(wheel)


def test_the_image_finds_the_packages_where_the_wheel_puts_them() -> None:
    house = next(iter(re.findall(r"PYTHONPATH=(\S+)", DOCKERFILE)))
    targets = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]["sources"]

    assert {house} == {f"/venv/lib/python3.11/site-packages/{Path(target).parent}" for target in targets.values()}


def test_the_image_is_given_every_file_that_it_asks_for() -> None:
    let_in = set(re.findall(r"^!(\S+)$", (PROJECT / ".dockerignore").read_text(), re.MULTILINE))
    asked = {name for names in re.findall(r"^COPY (?!--)(.+) \S+$", DOCKERFILE, re.MULTILINE) for name in names.split()}

    assert asked == let_in
    assert all((PROJECT / name).exists() for name in asked)


def test_the_image_starts_the_web_server() -> None:
    command = json.loads(re.findall(r"^CMD (.+)$", DOCKERFILE, re.MULTILINE)[-1])

    assert command[:4] == ["gunicorn", "--config", "python:config.gunicorn", "config.wsgi"]
