"""The words of a statement that is closed: by whom, when, and with how many exceptions."""

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from people.formats import written_day
from reconciliation.presentation.labels.verdicts import Headline
from reconciliation.presentation.statement_page.signing import Signing
from reconciliation.reconcile.conclusions import Status


def is_closed(signing: Signing | None) -> bool:
    """True if the statement is reviewed, locked or closed without reconciling, and its books did not change since."""
    return signing is not None and signing.status.closed and not signing.drift


def closed_headline(signing: Signing) -> Headline:
    """Return "Closed by anna, 25 November, with 2 exceptions." """
    last, prepared = signing.standing.last, signing.standing.prepared
    if last is None:
        raise ValueError("a closed statement has a last step")
    values = {"who": last.who, "day": written_day(localdate(last.at))}
    if signing.status is Status.NOTED:
        return Headline(_("Closed"), _("Closed without reconciling by %(who)s, %(day)s.") % values, "calm")
    count = len(prepared.exceptions) if prepared else 0
    if not count:
        return Headline(_("Closed"), _("Closed by %(who)s, %(day)s.") % values, "good")
    sentence = ngettext(
        "Closed by %(who)s, %(day)s, with %(count)d exception.", "Closed by %(who)s, %(day)s, with %(count)d exceptions.", count
    )
    return Headline(_("Closed"), sentence % (values | {"count": count}), "calm")
