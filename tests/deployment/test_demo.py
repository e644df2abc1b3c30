"""`make demo`: one statement of each verdict, with exactly the rows that the samples plant."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from reconciliation.models import StatementImport
from tests.addresses import reverse

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def output(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Yield the output of the demonstration; its stored rows are there for the tests of this module."""
    out = StringIO()
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("load_demo", stdout=out)
        yield out.getvalue()
        transaction.set_rollback(True)


def part(output: str, file: str) -> list[str]:
    """The lines about one file, without the margin."""
    block = next(block for block in output.split("\n\n") if block.startswith(file))
    return [" ".join(line.split()) for line in block.splitlines()]


def test_january_is_matched_and_names_nothing(output: str) -> None:
    assert part(output, "checking-2026-01.pdf") == [
        "checking-2026-01.pdf: matched",
        "Harbour & Vale current account: Reconciled, and proved row by row.",
    ]


def test_february_ties_with_its_cheque_outstanding(output: str) -> None:
    first, headline, title, *rows = part(output, "checking-2026-02.pdf")

    assert first == "checking-2026-02.pdf: partial"
    assert "Ties with the bank" in headline
    assert title == "Outstanding"
    assert [row.partition(" Has not")[0] for row in rows] == ["2026-02-25 -165.00 Cheque 413, van repair"]


def test_the_card_differs_in_exactly_the_three_planted_rows(output: str) -> None:
    first, _headline, *lines = part(output, "card-2026-01.pdf")
    rows = [line for line in lines if line.startswith("20")]

    assert first == "card-2026-01.pdf: mismatched"
    assert len(rows) == 3
    assert "2026-01-03 -54.00 KITE & CO HARDWARE against 2026-01-02 -45.00 Kite & Co Hardware" in rows[0]
    assert "2026-01-28 -15.00 LATE PAYMENT FEE" in rows[1]
    assert "2026-01-18 -12.50 Riverside Parking" in rows[2]


def test_an_account_that_the_books_do_not_have_is_unverifiable(output: str) -> None:
    assert part(output, "savings-2026-q1.pdf")[0] == "savings-2026-q1.pdf: unverifiable"


def test_the_printed_name_and_password_sign_in(output: str, client: Client) -> None:
    password = output.rsplit("with the password ", 1)[1].strip()

    assert client.post(reverse("sign_in"), {"username": "demo", "password": password}).status_code == 302


def test_a_second_run_of_the_demo_creates_nothing_twice(output: str) -> None:
    out = StringIO()
    call_command("load_demo", stdout=out)

    assert part(out.getvalue(), "card-2026-01.pdf") == part(output, "card-2026-01.pdf")
    assert StatementImport.objects.across_organizations("all that there are").count() == 4
    assert User.objects.count() == 1


def test_it_is_refused_in_production(settings: Settings) -> None:
    settings.PRODUCTION = True

    with pytest.raises(CommandError, match="not in production"):
        call_command("load_demo")
