"""A stored proof can be checked again with the data stored beside it."""

import io
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

from finance.models import Account, Transaction
from people.models import Organization
from reconciliation.models import Match, StatementImport, StatementLine
from reconciliation.reconcile.recheck_proof import faults_of
from reconciliation.storage import files
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
Change = Callable[[Organization, StatementImport], None]


@pytest.fixture
def ours() -> Organization:
    organization = OrganizationFactory.create()
    load(organization, books_of(JANUARY))
    return organization


def of(organization: Organization, **changes: object) -> None:
    account = Account.objects.of(organization).get()
    Transaction.objects.of(organization).filter(pk=entry(account, "t1").pk).update(**changes)


def in_answer(statement_import: StatementImport, **changes: object) -> None:
    assert statement_import.reconciliation
    statement_import.reconciliation["statements"][0] |= changes
    statement_import.save(update_fields=["reconciliation"])


def in_line(statement_import: StatementImport, **changes: object) -> None:
    line = statement_import.statements.get().lines.order_by("number")[0]
    StatementLine.objects.of(statement_import.organization).filter(pk=line.pk).update(**changes)


def dropped(row: StatementLine | Match) -> None:
    row.delete()


CHANGES: dict[str, Change] = {
    "file_changed": lambda _, done: files.discard(done.stored_as),
    "lines_differ:0": lambda _, done: dropped(done.statements.get().lines.order_by("number")[0]),
    "pairs_differ:0": lambda _, done: dropped(done.statements.get().matches.all()[0]),
    "entry_gone:0": lambda ours, _: of(ours, status="void"),
    "sums_differ:0": lambda ours, _: of(ours, amount_minor=1),
    "line_unpaired:0": lambda _, done: in_answer(done, matched=[]),
    "rows_digest_differs:0": lambda _, done: in_line(done, description="Another text"),
    "balances_differ:0": lambda _, done: in_answer(done, closing_balance={"statement": "1.00", "ledger": "1.00", "books": "1.00"}),
}


def test_the_check_confirms_a_proof(ours: Organization) -> None:
    assert faults_of(processed(ours, JANUARY.pdf())) == []


@pytest.mark.parametrize("fault", CHANGES)
def test_a_change_beside_a_proof_is_reported(ours: Organization, fault: str) -> None:
    done = processed(ours, JANUARY.pdf())

    CHANGES[fault](ours, done)

    assert fault in faults_of(StatementImport.objects.of(ours).get())


def test_the_command_names_each_import_that_it_cannot_confirm(ours: Organization) -> None:
    done = processed(ours, JANUARY.pdf())
    out = io.StringIO()
    call_command("check_proof", stdout=out)

    done.statements.get().lines.update(amount_minor=1)

    assert out.getvalue() == "1 answers checked, 0 not borne out\n"
    with pytest.raises(CommandError):
        call_command("check_proof", stdout=out)
    assert str(done.pk) in out.getvalue()
