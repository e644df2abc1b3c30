"""The proof of a statement, from its stored answer and the part of the ledger that the answer rests on."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from django.conf import settings
from django.db.models import Q

from finance.account_numbers import visible_end
from finance.models import Account, Transaction
from people.formats import full_name
from reconciliation.examining.facts import from_stored, in_order
from reconciliation.models import Match, Statement, StatementImport
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.printed.digest import digest_of_statement
from reconciliation.proof.form import FORMAT, NAMED_BY_DIGEST, VERSION, Json, digest_of, sha256_of, signature_under
from reconciliation.reconcile.conclusions import Days, days_of_stored
from reconciliation.verification.account_choice import number_of
from reconciliation.verification.verdict import VERSION as RECONCILIATION_VERSION


def ledger_of(statement: Statement, verdict: Mapping[str, Any]) -> Json | None:
    """Return the extract, or None if the account of the statement is unknown. `cleared_elsewhere` are entries of these days that other
    statements show, and later ones that earlier statements have shown already."""
    account, days = statement.account, days_of_stored(statement)
    if account is None:
        return None
    in_account = Transaction.objects.of(account.organization).filter(account=account)
    named = {entry.pk: entry for entry in in_account.named(set(names_in(verdict)))}
    elsewhere = _cleared_elsewhere(statement, account, days, named.keys()) if days else {}
    of_these_days = {entry.pk: entry for entry in in_account.posted().booked_between(*days)} if days else {}
    shown_elsewhere = {entry.pk: entry for entry in in_account.filter(pk__in=elsewhere)}
    extract = sorted({**of_these_days, **shown_elsewhere, **named}.values(), key=lambda entry: (entry.booked_on, name_of(entry)))
    entries = [
        {
            "id": name_of(entry),
            "external_id": entry.external_id,
            "date": _day(entry.booked_on),
            "amount": _money(entry.amount),
            "description": entry.description,
            "status": entry.status,
            "left_out": entry.is_excluded,
        }
        for entry in extract
    ]
    return {
        "opening_balance": _money(account.opening_balance),
        "opening_date": _day(account.opening_date),
        "entries": entries,
        "cleared_elsewhere": [{"entry": name_of(entry), **elsewhere[entry.pk]} for entry in extract if entry.pk in elsewhere],
        "sha256": sha256_of(entries),
    }


def name_of(entry: Transaction) -> str:
    """Return the id of an entry as answers use it: the external id, else the product's own."""
    return entry.external_id or str(entry.pk)


def names_in(verdict: Mapping[str, Any]) -> Iterator[str]:
    """Return the ids of every entry that an answer mentions."""
    for item in (*verdict["matched"], *verdict["ambiguous"]):
        yield from item["transactions"]
    for item in (*verdict["missing"], *verdict["differing"]):
        yield item["transaction"]
    yield from (row["candidate"] for row in verdict["new"] if row["candidate"])
    yield from verdict["pending"]
    yield from verdict.get("zero_entries", ())
    yield from verdict["opening_set"]


def _cleared_elsewhere(statement: Statement, account: Account, days: Days, named: Any) -> dict[Any, Json]:
    """Return for each entry the document and statement that shows it."""
    began_before = Q(statement__period_start__lte=days[0]) | Q(statement__period_start=None)
    may_matter = Q(transactions__booked_on__range=days) | (Q(transactions__booked_on__gt=days[1]) & began_before)
    matches = Match.objects.of(account.organization).filter(may_matter, statement__account=account).exclude(statement=statement)
    places: dict[Any, Json] = {}
    for match in matches.distinct().select_related("statement__statement_import").prefetch_related("transactions"):
        other = days_of_stored(match.statement)
        number, shown_on = match.statement.number, match.statement.statement_import
        answers = (shown_on.reconciliation or {}).get("statements", [])
        # An earlier statement clears entries for later ones if its account is certain and no other covers its days.
        certain = number < len(answers) and not {"overlaps", "account_unconfirmed"} & set(answers[number]["reasons"])
        is_earlier = other is not None and other <= days and certain
        place = {"document": shown_on.sha256, "statement": number}
        for entry in match.transactions.all():
            if entry.pk not in named and (days[0] <= entry.booked_on <= days[1] or (entry.booked_on > days[1] and is_earlier)):
                places[entry.pk] = place
    return places


