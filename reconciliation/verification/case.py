"""One case of `manage.py verify`: books and statements as JSON in, verdicts as JSON out; a bad case has an error as its answer."""

import json
import logging
from collections.abc import Mapping
from typing import Any

from finance.loading import BooksAccount, BooksRefused, BooksTransaction, parse_books
from reconciliation.printed.json import UnreadableStatement, statement_from_json
from reconciliation.verification import verify
from reconciliation.verification.books import AccountBooks, BookEntry
from reconciliation.verification.case_decisions import decisions_from

logger = logging.getLogger(__name__)
Json = dict[str, Any]
LONGEST_MESSAGE = 500


class UnreadableCase(ValueError):
    """Raised if the JSON is no case; the message names what is expected."""


def answer_case(text: str | bytes) -> Json:
    """Return the answer to one case, or an error object with the case's id; a line without a case gets one too."""
    name: str | None = None
    try:
        case = json.loads(text, parse_constant=_no_number)
        name = _name_of(case)
        return {"id": name, "statements": _verdicts(case)}
    except BooksRefused as error:
        return _error(name, "books_refused", str(error))
    except UnreadableStatement as error:
        return _error(name, "statement_refused", str(error))
    except (ValueError, OverflowError, RecursionError) as error:  # OverflowError: a number or a day beyond all calendars
        return _error(name, "malformed", str(error))
    except ArithmeticError as error:
        logger.exception("The verifier contradicts itself")
        return _error(name, "does_not_close", str(error))


def _verdicts(case: object) -> list[Json]:
    if not isinstance(case, Mapping) or not isinstance(case.get("statements"), list):
        raise UnreadableCase("an object with books and a list of statements is wanted")
    organizations = parse_books(case.get("books"))
    if len(organizations) != 1:
        raise UnreadableCase("books: exactly one organization is wanted")
    books = [account_books(account) for account in organizations[0].accounts]
    statements = [statement_from_json(item) for item in case["statements"]]
    return [verdict.as_json() for verdict in verify(books, statements, decisions=decisions_from(case.get("decisions")))]


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
        entries=tuple(_entry(row) for row in account.transactions),
    )


def _entry(row: BooksTransaction) -> BookEntry:
    return BookEntry(
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


def _name_of(case: object) -> str | None:
    name = case.get("id") if isinstance(case, Mapping) else None
    return name if isinstance(name, str) else None


def _no_number(constant: str) -> None:
    raise UnreadableCase(f"{constant} is no number")


def _error(name: str | None, code: str, message: str) -> Json:
    """Return an error object; the input is quoted only in part."""
    return {"id": name, "error": {"code": code, "message": message[:LONGEST_MESSAGE]}, "statements": []}
