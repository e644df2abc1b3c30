"""The locks around the child that parses."""

from collections.abc import Sequence

# In the order in which they close.
LOCKS: tuple[str, ...] = (
    "limits",
    "not_root",
    "dies_with_parent",
    "no_new_privileges",
    "no_network",
    "no_processes",
    "landlock",
    "seccomp",
)


def missing(held: Sequence[str]) -> list[str]:
    """Return the names of those that did not hold."""
    return [name for name in LOCKS if name not in held]
