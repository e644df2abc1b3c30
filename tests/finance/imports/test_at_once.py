"""Two imports of one account at the same moment: each row is added once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from finance.imports.services import LedgerMoved, NotShown, confirm, preview_now, show_file
from finance.models import LedgerImport
from people.members import found_organization
from tests.factories import UserFactory
from tests.finance.imports.samples import OFX_1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("same", [True, False])
def test_a_row_is_added_once(same: bool) -> None:
    organization = found_organization(name="Household", owner=UserFactory.create(username="owner"))
    account = organization.accounts.create(name="Checking", currency="EUR", number="12345678")
    files = [show_file(account=account, by=None, filename="f", data=OFX_1) for _ in range(1 if same else 3)] * (3 if same else 1)
    seals = {file.pk: preview_now(file).shown for file in files}

    def imported(file: LedgerImport) -> int:
        try:
            return confirm(by=None, ledger_import=file, shown=seals[file.pk]).added
        except (LedgerMoved, NotShown):
            return 0
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as people:
        added = list(people.map(imported, files))

    assert sorted(added) == [0, 0, 3]
    assert account.transactions.count() == 3
