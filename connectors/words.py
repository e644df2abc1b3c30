"""What became of a run, in words."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

FAILURES = {
    "address": _("The address is not one that organizations may name."),
    "connection": _("Nothing answers there, or not with TLS that this machine trusts."),
    "timeout": _("It did not answer in time."),
    "refused": _("It does not take the password or token."),
    "not_found": _("What was named is not there: look at the folder, the tag or the address."),
    "no_move": _("This mail server moves mails only by deleting them, which is not done here: leave the folder to move to empty."),
    "answer": _("It answers otherwise than its documentation says. Look at its release."),
    "key": _("The password or token cannot be opened with today's keys. Say it again on the connection's page."),
    "too_many_waiting": _("Too many documents wait already: the rest is taken later."),
    "encryption": _("The budget is encrypted, and what was said as its password does not open it."),
    "package": _("This installation lacks the package that it takes: make setup-actual, or pip install 'tieout[actual]'."),
    "failed": _("It failed for a reason of our own, which stands in the log."),
}


def failure_in_words(code: str) -> str:
    return str(FAILURES.get(code) or FAILURES["failed"]) if code else ""


def counts_in_words(told: dict[str, int]) -> str:
    """ "2 new, 1 known": of what there was anything."""
    parts = {
        "taken": ngettext("%(count)d new statement", "%(count)d new statements", told.get("taken", 0)),
        "known": ngettext("%(count)d known", "%(count)d known", told.get("known", 0)),
        "refused": ngettext("%(count)d refused", "%(count)d refused", told.get("refused", 0)),
        "added": ngettext("%(count)d new entry", "%(count)d new entries", told.get("added", 0)),
        "changed": ngettext("%(count)d changed there", "%(count)d changed there", told.get("changed", 0)),
        "written": ngettext("%(count)d written back", "%(count)d written back", told.get("written", 0)),
        "added_there": ngettext("%(count)d added there", "%(count)d added there", told.get("added_there", 0)),
    }
    said = [text % {"count": told[name]} for name, text in parts.items() if told.get(name)]
    return ", ".join(said) or str(_("nothing new"))
