"""The choice of a statement's account. Only a number or a currency forbids one; nothing is guessed among equals."""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from finance.payees import payee, payees_agree
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.books import AccountBooks

LEAST_DIGITS = 3
"""Fewer digits in common neither agree nor contradict."""
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


@dataclass(frozen=True, slots=True)
class AccountChoice:
    """The account, if there is one to compare with; `certain` if no question is left.

    `reason` is the code of what is missing; `why` names the evidence; `candidates` are account ids to offer.
    """

    account: AccountBooks | None
    certain: bool = False
    reason: str | None = None
    why: str = ""
    candidates: tuple[str, ...] = ()


def choose_accounts(
    books: Sequence[AccountBooks], statements: Sequence[PrintedStatement], chosen: Mapping[int, str] | None = None
) -> list[AccountChoice]:
    """One choice a statement, in order. `chosen` maps a statement's index to the account id that a person named.

    Statements of one document never share an account for the same days, unless their numbers or a person say so.
    """
    named = chosen or {}
    days_of_document = [(statement.source, statement.period_start, statement.period_end) for statement in statements]
    choices = [_choose(books, statement, named.get(index)) for index, statement in enumerate(statements)]
    for index, statement in enumerate(statements):
        if index in named or _sure(choices[index]) or not statement.source:
            continue
        siblings = [
            choice.account
            for days, choice in zip(days_of_document, choices, strict=True)
            if choice.account and _sure(choice) and days == days_of_document[index]
        ]
        if siblings:  # the document is of one bank, whatever name was read here
            bank = next((account.institution for account in siblings if account.institution), statement.institution)
            elsewhere = {account.id for account in siblings}
            choices[index] = _choose(books, replace(statement, institution=bank), None, elsewhere=elsewhere)
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


def _choose(
    books: Sequence[AccountBooks], statement: PrintedStatement, named: str | None, *, elsewhere: Container[str] = ()
) -> AccountChoice:
    """Return the account named by a person, unless a printed number or currency forbids it; else the best one that is not `elsewhere`. It
    is certain if its identity is better than that of all others; among equals there is none."""
    if named is not None:
        account = next((account for account in books if account.id == named), None)
        if account is None or _numbers(statement.account_hint, account.number) is False:
            return AccountChoice(None, reason="no_account", why="number_contradicts" if account else "unknown_account")
        if not statement.may_be_in(account.currency):
            return AccountChoice(None, reason="currency_conflict", why="currency_contradicts")
        return AccountChoice(account, certain=True, why="named")
    free = [account for account in books if account.id not in elsewhere]
    by_number = [account for account in free if _numbers(statement.account_hint, account.number) is not False]
    left = [account for account in by_number if statement.may_be_in(account.currency)]
    if not left:
        conflicting = [account for account in by_number if _numbers(statement.account_hint, account.number)]
        if conflicting:
            return AccountChoice(None, reason="currency_conflict", why="currency_contradicts", candidates=_ids(conflicting))
        return AccountChoice(None, reason="no_account", why="none_left")
    candidates = [_candidate(account, statement) for account in left]
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


def _candidate(account: AccountBooks, statement: PrintedStatement) -> Candidate:
    """Return the account with the score of its evidence."""
    hint = statement.account_hint or ""
    kind = statement.account_kind or next((kind for kind, word in KIND_WORDS if word in hint.casefold()), None)
    short, long = sorted((payee(statement.institution or ""), payee(account.institution or account.name)), key=len)
    covered = bool(short) and all(payees_agree((word,), long) for word in short)  # not if each has a word that the other lacks
    of_bank = {*_words(statement.institution or ""), *_words(account.institution)}
    in_common = (_words(hint) & _words(account.name)) - of_bank
    worth = {
        "number": 64 * (_numbers(statement.account_hint, account.number) is True),
        "institution": round(32 * (len(short) / len(long))) if covered else 0,
        "name": 4 * min(len(in_common), 7),
        "kind": 2 * (kind == account.kind),
        "currency": 1 * (statement.currency == account.currency),
    }
    agrees = tuple(name for name, points in worth.items() if points)
    identity = worth["number"] + worth["institution"] + worth["name"]
    return Candidate(account, "number" in agrees, identity, sum(worth.values()), agrees)


def _numbers(hint: str | None, number: str) -> bool | None:
    """True if the digits that both have agree, False if they contradict, None if too few say anything."""
    known = re.sub(r"\D", "", number)
    printed = [run for run in re.findall(r"\d+", re.sub(r"[-\s./]", "", hint or "")) if len(run) >= LEAST_DIGITS]
    if len(known) < LEAST_DIGITS or not printed:
        return None
    return any(run[-shared:] == known[-shared:] for run in printed for shared in [min(len(run), len(known))])


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", text.casefold())) - MASKS


def _ids(accounts: Iterable[AccountBooks]) -> tuple[str, ...]:
    return tuple(account.id for account in accounts)


def number_of(hint: str) -> str:
    from reconciliation.reading.document.metadata import number_of as found

    return found(hint)


def last_digits(number: str) -> str:
    from reconciliation.reading.document.metadata import last_digits as found

    return found(number)
