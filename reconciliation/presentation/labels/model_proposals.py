"""A model's proposals in words: why there is none and what to do about it, and where one differs from the verdict.

The verdict is always the code's, and valid without a proposal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from reconciliation.models import Question
from reconciliation.presentation.labels.verdicts import Words

ASK = _("Ask your administrator.")
LATER = _("Read the statement again later.")
SILENCES: dict[str, tuple[Words, Words]] = {
    "not_allowed": (
        _("Nothing was sent to the model: its provider is not enabled for this organization."),
        _("An owner can enable it under Models, which lists the data that would be sent. Then read the statement again."),
    ),
    "not_configured": (_("The model could not be used: its settings are incomplete."), ASK),
    "cost": (
        _("The model was not used further: it could have exceeded the limit of cost."),
        _("Read the statement again tomorrow, or ask your administrator to raise the limit."),
    ),
    "input_tokens": (_("The model was not used further: the statement needs more tokens than allowed."), ASK),
    "output_tokens": (_("The model was not used further: the statement needs more tokens than allowed."), ASK),
    "authentication": (_("The model's provider did not accept the key."), ASK),
    "rate_limited": (_("The model's provider was asked too often."), LATER),
    "overloaded": (_("The model's provider did not answer in time."), LATER),
}
BROKEN_OFF = {
    "stopped": _("It was stopped: this answer is incomplete."),
    "interrupted": _("It was interrupted: this answer is incomplete."),
}
NO_PROPOSAL = (_("The model gave no usable suggestion."), LATER)


@dataclass(frozen=True, slots=True)
class Silence:
    """A missing proposal in words: `what` happened, and `advice` on what to do, one sentence each."""

    what: str
    advice: str


def silence(reconciliation: Mapping[str, Any] | None) -> Silence | None:
    """Return the words for a model's error, or None if there was none."""
    failure = ((reconciliation or {}).get("provider") or {}).get("failure")
    if not failure:
        return None
    what, advice = SILENCES.get(str(failure.get("code")), NO_PROPOSAL)
    return Silence(str(what), str(advice))


def why_it_ended(question: Question) -> str:
    """Return why the answer is incomplete, or an empty text if it is complete."""
    if question.is_answered:
        return ""
    code = question.stop_reason
    return str(BROKEN_OFF.get(code) or SILENCES.get(code, (_("The model gave no usable answer."), ""))[0])


DISAGREEMENTS: dict[str, Words] = {
    "unknown_statement": _("It named a statement that is not in the file."),
    "statement_twice": _("It named a statement twice."),
    "statement_left_out": _("It left a statement out."),
    "account_differs": _("It named another account."),
    "unknown_line": _("It named a row that is not printed."),
    "line_twice": _("It gave a row two meanings."),
    "line_left_out": _("It left a row out."),
    "pair_differs": _("It matched a row with other entries."),
    "missing_differs": _("It found other entries missing from the statement."),
}
DISAGREES = _("It said something that the verdict does not support.")


def disagreement(difference: Mapping[str, Any]) -> str:
    """Return the sentence and its place. Statements and rows are counted from 1."""
    sentence = str(DISAGREEMENTS.get(str(difference.get("code")), DISAGREES))
    statement, line = difference.get("statement"), difference.get("line")
    if statement is None:
        return sentence
    if line is None:
        return gettext("%(said)s (statement %(statement)d)") % {"said": sentence, "statement": statement + 1}
    return gettext("%(said)s (statement %(statement)d, row %(row)d)") % {"said": sentence, "statement": statement + 1, "row": line + 1}
