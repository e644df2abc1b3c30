"""A year of an account: the opening and closing of each statement, their continuity, and their status."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.models import Account
from reconciliation.models import Statement
from reconciliation.presentation.account_page import break_in_words, statements_on
from reconciliation.presentation.labels import headline_of_statement
from reconciliation.reconcile.conclusions import SignOffState, standings_on
from reconciliation.reports.report import Report, ReportColumn, ReportFact, ReportRow, ReportTable, Weight
from reconciliation.verification.coverage import Covering, coverage_of

Found = tuple[Statement, Covering]


def roll_forward_report(account: Account, year: int) -> Report:
    """Return the roll-forward of the statements that have a day in the year, in the order of their days."""
    first, last = dt.date(year, 1, 1), dt.date(year, 12, 31)
    statements = [dated for dated in statements_on(account) if dated[1].covers(first, last)]
    breaks = {link.later.key: link for link in coverage_of(covering for _statement, covering in statements).broken}
    standings = {(place[1], place[2]): standing for place, standing in standings_on([account]).items()}
    return Report(
        key="roll-forward",
        title=_("Roll-forward %(year)s") % {"year": year},
        subtitle=account.name,
        currency=account.currency,
        facts=_facts(account, year),
        tables=[
            ReportTable(
                "statements",
                _("Statements"),
                _columns(),
                [*(_row(statement, standings) for statement in statements), *_total([covering for _statement, covering in statements])],
                _("No statement of this year is here."),
            ),
            ReportTable(
                "breaks",
                _("Where the chain breaks"),
                (ReportColumn("break", _("Break")),),
                [ReportRow((break_in_words(link, account),)) for link in breaks.values()],
                _("Each statement begins where the one before ended."),
            ),
        ],
    )


def _facts(account: Account, year: int) -> list[ReportFact]:
    return [
        ReportFact("client", _("Client"), account.organization.name),
        ReportFact("account", _("Account"), account.name),
        ReportFact("currency", _("Currency"), account.currency),
        ReportFact("year", _("Year"), str(year)),
    ]


def _columns() -> tuple[ReportColumn, ...]:
    return (
        ReportColumn("from", _("From")),
        ReportColumn("until", _("Until")),
        ReportColumn("opening", _("Balance brought forward"), is_figure=True),
        ReportColumn("movement", _("Movement"), is_figure=True),
        ReportColumn("closing", _("Balance carried forward"), is_figure=True),
        ReportColumn("result", _("Result")),
        ReportColumn("status", _("Status")),
        ReportColumn("by", _("By")),
    )


def _row(dated: Found, standings: dict[tuple[dt.date, dt.date], SignOffState]) -> ReportRow:
    statement, covering = dated
    last = standings.get((covering.first, covering.last), SignOffState()).last
    status = str(last.get_kind_display()) if last else _("Not signed off yet")
    balances = (covering.opening, _movement([covering]), covering.closing)
    return ReportRow((covering.first, covering.last, *balances, _result(statement), status, last.who if last else ""))


def _result(statement: Statement) -> str:
    verdicts = (statement.statement_import.reconciliation or {}).get("statements", [])
    return headline_of_statement(verdicts[statement.number]).tag if statement.number < len(verdicts) else ""


def _movement(covering: Sequence[Covering]) -> Decimal | None:
    """Return the change from the first opening to the last closing, as printed, or None if one of them is not printed."""
    opening, closing = covering[0].opening, covering[-1].closing
    return None if opening is None or closing is None else closing - opening


def _total(covering: Sequence[Covering]) -> list[ReportRow]:
    if not covering:
        return []
    figures = (covering[0].opening, _movement(covering), covering[-1].closing)
    return [ReportRow((covering[0].first, covering[-1].last, *figures, "", "", ""), Weight.TOTAL)]
