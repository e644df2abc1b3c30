"""Any server that speaks Chat Completions, with the `openai` package as the transport and our own codec on both sides."""

from typing import Any

import httpx2
import openai

from assistant.contract import ProviderError, Request, Turn
from assistant.dialects import Dialect, dialect
from assistant.protocols import chat
from assistant.protocols.reply import Reply

SECONDS_TO_CONNECT = 10.0


class OpenAICompatible:
    """One turn over HTTP. Nothing is retried here: who runs the loop decides whether it is worth another try."""

    def __init__(self, *, name: str, model: str, base_url: str, api_key: str, seconds: float) -> None:
        self.name = name
        self.model = model
        self._dialect = dialect(name)
        self._client = _client(self._dialect, base_url, api_key, seconds)

    def generate(self, request: Request) -> Turn:
        """Raises ProviderError; a time-out or a cut connection is `overloaded`."""
        body = chat.encode(request, model=self.model, dialect=self._dialect)
        return chat.decode(self._post(body), dialect=self._dialect.name)

    def _post(self, body: dict[str, Any]) -> Reply:
        try:
            response = self._client.post(
                "/chat/completions",
                body=body,
                cast_to=httpx2.Response,
                options={"follow_redirects": False},  # a document goes where the settings say, and nowhere else
            )
        except openai.APIStatusError as refused:
            response = refused.response
        except openai.APITimeoutError:
            raise ProviderError("overloaded", "the provider did not answer in time") from None
        except openai.APIConnectionError as broken:
            raise ProviderError("overloaded", f"the connection failed: {type(broken.__cause__ or broken).__name__}") from broken
        text = response.content.decode("utf-8", "replace")
        return Reply(status=response.status_code, body=text, headers=dict(response.headers))


def _client(server: Dialect, base_url: str, api_key: str, seconds: float) -> openai.OpenAI:
    client = openai.OpenAI(
        base_url=base_url,
        api_key=api_key or "none",  # never None: the package would then take OpenAI's key from the environment for any server
        max_retries=0,
        timeout=openai.Timeout(seconds, connect=min(seconds, SECONDS_TO_CONNECT)),
    )
    if server.name != "openai":
        client.organization = client.project = None  # the environment's, which are OpenAI's alone
    return client
