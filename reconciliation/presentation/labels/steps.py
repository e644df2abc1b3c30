"""Steps of a run in words: stages, tools, and the names of their stored results."""

from django.utils.translation import gettext_lazy as _

from reconciliation.models import StatementImport
from reconciliation.presentation.labels.concerns import NOTES
from reconciliation.presentation.labels.documents import DOCUMENT_TYPES
from reconciliation.presentation.labels.providers import NAMED
from reconciliation.presentation.labels.reasons import Words

TOOLS: dict[str, Words] = {
    "get_accounts": _("Looked up the accounts"),
    "get_transactions": _("Looked up entries in the books"),
}
FACTS: dict[str, Words] = {
    "pages": _("Pages"),
    "hidden_text": _("Hidden text"),
    "sandbox": _("Locks around the reader"),
    "statements": _("Statements"),
    "lines": _("Rows"),
    "integrity": _("Adds up"),
    "notes": _("Remarks"),
    "document_type": _("Kind"),
    "provider": _("Provider"),
    "model": _("Model"),
    "stop_reason": _("Ended with"),
    "finish_reason": _("Ended with"),
    "failure": _("Failure"),
    "verdict": _("Verdict"),
    "status": _("Status"),
    "error": _("Error"),
    "calls": _("Requests"),
    "chunks": _("Parts of the document"),
    "is_error": _("Refused"),
}
TEXTS: dict[str, Words] = {
    "arguments": _("Asked with"),
    "filled": _("Filled in by code"),
    "result": _("Result"),
    "text": _("Said"),
    "reasoning": _("Reasoning"),
}
LIMIT = _("a limit that was reached")
VALUES: dict[str, dict[str, Words]] = {
    "sandbox": {
        "limits": _("little time and memory"),
        "not_root": _("no rights of the system"),
        "dies_with_parent": _("ends with its worker"),
        "no_new_privileges": _("gains no rights"),
        "no_network": _("no network"),
        "no_processes": _("no other programs"),
        "landlock": _("no files"),
        "seccomp": _("few calls of the system"),
    },
    "provider": NAMED,
    "model": {"builtin": NAMED["builtin"]},
    "document_type": DOCUMENT_TYPES,
    "notes": NOTES,
    "status": {status.value: status.label for status in StatementImport.Status},
    "verdict": {
        "matched": _("reconciled, proved"),
        "mismatched": _("differs"),
        "partial": _("not decided"),
        "unverifiable": _("nothing compared"),
    },
    "finish_reason": {
        "stop": _("what it had to say"),
        "tool_calls": _("a wish to look something up"),
        "length": LIMIT,
        "content_filter": _("a refusal"),
        "stopped": _("a person's stop"),
    },
    "stop_reason": {
        "answered": _("an answer"),
        "rounds": LIMIT,
        "tool_calls": LIMIT,
        "seconds": LIMIT,
        "result_bytes": LIMIT,
        "input_tokens": LIMIT,
        "output_tokens": LIMIT,
        "cost": _("the most that it may cost"),
        "stalled": _("the same question twice"),
        "truncated": _("half an answer"),
        "content_filter": _("a refusal"),
        "no_answer": _("no answer"),
        "invalid_output": _("an answer that cannot be used"),
        "stopped": _("a person's stop"),
    },
}
"""What codes stand for, by the fact that they are of."""
FAULTS: dict[str, Words] = {
    "file_changed": _("The stored file is not the one that was read."),
    "version_differs": _("The answer was made by an earlier version of the checks."),
    "lines_differ": _("The printed rows are not those that were counted."),
    "pairs_differ": _("The pairs that are stored are not those of the answer."),
    "entry_gone": _("An entry that was paired is not in the books any more, or does not count."),
    "entry_twice": _("An entry stands in two pairs."),
    "sums_differ": _("The two sides of a pair are not equal any more."),
    "line_unpaired": _("A printed row has no pair."),
    "balances_differ": _("Opening balance and rows do not lead to the closing balance."),
    "bridge_open": _("The bank reconciliation does not close."),
}


def fault_in_words(code: str) -> str:
    """Return the sentence for an item of `faults_of`, with the number of the statement, counted from 1."""
    name, _colon, number = code.partition(":")
    sentence = str(FAULTS.get(name, name))
    return f"{int(number) + 1}: {sentence}" if number else sentence
