"""The choice of a statement's account. Only a number or a currency forbids one to the search; nothing is guessed among equals. An account
that a person chose is used: a number or a currency that differs is a remark, and both together must be confirmed."""

import re
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from finance.account_numbers import numbers_agree
from finance.payees import payee, payees_agree
from reconciliation.printed.currency_signs import may_be_in
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.books import AccountBooks

KIND_WORDS = (("savings", "saving"), ("checking", "checking"), ("checking", "current"), ("credit_card", "card"), ("loan", "loan"))
MASKS = frozenset(("xxx", "xxxx", "xxxxx", "xxxxxx", "xxxxxxxx", "account", "number", "acct"))


@dataclass(frozen=True, slots=True)
class Candidate:
    """An account that a statement may be of, with its evidence. `identity` is the score of number, institution and name: kind and currency
    alone never make an account certain."""

    account: AccountBooks
    number_agrees: bool
    identity: int
    score: int
    agrees: tuple[str, ...]

    @classmethod
    def of(cls, account: AccountBooks, statement: PrintedStatement) -> Self:
        """Return the account with the score of its evidence."""
        hint = statement.account_hint or ""
        kind = statement.account_kind or next((kind for kind, word in KIND_WORDS if word in hint.casefold()), None)
        short, long = sorted((payee(statement.institution or ""), payee(account.institution or account.name)), key=len)
        covered = bool(short) and all(payees_agree((word,), long) for word in short)  # not if each has a word that the other lacks
        of_bank = {*_words(statement.institution or ""), *_words(account.institution)}
        in_common = (_words(hint) & _words(account.name)) - of_bank
        worth = {
            "number": 64 * (numbers_agree(statement.account_hint or "", account.number) is True),
            "institution": round(32 * (len(short) / len(long))) if covered else 0,
            "name": 4 * min(len(in_common), 7),
            "kind": 2 * (kind == account.kind),
            "currency": 1 * (statement.currency == account.currency),
        }
        agrees = tuple(name for name, points in worth.items() if points)
        identity = worth["number"] + worth["institution"] + worth["name"]
        return cls(account, "number" in agrees, identity, sum(worth.values()), agrees)


@dataclass(frozen=True, slots=True)
class AccountChoice:
    """The account, if there is one to compare with; `certain` if no question is left.

    `reason` is the code of the missing fact; `why` names the evidence; `candidates` are account ids to offer.
    """

    account: AccountBooks | None
    certain: bool = False
    reason: str | None = None
    why: str = ""
    candidates: tuple[str, ...] = ()


def choose_accounts(
    books: Sequence[AccountBooks],
    statements: Sequence[PrintedStatement],
    chosen: Mapping[int, str] | None = None,
    confirmed: Collection[int] = (),
) -> list[AccountChoice]:
    """Return the choice of an account for each statement, in order. `chosen` maps a statement's index to the account id that a person
    named. At the indexes in `confirmed` the person named it although number and currency speak against it.

    Statements of one document never share an account for the same days, unless their numbers or a person say so.
    """
    named = chosen or {}
    days_of_document = [(statement.source, statement.period_start, statement.period_end) for statement in statements]
    choices = [
        _named(books, statement, named[index], confirmed=index in confirmed) if index in named else _found(books, statement)
        for index, statement in enumerate(statements)
    ]
    for index, statement in enumerate(statements):
        if index in named or _sure(choices[index]) or not statement.source:
            continue
        siblings = [
            choice.account
            for days, choice in zip(days_of_document, choices, strict=True)
            if choice.account and _sure(choice) and days == days_of_document[index]
        ]
        if siblings:  # the document is of one bank, even if another name was read here
            bank = next((account.institution for account in siblings if account.institution), statement.institution)
            elsewhere = {account.id for account in siblings}
            choices[index] = _found(books, replace(statement, institution=bank), elsewhere=elsewhere)
    taken: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for index, (statement, choice) in enumerate(zip(statements, choices, strict=True)):
        if statement.source and choice.account and choice.why != "named":
            taken[days_of_document[index], choice.account.id].append(index)
    twins = [index for sharing in taken.values() if len(sharing) > 1 for index in sharing if not _sure(choices[index])]
    for index in twins:  # they would share an account for the same days by similarity only
        candidates = choices[index].candidates
        choices[index] = AccountChoice(None, reason="account_unconfirmed", why="twice_in_one_document", candidates=candidates)
    return choices


def _sure(choice: AccountChoice) -> bool:
    """True if a person or the number decided, not similarity."""
    return choice.certain and ("number" in choice.why or choice.why == "named")


def _named(books: Sequence[AccountBooks], statement: PrintedStatement, named: str, *, confirmed: bool) -> AccountChoice:
    """Return the account that a person named, or a question if number and currency both differ and no person confirmed it."""
    account = next((account for account in books if account.id == named), None)
    if account is None:
        return AccountChoice(None, reason="no_account", why="unknown_account")
    against = printed_against(
        hint=statement.account_hint,
        printed_currency=statement.currency,
        printed_sign=statement.currency_sign,
        number=account.number,
        currency=account.currency,
    )
    if not confirmed and len(against) > 1:
        return AccountChoice(None, reason="account_unconfirmed", why="both_contradict", candidates=(account.id,))
    return AccountChoice(account, certain=True, why="named")


def printed_against(
    *, hint: str | None, printed_currency: str | None, printed_sign: str | None, number: str, currency: str
) -> tuple[str, ...]:
    """Return the names, of `number` and `currency`, whose printed values differ from those of an account."""
    other_number = numbers_agree(hint or "", number) is False
    other_currency = not may_be_in(currency, printed=printed_currency, sign=printed_sign)
    return (*(("number",) if other_number else ()), *(("currency",) if other_currency else ()))


def _found(books: Sequence[AccountBooks], statement: PrintedStatement, *, elsewhere: Container[str] = ()) -> AccountChoice:
    """Return the best account that is not `elsewhere` and that no printed number or currency forbids. It is certain if its identity is
    better than that of all others; among equals there is none."""
    free = [account for account in books if account.id not in elsewhere]
    by_number = [account for account in free if numbers_agree(statement.account_hint or "", account.number) is not False]
    left = [account for account in by_number if statement.may_be_in(account.currency)]
    if not left:
        conflicting = [account for account in by_number if numbers_agree(statement.account_hint or "", account.number)]
        if conflicting:
            return AccountChoice(None, reason="currency_conflict", why="currency_contradicts", candidates=_ids(conflicting))
        return AccountChoice(None, reason="no_account", why="none_left")
    candidates = [Candidate.of(account, statement) for account in left]
    pool = [candidate for candidate in candidates if candidate.number_agrees] or candidates
    highest = max(candidate.score for candidate in pool)
    best = [candidate for candidate in pool if candidate.score == highest]
    offered = _ids(candidate.account for candidate in pool)
    if len(best) > 1:
        return AccountChoice(None, reason="account_unconfirmed", why="equally_good", candidates=offered)
    only = best[0]
    rivals = [candidate.identity for candidate in pool if candidate is not only]
    if len(books) == 1 or only.identity > max(rivals, default=0):
        return AccountChoice(only.account, certain=True, why="+".join(only.agrees) or "only_account", candidates=offered)
    return AccountChoice(only.account, reason="account_unconfirmed", why="+".join(only.agrees) or "none_other_left", candidates=offered)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", text.casefold())) - MASKS


def _ids(accounts: Iterable[AccountBooks]) -> tuple[str, ...]:
    return tuple(account.id for account in accounts)


def number_of(hint: str) -> str:
    from reconciliation.reading.document.metadata import number_of as found

    return found(hint)
