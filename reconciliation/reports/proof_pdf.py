"""A proof on paper, made from the proof alone: its contents in tables, and the digest that identifies the file."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from reconciliation.proof.form import Json
from reconciliation.reports.report import Report, ReportColumn, ReportFact, ReportRow, ReportTable, Weight

TERMS = ("ledger_closing", "opening", "new", "missing", "differing", "ambiguous", "timing", "unexplained", "statement_closing")
ENDS = {TERMS[0], TERMS[-1]}


def report_of_proof(proof: Json, key: str, title: str) -> Report:
    """Return the report of a proof. The proof itself is its form for programs."""
    account, statement = proof["account"] or {}, proof["statement"]
    days = " / ".join(filter(None, (statement["first_day"], statement["last_day"])))
    return Report(
        key=key,
        title=title,
        subtitle=", ".join(filter(None, (account.get("name") or statement["institution"], days))),
        currency=proof["statement"]["currency"],
        facts=[fact for fact in _facts(proof) if fact.value],
        tables=list(_tables(proof)),
        notes=[_("The file proof.json holds all of this in a form that programs check; docs/proof.md of Tieout explains it.")],
        for_programs=proof,
    )


def _facts(proof: Json) -> Iterator[ReportFact]:
    account, document, statement = proof["account"] or {}, proof["document"] or {}, proof["statement"]
    yield ReportFact("client", _("Client"), proof["organization"]["name"])
    yield ReportFact("account", _("Account"), " ".join(filter(None, (account.get("name"), account.get("number")))))
    yield ReportFact("institution", _("Institution"), statement["institution"])
    yield ReportFact("currency", _("Currency"), statement["currency"])
    yield ReportFact("verdict", _("Verdict"), proof["answer"]["verdict"])
    yield ReportFact("reasons", _("Reasons"), ", ".join(proof["answer"]["reasons"]))
    yield ReportFact("document", _("Source document"), document.get("filename", ""))
    yield ReportFact("sha256", _("SHA-256 of the document"), document.get("sha256", ""))
    yield ReportFact("size", _("Bytes"), str(document.get("size", "")))
    yield ReportFact("extract", _("SHA-256 of the ledger extract"), (proof["ledger"] or {}).get("sha256", ""))
    yield ReportFact("digest", _("SHA-256 of this proof"), proof["digest"]["value"])
    yield ReportFact("public_key", _("Signed with the key"), (proof["signature"] or {}).get("public_key", ""))
    yield ReportFact("made_with", _("Made with"), " ".join(filter(None, (proof["made_with"]["program"], proof["made_with"]["version"]))))


def _tables(proof: Json) -> Iterator[ReportTable]:
    amount = ReportColumn("amount", _("Amount"), is_figure=True)
    yield _bridge(proof, amount)
    yield _rows(proof)
    entries = (proof["ledger"] or {}).get("entries", [])
    columns = (
        ReportColumn("id", _("Id")),
        ReportColumn("date", _("Date")),
        ReportColumn("description", _("Description")),
        ReportColumn("status", _("Status")),
        amount,
    )
    rows = [
        ReportRow((entry["id"], _day(entry["date"]), entry["description"], entry["status"], _money(entry["amount"]))) for entry in entries
    ]
    yield ReportTable("entries", _("Ledger extract"), columns, rows, _("No entry."))
    yield _missing(proof, amount)
    yield _decisions(proof, amount)
    yield _steps(proof)


def _bridge(proof: Json, amount: ReportColumn) -> ReportTable:
    labels = {
        "ledger_closing": _("Balance per books"),
        "opening": _("Balance brought forward"),
        "new": _("On the statement, not in the books"),
        "missing": _("In the books, not on the statement"),
        "differing": _("Amounts that differ"),
        "ambiguous": _("Needs your choice"),
        "timing": _("Outstanding items"),
        "unexplained": _("Unreconciled difference"),
        "statement_closing": _("Balance per bank"),
    }
    terms = proof["bridge"] or {}
    rows = [ReportRow((labels[name], _signed(name, terms[name])), Weight.TOTAL if name in ENDS else Weight.ITEM) for name in TERMS if terms]
    return ReportTable("bridge", _("Bank reconciliation"), (ReportColumn("item", _("Item")), amount), rows, _("A balance is not known."))


def _signed(name: str, value: str) -> Decimal:
    """Return the term with its sign: items missing on the statement are subtracted between books and bank."""
    return -Decimal(value) if name == "missing" else Decimal(value)


def _rows(proof: Json) -> ReportTable:
    columns = (
        ReportColumn("line", _("Row"), is_figure=True),
        ReportColumn("page", _("Page"), is_figure=True),
        ReportColumn("date", _("Date")),
        ReportColumn("description", _("Description")),
        ReportColumn("entries", _("Entries")),
        ReportColumn("why", _("Why")),
        ReportColumn("amount", _("Amount"), is_figure=True),
    )
    where = dict(_where(proof))
    rows = [
        ReportRow(
            (
                row["line"],
                row["page"],
                _day(row["date"]),
                row["description"],
                *where.get(row["line"], ("", "")),
                _money(row["amount"]),
            )
        )
        for row in proof["rows"]
    ]
    return ReportTable("rows", _("Printed rows"), columns, rows, _("No row was read."))


def _where(proof: Json) -> Iterator[tuple[int, tuple[str, str]]]:
    """Return for each row its matched entries and their evidence, else its list."""
    for pair in proof["pairs"]:
        yield from ((line, (", ".join(pair["entries"]), ", ".join((pair["decided_by"], *pair["why"])))) for line in pair["lines"])
    for item in proof["new"]:
        yield item["line"], ("", _("Not in the books"))
    for item in proof["differing"]:
        yield item["line"], (item["transaction"], _("Amounts that differ"))
    for group in proof["ambiguous"]:
        yield from ((line, (", ".join(group["transactions"]), _("Needs your choice"))) for line in group["lines"])


def _missing(proof: Json, amount: ReportColumn) -> ReportTable:
    columns = (
        ReportColumn("id", _("Id")),
        ReportColumn("date", _("Date")),
        ReportColumn("description", _("Description")),
        ReportColumn("kind", _("Kind")),
        amount,
    )
    rows = [
        ReportRow(
            (
                item["transaction"],
                _day(item["date"]),
                item["description"],
                ", ".join(filter(None, (item["kind"], item["proof"]))),
                _money(item["amount"]),
            )
        )
        for item in proof["missing"]
    ]
    return ReportTable("missing", _("In the books, not on the statement"), columns, rows, _("No entry."))


def _decisions(proof: Json, amount: ReportColumn) -> ReportTable:
    columns = (
        ReportColumn("kind", _("Decision")),
        ReportColumn("by", _("By")),
        ReportColumn("at", _("On")),
        ReportColumn("reason", _("Reason")),
        amount,
    )
    return ReportTable("decisions", _("Decisions"), columns, _told(proof["decisions"], "amount"), _("Nothing was decided by a person."))


def _steps(proof: Json) -> ReportTable:
    columns = (
        ReportColumn("kind", _("Step")),
        ReportColumn("by", _("By")),
        ReportColumn("at", _("On")),
        ReportColumn("reason", _("Reason")),
    )
    return ReportTable("steps", _("Signed off"), columns, _told(proof["conclusions"]["steps"]), _("Not signed off yet"))


def _told(records: Iterable[Mapping[str, Any]], *amounts: str) -> list[ReportRow]:
    return [
        ReportRow(
            (
                record["kind"],
                record["by"] or _("Automatically"),
                _day(record["at"]),
                record["reason"],
                *(_money(record[name]) for name in amounts),
            )
        )
        for record in records
    ]


def _day(text: str | None) -> dt.date | None:
    return dt.datetime.fromisoformat(text).date() if text else None


def _money(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
