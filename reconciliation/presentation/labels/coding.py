"""Why a row would be booked so."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.categories.learning import Suggestion
from people.formats import written_day


def learned_from(found: Suggestion) -> str:
    """How many of the payee's last entries say it, and what the others said."""
    said = ngettext(
        "as its last entry, of %(day)s",
        "as %(agreeing)d of its last %(asked)d entries, the latest of %(day)s",
        found.asked,
    ) % {"agreeing": found.agreeing, "asked": found.asked, "day": written_day(found.latest)}
    return _("%(said)s; else %(others)s") % {"said": said, "others": ", ".join(found.others)} if found.others else said
