"""`make sbom`: the bill of materials of Tieout in the CycloneDX form, from the pinned packages: the same bytes every time, and no
network."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
TOOL = Path(sys.executable).parent / "cyclonedx-py"
BILLS = {"sbom.json": "requirements.txt", "sbom-ocr.json": "requirements-ocr.txt", "sbom-s3.json": "requirements-s3.txt"}


def write(bill: Path, pinned: str) -> None:
    """Write a bill after a check against CycloneDX's own schema. Raises CalledProcessError."""
    command = [str(TOOL), "requirements", pinned, "--pyproject", "pyproject.toml", "--spec-version", "1.6", "--output-reproducible"]
    # It warns that dependencies between packages are unknown: a pinned list has none.
    quiet = os.environ | {"PYTHONWARNINGS": "ignore"}
    subprocess.run([*command, "--validate", "--output-file", str(bill)], cwd=PROJECT, env=quiet, check=True)  # nosec B603  # our own command


def main() -> None:
    for name, pinned in BILLS.items():
        write(PROJECT / name, pinned)
        print(name)


if __name__ == "__main__":
    main()
