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
ANOTHER = _("Choose another model under Models.")
LONGER = _("Choose a model for longer texts under Models, or split the file.")
KEY = _("Enter the key again under Models, or ask your administrator.")
TRIAL = _("Test the connection under Models: the test names what is wrong.")
SILENCES: dict[str, tuple[Words, Words]] = {
    "not_allowed": (
        _("Nothing was sent to the model: its provider is not switched on for this organization."),
        _("An owner can enable it under Models, which lists the data that would be sent. Then read the statement again."),
    ),
    "not_configured": (_("The model could not be used: its settings are incomplete."), ASK),
    "cost": (
        _("The model was stopped: another request could have exceeded the cost limit."),
        _("Read the statement again tomorrow, or ask your administrator to raise the limit."),
    ),
    "input_tokens": (_("The model was not used further: the statement needs more tokens than allowed."), ASK),
    "output_tokens": (_("The model was not used further: the statement needs more tokens than allowed."), ASK),
    "authentication": (
        _("The model's provider did not accept the key."),
        _("Enter the key again under Models, or ask your administrator."),
    ),
    "unknown_model": (_("The provider has no model of this name at this address."), _("Correct the model or the address under Models.")),
    "no_credit": (_("The account at the provider has no credit."), _("Add credit to the account at the provider, then try again.")),
    "no_tools": (_("The model or its server takes no tools."), _("Choose actions in place of tools under Models, or another model.")),
    "no_schema": (
        _("The model's server does not support the requested form of answers."),
        _("Choose another form of answers under Models."),
    ),
    "no_stream": (_("The provider does not stream answers with this key or model."), ANOTHER),
    "context_length": (_("The prompt was too long for the model."), LONGER),
    "truncated": (_("The model's answer was cut off, because it became too long."), LONGER),
    "content_filter": (_("The provider withheld the answer, or the model refused to answer."), ANOTHER),
    "invalid_request": (_("The provider refused the request."), TRIAL),
    "malformed": (_("The provider's answer could not be read."), TRIAL),
    "unreachable": (_("The model's provider could not be reached."), TRIAL),
    "too_slow": (_("The model took too long to answer."), _("Allow more seconds per request under Models, or choose a faster model.")),
    "rate_limited": (_("The model's provider was asked too often."), LATER),
    "overloaded": (_("The model's provider is too busy to answer now."), LATER),
}
IN_CHAT: dict[str, Words] = {
    "not_allowed": _("An owner can enable it under Models."),
    "cost": _("Ask again tomorrow, or ask your administrator to raise the limit."),
    **dict.fromkeys(("rate_limited", "overloaded"), _("Ask again later.")),
}
"""Advice to a person who asks, where that for a statement does not fit."""
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
    what, advice = SILENCES.get(str(failure.get("cause") or failure.get("code")), NO_PROPOSAL)
    return Silence(str(what), str(advice))


def why_it_ended(question: Question) -> str:
    """Return why the answer is incomplete and what to do, or an empty text if it is complete."""
    code = question.stop_reason
    if question.is_answered or code in BROKEN_OFF:
        return "" if question.is_answered else str(BROKEN_OFF[code])
    what, advice = SILENCES.get(code, (_("The model gave no usable answer."), ""))
    return f"{what} {IN_CHAT.get(code, advice)}".strip()


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
