"""Warnings about a document, shown above its rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reconciliation.models import Statement, StatementImport, Step
from reconciliation.presentation.formats import figure
from reconciliation.presentation.labels.concerns import FLAGS, remarks


@dataclass(frozen=True, slots=True)
class Concern:
    """A warning. `anchor` is its place on the page, or empty."""

    says: str
    anchor: str = ""


def remarks_on(statement_import: StatementImport) -> list[str]:
    """Return the remarks of the reader from the last reading of the document."""
    steps = Step.objects.filter(run__statement_import=statement_import, stage="read").order_by("-run__number", "-number")
    detail: Any = steps.values_list("detail", flat=True).first() or {}
    return remarks(detail.get("notes", []))


def concerns_of(statement: Statement, position: int, said_of_file: list[str]) -> list[Concern]:
    """Return the concerns, hidden text first: it may be meant to mislead another reader."""
    return [
        *_hidden(statement.statement_import),
        *_gate(statement, position),
        *(Concern(str(FLAGS[flag])) for flag in statement.flags if flag in FLAGS),
        *map(Concern, said_of_file),
        *_unread(statement, position),
    ]


def _hidden(statement_import: StatementImport) -> Iterator[Concern]:
    if statement_import.hidden_text:
        yield Concern(
            _("This PDF holds text that no reader sees. It was not used; be careful with the document."),
            "unseen" if statement_import.unseen else "",
        )


def _gate(statement: Statement, position: int) -> Iterator[Concern]:
    """Return the difference between the printed figures, and the first row at which they differ."""
    difference, broken_at = statement.integrity.get("difference"), statement.integrity.get("first_break")
    if difference is not None and Decimal(difference):
        amount = figure(Decimal(difference), statement.money_currency)
        yield Concern(_("As read, opening balance and rows miss the closing balance by %(amount)s.") % {"amount": amount})
    if broken_at is not None:
        anchor = f"s{position}-line-{broken_at}"
        yield Concern(_("The printed running balance stops following at row %(number)d.") % {"number": broken_at + 1}, anchor)


def _unread(statement: Statement, position: int) -> Iterator[Concern]:
    count = len(statement.unread)
    if count:
        sentence = ngettext("%(count)d printed row could not be read.", "%(count)d printed rows could not be read.", count)
        yield Concern(sentence % {"count": count}, f"s{position}-unread")
