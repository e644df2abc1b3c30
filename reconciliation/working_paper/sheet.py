"""One statement's working paper, put together from the stored verdict, the printed rows and the books."""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q
from django.utils.translation import gettext as _

from finance.models import Account, Transaction
from reconciliation.models import Statement, StatementImport
from reconciliation.reading.document.account_names import last_digits, number_of
from reconciliation.words import Headline, Reason, headline_of_statement, reasons_of
from reconciliation.words.checks import Check, adds_up, brought_forward
from reconciliation.words.counts import to_settle
from reconciliation.words.naming import name_on_the_paper
from reconciliation.working_paper.proposals import Proposal, proposals_of
from reconciliation.working_paper.rows import Json, Sides
from reconciliation.working_paper.sections import Section, printed_only, sections_of
from reconciliation.working_paper.sums import BankReconciliation, bank_reconciliation

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Everything that the page shows of one statement. Amounts are in `currency`; None is not known."""

    statement: Statement
    position: int
    verdict: Json
    headline: Headline
    reasons: list[Reason]
    sums: BankReconciliation | None
    to_settle: Decimal | None
    movement: Decimal
    sections: list[Section]
    proposals: list[Proposal]

    @property
    def account(self) -> Account | None:
        return self.statement.account

    @property
    def currency(self) -> str:
        return self.statement.money_currency

    @property
    def title(self) -> str:
        """Whose: the account in the books, else what the paper says of itself."""
        if self.account:
            return self.account.name
        return name_on_the_paper(self.statement.institution, self.statement.account_hint) or _("Unknown account")

    @property
    def digits(self) -> str:
        """The last digits of the printed number, of the account's number where none is printed."""
        return last_digits(number_of(self.statement.account_hint) or (self.account.number if self.account else ""))

    @property
    def movement_size(self) -> Decimal:
        return abs(self.movement)

    @property
    def casts(self) -> bool:
        """Opening balance plus rows is the closing balance, whatever that proves."""
        opening, closing = self.statement.opening_balance, self.statement.closing_balance
        return opening is not None and closing is not None and opening + self.movement == closing

    @property
    def brought_forward(self) -> Check:
        return brought_forward(self.verdict)

    @property
    def adds_up(self) -> Check:
        return adds_up(self.statement.integrity)


def sheets_of(statement_import: StatementImport) -> list[Sheet]:
    """One for each statement in the file, in the order in which they are printed; none before a first verdict."""
    verdicts = (statement_import.reconciliation or {}).get("statements", [])
    statements = statement_import.statements.select_related("account").prefetch_related("lines").order_by("number")
    return [
        _sheet(statement, position, verdict) for position, (statement, verdict) in enumerate(zip(statements, verdicts, strict=False), 1)
    ]


def _sheet(statement: Statement, position: int, verdict: Json) -> Sheet:
    lines = list(statement.lines.all())
    sides = Sides(lines, _entries(statement, verdict))
    compared = verdict["verdict"] != "unverifiable"
    return Sheet(
        statement=statement,
        position=position,
        verdict=verdict,
        headline=headline_of_statement(verdict),
        reasons=reasons_of(verdict["reasons"]),
        sums=bank_reconciliation(verdict),
        to_settle=to_settle(verdict),
        movement=sum((line.amount for line in lines), ZERO),
        sections=sections_of(verdict, sides) if compared else printed_only(sides),
        proposals=proposals_of(statement, sides),
    )


def _entries(statement: Statement, verdict: Json) -> Mapping[str, Transaction]:
    """The entries that the verdict names, by that name: the external id, or our own where an entry has none."""
    if statement.account is None:
        return {}
    names = set(_named(verdict))
    own = [name for name in names if _is_uuid(name)]
    rows = Transaction.objects.of(statement.account.organization).filter(account=statement.account)
    found = rows.filter(Q(external_id__in=names) | Q(pk__in=own, external_id=""))
    return {entry.external_id or str(entry.pk): entry for entry in found}


def _named(verdict: Json) -> Iterator[str]:
    for pair in verdict["matched"]:
        yield from pair["transactions"]
    for group in verdict["ambiguous"]:
        yield from group["transactions"]
    yield from (pair["transaction"] for pair in verdict["differing"])
    yield from verdict["opening_set"]
    yield from verdict["pending"]
    yield from (row["candidate"] for row in verdict["new"] if row["candidate"])


def _is_uuid(name: str) -> bool:
    try:
        uuid.UUID(name)
    except ValueError:
        return False
    return True
