"""The services of docker-compose.yml, ours among them, and the Dockerfile that they are built with."""

from typing import Any

import yaml

from tests.project import PROJECT

COMPOSED: dict[str, Any] = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSED["services"]
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
DOCKERFILE = (PROJECT / "Dockerfile").read_text()
