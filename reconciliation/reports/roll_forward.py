"""A year of an account: the opening and closing of each statement, their continuity, and their status."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from finance.models import Account
from reconciliation.presentation.account_page import break_in_words, statements_on
from reconciliation.presentation.labels import headline_of_statement
from reconciliation.reconcile.conclusions import SignOffState, standings_on
from reconciliation.reports.report import Report, ReportColumn, ReportFact, ReportRow, ReportTable, Weight
from reconciliation.verification.coverage import Covering, coverage_of


def roll_forward_report(account: Account, year: int) -> Report:
    """Return the roll-forward of the statements that have a day in the year, in the order of their days."""
    first, last = dt.date(year, 1, 1), dt.date(year, 12, 31)
    dated = [(statement, covering) for statement, covering in statements_on(account) if covering.covers(first, last)]
    coverings = [covering for _statement, covering in dated]
    breaks = {link.later.key: link for link in coverage_of(coverings).broken}
    standings = {(place[1], place[2]): standing for place, standing in standings_on([account]).items()}
    rows = []
    for statement, covering in dated:
        verdicts = (statement.statement_import.reconciliation or {}).get("statements", [])
        result = headline_of_statement(verdicts[statement.number]).tag if statement.number < len(verdicts) else ""
        step = standings.get((covering.first, covering.last), SignOffState()).last
        status, by = (str(step.get_kind_display()), step.who) if step else (_("Not signed off yet"), "")
        rows.append(ReportRow((covering.first, covering.last, *_balances([covering]), result, status, by)))
    if coverings:
        rows.append(ReportRow((coverings[0].first, coverings[-1].last, *_balances(coverings), "", "", ""), Weight.TOTAL))
    columns = (
        ReportColumn("from", _("From")),
        ReportColumn("until", _("Until")),
        ReportColumn("opening", _("Balance brought forward"), is_figure=True),
        ReportColumn("movement", _("Movement"), is_figure=True),
        ReportColumn("closing", _("Balance carried forward"), is_figure=True),
        ReportColumn("result", _("Result")),
        ReportColumn("status", _("Status")),
        ReportColumn("by", _("By")),
    )
    broken = [ReportRow((break_in_words(link, account),)) for link in breaks.values()]
    return Report(
        key="roll-forward",
        title=_("Roll-forward %(year)s") % {"year": year},
        subtitle=account.name,
        currency=account.currency,
        facts=[
            ReportFact("client", _("Client"), account.organization.name),
            ReportFact("account", _("Account"), account.name),
            ReportFact("currency", _("Currency"), account.currency),
            ReportFact("year", _("Year"), str(year)),
        ],
        tables=[
            ReportTable("statements", _("Statements"), columns, rows, _("No statement of this year is here.")),
            ReportTable(
                "breaks",
                _("Where the chain breaks"),
                (ReportColumn("break", _("Break")),),
                broken,
                _("Each statement begins where the one before ended."),
            ),
        ],
    )


def _balances(coverings: Sequence[Covering]) -> tuple[Decimal | None, Decimal | None, Decimal | None]:
    """Return the first opening, the change from it to the last closing, and that closing, as printed; None if not printed."""
    opening, closing = coverings[0].opening, coverings[-1].closing
    return opening, None if opening is None or closing is None else closing - opening, closing
