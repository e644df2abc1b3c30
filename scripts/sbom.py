"""`make sbom`: what Tieout is made of, as CycloneDX says it, from what is pinned: the same bytes every time, and no network."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
TOOL = Path(sys.executable).parent / "cyclonedx-py"
BILLS = {"sbom.json": "requirements.txt", "sbom-ocr.json": "requirements-ocr.txt", "sbom-s3.json": "requirements-s3.txt"}


def write(bill: Path, pinned: str) -> None:
    """Held against CycloneDX's own schema before it is written. Raises CalledProcessError."""
    command = [str(TOOL), "requirements", pinned, "--pyproject", "pyproject.toml", "--spec-version", "1.6", "--output-reproducible"]
    # It says that nobody knows which package needs which: a pinned list does not.
    quiet = os.environ | {"PYTHONWARNINGS": "ignore"}
    subprocess.run([*command, "--validate", "--output-file", str(bill)], cwd=PROJECT, env=quiet, check=True)  # nosec B603  # our own command


def main() -> None:
    for name, pinned in BILLS.items():
        write(PROJECT / name, pinned)
        print(name)


if __name__ == "__main__":
    main()
