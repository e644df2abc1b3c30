"""The services of docker-compose.yml as `docker compose config` resolves them, and the Dockerfile that ours are built with.

Compose merges anchors, replaces variables in the whole file, and then leaves out the services of profiles that are not active."""

import re
from collections.abc import Mapping
from typing import Any

import yaml

from tests.project import PROJECT

COMPOSE_FILE = (PROJECT / "docker-compose.yml").read_text()
DOCKERFILE = (PROJECT / "Dockerfile").read_text()
VARIABLE = re.compile(r"\$(?:(\$)|\{([A-Z_]+)(?:(:[-?])([^}]*))?\}|(.?))")
FILLED_IN = {"ALLOWED_HOSTS": "tieout.example"}
"""The variables without a default, as a person fills them in."""


class NotComposed(ValueError):
    """Compose would refuse the file, or warn of it."""


def interpolated(text: str, environment: Mapping[str, str]) -> str:
    """Replace the variables of a text. Raise NotComposed for one that is required and missing, has no default, or is malformed."""

    def value(match: re.Match[str]) -> str:
        escaped, name, operator, rest, _ = match.groups()
        if escaped:
            return "$"
        if not name:
            raise NotComposed(f"a lone $ in {text!r}")
        if environment.get(name):
            return environment[name]
        if operator != ":-":
            raise NotComposed(f"{name} is not set: {rest or 'it has no default'}")
        return str(rest)

    return VARIABLE.sub(value, text)


def resolved(node: Any, environment: Mapping[str, str]) -> Any:
    """Replace the variables in all values of a node."""
    if isinstance(node, dict):
        return {key: resolved(value, environment) for key, value in node.items()}
    if isinstance(node, list):
        return [resolved(value, environment) for value in node]
    return interpolated(node, environment) if isinstance(node, str) else node


def composed(*profiles: str, environment: Mapping[str, str] = FILLED_IN, text: str = COMPOSE_FILE) -> dict[str, Any]:
    """Return the file with the services of these profiles. Raise NotComposed if one depends on, or names, a service that is not there."""
    file: dict[str, Any] = resolved(yaml.safe_load(text), environment)
    services = {
        name: service for name, service in file["services"].items() if "profiles" not in service or set(service["profiles"]) & set(profiles)
    }
    for name, service in services.items():
        volumes = {source for source, _, _ in (volume.partition(":") for volume in service.get("volumes", []))}
        named = {
            "services": set(service.get("depends_on", [])),
            "networks": set(service["networks"]),
            "secrets": set(service.get("secrets", [])),
            "volumes": {volume for volume in volumes if not volume.startswith((".", "/"))},
        }
        for kind, names in named.items():
            if missing := names - set(services if kind == "services" else file[kind]):
                raise NotComposed(f"{name} names {kind} that are not there: {', '.join(sorted(missing))}")
    return {**file, "services": services}


PROFILES = sorted({profile for service in yaml.safe_load(COMPOSE_FILE)["services"].values() for profile in service.get("profiles", [])})
COMPOSED = composed(*PROFILES)
SERVICES: dict[str, Any] = COMPOSED["services"]
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
