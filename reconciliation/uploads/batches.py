"""Notices to the uploader of a batch of files once all of them are done: on the pages, and by e-mail if wanted."""

from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from people.mail import page_address, send_letter
from people.models import Membership, Preferences, language_for
from reconciliation.models import Doorbell, Notice, StatementImport, counts_somewhere

FEWEST = 2
"""Fewest files of a batch that is announced: the page of a single file shows its result."""
RUNNING = [StatementImport.Status.PENDING, StatementImport.Status.PROCESSING]
WAITING = [StatementImport.Status.REVIEW, StatementImport.Status.FAILED]


def tell_if_done(import_id: UUID) -> None:
    """Notify unless the import is still in progress. Its bell is removed after the notice: until then the sweep returns to it."""
    bells = Doorbell.objects.filter(statement_import=import_id).exclude(statement_import__status__in=RUNNING)
    bell = bells.select_related("statement_import__organization", "statement_import__uploaded_by").first()
    if bell is None:
        return
    tell_when_done(bell.statement_import)
    Doorbell.objects.filter(pk=bell.pk, due_at=bell.due_at).delete()  # only this bell: it may have been set again


def tell_when_done(statement_import: StatementImport) -> Notice | None:
    """Notify once an import is done and return the notice. None while others of its batch run, or if it was not uploaded on a page by a
    member who sees verdicts.

    If two workers end at once, one waits for the other, and the second finds all done."""
    user, organization = statement_import.uploaded_by, statement_import.organization
    if user is None or statement_import.channel != StatementImport.Channel.WEB:
        return None
    with transaction.atomic():
        membership = Membership.objects.of(organization).select_for_update().filter(user=user).first()
        if membership is None or not membership.may("read_books"):
            return None
        notices = Notice.objects.of(organization).filter(user=user)
        last = notices.first()
        batch = StatementImport.objects.of(organization).filter(uploaded_by=user, channel=StatementImport.Channel.WEB)
        batch = batch.filter(uploaded_at__gt=last.until) if last else batch
        proved = Q(status=StatementImport.Status.COMPLETE, verdict="matched")
        counts = batch.aggregate(
            running=Count("pk", filter=Q(status__in=RUNNING)),
            proved=Count("pk", filter=proved),
            ties=Count("pk", filter=Q(status=StatementImport.Status.COMPLETE) & ~proved & counts_somewhere()),
            waits=Count("pk", filter=Q(status__in=WAITING)),
            until=Max("uploaded_at"),
        )
        if counts.pop("running") or counts["proved"] + counts["ties"] + counts["waits"] < FEWEST:
            return None
        notices.filter(seen_at=None).delete()
        notice = Notice.objects.create(organization=organization, user=user, **counts)
        transaction.on_commit(partial(_send, notice), robust=True)
    return notice


def _send(notice: Notice) -> None:
    wanted = Preferences.objects.filter(user=notice.user).first()
    if wanted is None or not wanted.mail_when_done:
        return
    with translation.override(language_for(wanted, notice.organization) or settings.LANGUAGE_CODE):
        link = page_address("imports", organization=notice.organization.slug, query="?show=person" if notice.waits else "")
        text = "\n\n".join(filter(None, [batch_in_words(notice), link]))
        subject = _("%(organization)s: %(count)d uploads are done") % {"organization": notice.organization, "count": notice.count}
        send_letter(to=notice.user.email, subject=subject, text=text)


def batch_in_words(notice: Notice) -> str:
    """Return how many files are done, and how many of each kind of result."""
    counts = [
        ngettext("%(count)d is proved", "%(count)d are proved", notice.proved) % {"count": notice.proved} if notice.proved else "",
        ngettext("%(count)d ties with the bank", "%(count)d tie with the bank", notice.ties) % {"count": notice.ties}
        if notice.ties
        else "",
        ngettext("%(count)d needs attention", "%(count)d need attention", notice.waits) % {"count": notice.waits} if notice.waits else "",
    ]
    return _("Your %(count)d uploads are done: %(kinds)s.") % {"count": notice.count, "kinds": ", ".join(filter(None, counts))}
