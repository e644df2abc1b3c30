"""Hostile and odd files through a real worker: `python -m tests.hostile`, or `make test-hostile`."""
