"""Chat Completions: what most servers speak, each with an accent of its own."""

from assistant.protocols.chat.decode import decode
from assistant.protocols.chat.encode import encode

__all__ = ["decode", "encode"]
