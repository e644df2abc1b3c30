"""Sign-off of an import's statements together: each takes the step that its page offers the member."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.access import NotYours
from people.models import Membership
from reconciliation.models import Conclusion, StatementImport
from reconciliation.presentation.import_list import RUNNING
from reconciliation.presentation.labels.acts import why_not_signed_off
from reconciliation.presentation.labels.verdicts import Words
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of
from reconciliation.reconcile.conclusions import Status
from reconciliation.reconcile.rechecks import ReadAgain
from reconciliation.signoff import services as signing

Steps = Mapping[str, tuple[Callable[..., Conclusion], Words]]
"""The function that takes each step, and the sentence after it."""
APPROVING: Steps = {
    "sign_off": (signing.sign_off, gettext_lazy("Signed off.")),
    "prepare": (signing.prepare, gettext_lazy("Prepared and waiting for review.")),
    "review": (signing.review, gettext_lazy("Reviewed and signed off.")),
}
LOCKING: Steps = {
    "lock": (signing.lock, gettext_lazy("Locked. Cleared entries keep their date and amount.")),
}


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """The result for one import; `level` is that of a message."""

    name: str
    message: str
    level: int = messages.SUCCESS


def approve(statement_import: StatementImport, user: User, steps: Steps = APPROVING) -> Iterator[ActionOutcome]:
    """Take for each statement of the file the one of these steps that its page would offer this member."""
    membership = Membership.objects.of(statement_import.organization).filter(user=user).first()
    if membership is None or not membership.may("decide"):
        raise NotYours
    sheets = [] if statement_import.status in RUNNING else sheets_of(statement_import, membership)
    if not sheets:
        yield ActionOutcome(statement_import.filename, why_not_signed_off("not_compared"), messages.WARNING)
    for sheet in sheets:
        name = f"{sheet.statement.statement_import.filename}, {sheet.title}"
        step = next((step for step in sheet.steps if step in steps), None)
        if step is None:
            why = _("Only a reviewer can lock a statement, after its review.") if steps is LOCKING else _no_step(sheet)
            yield ActionOutcome(name, why, messages.WARNING)
            continue
        take, done = steps[step]
        try:
            take(statement=sheet.statement, actor=user)
        except signing.NotNow as refused:
            yield ActionOutcome(name, why_not_signed_off(refused.code), messages.WARNING)
        except ReadAgain:
            yield ActionOutcome(name, _("The statement was read again in the meantime. Check its rows again."), messages.WARNING)
        else:
            yield ActionOutcome(name, str(done))


def _no_step(sheet: Sheet) -> str:
    """Return why its page offers no step."""
    if sheet.signing is None:
        return why_not_signed_off("no_account")
    if sheet.signing.drift:
        return why_not_signed_off("changed")
    if sheet.signing.status in {Status.REVIEWED, Status.LOCKED}:
        return _("Signed off already.")
    return sheet.signing.blocked or _("Your role does not allow this.")
