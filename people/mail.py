"""Letters by e-mail, if a mail server is configured (`EMAIL_URL`). A failed letter never fails a page."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail

from people.addresses import address

log = logging.getLogger(__name__)


def sends_mail() -> bool:
    return bool(settings.EMAIL_URL)


def can_write() -> bool:
    """True if letters can be sent and name an address of pages that does not come from the request (`PUBLIC_URL`)."""
    return sends_mail() and bool(settings.PUBLIC_URL)


def send_letter(*, to: str, subject: str, text: str) -> bool:
    """Send a letter and return True if the mail server accepted it. The subject is reduced to one line."""
    if not sends_mail() or not to:
        return False
    try:
        send_mail(" ".join(subject.split()), text, None, [to])
    except (OSError, SMTPException):
        log.exception("a letter could not be sent")
        return False
    return True


def page_address(name: str, *arguments: object, organization: str | None = None, query: str = "") -> str:
    """Return the absolute address of a page for a letter; empty without `PUBLIC_URL`. `organization` is the organization's short name."""
    return f"{settings.PUBLIC_URL}{address(name, *arguments, organization=organization)}{query}" if settings.PUBLIC_URL else ""
