"""Wire protocols. Each turns a Request into a body and a Reply into a Turn; none of them opens a connection."""

from importlib import import_module
from typing import cast

from assistant.dialects import Api
from assistant.protocols.codec import Codec

CODECS: dict[Api, str] = {
    "chat": "assistant.protocols.chat",
    "responses": "assistant.protocols.responses",
    "messages": "assistant.protocols.messages",
    "generate_content": "assistant.protocols.generate_content",
}


def codec(api: Api) -> Codec:
    """Return the protocol of that name, imported when it is chosen."""
    return cast("Codec", import_module(CODECS[api]))
