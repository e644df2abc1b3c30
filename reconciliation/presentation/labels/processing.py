"""Processing in words: kinds of documents, stages and steps of a run, providers, and failures with advice."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from people.formats import written_day
from reconciliation.documents.unreadable import MESSAGES, message
from reconciliation.models import StatementImport
from reconciliation.presentation.labels.reading import NOTES
from reconciliation.presentation.labels.verdicts import Words

DOCUMENT_TYPES: dict[str, Words] = {
    "bank_statement": _("Bank statement"),
    "credit_card_statement": _("Credit card statement"),
    "loan_statement": _("Loan statement"),
    "investment_statement": _("Investment statement"),
    "invoice": _("Invoice"),
    "receipt": _("Receipt"),
    "contract": _("Contract"),
    "tax_form": _("Tax form"),
    "pay_slip": _("Pay slip"),
    "asset_report": _("Asset report"),
    "financial_document": _("Financial document"),
    "other": _("Other document"),
}
STAGES: dict[str, Words] = {
    "open": _("Open the document"),
    "read": _("Read its rows"),
    "extract": _("Ask a model for the rows"),
    "analyse": _("See what it is"),
    "reconcile": _("Look into the books"),
    "verify": _("Compare with the books"),
}


def deleted(statement_import: StatementImport) -> str:
    """Return the sentence, or an empty text if the document exists."""
    if statement_import.document_deleted_at is None:
        return ""
    days = statement_import.document_kept_days or 0
    return ngettext(
        "The document was deleted on %(day)s as this organization keeps documents for %(days)d day.",
        "The document was deleted on %(day)s as this organization keeps documents for %(days)d days.",
        days,
    ) % {"day": written_day(statement_import.document_deleted_at), "days": days}


ADVICE: dict[str, Words] = {
    "not_a_pdf": _("Download the statement from your bank as a PDF and upload that file."),
    "empty": _("The download was probably cut short. Download it again."),
    "damaged": _("A fresh download usually helps; a file that was edited or printed again often does not."),
    "encrypted": _("Enter its password once. An unlocked copy is kept, the password is not."),
    "wrong_password": _("Check capitals, dots and spaces, and try again."),
    "too_large": _("Split it into smaller files, for example one per month."),
    "too_many_pages": _("Split it into smaller files, for example one per month."),
    "timeout": _("Try once more. If it stops again, split the file."),
    "memory": _("Split it into smaller files, for example one per month."),
    "too_complex": _("Download it again from your bank, without printing or editing it."),
    "blank": _("Download the statement from your bank as a PDF and upload that file."),
    "nothing_legible": _("Scan it again, straight and at 200 to 300 dots an inch, or download it from your bank as a PDF."),
    "too_many_scans": _("Split it into smaller files, for example one per month."),
    "file_refused": _("Export it from your bank again, or download the statement as a PDF."),
    "file_asks": _("Import it into the books of its account, where you can answer, or upload the statement as a PDF."),
    "too_many_pages_of_text": _("Split it into smaller files, for example one per month."),
    "ocr_timeout": _("Try once more. If it stops again, split the file."),
    "ocr_memory": _("Ask your administrator to raise this limit."),
    "no_text": _("Until then nothing can be compared; the file is kept here."),
    "not_confined": _("Ask your administrator: `manage.py check --deploy` names the locks that are missing."),
    "document_gone": _("Upload the file again, and tell your administrator that stored documents are missing."),
    "document_sealed": _("Ask your administrator to restore the master key with which it was stored. Then read it again."),
    "not_stored": _("Upload it again later. If it fails again, ask your administrator: the disk may be full."),
    "too_many_waiting": _("Nothing was stored. Upload it again once some of them are done."),
    "figure_out_of_range": _("Check the document: it does not look like a statement."),
}

OTHERS: dict[str, Words] = {
    "gave_up": _("Processing was tried %(attempts)s times and was interrupted each time."),
    "gave_up_on_error": _("Processing was tried %(attempts)s times and ended in an error, the last time in %(cause)s."),
    "interrupted": _("This run was interrupted; the next one started over."),
    "not_stored": _("The file could not be stored."),
    "document_gone": _("The stored file is missing."),
    "document_sealed": _("The stored file cannot be decrypted: its key is missing, or the file was altered."),
    "too_many_waiting": _("Too many of your statements are waiting. No more are accepted now."),
    "figure_out_of_range": _("An amount in this document is larger, or has more decimals, than any currency allows."),
}

PASSING = frozenset({"timeout", "memory", "ocr_timeout", "ocr_memory", "not_confined", "not_stored", "document_sealed", "too_many_waiting"})
FILES_FAULT = frozenset(ADVICE) - PASSING
UNKNOWN = _("Something went wrong during processing.")
TRY_AGAIN = _("Try once more. If it happens again, ask your administrator.")


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure in words: `what` happened, and `advice` on what to do, each of one or two sentences."""

    code: str
    what: str
    advice: str

    @property
    def may_pass(self) -> bool:
        """True if reading the same file again may succeed."""
        return self.code not in FILES_FAULT


def failure(error: Mapping[str, Any] | None) -> Failure | None:
    """Return the words for a stored error, or None if there is none. An unknown code has a general sentence."""
    if not error:
        return None
    code, params = str(error.get("code", "")), error.get("params") or {}
    try:
        sentence = message(code, params) if code in MESSAGES else str(OTHERS.get(code, UNKNOWN)) % params
    except (KeyError, TypeError):  # figures that the message names were not stored
        sentence = str(UNKNOWN)
    return Failure(code, sentence, str(ADVICE.get(code, TRY_AGAIN)))


