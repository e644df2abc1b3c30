"""The start of a server or worker: unsafe settings are refused, and new files belong to its own user alone."""

import os
import sys
from typing import Any

from celery.signals import beat_init, celeryd_init
from django.core.checks import ERROR, Tags, run_checks
from django.core.exceptions import ImproperlyConfigured


def require_safe_settings() -> None:
    """Run the security checks of `manage.py check`, for servers and workers that start without it. Raises ImproperlyConfigured."""
    faults = [fault for fault in run_checks(tags=[Tags.security]) if fault.level >= ERROR and not fault.is_silenced()]
    if faults:
        raise ImproperlyConfigured("Not started.\n" + "\n".join(f"{fault.msg} {fault.hint or ''}" for fault in faults))


def write_for_own_user() -> None:
    """Let this process and its children make files and folders without rights of others."""
    os.umask(0o077)


@celeryd_init.connect
@beat_init.connect
def start(**_: Any) -> None:
    """Exit with unsafe settings: Celery ignores any other exception of a receiver."""
    try:
        require_safe_settings()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    write_for_own_user()
