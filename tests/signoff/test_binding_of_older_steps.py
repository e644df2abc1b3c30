"""Conclusions and decisions of an earlier release are bound where their statement is certain."""

from importlib import import_module

import pytest
from django.apps import apps

from finance.models import Account
from people.roles import Role
from reconciliation.decisions.rows import correct_line
from reconciliation.models import Conclusion, Decision, StatementImport
from reconciliation.reconcile.decisions import digest_as_decided
from reconciliation.signoff.services import sign_off
from tests.factories import MembershipFactory
from tests.read_statements import only, paper, read_in
from tests.world import MATCHED_ROWS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("matched_books")]
BINDING = import_module("reconciliation.migrations.0005_bind_conclusions")


@pytest.fixture
def signed(january: StatementImport) -> StatementImport:
    """A statement with a corrected row that an earlier release signed off."""
    partner = MembershipFactory.create(organization=january.organization, role=Role.REVIEWER).user
    correct_line(statement=only(january), line=0, actor=partner, description="Rent of January")
    sign_off(statement=only(january), actor=partner)
    Conclusion.objects.of(january.organization).update(document="", digest="", statement_number=0)
    Decision.objects.of(january.organization).update(document="", digest="")
    return january


def bound(statement_import: StatementImport) -> set[tuple[str, str]]:
    return set(Conclusion.objects.of(statement_import.organization).values_list("document", "digest"))


def test_a_step_is_bound_to_the_only_statement_of_its_account_and_days(signed: StatementImport) -> None:
    BINDING.bind(apps, None)

    assert bound(signed) == {(signed.sha256, digest_as_decided(only(signed)))}
    assert Decision.objects.of(signed.organization).get().document == signed.sha256


def test_a_step_stays_unbound_where_two_documents_have_its_account_and_days(account: Account, signed: StatementImport) -> None:
    read_in(account.organization, paper([(5, "-251.00", "Rent")], opening="1000.00"))

    BINDING.bind(apps, None)

    assert bound(signed) == {("", "")}


def test_a_step_is_not_bound_to_the_statement_of_another_document(account: Account, signed: StatementImport) -> None:
    signed.statements.all().delete()
    read_in(account.organization, paper(MATCHED_ROWS, opening="1000.00"))

    BINDING.bind(apps, None)

    assert bound(signed) == {("", "")}
