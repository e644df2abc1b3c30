"""A proof on paper, made from the proof alone: its contents in tables, and the digest that identifies the file."""

import datetime as dt
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from django.db.models import TextChoices
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from finance.models import Transaction
from reconciliation.examining.facts import from_stored
from reconciliation.models import Conclusion, Decision
from reconciliation.presentation.formats import until
from reconciliation.presentation.labels.rows import why_cleared, why_missing
from reconciliation.presentation.labels.verdicts import reasons_of
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.proof.form import Json
from reconciliation.proof.write import proof_of
from reconciliation.reports.examination import tables_of_facts
from reconciliation.reports.report import Report, ReportColumn, ReportFact, ReportRow, ReportTable, Weight

TERMS = ("ledger_closing", "opening", "new", "missing", "differing", "ambiguous", "timing", "unexplained", "statement_closing")
ENDS = {TERMS[0], TERMS[-1]}


def report_of_proof(sheet: Sheet, key: str, title: str) -> Report:
    """Return the report of a statement's proof. The proof itself is its form for programs."""
    proof = proof_of(sheet)
    account, document, statement = proof["account"] or {}, proof["document"] or {}, proof["statement"]
    days = until(_day(statement["first_day"]), _day(statement["last_day"]))
    program = proof["made_with"]
    facts = [
        ReportFact("client", _("Client"), proof["organization"]["name"]),
        ReportFact("account", _("Account"), " ".join(filter(None, (account.get("name"), account.get("number"))))),
        ReportFact("institution", _("Institution"), statement["institution"]),
        ReportFact("currency", _("Currency"), statement["currency"]),
        ReportFact("verdict", _("Result"), sheet.headline.tag),
        ReportFact("reasons", _("Reasons"), " ".join(str(reason.says) for reason in reasons_of(proof["answer"]["reasons"]))),
        ReportFact("document", _("Source document"), document.get("filename", "")),
        ReportFact("sha256", _("SHA-256 of the document"), document.get("sha256", "")),
        ReportFact("size", _("Bytes"), str(document.get("size", ""))),
        ReportFact("extract", _("SHA-256 of the ledger extract"), (proof["ledger"] or {}).get("sha256", "")),
        ReportFact("digest", _("SHA-256 of this proof"), proof["digest"]["value"]),
        ReportFact("public_key", _("Signed with the key"), (proof["signature"] or {}).get("public_key", "")),
        ReportFact("made_with", _("Made with"), " ".join(filter(None, (program["program"], program["version"])))),
    ]
    examination = document.get("examination")
    examined = tables_of_facts(from_stored(examination)) if examination is not None else ()
    return Report(
        key=key,
        title=title,
        subtitle=", ".join(filter(None, (account.get("name") or statement["institution"], days))),
        firm=sheet.statement.statement_import.organization.firm,
        currency=statement["currency"],
        facts=[fact for fact in facts if fact.value],
        tables=[_bridge(proof), _rows(proof), *_entries(proof), *_acts(proof), *examined],
        notes=[_("The file proof.json holds all of this in a form that programs check; docs/proof.md of Tieout explains it.")],
        for_programs=proof,
    )


def _bridge(proof: Json) -> ReportTable:
    labels = {
        "ledger_closing": _("Balance per books"),
        "opening": _("Opening balance"),
        "new": _("On the statement, not in the books"),
        "missing": _("In the books, not on the statement"),
        "differing": _("Amounts that differ"),
        "ambiguous": _("Needs your choice"),
        "timing": _("Outstanding items"),
        "unexplained": _("Unexplained difference"),
        "statement_closing": _("Balance per bank"),
    }
    rows = []
    for name in TERMS if proof["bridge"] else ():
        term = Decimal(proof["bridge"][name])
        # From the books to the bank, items that are missing on the statement are subtracted.
        signed = -term if name == "missing" else term
        rows.append(ReportRow((labels[name], signed), Weight.TOTAL if name in ENDS else Weight.ITEM))
    columns = ReportColumn("item", _("Item")), _amount_column()
    return ReportTable("bridge", _("Bank reconciliation"), columns, rows, _("A balance is not known."))


