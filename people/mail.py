"""Letters, where the installation has a server for them (`EMAIL_URL`); a page never fails because of one."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse

log = logging.getLogger(__name__)


def sends_mail() -> bool:
    return bool(settings.EMAIL_URL)


def send_letter(*, to: str, subject: str, text: str) -> bool:
    """Whether a mail server took it. The subject is one line, whatever names stand in it."""
    if not sends_mail() or not to:
        return False
    try:
        send_mail(" ".join(subject.split()), text, None, [to])
    except (OSError, SMTPException):
        log.exception("a letter could not be sent")
        return False
    return True


def page_address(name: str, *arguments: object, query: str = "") -> str:
    """A page as a letter names it; empty where nobody said under which address the pages are found (`PUBLIC_URL`)."""
    return f"{settings.PUBLIC_URL}{reverse(name, args=arguments)}{query}" if settings.PUBLIC_URL else ""