PROVIDERS: dict[str, Words] = {
    "openai": "OpenAI",
    "azure": "Azure OpenAI",
    "groq": "Groq",
    "mistral": "Mistral AI",
    "xai": "xAI",
    "deepseek": "DeepSeek",
    "ollama": "Ollama",
    "openrouter": "OpenRouter",
    "anthropic": "Anthropic",
    "gemini": "Google Gemini",
    "vertex": "Google Vertex AI",
    "compatible": _("Compatible server"),
}
NAMED: dict[str, Words] = {"builtin": _("built in")} | PROVIDERS
"""Names of the providers, including the built-in one, which asks no model."""


WORKS = "works"
OUTCOMES: dict[str, Words] = {
    WORKS: _("%(provider)s answered: the connection works, with the model %(model)s."),
    "builtin": _("No model is asked here, so there is no connection to test."),
    "running": _("A test is under way already; wait for it."),
    "not_allowed": _("Nothing was sent: %(provider)s is not switched on. An owner can switch it on below."),
    "not_configured": _("Nothing was sent: %(provider)s needs a key, a model, or an address that is not set."),
    "private_address": _("Nothing was sent: the address is in a private network, which the settings of this installation do not allow."),
    "unbounded": _(
        "Nothing was sent: the price of %(model)s is unknown. The operator of this installation sets its price or a limit of tokens."
    ),
    "cost": _("Nothing was sent: it could exceed today's cost limit."),
    "sealed": _("Nothing was sent: the key cannot be opened with the keys of this installation. Enter it again."),
    "authentication": _("%(provider)s did not accept the key."),
    "unknown_model": _("%(provider)s has no model %(model)s at this address."),
    "unreachable": _("%(provider)s could not be reached, or did not answer in time."),
    "too_slow": _("%(provider)s did not answer in time. A slow model may need more seconds per request."),
    "content_filter": _("%(provider)s withheld the answer, or the model %(model)s refused to answer."),
    "no_credit": _("The account at %(provider)s has no credit. Add credit."),
    "no_tools": _("%(provider)s takes no tools with the model %(model)s: choose actions in place of tools."),
    "no_schema": _("%(provider)s does not support this form of answers with the model %(model)s. Choose another form."),
    "overloaded": _("%(provider)s is too busy to answer now."),
    "rate_limited": _("%(provider)s accepted the key, but refuses requests because of a limit or an unpaid balance."),
}
OTHERWISE = _("%(provider)s refused the request, or its answer could not be understood.")


ABILITIES: dict[str, Words] = {
    "native": _("It calls tools."),
    "actions": _("It takes actions in place of tools."),
    "none": _("It called no tool: choose actions in place of tools, or another model."),
}


def outcome(code: str, *, provider: str, model: str, status: int | None = None, tools: str = "", has_form: bool = False) -> str:
    """Return the sentence for the outcome of a test of the connection to a provider, and for a test that worked the abilities of the
    model; `status` is the server's, of HTTP."""
    sentence = OUTCOMES.get(code, OTHERWISE) % {"provider": PROVIDERS.get(provider, provider), "model": model}
    if code == WORKS and tools:
        form = (
            _("It answers in the required format.")
            if has_form
            else _("Its answer did not have the required format. Choose another form of answers.")
        )
        return f"{sentence} {ABILITIES[tools]} {form}"
    return f"{sentence} (HTTP {status})" if status else str(sentence)


TOOLS: dict[str, Words] = {
    "get_accounts": _("Looked up the accounts"),
    "get_transactions": _("Looked up entries in the books"),
    "repeated": _("Sent a request to a model again"),
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
    "elsewhere": _("To another provider"),
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
        "stop": _("its answer"),
        "tool_calls": _("a lookup"),
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
        "truncated": _("an incomplete answer"),
        "content_filter": _("a refusal"),
        "no_answer": _("no answer"),
        "invalid_output": _("an unusable answer"),
        "stopped": _("a person's stop"),
    },
}
"""Labels of codes, by the fact that has the code."""
FAULTS: dict[str, Words] = {
    "file_changed": _("The stored file is not the one that was read."),
    "version_differs": _("The answer was made by an earlier version of the checks."),
    "lines_differ": _("The printed rows are not those of the answer."),
    "pairs_differ": _("The stored matches differ from the answer."),
    "entry_gone": _("A matched entry is no longer in the books, or does not count."),
    "entry_twice": _("An entry is in two matches."),
    "sums_differ": _("The two sides of a match are no longer equal."),
    "line_unpaired": _("A printed row has no match."),
    "balances_differ": _("Opening balance plus rows does not equal the closing balance."),
    "bridge_open": _("The bank reconciliation does not close."),
    "rows_digest_differs": _("Rows or balances are not those that the answer was made from."),
    "conclusion_of_another_document": _("The sign-off names another document."),
    "conclusion_of_other_rows": _("The sign-off names other rows or balances."),
    "conclusion_unbound": _("The sign-off does not name the rows and balances that were shown."),
    "decision_of_another_document": _("A decision names another document."),
}


def fault_in_words(code: str) -> str:
    """Return the sentence for an item of `faults_of`, with the number of the statement, counted from 1."""
    name, _colon, number = code.partition(":")
    sentence = str(FAULTS.get(name, name))
    return f"{int(number) + 1}: {sentence}" if number else sentence
