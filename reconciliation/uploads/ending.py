"""The end of an import without a result. It is refused if a conclusion, rows in the books, a decision or a question depend on the
import."""

from django.db.models import F, Q
from django.utils import timezone

from finance.models import Transaction
from finance.models.ledger import STARTED_FROM
from people.refusal import Refusal
from reconciliation.models import Conclusion, Decision, Enquiry, Posting, StatementImport
from reconciliation.models.actor import actor_of
from reconciliation.models.decisions import ABOUT_THE_DOCUMENT
from reconciliation.queue.snapshot import forget_handed_over
from reconciliation.reconcile.persist import listed, withdraw
from reconciliation.reconcile.reconcile_accounts import accounts_at_stake, lock


class DocumentInUse(Refusal):
    """Later work depends on the document. `code`: in_use_signed_off, in_use_posted, in_use_decided, in_use_started or in_use_asked."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def end_import(statement_import: StatementImport, status: StatementImport.Status) -> bool:
    """End an import with this status and delete its evidence; its worker loses the claim. Return False if it has ended with a result or has
    this status. Call it inside a transaction. Raises DocumentInUse with nothing changed."""
    lock(actor_of(statement_import), accounts_at_stake(statement_import, []))
    obstacle = obstacle_to(statement_import)
    if obstacle:
        raise DocumentInUse(obstacle)
    final = {status, StatementImport.Status.COMPLETE} if status == StatementImport.Status.CANCELLED else {status}
    rows = StatementImport.objects.of(statement_import.organization).filter(pk=statement_import.pk).exclude(status__in=final)
    empty = {"verdict": "", "reconciliation": None, "extracted_data": None, "error": None, **listed([], [])}
    ended = rows.update(status=status, claim_token=F("claim_token") + 1, claimed_until=None, finished_at=timezone.now(), **empty)
    if ended:
        forget_handed_over(statement_import)
        withdraw(statement_import, before=statement_import.refresh_from_db)
    return bool(ended)


def obstacle_to(statement_import: StatementImport) -> str:
    """Return the code of the weightiest work that depends on the import, or an empty text."""
    organization = statement_import.organization
    decisions = Decision.objects.of(organization).standing().exclude(kind__in=ABOUT_THE_DOCUMENT)
    steps = Conclusion.objects.of(statement_import.organization).filter(statement_import=statement_import)
    numbers = steps.order_by().values_list("statement_number", flat=True).distinct()
    last_steps = (steps.filter(statement_number=number).last() for number in numbers)
    obstacles = {
        "in_use_signed_off": any(step is not None and step.kind != Conclusion.Kind.REOPENED for step in last_steps),
        "in_use_posted": Posting.objects.of(organization).standing().filter(statement_import=statement_import).exists(),
        "in_use_decided": decisions.filter(Q(statement_import=statement_import) | Q(other_import=statement_import)).exists(),
        "in_use_started": Transaction.objects.of(organization).filter(origin=STARTED_FROM + statement_import.sha256).exists(),
        "in_use_asked": Enquiry.objects.of(organization).filter(statement_import=statement_import).exclude(waits="").exists(),
    }
    return next((code for code, is_so in obstacles.items() if is_so), "")
