"""Methods of payment, as far as an entry's text names them, and their longest delay until the statement."""

import datetime as dt
import re
from dataclasses import dataclass

from finance.payees import payee
from reconciliation.verification.books import BookEntry

CHEQUE_DAYS = 180
WINDOW_DAYS = 7


@dataclass(frozen=True, slots=True)
class Method:
    """A way of paying. An item is plausibly outstanding while its last plausible day is after the statement's."""

    name: str
    days: int
    banking_days: bool = False
    goes_stale: bool = False

    def latest(self, booked: dt.date) -> int:
        """Return the days after booking in which an entry may still be printed. Entries that originate at the bank may be booked a little
        early."""
        method = self if self.days else TRANSFER
        return (method.last_plausible_day(booked) - booked).days

    def last_plausible_day(self, booked: dt.date) -> dt.date:
        """Return the last day on which an entry may be printed. Weekdays count as banking days; holidays are not known here."""
        if not self.banking_days:
            return booked + dt.timedelta(days=self.days)
        day, left = booked, self.days
        while left:
            day += dt.timedelta(days=1)
            left -= day.weekday() < 5
        return day


CHEQUE = Method("cheque", CHEQUE_DAYS, goes_stale=True)
BANKED = Method("banked", 5, banking_days=True)
CARD = Method("card", WINDOW_DAYS)
TRANSFER = Method("transfer", 3, banking_days=True)
UNKNOWN = Method("unknown", WINDOW_DAYS)
BANK_ORIGINATED = Method("bank", 0)

CHEQUE_WORDS = re.compile(r"\b(?:cheque|check|chq|chk|draft)\b", re.IGNORECASE)
BANKED_WORDS = re.compile(
    r"\b(?:cheques?|checks?|chq|cash)\b.{0,40}\b(?:banked|deposit(?:ed)?|paid in)\b|\b(?:paying-?in|slip|banked)\b", re.IGNORECASE
)
CARD_WORDS = re.compile(r"\b(?:card|visa|mastercard|amex|pos)\b", re.IGNORECASE)
TRANSFER_WORDS = re.compile(
    r"\b(?:transfer|xfer|direct debit|standing order|payroll|salary|wages|wire|ach|sepa|bacs|dd|faster payment|giro)\b", re.IGNORECASE
)
BANK_WORDS = frozenset(
    ("fee", "fees", "charge", "charges", "interest", "overdraft", "returned", "unpaid",
     "bounced", "nsf", "fx", "exchange", "conversion", "maintenance", "monthly", "annual",
     "late", "earned", "credited", "paid")
)  # fmt: skip
BANK_ACTS = re.compile(
    r"\b(?:fees?|charges?|interest|returned (?:item|cheque|check)|nsf|bounced|unpaid (?:item|cheque|check))\b", re.IGNORECASE
)


def method_of(entry: BookEntry, kind: str) -> Method:
    """Return the method by the entry's own words, else by the kind of its account."""
    text = entry.description
    if BANK_ACTS.search(text) and all(word in BANK_WORDS for word in payee(text)):  # it names no other payee
        return BANK_ORIGINATED
    if entry.amount < 0 and (entry.number or CHEQUE_WORDS.search(text)):
        return CHEQUE
    if entry.amount > 0 and (BANKED_WORDS.search(text) or CHEQUE_WORDS.search(text)):
        return BANKED
    if CARD_WORDS.search(text) or kind == "credit_card":
        return CARD
    return TRANSFER if TRANSFER_WORDS.search(text) else UNKNOWN
