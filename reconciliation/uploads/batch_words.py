"""The result of a batch of uploads, in one or two sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reconciliation.models import Notice


def batch_in_words(notice: Notice) -> str:
    """Return how many files are done, and how many of each kind of result."""
    counts = [
        ngettext("%(count)d is proved", "%(count)d are proved", notice.proved) % {"count": notice.proved} if notice.proved else "",
        ngettext("%(count)d ties with the bank", "%(count)d tie with the bank", notice.ties) % {"count": notice.ties}
        if notice.ties
        else "",
        ngettext("%(count)d needs a person", "%(count)d need a person", notice.waits) % {"count": notice.waits} if notice.waits else "",
    ]
    return _("Your %(count)d uploads are done: %(kinds)s.") % {"count": notice.count, "kinds": ", ".join(filter(None, counts))}


def subject_of(notice: Notice) -> str:
    return _("%(organization)s: %(count)d uploads are done") % {"organization": notice.organization, "count": notice.count}
