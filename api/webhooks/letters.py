"""Letters about a webhook that accepts no messages, to the members who manage its organization's settings."""

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from api.models import Webhook
from people.mail import page_address, send_letter
from people.models import language_for


def write_about(webhook: Webhook, *, paused: bool) -> int:
    """Write that a webhook was paused or switched off, and return the number of letters that were accepted."""
    sent = 0
    for member in webhook.organization.memberships.active(timezone.now()).select_related("user__preferences"):
        if not member.may("manage_settings"):
            continue
        own = getattr(member.user, "preferences", None)
        with translation.override(language_for(own, webhook.organization) or settings.LANGUAGE_CODE):
            subject = _("A webhook is paused") if paused else _("A webhook was switched off")
            reason = (
                _("It did not accept several messages in a row. It is tried again after a pause. Its messages are kept.")
                if paused
                else _("It has not accepted a message for days. Switch it on again once it works. Its messages are kept.")
            )
            page = page_address("programs", organization=webhook.organization.slug)
            text = f"{webhook.organization}\n{webhook.url}\n\n{reason}\n\n{page}"
            sent += send_letter(to=member.user.email, subject=subject, text=text)
    return sent
