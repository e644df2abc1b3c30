"""The outcome of an import as a message."""

from collections.abc import Mapping

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.imports.asked import LedgerImportOutcome


def in_words(outcome: LedgerImportOutcome) -> tuple[int, str]:
    """Return the level and the text of the message."""
    rows = {"rows": "; ".join(outcome.rows)}
    match outcome.code:
        case "confirmed":
            return messages.SUCCESS, _imported(outcome.counts)
        case "undone":
            count = outcome.counts["count"]
            said = ngettext("%(count)d entry was taken out again.", "%(count)d entries were taken out again.", count)
            return messages.SUCCESS, said % {"count": count}
        case "moved":
            return messages.WARNING, _("The ledger changed while you looked. Nothing was imported: please look again.")
        case "not_shown":
            return messages.WARNING, _("Nothing was done: the file was imported or undone already, or is being worked on.")
        case "stands":
            return messages.ERROR, _("Nothing was undone: these entries were changed since. %(rows)s") % rows
        case "locked":
            return messages.ERROR, _("Nothing was done. %(rows)s") % rows
        case "not_yours":
            return messages.ERROR, _("Nothing was done: your role does not allow it any more.")
        case _:
            return messages.ERROR, _("Nothing was done: something went wrong, and the log says what. Try it again.")


def _imported(count: Mapping[str, int]) -> str:
    said = [_("%(added)d transactions added, %(known)d were there already.") % count]
    if count["changed"]:
        said.append(_("%(changed)d have an id that the account knows with other content, and were left alone.") % count)
    if count["probable"]:
        said.append(_("%(count)d are probably there already, and were left out.") % {"count": count["probable"]})
    if count["refused"]:
        said.append(_("%(count)d cannot be taken.") % {"count": count["refused"]})
    if count.get("absent"):
        absent = ngettext(
            "%(count)d entry of an earlier file is not in this one.",
            "%(count)d entries of an earlier file are not in this one.",
            count["absent"],
        )
        said.append(absent % {"count": count["absent"]})
    return " ".join(said)
