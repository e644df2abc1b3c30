"""Whom connections trust: read from this machine once for a process, which takes some 20 ms, and not for each conversation."""

import ssl
from functools import cache

import httpx2


@cache
def trusted() -> ssl.SSLContext:
    """Threads may share it."""
    return httpx2.create_ssl_context()