LISTS = (
    "new", "missing", "differing", "ambiguous", "pending", "zero_lines", "zero_entries", "opening_set", "opening_parts", "added_from_it",
    "chain_break", "overlapped", "same_as", "copies", "contradicts", "replaced_by", "bridge",
)  # fmt: skip
ADDS_UP = ("holds", "difference", "first_break", "rows_follow")
ANSWER = ("verdict", "reasons", "reading_confirmed", "relied_on", "movement_ties", "account_why", "candidates")


def proof_of(sheet: Sheet) -> Json:
    """Return the proof as described in docs/proof.md, signed if the installation has a key (`PROOF_KEY`)."""
    statement, document, account = sheet.statement, sheet.statement.statement_import, sheet.account
    sides = {"opening": sheet.verdict["opening_balance"], "closing": sheet.verdict["closing_balance"]}
    # A typed statement has no document. Of a deleted one only the fingerprint remains.
    of_document = {
        "filename": document.filename,
        "sha256": document.sha256,
        "size": document.size,
        "pages": document.pages,
        "deleted": document.document_deleted_at is not None,
        "examination": _examination(document),
    }
    of_account = (
        None
        if account is None
        else {
            "name": account.name,
            "kind": account.kind,
            "currency": account.currency,
            "institution": account.institution,
            "number": account.masked_number.replace("\N{NO-BREAK SPACE}", " "),  # a proof is compared byte by byte with earlier ones
        }
    )
    proof: Json = {
        "format": FORMAT,
        "version": VERSION,
        "made_with": {"program": "Tieout", "version": program_version(), "reconciliation_version": RECONCILIATION_VERSION},
        "organization": {"name": document.organization.name},
        "account": of_account,
        "document": of_document if document.came_as_document else None,
        "statement": _statement(sheet),
        "rows": _rows(sheet),
        "ledger": ledger_of(statement, sheet.verdict),
        "pairs": _pairs(sheet.verdict),
        **{name: sheet.verdict.get(name) for name in LISTS},
        "balances": {
            name: {"printed": side["statement"], "cleared": side["ledger"], "books": side["books"]} for name, side in sides.items()
        },
        "answer": {name: sheet.verdict.get(name) for name in ANSWER},
        "decisions": decisions_of(sheet),
        "conclusions": conclusions_of(sheet),
    }
    digest = digest_of(proof)
    proof["digest"] = {**NAMED_BY_DIGEST, "value": digest}
    proof["signature"] = signature_under(digest, settings.PROOF_KEY)
    return proof


def _examination(document: StatementImport) -> list[Json] | None:
    """Return the facts about the file and its print, or None if it was not examined. How it differs from other statements is left out,
    because they are not in the file."""
    if not document.examination:
        return None
    facts = in_order(from_stored(document.examination["facts"]))
    return [
        {
            "code": fact.code,
            "speaks_against": fact.speaks_against,
            "page": fact.page,
            "box": None if fact.box is None else list(fact.box),
            "params": dict(fact.params),
            "evidence": list(fact.evidence),
        }
        for fact in facts
    ]


def program_version() -> str:
    """Return the version of the product, empty in a checkout that was never installed."""
    try:
        return version("tieout")
    except PackageNotFoundError:
        return ""


def _statement(sheet: Sheet) -> Json:
    """Return the statement's part, as people's answers leave it. `first_day` and `last_day` are the printed period, else those of the
    rows; `read_as` are the values that were corrected, as they were read; `digest` is of rows and balances as they were compared."""
    statement, verdict, printed = sheet.statement, sheet.verdict, sheet.printed
    days = days_of_stored(statement)
    digits, adds_up = visible_end(number_of(statement.account_hint)), verdict.get("adds_up") or statement.integrity
    return {
        "number": statement.number,
        "source": statement.statement_import.sha256,
        "digest": digest_of_statement(printed),
        "institution": statement.institution,
        "account_number": f"•••• {digits}" if digits else "",
        "currency": statement.money_currency,
        "printed_currency": printed.currency,
        "period_start": _day(statement.period_start),
        "period_end": _day(statement.period_end),
        "first_day": _day(days[0]) if days else None,
        "last_day": _day(days[1]) if days else None,
        "opening_balance": _money(statement.opening_balance),
        "closing_balance": _money(statement.closing_balance),
        "opening_source": verdict.get("opening_source"),
        "adds_up": {name: adds_up[name] for name in ADDS_UP if name in adds_up},
        "rows_not_read": len(printed.unread),
        "flags": list(printed.flags),
        "read_as": statement.read_as,
    }


