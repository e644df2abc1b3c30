"""One case of `manage.py verify`: books, statements and decisions as untrusted JSON in, verdicts as JSON out; a bad case has an error."""

import datetime as dt
import json
import logging
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from finance.loading import BooksAccount, BooksRefused, parse_books
from reconciliation.printed.json import AMOUNT, UnreadableStatement, statement_from_json
from reconciliation.verification import verify
from reconciliation.verification.books import AccountBooks, BookEntry
from reconciliation.verification.decisions import (
    AccountNamed,
    BankErred,
    Corrected,
    Excused,
    NamedLine,
    NotAMatch,
    OpeningAdopted,
    PairedRows,
    PersonDecision,
    Reissued,
    UndoneEntries,
)

MOST = 10_000


class UnreadableDecision(ValueError):
    """Raised if the JSON is no decision; the message names it and its fault."""


def decisions_from(value: object) -> list[PersonDecision]:
    """Return the decisions of a case, empty for None. Raises UnreadableDecision."""
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MOST:
        raise UnreadableDecision(f"decisions: a list of at most {MOST} is wanted")
    decisions = []
    for place, item in enumerate(value):
        where = f"decisions[{place}]"
        if not isinstance(item, Mapping) or not isinstance(item.get("id"), str):
            raise UnreadableDecision(f"{where}: an object with an id is wanted")
        make = KINDS.get(str(item.get("kind")))
        if make is None:
            raise UnreadableDecision(f"{where}.kind: one of {', '.join(KINDS)} is wanted")
        try:
            decisions.append(make(item))
        except (KeyError, TypeError, ValueError) as error:
            raise UnreadableDecision(f"{where}: {error}") from error
    if len({decision.id for decision in decisions}) < len(decisions):
        raise UnreadableDecision("decisions: an id is there twice")
    return decisions


def _who(item: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": item["id"], "statement": _index(item, "statement")}


def _rows(item: Mapping[str, Any]) -> dict[str, Any]:
    return _who(item) | {"lines": tuple(NamedLine(line=line) for line in _list(item, "lines", int)), "entries": _entries(item)}


def _entries(item: Mapping[str, Any]) -> tuple[str, ...]:
    return _list(item, "entries", str)


def _list(item: Mapping[str, Any], name: str, kind: type) -> tuple[Any, ...]:
    value = item.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, kind) and not isinstance(item, bool) for item in value):
        raise TypeError(f"{name} is wanted as a list")
    return tuple(value)


def _index(item: Mapping[str, Any], name: str) -> int:
    value = item[name]
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} is wanted as a whole number")
    return value


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} is wanted as a text")
    return value


def _amount(item: Mapping[str, Any]) -> Decimal:
    written = _text(item, "amount")
    if not AMOUNT.fullmatch(written) or not written.isascii():
        raise ValueError("amount is wanted as a decimal string")
    return Decimal(written)


KINDS: Mapping[str, Callable[[Mapping[str, Any]], PersonDecision]] = {
    "account": lambda item: AccountNamed(**_who(item), account=_text(item, "account")),
    "pair": lambda item: PairedRows(**_rows(item)),
    "unpair": lambda item: NotAMatch(**_rows(item)),
    "contra": lambda item: UndoneEntries(**_who(item), entries=_entries(item)),
    "bank_contra": lambda item: BankErred(
        **_who(item),
        line=NamedLine(line=_index(item, "line")),
        other_statement=_index(item, "other_statement"),
        other=NamedLine(line=_index(item, "other_line")),
    ),
    "opening": lambda item: OpeningAdopted(**_who(item), amount=_amount(item)),
    "correct": lambda item: Corrected(
        **_who(item),
        line=NamedLine(line=_index(item, "line")),
        amount=_amount(item) if "amount" in item else None,
        date=dt.date.fromisoformat(_text(item, "date")) if "date" in item else None,
        description=_text(item, "description") if "description" in item else None,
    ),
    "reissue": lambda item: Reissued(**_who(item), replaces=_index(item, "replaces")),
    "excuse": lambda item: Excused(**_rows(item)),
}


logger = logging.getLogger(__name__)
Json = dict[str, Any]
LONGEST_MESSAGE = 500


class UnreadableCase(ValueError):
    """Raised if the JSON is no case; the message names the expected value."""


def answer_case(text: str | bytes) -> Json:
    """Return the answer to one case, or an error object with the case's id; a line without a case gets one too."""
    name: str | None = None
    try:
        case = json.loads(text, parse_constant=_no_number)
        if isinstance(case, Mapping) and isinstance(case.get("id"), str):
            name = case["id"]
        if not isinstance(case, Mapping) or not isinstance(case.get("statements"), list):
            raise UnreadableCase("an object with books and a list of statements is wanted")
        organizations = parse_books(case.get("books"))
        if len(organizations) != 1:
            raise UnreadableCase("books: exactly one organization is wanted")
        books = [account_books(account) for account in organizations[0].accounts]
        statements = [statement_from_json(item) for item in case["statements"]]
        verdicts = verify(books, statements, decisions=decisions_from(case.get("decisions")))
        return {"id": name, "statements": [verdict.as_json() for verdict in verdicts]}
    except BooksRefused as error:
        return _error(name, "books_refused", str(error))
    except UnreadableStatement as error:
        return _error(name, "statement_refused", str(error))
    except (ValueError, OverflowError, RecursionError) as error:  # OverflowError: a number or a day beyond all calendars
        return _error(name, "malformed", str(error))
    except ArithmeticError as error:
        logger.exception("The verifier contradicts itself")
        return _error(name, "does_not_close", str(error))


def account_books(account: BooksAccount) -> AccountBooks:
    """Return the account for the verifier; its name is its id."""
    return AccountBooks(
        id=account.name,
        name=account.name,
        kind=account.kind,
        currency=account.currency,
        institution=account.institution,
        number=account.number,
        opening_balance=account.opening_balance,
        opening_date=account.opening_date,
        entries=tuple(
            BookEntry(
                id=row.id,
                date=row.date,
                amount=row.amount,
                description=row.description,
                status=row.status,
                excluded=row.excluded,
                reference=row.reference,
                number=row.number,
                reversal_of=row.reversal_of,
                brought_forward=row.brought_forward,
            )
            for row in account.transactions
        ),
    )


def _no_number(constant: str) -> None:
    raise UnreadableCase(f"{constant} is no number")


def _error(name: str | None, code: str, message: str) -> Json:
    """Return an error object; the input is quoted only in part."""
    return {"id": name, "error": {"code": code, "message": message[:LONGEST_MESSAGE]}, "statements": []}
