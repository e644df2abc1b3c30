"""No process of the product answers or works under settings that are not safe, whichever way it is started."""

import sys
from typing import Any

from celery.signals import beat_init, celeryd_init
from django.core.checks import ERROR, Tags, run_checks
from django.core.exceptions import ImproperlyConfigured


def require_safe_settings() -> None:
    """What `manage.py check` says of security, where servers and workers are started without it. Raises ImproperlyConfigured."""
    faults = [fault for fault in run_checks(tags=[Tags.security]) if fault.level >= ERROR and not fault.is_silenced()]
    if faults:
        raise ImproperlyConfigured("Not started.\n" + "\n".join(f"{fault.msg} {fault.hint or ''}" for fault in faults))


@celeryd_init.connect
@beat_init.connect
def refuse(**_: Any) -> None:
    """Of what a receiver raises, Celery lets nothing stop it but this."""
    try:
        require_safe_settings()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
