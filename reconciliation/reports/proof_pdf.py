"""A proof on paper, made of nothing but the proof: what it says in tables, and its digest, by which the file is found again."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from reconciliation.proof.form import Json
from reconciliation.reports.report import Column, Fact, Report, Row, Table, Weight

TERMS = ("ledger_closing", "opening", "new", "missing", "differing", "ambiguous", "timing", "unexplained", "statement_closing")
ENDS = {TERMS[0], TERMS[-1]}


def report_of_proof(proof: Json, key: str, title: str) -> Report:
    """With the proof itself as its form for programs."""
    return Report(
        key=key,
        title=title,
        subtitle=_subtitle(proof),
        currency=proof["statement"]["currency"],
        facts=[fact for fact in _facts(proof) if fact.value],
        tables=list(_tables(proof)),
        notes=[_("The file proof.json holds all of this in a form that programs check; docs/proof.md of Tieout explains it.")],
        for_programs=proof,
    )


def _subtitle(proof: Json) -> str:
    account, statement = proof["account"] or {}, proof["statement"]
    days = " / ".join(filter(None, (statement["first_day"], statement["last_day"])))
    return ", ".join(filter(None, (account.get("name") or statement["institution"], days)))


def _facts(proof: Json) -> Iterator[Fact]:
    account, document, statement = proof["account"] or {}, proof["document"] or {}, proof["statement"]
    yield Fact("client", _("Client"), proof["organization"]["name"])
    yield Fact("account", _("Account"), " ".join(filter(None, (account.get("name"), account.get("number")))))
    yield Fact("institution", _("Institution"), statement["institution"])
    yield Fact("currency", _("Currency"), statement["currency"])
    yield Fact("verdict", _("Verdict"), proof["answer"]["verdict"])
    yield Fact("reasons", _("Reasons"), ", ".join(proof["answer"]["reasons"]))
    yield Fact("document", _("Source document"), document.get("filename", ""))
    yield Fact("sha256", _("SHA-256 of the document"), document.get("sha256", ""))
    yield Fact("size", _("Bytes"), str(document.get("size", "")))
    yield Fact("extract", _("SHA-256 of the ledger extract"), (proof["ledger"] or {}).get("sha256", ""))
    yield Fact("digest", _("SHA-256 of this proof"), proof["digest"]["value"])
    yield Fact("public_key", _("Signed with the key"), (proof["signature"] or {}).get("public_key", ""))
    yield Fact("made_with", _("Made with"), " ".join(filter(None, (proof["made_with"]["program"], proof["made_with"]["version"]))))


def _tables(proof: Json) -> Iterator[Table]:
    amount = Column("amount", _("Amount"), is_figure=True)
    yield _bridge(proof, amount)
    yield _rows(proof)
    entries = (proof["ledger"] or {}).get("entries", [])
    columns = (
        Column("id", _("Id")),
        Column("date", _("Date")),
        Column("description", _("Description")),
        Column("status", _("Status")),
        amount,
    )
    told = [Row((each["id"], _day(each["date"]), each["description"], each["status"], _money(each["amount"]))) for each in entries]
    yield Table("entries", _("Ledger extract"), columns, told, _("No entry."))
    yield _missing(proof, amount)
    yield _decisions(proof, amount)
    yield _steps(proof)


def _bridge(proof: Json, amount: Column) -> Table:
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
    rows = [Row((labels[name], _signed(name, terms[name])), Weight.TOTAL if name in ENDS else Weight.ITEM) for name in TERMS if terms]
    return Table("bridge", _("Bank reconciliation"), (Column("item", _("Item")), amount), rows, _("A balance is not known."))


def _signed(name: str, value: str) -> Decimal:
    """What is missing on the statement is subtracted on the way from the books to the bank."""
    return -Decimal(value) if name == "missing" else Decimal(value)


def _rows(proof: Json) -> Table:
    columns = (
        Column("line", _("Row"), is_figure=True),
        Column("page", _("Page"), is_figure=True),
        Column("date", _("Date")),
        Column("description", _("Description")),
        Column("entries", _("Entries")),
        Column("why", _("Why")),
        Column("amount", _("Amount"), is_figure=True),
    )
    found = dict(_where(proof))
    rows = [
        Row(
            (
                each["line"],
                each["page"],
                _day(each["date"]),
                each["description"],
                *found.get(each["line"], ("", "")),
                _money(each["amount"]),
            )
        )
        for each in proof["rows"]
    ]
    return Table("rows", _("Printed rows"), columns, rows, _("No row was read."))


def _where(proof: Json) -> Iterator[tuple[int, tuple[str, str]]]:
    """By row: the entries that it is paired with, and what speaks for it; else which list it is in."""
    for pair in proof["pairs"]:
        yield from ((line, (", ".join(pair["entries"]), ", ".join((pair["decided_by"], *pair["why"])))) for line in pair["lines"])
    for item in proof["new"]:
        yield item["line"], ("", _("Not in the books"))
    for item in proof["differing"]:
        yield item["line"], (item["transaction"], _("Amounts that differ"))
    for group in proof["ambiguous"]:
        yield from ((line, (", ".join(group["transactions"]), _("Needs your choice"))) for line in group["lines"])


def _missing(proof: Json, amount: Column) -> Table:
    columns = (Column("id", _("Id")), Column("date", _("Date")), Column("description", _("Description")), Column("kind", _("Kind")), amount)
    rows = [
        Row((each["transaction"], _day(each["date"]), each["description"], _kind(each), _money(each["amount"])))
        for each in proof["missing"]
    ]
    return Table("missing", _("In the books, not on the statement"), columns, rows, _("No entry."))


def _kind(item: Mapping[str, Any]) -> str:
    return ", ".join(filter(None, (item["kind"], item["proof"])))


def _decisions(proof: Json, amount: Column) -> Table:
    columns = (Column("kind", _("Decision")), Column("by", _("By")), Column("at", _("On")), Column("reason", _("Reason")), amount)
    return Table("decisions", _("Decisions"), columns, _told(proof["decisions"], "amount"), _("Nothing was decided by a person."))


def _steps(proof: Json) -> Table:
    columns = (Column("kind", _("Step")), Column("by", _("By")), Column("at", _("On")), Column("reason", _("Reason")))
    return Table("steps", _("Signed off"), columns, _told(proof["conclusions"]["steps"]), _("Not signed off yet"))


def _told(records: Iterable[Mapping[str, Any]], *amounts: str) -> list[Row]:
    return [
        Row((each["kind"], each["by"] or _("Automatically"), _day(each["at"]), each["reason"], *(_money(each[name]) for name in amounts)))
        for each in records
    ]


def _day(text: str | None) -> dt.date | None:
    return dt.datetime.fromisoformat(text).date() if text else None


def _money(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
