"""Differences between a model's proposal and the verdict, in words. The verdict is always the code's."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reconciliation.presentation.labels.reasons import Words

DISAGREEMENTS: dict[str, Words] = {
    "unknown_statement": gettext_lazy("It spoke of a statement that is not in the file."),
    "statement_twice": gettext_lazy("It spoke of a statement twice."),
    "statement_left_out": gettext_lazy("It left a statement out."),
    "account_differs": gettext_lazy("It named another account."),
    "unknown_line": gettext_lazy("It named a row that is not printed."),
    "line_twice": gettext_lazy("It gave a row two meanings."),
    "line_left_out": gettext_lazy("It left a row out."),
    "pair_differs": gettext_lazy("It paired a row with other entries."),
    "missing_differs": gettext_lazy("It found other entries missing from the statement."),
}
OTHERWISE = gettext_lazy("It said something that the verdict does not bear out.")


def disagreement(difference: Mapping[str, Any]) -> str:
    """Return the sentence and its place. Statements and rows are counted from 1."""
    sentence = str(DISAGREEMENTS.get(str(difference.get("code")), OTHERWISE))
    statement, line = difference.get("statement"), difference.get("line")
    if statement is None:
        return sentence
    if line is None:
        return _("%(said)s (statement %(statement)d)") % {"said": sentence, "statement": statement + 1}
    return _("%(said)s (statement %(statement)d, row %(row)d)") % {"said": sentence, "statement": statement + 1, "row": line + 1}
