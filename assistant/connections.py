"""The connections of providers, which last from the first request until they are closed."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from assistant.contract import Provider


@contextmanager
def closed_at_end(providers: Sequence[Provider]) -> Iterator[Sequence[Provider]]:
    """The same providers; when the block ends, also by an error, the connections of each are closed."""
    with ExitStack() as stack:
        for provider in providers:
            stack.callback(provider.close)
        yield providers
