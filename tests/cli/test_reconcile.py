"""A verdict from only two files, and the exit codes."""

import datetime as dt
import json
from pathlib import Path

import pytest

from finance.models import Account, Transaction
from people.members import found_first_organization
from people.models import Organization
from reconciliation.models import StatementImport
from tests.cli.conftest import OPENING, STATEMENT, Run
from tests.factories import OrganizationFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.path
def test_two_files_are_enough_for_a_verdict(run: Run, books: Path) -> None:
    done = run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING)

    assert done.exit_code == 0, done.output
    assert "matched" in done.stdout
    home = Organization.objects.get()
    assert home.name == "Home"
    assert Account.objects.of(home).get().currency == "EUR"


def test_a_sign_that_several_currencies_share_starts_an_account_in_its_usual_one(run: Run, tmp_path: Path) -> None:
    books = tmp_path / "card.csv"
    books.write_text("Date,Description,Amount\n2026-01-05,Shop,-12.00\n")
    run("reconcile", STATEMENT.with_name("card-2026-01.pdf"), "--ledger", books)

    assert Account.objects.of(Organization.objects.get()).get().currency == "USD"


def test_the_same_ledger_again_adds_nothing(run: Run, books: Path) -> None:
    run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING)
    before = Transaction.objects.of(Organization.objects.get()).count()

    assert run("reconcile", STATEMENT, "--ledger", books, "--quiet").output == ""
    assert Transaction.objects.of(Organization.objects.get()).count() == before


def test_a_row_of_the_ledger_that_was_corrected_since_is_reported(run: Run, books: Path) -> None:
    run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING)
    books.write_text(books.read_text().replace("-212.78", "-212.87"))
    done = run("reconcile", STATEMENT, "--ledger", books)

    assert "1 entry from an earlier file is not in this one." in done.stderr
    assert "-212.78" in done.stderr
    assert "earlier file" not in run("reconcile", STATEMENT, "--ledger", books, "--quiet").output


def test_every_difference_is_listed_and_ends_with_1(run: Run, books: Path) -> None:
    rows = books.read_text().splitlines()
    left_out = next(row for row in rows if "Northgrid Power" in row)
    books.write_text("\n".join(row for row in rows if row != left_out))
    done = run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING)

    assert done.exit_code == 1
    assert "Missing from your books" in done.stdout
    assert "-212.78" in done.stdout


def test_an_opening_balance_holds_since_the_first_day_of_a_statement_that_begins_before_the_ledger(run: Run, books: Path) -> None:
    books.write_text("\n".join(row for row in books.read_text().splitlines() if not row.startswith("2026-01-02")))
    done = run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING)

    assert "1 wrong date" in done.stdout  # the rent of February lies nearest
    assert "opening balance" not in done.output
    assert Account.objects.of(Organization.objects.get()).get().opening_date == dt.date(2026, 1, 1)


def test_a_missing_opening_can_be_given_later(run: Run, books: Path) -> None:
    first = run("reconcile", STATEMENT, "--ledger", books, "--account", "Giro")
    assert first.exit_code == 1
    assert "--opening-balance" in first.stderr

    assert run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING, "--quiet").exit_code == 0
    other = run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", "1.00")
    assert other.exit_code == 2
    assert "already" in other.stderr


def test_the_output_says_where_choices_are_made(run: Run, books: Path) -> None:
    rows = [row.replace("Northgrid Power", "The light") for row in books.read_text().splitlines()]
    books.write_text("\n".join(rows))
    done = run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING)

    assert "Needs your choice" in done.stdout
    assert "in the browser" in done.stderr


def test_json_has_an_object_for_each_file_and_one_bad_file_silences_none(run: Run, books: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"no pdf")
    done = run("reconcile", STATEMENT, bad, "--ledger", books, "--opening-balance", OPENING, "--json")

    one, other = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 3
    assert one["verdict"] == "matched"
    assert other["error"]["code"] == "not_a_pdf"


@pytest.mark.parametrize("more", [["--account", "Nobody"], ["--organization", "nobody"], ["--opening-balance", "much"]])
def test_invalid_arguments_end_with_exit_code_2(run: Run, more: list[str]) -> None:
    assert run("reconcile", STATEMENT, *more).exit_code == 2


def test_a_ledger_that_is_none_ends_with_3_and_nothing_is_reconciled(run: Run, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.csv"
    ledger.write_text("a poem\nof two lines\n")

    assert run("reconcile", STATEMENT, "--ledger", ledger, "--currency", "EUR").exit_code == 3
    assert not StatementImport.objects.of(Organization.objects.get()).exists()


def test_books_made_on_the_command_line_are_those_of_the_first_owner_and_go_on_there(run: Run, books: Path) -> None:
    run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING, "--quiet")
    owner = found_first_organization(name="Ours", username="ada", password="a long pass phrase")

    assert {each.organization.name: each.role for each in owner.memberships.all()} == {"Ours": "owner"}
    assert run("reconcile", STATEMENT, "--ledger", books, "--quiet").exit_code == 0
    assert Account.objects.of(Organization.objects.get()).count() == 1


def test_sample_books_are_meant_only_by_their_name(run: Run, books: Path) -> None:
    OrganizationFactory.create(name="Samples", slug="samples", is_sample=True)
    made = run("reconcile", STATEMENT, "--ledger", books, "--opening-balance", OPENING, "--quiet")

    assert made.exit_code == 0, made.output
    assert Organization.objects.get(is_sample=False).slug == "home"


def test_the_names_of_several_organizations_are_listed(run: Run) -> None:
    for slug in ("smith", "jones"):
        OrganizationFactory.create(name=slug.title(), slug=slug)
    done = run("reconcile", STATEMENT)

    assert done.exit_code == 2
    assert "--organization (jones, smith)" in done.stderr


def test_an_ambiguous_ledger_is_refused_with_the_needed_options_and_makes_no_account(run: Run, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.csv"
    ledger.write_text("Date,Payee,Cost me,Got\n01/06/2025,Starhub,114.58,\n02/06/2025,Employer,,2000.00\n")
    words = ["reconcile", STATEMENT, "--ledger", ledger, "--currency", "SGD"]
    asked = run(*words)

    assert asked.exit_code == 2
    assert "--column 'debit=Cost me' --column credit=Got" in asked.stderr
    assert "--date-order dmy" in asked.stderr
    assert "Row 2" not in asked.stderr
    assert not Account.objects.of(Organization.objects.get()).exists()
    run(*words, "--column", "debit=Cost me", "--column", "credit=Got", "--date-order", "dmy")
    assert [str(entry.amount) for entry in Transaction.objects.of(Organization.objects.get())] == ["-114.58", "2000.00"]


def test_a_column_that_the_ledger_has_not_ends_with_2(run: Run, books: Path) -> None:
    done = run("reconcile", STATEMENT, "--ledger", books, "--column", "amount=Sum")

    assert done.exit_code == 2
    assert "The columns: Date, Description, Amount." in done.stderr


def test_a_ledger_of_several_accounts_needs_the_name_of_one(run: Run, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.journal"
    ledger.write_text("2026-01-02 * Rent\n    Assets:Giro  EUR -5.00\n    Assets:Savings  EUR 5.00\n")

    asked = run("reconcile", STATEMENT, "--ledger", ledger)
    assert "--part Assets:Savings" in asked.stderr
    run("reconcile", STATEMENT, "--ledger", ledger, "--part", "Assets:Savings")
    assert [str(entry.amount) for entry in Transaction.objects.of(Organization.objects.get())] == ["5.00"]
