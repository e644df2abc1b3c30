"""Landlock: from here on no file can be opened, no program run and no TCP port reached. Linux 5.13 and later.

The numbers are those of linux/landlock.h; each version of the interface handles more, and refuses to hear of what it does not know.
"""

import ctypes
import os

from reconciliation.documents.child.kernel import checked, libc

CREATE_RULESET, RESTRICT_SELF = 444, 446  # the same on every architecture
ASK_VERSION = 1
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # version: how many rights over files it knows
FILE_RIGHTS_NOW = 16  # from version 5
NETWORK_RIGHTS = 0b11  # bind and connect, from version 4
SCOPES = 0b11  # abstract sockets and signals, from version 6


class Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64)]


def deny_everything() -> None:
    """Every right that this kernel knows is handled, and none is granted. Raises OSError where there is no Landlock."""
    version = checked(libc.syscall(CREATE_RULESET, None, 0, ASK_VERSION))
    ruleset = Ruleset(
        (1 << FILE_RIGHTS.get(version, FILE_RIGHTS_NOW)) - 1,
        NETWORK_RIGHTS if version >= 4 else 0,
        SCOPES if version >= 6 else 0,
    )
    size = 8 * (1 + (version >= 4) + (version >= 6))
    descriptor = checked(libc.syscall(CREATE_RULESET, ctypes.byref(ruleset), size, 0))
    try:
        checked(libc.syscall(RESTRICT_SELF, descriptor, 0))
    finally:
        os.close(descriptor)