def _rows(sheet: Sheet) -> list[Json]:
    """Return each row as it was compared, and in `as_read` the values that a person's correction replaced. `added` if a person added the
    row, `no_row` if a person said that none is printed there."""
    results = {result["decision"]: result["applied"] for result in sheet.verdict.get("decisions", [])}
    decisions = [shown.decision for shown in sheet.decisions if results.get(str(shown.decision.pk))]
    no_rows = {decision.line_numbers[0] for decision in decisions if decision.after.get("no_row")}
    rows = []
    for line, compared_line in zip(sheet.statement.lines.all(), sheet.printed.lines, strict=True):
        read = {
            "page": line.page,
            "box": list(line.box),
            "text": line.text,
            "date": _day(line.date),
            "transaction_date": _day(line.transaction_date),
            "value_date": _day(line.value_date),
            "description": line.description,
            "reference": line.reference,
            "amount": _money(line.amount),
            "balance": _money(line.balance),
        }
        compared = {
            "date": _day(compared_line.date),
            "description": compared_line.description,
            "amount": _money(compared_line.amount),
            "balance": _money(compared_line.balance),
        }
        as_read = {name: read[name] for name in compared}
        rows.append(
            {
                "line": line.number,
                **read,
                **compared,
                "as_read": None if as_read == compared else as_read,
                "added": line.added,
                "no_row": line.number in no_rows,
            }
        )
    return rows


def _pairs(verdict: Mapping[str, Any]) -> list[Json]:
    """Return each match with its rows and the entries of equal sum."""
    groups: dict[tuple[str, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for item in verdict["matched"]:
        groups[tuple(item["transactions"])].append(item)
    pairs = []
    for names, items in groups.items():
        why = list(dict.fromkeys(reason for item in items for reason in item.get("why", ())))
        pair = {
            "lines": [item["line"] for item in items],
            "entries": list(names),
            "decided_by": "person" if "decided" in why else "rule",
            "why": why,
            "interchangeable": any(item.get("interchangeable") for item in items),
        }
        pairs.append(pair)
    return pairs


def _money(amount: Decimal | None) -> str | None:
    return None if amount is None else format(amount, "f")


def _day(day: Any) -> str | None:
    return None if day is None else str(day.isoformat())


def decisions_of(sheet: Sheet) -> list[Json]:
    """Return the decisions. `applied` is false if one does not apply; `why_not` says why."""
    results = {result["decision"]: result for result in sheet.verdict.get("decisions", [])}
    decisions = []
    for decision in (shown.decision for shown in sheet.decisions):
        result = results.get(str(decision.pk), {})
        record = {
            "id": str(decision.pk),
            "kind": decision.kind,
            "document": decision.document or None,
            "digest": decision.digest or None,
            "lines": list(decision.lines_on(sheet.statement)),
            "rows": decision.lines if decision.statement_import_id == sheet.statement.statement_import_id else [],
            "entries": [entry["name"] for entry in decision.entries],
            "before": decision.before,
            "after": decision.after,
            "amount": _money(decision.amount),
            "reason": decision.reason,
            "by": full_name(decision.made_by) or None,
            "at": decision.made_at.isoformat(),
            "applied": result.get("applied"),
            "why_not": result.get("why_not"),
        }
        decisions.append(record)
    return decisions


def conclusions_of(sheet: Sheet) -> Json:
    """Return the status, whether the books changed since, and every step that led to it; a `by` of null means a rule did it."""
    signing = sheet.signing
    if signing is None:
        return {"status": "open", "changed_since": False, "steps": []}
    steps = [
        {
            "number": step.number,
            "document": step.document or None,
            "statement": step.statement_number,
            "digest": step.digest or None,
            "kind": step.kind,
            "by": full_name(step.by) or None,
            "at": step.at.isoformat(),
            "reason": step.reason,
            "same_person": step.same_person,
            "verdict": step.verdict,
            "reasons": step.reasons,
            "exceptions": step.exceptions,
            "confirmed": step.confirmed,
        }
        for step in signing.standing.steps
    ]
    return {"status": str(signing.status), "changed_since": bool(signing.drift), "steps": steps}