def _rows(proof: Json) -> ReportTable:
    """Return the printed rows, counted from 1 as on the statement's page, each with its matched entries and their evidence, else with the
    name of its list."""
    evidence: dict[int, tuple[str, str]] = {}
    for pair in proof["pairs"]:
        matched = ", ".join(pair["entries"]), why_cleared(pair["why"])
        evidence |= dict.fromkeys(pair["lines"], matched)
    evidence |= {item["line"]: ("", _("Not in the books")) for item in proof["new"]}
    evidence |= {item["line"]: (item["transaction"], _("Amounts that differ")) for item in proof["differing"]}
    for group in proof["ambiguous"]:
        evidence |= dict.fromkeys(group["lines"], (", ".join(group["transactions"]), _("Needs your choice")))
    columns = (
        ReportColumn("line", _("Row"), is_figure=True),
        ReportColumn("page", _("Page"), is_figure=True),
        ReportColumn("date", _("Date")),
        ReportColumn("description", _("Description")),
        ReportColumn("entries", _("Entries")),
        ReportColumn("why", _("Why")),
        _amount_column(),
    )
    rows = []
    for row in proof["rows"]:
        entries, why = evidence.get(row["line"], ("", ""))
        rows.append(ReportRow((row["line"] + 1, row["page"], _day(row["date"]), row["description"], entries, why, _money(row["amount"]))))
    return ReportTable("rows", _("Printed rows"), columns, rows, _("No row was read."))


def _entries(proof: Json) -> Iterator[ReportTable]:
    """Yield the ledger extract, and those of its entries that are missing on the statement."""
    identity = ReportColumn("id", _("Id")), ReportColumn("date", _("Date")), ReportColumn("description", _("Description"))
    statuses = {status.value: str(status.label) for status in Transaction.Status}
    rows = [
        ReportRow((entry["id"], _day(entry["date"]), entry["description"], statuses[entry["status"]], _money(entry["amount"])))
        for entry in (proof["ledger"] or {}).get("entries", [])
    ]
    columns = (*identity, ReportColumn("status", _("Status")), _amount_column())
    yield ReportTable("entries", _("Ledger extract"), columns, rows, _("No entry."))
    rows = []
    for item in proof["missing"]:
        rows.append(ReportRow((item["transaction"], _day(item["date"]), item["description"], why_missing(item), _money(item["amount"]))))
    columns = (*identity, ReportColumn("kind", _("Why")), _amount_column())
    yield ReportTable("missing", _("In the books, not on the statement"), columns, rows, _("No entry."))


def _acts(proof: Json) -> Iterator[ReportTable]:
    """Yield the decisions and the steps of the sign-off."""
    circumstances = ReportColumn("by", _("By")), ReportColumn("at", _("On")), ReportColumn("reason", _("Reason"))
    rows = [ReportRow((*_act_cells(decision, Decision.Kind), _money(decision["amount"]))) for decision in proof["decisions"]]
    of_decisions = (ReportColumn("kind", _("Decision")), *circumstances, _amount_column())
    yield ReportTable("decisions", _("Decisions"), of_decisions, rows, _("No decisions by a person."))
    rows = [ReportRow(_act_cells(step, Conclusion.Kind)) for step in proof["conclusions"]["steps"]]
    of_steps = (ReportColumn("kind", _("Step")), *circumstances)
    yield ReportTable("steps", _("Signed off"), of_steps, rows, _("Not signed off yet"))


def _amount_column() -> ReportColumn:
    return ReportColumn("amount", _("Amount"), is_figure=True)


def _act_cells(act: Mapping[str, Any], kinds: type[TextChoices]) -> tuple[str, str, dt.date | None, str]:
    return str(kinds(act["kind"]).label), act["by"] or _("Automatically"), _day(act["at"]), act["reason"]


def _day(text: str | None) -> dt.date | None:
    """Return the day of a date or, in the current time zone, of a moment."""
    if not text:
        return None
    moment = dt.datetime.fromisoformat(text)
    return moment.date() if moment.tzinfo is None else localdate(moment)


def _money(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
