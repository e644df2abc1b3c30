"""The history of a statement: each act with its author and time, latest first; and its decisions."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reconciliation.models import Conclusion, Decision, Enquiry, EnquiryMessage, Posting, StatementImport
from reconciliation.presentation.formats import until
from reconciliation.presentation.labels.acts import in_words, why_not
from reconciliation.presentation.labels.processing import deleted


@dataclass(frozen=True, slots=True)
class HistoryEvent:
    """One act. `why` is the reason that the person gave; `by` is None if no user was signed in."""

    at: dt.datetime
    by: User | None
    says: str
    why: str = ""


def history_of(statement_import: StatementImport) -> list[HistoryEvent]:
    """Return uploads, deletions, decisions, withdrawals, rows added to the books and removed, sign-offs, reopenings and questions.
    Four queries."""
    organization = statement_import.organization
    sentence = _("Uploaded %(file)s") if statement_import.came_as_document else _("Typed %(file)s")
    sentence %= {"file": statement_import.filename}
    events = [HistoryEvent(statement_import.uploaded_at, statement_import.uploaded_by, sentence)]
    if statement_import.document_deleted_at:
        events.append(HistoryEvent(statement_import.document_deleted_at, None, deleted(statement_import)))
    decisions = Decision.objects.of(organization).filter(statement_import=statement_import)
    for decision in decisions.select_related("made_by", "withdrawn_by"):
        sentence = in_words(decision)
        events.append(HistoryEvent(decision.made_at, decision.made_by, sentence, decision.reason))
        if decision.withdrawn_at:
            withdrawn = _("Withdrawn: %(decision)s") % {"decision": sentence}
            events.append(HistoryEvent(decision.withdrawn_at, decision.withdrawn_by, withdrawn, decision.withdrawn_because))
    events += _posted(statement_import)
    conclusions = Conclusion.objects.of(organization).filter(statement_import=statement_import)
    for step in conclusions.select_related("by"):
        sentence = f"{step.get_kind_display()}: {until(step.period_start, step.period_end)}"
        events.append(HistoryEvent(step.at, step.by, sentence, step.reason))
    closed: dict[UUID, Enquiry] = {}
    messages = EnquiryMessage.objects.of(organization).filter(enquiry__statement_import=statement_import)
    for message in messages.select_related("by", "enquiry__closed_by"):
        closed[message.enquiry_id] = message.enquiry
        by_asker = message.by_id == message.enquiry.asked_by_id
        sentence = (_("Asked about %(row)s") if by_asker else _("Answered about %(row)s")) % {"row": message.enquiry}
        events.append(HistoryEvent(message.at, message.by, sentence, " · ".join(filter(None, (message.text, message.filename)))))
    for enquiry in closed.values():
        if enquiry.closed_at:
            sentence = _("Closed the question about %(row)s") % {"row": enquiry}
            events.append(HistoryEvent(enquiry.closed_at, enquiry.closed_by, sentence))
    return sorted(events, key=lambda event: event.at, reverse=True)


def _posted(statement_import: StatementImport) -> Iterator[HistoryEvent]:
    """Group the rows that one person added in the same second into one event."""
    records = Posting.objects.of(statement_import.organization).filter(statement_import=statement_import)
    postings = list(records.select_related("posted_by", "undone_by"))
    for (_second, by), group in groupby(postings, key=lambda posting: (posting.posted_at.replace(microsecond=0), posting.posted_by)):
        rows = list(group)
        sentence = ngettext("Added %(count)d row to the books", "Added %(count)d rows to the books", len(rows))
        yield HistoryEvent(rows[-1].posted_at, by, sentence % {"count": len(rows)})
    undone = sorted((posting for posting in postings if posting.undone_at), key=lambda posting: str(posting.undone_at))
    for (undone_at, undone_by), group in groupby(undone, key=lambda posting: (posting.undone_at, posting.undone_by)):
        count = len(list(group))
        sentence = ngettext("Took %(count)d row out of the books again", "Took %(count)d rows out of the books again", count)
        if undone_at:
            yield HistoryEvent(undone_at, undone_by, sentence % {"count": count})


Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision in words. `set_aside` is why it no longer applies, or empty."""

    decision: Decision
    says: str
    set_aside: str = ""


def decisions_of(standing: Iterable[Decision], verdict: Json) -> list[ShownDecision]:
    """Return the decisions on a statement in their order, without withdrawn ones."""
    reasons = {result["decision"]: result["why_not"] for result in verdict.get("decisions", [])}
    codes = [(decision, reasons.get(str(decision.pk))) for decision in standing]
    return [ShownDecision(decision, in_words(decision), why_not(code) if code else "") for decision, code in codes]
