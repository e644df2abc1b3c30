"""Registers: the statements of a year, of one account or of all; changes in the books since a sign-off; decisions and accepted
differences; and the reconciliations of one month over several clients, for the person who answers for them."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from uuid import UUID

from django.db.models import Max, Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.models import Account
from people.formats import full_name, written_day
from people.models import Organization
from reconciliation.models import Conclusion, Decision, Statement, StatementImport
from reconciliation.presentation.account_page import break_in_words, statements_on
from reconciliation.presentation.formats import until
from reconciliation.presentation.labels.acts import change_in_words, exception_in_words, in_words, why_not
from reconciliation.presentation.labels.verdicts import headline_of_statement
from reconciliation.presentation.overview import WHY, Memberships, accounts_of
from reconciliation.presentation.overview.matrix import shifted
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.reconcile.answers import to_settle
from reconciliation.reconcile.conclusions import SignOffState, StatementKey, key_of, standings_on
from reconciliation.reports.report import Report, ReportColumn, ReportFact, ReportRow, ReportTable, Weight
from reconciliation.verification.chain import ONE_DAY
from reconciliation.verification.coverage import Covering, coverage_of


def roll_forward_report(account: Account, year: int) -> Report:
    """Return the roll-forward of the statements that have a day in the year, in the order of their days."""
    first, last = dt.date(year, 1, 1), dt.date(year, 12, 31)
    dated = [(statement, covering) for statement, covering in statements_on(account) if covering.covers(first, last)]
    coverings = [covering for _statement, covering in dated]
    breaks = {link.later.key: link for link in coverage_of(coverings).broken}
    standings = standings_on([account])
    rows = []
    for statement, covering in dated:
        verdicts = (statement.statement_import.reconciliation or {}).get("statements", [])
        result = headline_of_statement(verdicts[statement.number]).tag if statement.number < len(verdicts) else ""
        step = standings.get(key_of(statement), SignOffState()).last
        status, by = (str(step.get_kind_display()), step.who) if step else (_("Not signed off yet"), "")
        rows.append(ReportRow((covering.first, covering.last, *_balances([covering]), result, status, by)))
    if coverings:
        rows.append(ReportRow((coverings[0].first, coverings[-1].last, *_balances(coverings), "", "", ""), Weight.TOTAL))
    columns = (
        ReportColumn("from", _("From")),
        ReportColumn("until", _("Until")),
        ReportColumn("opening", _("Opening balance"), is_figure=True),
        ReportColumn("movement", _("Movement"), is_figure=True),
        ReportColumn("closing", _("Closing balance"), is_figure=True),
        ReportColumn("result", _("Result")),
        ReportColumn("status", _("Status")),
        ReportColumn("by", _("By")),
    )
    broken = [ReportRow((break_in_words(link, account),)) for link in breaks.values()]
    return Report(
        key="roll-forward",
        title=_("Roll-forward %(year)s") % {"year": year},
        subtitle=account.name,
        firm=account.organization.firm,
        currency=account.currency,
        facts=[
            ReportFact("client", _("Client"), account.organization.name),
            ReportFact("account", _("Account"), account.name),
            ReportFact("currency", _("Currency"), account.currency),
            ReportFact("year", _("Year"), str(year)),
        ],
        tables=[
            ReportTable("statements", _("Statements"), columns, rows, _("There are no statements of this year.")),
            ReportTable(
                "breaks",
                _("Where the chain breaks"),
                (ReportColumn("break", _("Break")),),
                broken,
                _("Each statement begins where the one before ended."),
            ),
        ],
    )


def ending_in(year: int, accounts: Sequence[Account]) -> list[tuple[Account, list[Statement]]]:
    """Return the statements whose last day is in the year, by account and in the order of their days, in one query."""
    by_account: dict[UUID, list[Statement]] = defaultdict(list)
    for statement, covering in statements_on(*accounts):
        if statement.account_id and covering.last.year == year:
            by_account[statement.account_id].append(statement)
    return [(account, by_account[account.pk]) for account in accounts if account.pk in by_account]


def year_summary(organization: Organization, accounts: Sequence[Account], year: int) -> Report:
    """Return the reconciliations of a year: for each account its statements in order, with balances, status and signatures."""
    standings = standings_on(accounts)
    columns = (
        ReportColumn("period", _("Period")),
        ReportColumn("bank", _("Balance per bank"), is_figure=True),
        ReportColumn("books", _("Balance per books"), is_figure=True),
        ReportColumn("left", _("Left to resolve"), is_figure=True),
        ReportColumn("result", _("Result")),
        ReportColumn("prepared", _("Prepared by")),
        ReportColumn("reviewed", _("Reviewed by")),
    )
    tables: list[ReportTable] = []
    for account, statements in ending_in(year, accounts):
        rows = []
        for statement in statements:
            verdicts = (statement.statement_import.reconciliation or {}).get("statements", [])
            verdict = verdicts[statement.number] if statement.number < len(verdicts) else None
            in_books = verdict["closing_balance"]["books"] if verdict else None
            standing = standings.get(key_of(statement), SignOffState())
            signed = {step.kind: f"{step.who}, {written_day(localdate(step.at))}" for step in in_force(standing)}
            rows.append(
                ReportRow(
                    (
                        until(statement.period_start, statement.period_end),
                        statement.closing_balance,
                        None if in_books is None else Decimal(in_books),
                        to_settle(verdict) if verdict else None,
                        headline_of_statement(verdict).tag if verdict else "",
                        signed.get(Conclusion.Kind.PREPARED, ""),
                        signed.get(Conclusion.Kind.REVIEWED, ""),
                    )
                )
            )
        name = " ".join(filter(None, (account.name, account.masked_number, account.currency)))
        tables.append(ReportTable(f"account-{len(tables) + 1}", name, columns, rows))
    return Report(
        key=f"reconciliations-{year}",
        title=_("Bank reconciliations %(year)s") % {"year": year},
        subtitle=organization.name,
        firm=organization.firm,
        currency="",
        facts=[],
        tables=tables,
        notes=[] if tables else [_("No statement ends in this year.")],
    )


def in_force(standing: SignOffState) -> list[Conclusion]:
    """Return the preparation and the review that are in force: a reopened statement has none."""
    prepared = standing.prepared
    kinds = {Conclusion.Kind.PREPARED, Conclusion.Kind.REVIEWED}
    return [step for step in standing.steps if prepared and step.kind in kinds and step.number >= prepared.number]


def _balances(coverings: Sequence[Covering]) -> tuple[Decimal | None, Decimal | None, Decimal | None]:
    """Return the first opening, the change from it to the last closing, and that closing, as printed; None if not printed."""
    opening, closing = coverings[0].opening, coverings[-1].closing
    return opening, None if opening is None or closing is None else closing - opening, closing


def changes_since(sheet: Sheet) -> list[ReportTable]:
    """Return the changes since the sign-off. Only a signed-off statement has books to compare with."""
    signed = sheet.signing is not None and sheet.signing.status.finished
    none = _("The books are as they were when it was signed off.") if signed else _("The statement is not signed off.")
    columns = (
        ReportColumn("change", _("What changed")),
        ReportColumn("moves", _("Changes the balance by"), is_figure=True),
        ReportColumn("by", _("By")),
        ReportColumn("on", _("On")),
    )
    rows = []
    for change in sheet.signing.drift.changes if sheet.signing else ():
        says = change_in_words(change, sheet.account) if sheet.account else change.description
        rows.append(ReportRow((says, change.moves, change.by, localdate(change.at) if change.at else None)))
    return [ReportTable("changes", _("Changes"), columns, rows, none)]


def decisions_and_exceptions(sheet: Sheet) -> list[ReportTable]:
    """Return every decision on the statement, also withdrawn ones, the differences that the last sign-off accepted, and every step of
    the sign-off."""
    organization = sheet.statement.statement_import.organization
    why_not_applied = {result["decision"]: result["why_not"] for result in sheet.verdict.get("decisions", [])}
    decisions = []
    for decision in Decision.objects.of(organization).about(sheet.statement).select_related("made_by", "withdrawn_by", "account"):
        code = why_not_applied.get(str(decision.pk))
        standing = why_not(code) if code else _("In force")
        if decision.withdrawn_at:
            standing = _("Undone by %(by)s: %(why)s") % {"by": full_name(decision.withdrawn_by), "why": decision.withdrawn_because}
        by, on = full_name(decision.made_by), localdate(decision.made_at)
        decisions.append(ReportRow((in_words(decision), decision.amount, decision.reason, by, on, standing)))
    of_decisions = (
        ReportColumn("decision", _("Decision")),
        ReportColumn("amount", _("Amount"), is_figure=True),
        ReportColumn("reason", _("Reason")),
        ReportColumn("by", _("By")),
        ReportColumn("on", _("On")),
        ReportColumn("standing", _("Status")),
    )
    conclusions: tuple[Conclusion, ...] = sheet.signing.standing.steps if sheet.signing else ()
    steps = [ReportRow((str(step.get_kind_display()), step.who, localdate(step.at), step.reason)) for step in conclusions]
    of_steps = (
        ReportColumn("step", _("Step")),
        ReportColumn("by", _("By")),
        ReportColumn("on", _("On")),
        ReportColumn("reason", _("Reason")),
    )
    return [
        ReportTable("decisions", _("Decisions"), of_decisions, decisions, _("No decisions.")),
        accepted_differences(sheet),
        ReportTable("steps", _("Signed off and reopened"), of_steps, steps, _("Not signed off yet.")),
    ]


def accepted_differences(sheet: Sheet) -> ReportTable:
    """Return the differences that the sign-off in force accepted, each with its reason."""
    prepared = sheet.signing.standing.prepared if sheet.signing else None
    exceptions = prepared.exceptions if prepared else []
    rows = [ReportRow((exception_in_words(exception), Decimal(exception["amount"]))) for exception in exceptions]
    columns = ReportColumn("reason", _("Reason")), ReportColumn("amount", _("Amount"), is_figure=True)
    return ReportTable("accepted", _("Differences that were accepted"), columns, rows, _("None."))


MOST = 1000
"""Accounts of one report."""
AT_ONCE = 50
"""Verdicts that are in memory at the same time."""


def month_of_clients(memberships: Memberships, month: dt.date, *, left_out: Sequence[str] = ()) -> Report:
    """Return a row for each statement that ends in the month, and for each account without one. Cash accounts have no statements, and
    accounts opened later are not listed. `left_out` are the names of clients that are in a note only. Five queries."""
    end = shifted(month, 1) - ONE_DAY
    visible = accounts_of(memberships).exclude(kind=Account.Kind.CASH).filter(Q(opening_date=None) | Q(opening_date__lte=end))
    ordered = visible.select_related("organization").order_by("organization__name", "organization_id", "name", "pk")
    accounts, more = list(ordered[:MOST]), max(0, visible.count() - MOST)
    statements = _ending_in(month, end, accounts)
    keys = [key for listed in statements.values() for _day, key in listed]
    left, standings = _left_to_resolve(keys), _standings(keys)
    rows, missing, signed = [], 0, 0
    for account in accounts:
        named = account.organization.name, " ".join(filter(None, (account.name, account.masked_number)))
        for day, key in statements.get(account.pk, ()):
            standing = standings.get(key, SignOffState())
            by = {step.kind: f"{step.who}, {written_day(localdate(step.at))}" for step in in_force(standing)}
            signed += standing.status.finished
            status = str(standing.last.get_kind_display()) if standing.last else _("Not signed off yet")
            both = by.get(Conclusion.Kind.PREPARED, ""), by.get(Conclusion.Kind.REVIEWED, "")
            rows.append(ReportRow((*named, day, status, left.get(key), account.currency, *both)))
        if account.pk not in statements:
            missing += 1
            rows.append(ReportRow((*named, None, _("No statement yet"), None, account.currency, "", "")))
    columns = (
        ReportColumn("client", _("Client")),
        ReportColumn("account", _("Account")),
        ReportColumn("closing", _("Closing day")),
        ReportColumn("status", _("Status")),
        ReportColumn("left", _("Left to resolve"), is_figure=True),
        ReportColumn("currency", _("Currency")),
        ReportColumn("prepared", _("Prepared by")),
        ReportColumn("reviewed", _("Reviewed by")),
    )
    notes = []
    if more:
        sentence = ngettext("%(count)d further account is not listed.", "%(count)d further accounts are not listed.", more)
        notes.append(sentence % {"count": more})
    if left_out:
        notes.append(_("Your role does not allow exports of: %(clients)s.") % {"clients": ", ".join(left_out)})
    firms = {membership.organization.firm for membership in memberships}
    return Report(
        key=f"clients-{month:%Y-%m}",
        title=_("Bank reconciliations of %(month)s") % {"month": until(month, end)},
        subtitle=_("All clients"),
        firm=firms.pop() if len(firms) == 1 else "",
        currency="",
        facts=[
            ReportFact("accounts", _("Accounts"), str(len(accounts))),
            ReportFact("signed", _("Signed off"), str(signed)),
            ReportFact("missing", _("No statement yet"), str(missing)),
        ],
        tables=[ReportTable("accounts", _("Accounts"), columns, rows, _("No accounts yet"))],
        notes=notes,
    )


def _ending_in(month: dt.date, end: dt.date, accounts: Sequence[Account]) -> Mapping[UUID, Sequence[tuple[dt.date, StatementKey]]]:
    """Return the last day and the key of each statement that ends in these days, by account. Without a printed end the last row's day is
    the end."""
    stored = Statement.objects.across_organizations(WHY).filter(account__in=accounts).in_play().counting().order_by()
    printed = stored.filter(period_end__range=(month, end)).values_list("account_id", "period_end", "statement_import_id", "number")
    unprinted = stored.filter(period_end=None).annotate(last=Max("lines__date")).filter(last__range=(month, end))
    by_account: dict[UUID, list[tuple[dt.date, StatementKey]]] = defaultdict(list)
    for account, day, statement_import, number in printed.union(
        unprinted.values_list("account_id", "last", "statement_import_id", "number"), all=True
    ):
        if account and day:
            by_account[account].append((day, (statement_import, number)))
    return {account: sorted(listed) for account, listed in by_account.items()}


def _left_to_resolve(keys: Sequence[StatementKey]) -> Mapping[StatementKey, Decimal | None]:
    imports = StatementImport.objects.across_organizations(WHY).filter(pk__in={key[0] for key in keys})
    return {
        (pk, number): to_settle(verdict)
        for pk, compared in imports.values_list("pk", "reconciliation").iterator(chunk_size=AT_ONCE)
        for number, verdict in enumerate((compared or {}).get("statements", []))
    }


def _standings(keys: Sequence[StatementKey]) -> Mapping[StatementKey, SignOffState]:
    steps = Conclusion.objects.across_organizations(WHY).filter(statement_import__in={key[0] for key in keys})
    of_statement: dict[StatementKey, list[Conclusion]] = defaultdict(list)
    for step in steps.select_related("by").defer("books", "confirmed").order_by("number"):
        of_statement[step.statement_import_id, step.statement_number].append(step)
    return {key: SignOffState(tuple(listed)) for key, listed in of_statement.items()}
