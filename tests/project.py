"""The folder of the project, which commands run in and whose files tests read."""

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
