"""The letter for a new password. A worker sends it, so that a page's duration does not reveal which logins exist."""

import datetime as dt

from celery import shared_task
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from people.audit import Act, record_of
from people.mail import can_write, page_address, send_letter
from people.models import AuditEntry, language_for

AGAIN_AFTER = dt.timedelta(minutes=5)


def write_to(user_id: int) -> bool:
    """Send the letter to an active login with an address and a password, once in five minutes; True if it was sent."""
    user = User.objects.filter(pk=user_id, is_active=True).exclude(email="").first()
    if user is None or not user.has_usable_password() or not can_write():
        return False
    letters = AuditEntry.objects.across_organizations("a login belongs to none").filter(by=user.pk, act=Act.ASKED_FOR_PASSWORD)
    if letters.filter(at__gt=timezone.now() - AGAIN_AFTER).exists():
        return False
    record_of(user, Act.ASKED_FOR_PASSWORD)
    key = urlsafe_base64_encode(force_bytes(user.pk))
    with translation.override(language_for(getattr(user, "preferences", None)) or settings.LANGUAGE_CODE):
        text = _(
            "A new password was requested for %(name)s.\n\n"
            "Choose it here within %(hours)s hours. The link works once:\n%(there)s\n\n"
            "If you did not request it, ignore this e-mail. The password stays as it is."
        ) % {
            "name": user.get_username(),
            "hours": settings.PASSWORD_RESET_TIMEOUT // 3600,
            "there": page_address("password_new", key, default_token_generator.make_token(user)),
        }
        return send_letter(to=user.email, subject=_("A new password for Tieout"), text=text)


@shared_task(acks_late=True)
def write_letters(user_ids: list[int]) -> None:
    """Send letters for a new password; a repeated message within five minutes sends no second one."""
    for user_id in user_ids:
        write_to(user_id)
