"""The bank reconciliation as a vertical sum from the balance per bank to the balance per books, and the two checks under it.

The stored bridge runs the other way (books + terms = bank), so every term changes its sign here."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from django.utils.translation import gettext as _

from reconciliation.presentation.formats import figure
from reconciliation.reconcile.answers import is_outstanding

Json = Mapping[str, Any]
ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class SumLine:
    """One reconciling item. `anchor` is its list on the page; `count` is None if there is nothing to count."""

    label: str
    amount: Decimal
    anchor: str
    count: int | None = None

    @property
    def of_books(self) -> Decimal:
        """Return the amount by which the item changes the balance per books."""
        return -self.amount


@dataclass(frozen=True, slots=True)
class BankReconciliation:
    """bank + timing + to_enter = adjusted, and adjusted - books = difference, which is 0 unless the reading has a gap."""

    bank: Decimal
    timing: list[SumLine]
    to_enter: list[SumLine]
    adjusted: Decimal
    books: Decimal
    difference: Decimal

    @property
    def adjusted_bank(self) -> Decimal:
        """The balance per bank after the timing differences."""
        return self.bank + sum((line.amount for line in self.timing), ZERO)

    @property
    def adjusted_books(self) -> Decimal:
        """The balance per books after everything that they lack, or have wrongly."""
        return self.books + sum((line.of_books for line in self.to_enter), ZERO)


def bank_reconciliation(statement: Json) -> BankReconciliation | None:
    """Return the bank reconciliation, or None if the closing, the opening or the books' opening balance is unknown.

    Timing differences are outstanding payments and deposits, and rows that the books have later; the others need an entry, a correction or
    a choice."""
    bridge = statement["bridge"]
    if bridge is None:
        return None
    bank, books = Decimal(bridge["statement_closing"]), Decimal(bridge["ledger_closing"])
    outstanding = [Decimal(item["amount"]) for item in statement["missing"] if is_outstanding(item)]
    payments, deposits = [amount for amount in outstanding if amount < 0], [amount for amount in outstanding if amount > 0]
    booked_later = -Decimal(bridge["timing"]) - sum(outstanding, ZERO)
    to_investigate = len(statement["missing"]) - len(outstanding)
    timing = [
        SumLine(_("Outstanding payments"), sum(payments, ZERO), "outstanding", len(payments)),
        SumLine(_("Deposits in transit"), sum(deposits, ZERO), "outstanding", len(deposits)),
        SumLine(_("Cleared by the bank, booked after the period"), booked_later, "cleared"),
    ]
    to_enter = [
        SumLine(_("Opening balance differs"), -Decimal(bridge["opening"]), "brought-forward"),
        SumLine(_("Needs your choice"), -Decimal(bridge["ambiguous"]), "choice", len(statement["ambiguous"])),
        SumLine(_("Amounts that differ"), -Decimal(bridge["differing"]), "differing", len(statement["differing"])),
        SumLine(_("On the statement, not in the books"), -Decimal(bridge["new"]), "new", len(statement["new"])),
        SumLine(_("In the books, not on the statement"), Decimal(bridge["missing"]), "investigate", to_investigate),
    ]
    timing = [line for line in timing if line.count or line.amount]
    to_enter = [line for line in to_enter if line.count or line.amount]
    adjusted = bank + sum((line.amount for line in [*timing, *to_enter]), ZERO)
    return BankReconciliation(bank, timing, to_enter, adjusted, books, adjusted - books)


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One check as a line. `state` sets the colour of `says`: good, bad, or open if the answer is unknown."""

    state: Literal["good", "bad", "open"]
    says: str


def brought_forward(statement: Json) -> CheckLine:
    """Compare the printed opening balance with the cleared balance of the books. A difference has a cause for each of its parts."""
    printed, cleared = statement["opening_balance"]["statement"], statement["opening_balance"]["ledger"]
    if cleared is None:
        return CheckLine("open", _("Opening balance: not in your books yet"))
    if printed is None and statement["opening_source"] != "previous_statement":
        return CheckLine("open", _("Opening balance: not printed"))
    parts = statement.get("opening_parts", [])
    if parts or (printed is not None and Decimal(printed) != Decimal(cleared)):
        causes = {
            "not_known": _("%(amount)s unexplained"),
            "new_rows": _("%(amount)s from earlier rows that are not in the books"),
            "bank_error": _("%(amount)s from a bank error that was corrected"),
            "amount_differs": _("%(amount)s from earlier amounts that differ"),
        }
        undecided = _("%(amount)s from earlier rows that need a choice")
        sentences = [causes.get(part["kind"], undecided) % {"amount": figure(part["amount"])} for part in parts]
        return CheckLine("bad", "; ".join([_("Opening balance differs from your books"), *sentences]))
    if printed is None:
        return CheckLine("good", _("Opening balance: taken from the statement before"))
    return CheckLine("good", _("Opening balance matches"))


def adds_up(integrity: Json) -> CheckLine:
    """Compare the opening balance plus all rows with the closing balance, as printed."""
    if integrity.get("rows_follow"):
        if integrity.get("difference") is None:  # no balance is printed
            return CheckLine("open", _("The rows come to the printed total"))
        return CheckLine("open", _("Rows and balances agree"))
    leads = integrity.get("difference") is not None and Decimal(integrity["difference"]) == 0
    if integrity.get("holds") is None:
        return CheckLine("open", _("Adds up. Not confirmed by other printed figures") if leads else _("Not confirmed by printed figures"))
    if integrity["holds"]:
        return CheckLine("good", _("Statement adds up"))
    return CheckLine("bad", _("Printed figures contradict each other") if leads else _("Statement does not add up"))
