"""Locking the child in, before it sees a byte of the document."""

import resource


def limit_resources(memory: int, seconds: float) -> None:
    """Memory in bytes, processor time in seconds; no files written, no core dumps, few open files."""
    for kind, limit in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, int(seconds) + 1),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 32),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (limit, limit))
