"""Faults that remove labels, so that nothing names the printed balances."""

from dataclasses import replace

from tests.reading.making.bank import Bank, Print
from tests.reading.making.chance import Chance

BALANCES = frozenset({"opening", "closing", "brought", "carried", "balance_on"})


def labels_lost(chance: Chance, bank: Bank, told: Print) -> None:
    """Leave out every word for an opening or a closing balance."""
    bank.lost = BALANCES
    told.account = replace(told.account, prints_opening=False, prints_closing=False)
