"""Words of the ledger's pages that more than one of them needs."""

from django.utils.translation import gettext_lazy as _

from people.roles import Role

ROLES = {
    Role.VIEWER: _("Reads everything."),
    Role.AUDITOR: _("Reads everything, the log too, and exports; usually up to a last day."),
    Role.CLIENT: _("Uploads statements and sees the accounts given to them, no others."),
    Role.PREPARER: _("Uploads, decides, adds rows to the books and takes them out again, prepares statements."),
    Role.REVIEWER: _("What a preparer does; reviews, locks and reopens statements too."),
    Role.ADMIN: _("What a reviewer does; also accounts, files for the ledger, members and settings."),
    Role.OWNER: _("Everything: also the log, which models are asked, who else is an owner, and the days closed for all but owners."),
}
NOT_INVITED = {
    "used": _("This invitation was used already: each works once. Ask for another one."),
    "withdrawn": _("This invitation was withdrawn. Ask who sent it."),
    "expired": _("This invitation has expired. Ask for another one."),
    "member": _("You belong to this organization already."),
}
