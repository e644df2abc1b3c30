"""Books that lack two rows of their statement: the fee and the interest."""

import pytest

from finance.models import Account
from reconciliation.models import StatementImport
from tests.world import incomplete_books, incomplete_statement


@pytest.fixture
def account(db: None) -> Account:
    return incomplete_books()


@pytest.fixture
def january(account: Account) -> StatementImport:
    return incomplete_statement(account)
