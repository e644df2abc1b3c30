"""Statements as files for other programs: as they were read, or as people's corrections leave stored ones, with the missing proofs, and
their download; and the rows that the books lack as a journal for beancount or hledger."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from finance.exports import Asserted, ProposedEntry, beancount_lines, hledger_lines
from finance.models import Account
from finance.models.coding import NONE
from people.access import PRIVATE, MemberRequest
from people.audit import Act, record
from people.models import Organization
from reconciliation.converting.forms import FORMS, OF_PROGRAMS
from reconciliation.converting.source import ConvertedStatement
from reconciliation.models import Decision, Statement, StatementImport
from reconciliation.posting.entries import suggested
from reconciliation.presentation.labels.reading import SENTENCES, sentence
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.printed.arithmetic import in_printed_order
from reconciliation.printed.currency_signs import may_be_in
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.decisions import compared
from reconciliation.reconcile.evidence import printed_from

ALL_FORMS = {**FORMS, **OF_PROGRAMS}


def to_convert(printed: PrintedStatement, *, currency: str | None = None, file: str = "") -> ConvertedStatement:
    """Return the statement to write. `currency` is used if none is printed, and only if the printed sign allows it; `file` is the path of
    the file that it was read from."""
    if currency and printed.currency is None and may_be_in(currency, printed=None, sign=printed.currency_sign):
        printed = replace(printed, currency=currency)
    lines = tuple(printed.lines[index] for index in in_printed_order(printed))
    reasons: list[str] = []
    if not printed.integrity.holds:  # the sentences, with their pages; at least one
        for fact in printed.integrity.unconfirmed:
            if fact.code in SENTENCES:
                place = gettext("Page %(page)d: ") % {"page": fact.page} if fact.page else ""
                reasons.append(f"{place}{sentence(fact)}")
        reasons += [gettext("Page %(page)d, not read: %(text)s") % {"page": row.page, "text": row.text} for row in printed.unread]
        reasons = reasons or [str(SENTENCES["never_proved"])]
    return ConvertedStatement(printed=printed, lines=lines, reasons=tuple(dict.fromkeys(reasons)), file=file)


def of_import(statement_import: StatementImport, number: int | None = None) -> list[ConvertedStatement]:
    """Return the statements of a file, or the one with this number in it."""
    statements = Statement.objects.of(statement_import.organization).filter(statement_import=statement_import).order_by("number")
    return _stored(statement_import.organization, statements if number is None else statements.filter(number=number))


def of_account(account: Account, first: dt.date | None, last: dt.date | None) -> list[ConvertedStatement]:
    """Return the whole statements of an account that have a day of this period, without copies and replaced ones, oldest first."""
    statements = Statement.objects.of(account.organization).in_play().counting().filter(account=account)
    statements = statements.filter(period_end__gte=first) if first else statements
    statements = statements.filter(period_start__lte=last) if last else statements
    return _stored(account.organization, statements.order_by("period_start", "period_end", "statement_import__uploaded_at", "number"))


def _stored(organization: Organization, statements: "QuerySet[Statement]") -> list[ConvertedStatement]:
    """Return the statements with people's corrections, in three queries. A currency that is not printed is that of the account."""
    rows: Sequence[Statement] = list(statements.select_related("statement_import", "account").prefetch_related("lines"))
    imports = {statement.statement_import_id for statement in rows}
    standing = list(Decision.objects.of(organization).standing().filter(statement_import__in=imports))
    decided = compared([printed_from(statement, statement.lines.all()) for statement in rows], rows, standing)
    return [
        to_convert(printed, currency=statement.account.currency if statement.account else None, file=statement.statement_import.filename)
        for statement, printed in zip(rows, decided, strict=True)
    ]


def file_of(statements: list[ConvertedStatement], form: str, name: str) -> HttpResponse:
    """Return the file; its name and a header say whether all of it is proved. Raises `NotConvertible`."""
    chosen = ALL_FORMS[form]
    content = chosen.write(statements, timezone.now())
    is_proved = all(statement.is_proved for statement in statements)
    filename = f"{name}{'' if is_proved else '-not-proved'}.{chosen.ending}"
    headers = {**PRIVATE, "Content-Disposition": f'attachment; filename="{filename}"', "Tieout-Proved": "true" if is_proved else "false"}
    return HttpResponse(content, content_type=chosen.media_type, headers=headers)


def download(request: MemberRequest, subject: Model, statements: list[ConvertedStatement], form: str, name: str) -> HttpResponse:
    """Return the file of stored statements, and record that it was taken. Raises `NotConvertible`."""
    answer = file_of(statements, form, name)
    record(request.organization, request.user, Act.DOWNLOADED, subject, what=f"statements.{ALL_FORMS[form].ending}")
    return answer


WRITERS = {"beancount": beancount_lines, "hledger": hledger_lines}
Json = Mapping[str, Any]


def journal_of(sheet: Sheet, form: str) -> str:
    """Return the journal; `form` is one of `WRITERS`. Raises ValueError if the account of the statement is unknown.

    It has the new rows with the accounts of their payee's last entries, without rows that were printed before or that the bank reversed."""
    if sheet.account is None:
        raise ValueError("the statement has no account")
    document = sheet.statement.statement_import
    items = [item for item in (sheet.verdict or {}).get("new", []) if item["date"] and not item["repeats"] and not item["undone_by"]]
    proposed = []
    for item, learned in zip(items, suggested(document.organization, items), strict=True):
        codes = learned.codes if learned else NONE
        metadata = {"tieout-statement": document.sha256, "tieout-line": str(item["line"])}
        coded = {"tax-code": codes.tax_code, "party": codes.party}
        entry = ProposedEntry(
            day=dt.date.fromisoformat(item["date"]),
            text=item["description"],
            amount=Decimal(item["amount"]),
            payee=codes.payee,
            nominal=codes.nominal,
            told=metadata | {name: value for name, value in coded.items() if value},
        )
        proposed.append(entry)
    # The balance is asserted only if the books reach it with these entries: with an outstanding payment they do not.
    asserted, last_day = None, sheet.statement.period_end
    closing: Json = (sheet.verdict or {}).get("closing_balance") or {}
    bank, books = closing.get("statement"), closing.get("books")
    if bank is not None and books is not None and last_day is not None:
        comes_to = Decimal(books) + sum((entry.amount for entry in proposed), Decimal(0))
        asserted = Asserted(day=last_day, balance=Decimal(bank)) if comes_to == Decimal(bank) else None
    return f"; {document.sha256}\n\n" + "".join(WRITERS[form](sheet.account, proposed, asserted))
