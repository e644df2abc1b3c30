"""Pages of imports: each view translates a request and makes one call inward."""

from reconciliation.views.deciding import (
    adopt_opening,
    answer_question,
    cancel_rows,
    chosen_sums,
    confirm_all,
    correct_line,
    decide_rows,
    replace_statement,
    settle_twin,
    take_typed_back,
    type_statement,
    withdraw_decision,
)
from reconciliation.views.enquiries import answer_enquiry, ask_client, close_enquiry, enquiries, enquiry_file
from reconciliation.views.imports import imports, imports_bulk
from reconciliation.views.models import models, own_model, remove_model_key, retention, switch_model, try_model
from reconciliation.views.overview import clients, notice_seen, open_samples, overview, throw_samples_away, welcome
from reconciliation.views.posting import add_to_books, sign, take_out
from reconciliation.views.reports import evidence_pack, roll_forward, statement_journal, statement_report
from reconciliation.views.statement import ask, import_detail, import_document, import_runs, import_status, page_image, stop
from reconciliation.views.upload import choose_account, import_outcome, process_again, start_account, unlock, upload, verify_again

__all__ = [
    "add_to_books",
    "adopt_opening",
    "answer_enquiry",
    "answer_question",
    "ask",
    "ask_client",
    "cancel_rows",
    "choose_account",
    "chosen_sums",
    "clients",
    "close_enquiry",
    "confirm_all",
    "correct_line",
    "decide_rows",
    "enquiries",
    "enquiry_file",
    "evidence_pack",
    "import_detail",
    "import_document",
    "import_outcome",
    "import_runs",
    "import_status",
    "imports",
    "imports_bulk",
    "models",
    "notice_seen",
    "open_samples",
    "overview",
    "own_model",
    "page_image",
    "process_again",
    "remove_model_key",
    "replace_statement",
    "retention",
    "roll_forward",
    "settle_twin",
    "sign",
    "start_account",
    "statement_journal",
    "statement_report",
    "stop",
    "switch_model",
    "take_out",
    "take_typed_back",
    "throw_samples_away",
    "try_model",
    "type_statement",
    "unlock",
    "upload",
    "verify_again",
    "welcome",
    "withdraw_decision",
]
