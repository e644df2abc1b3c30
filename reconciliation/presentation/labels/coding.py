"""Reasons for the account that a new row would be booked to."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.categories.learning import Suggestion
from people.formats import written_day


def learned_from(suggestion: Suggestion) -> str:
    """Return how many of the payee's last entries agree with the suggestion, and what the other entries have."""
    sentence = ngettext(
        "as its last entry, of %(day)s",
        "as %(agreeing)d of its last %(asked)d entries, the latest of %(day)s",
        suggestion.asked,
    ) % {"agreeing": suggestion.agreeing, "asked": suggestion.asked, "day": written_day(suggestion.latest)}
    return _("%(said)s; else %(others)s") % {"said": sentence, "others": ", ".join(suggestion.others)} if suggestion.others else sentence
