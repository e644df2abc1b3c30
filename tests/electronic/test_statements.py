"""Statements that a bank gives as files for programs: the same rows, verdict and proof as on paper."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from finance.imports.services import confirm, preview_now, show_file
from people.models import Organization
from people.roles import Role
from reconciliation.decisions.reading import confirm_reading
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.models import Statement, StatementImport
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.proof.check import check_proof
from reconciliation.proof.form import read_proof, written
from reconciliation.proof.write import proof_of
from reconciliation.reconcile.decisions import digest_as_decided
from reconciliation.signoff.services import sign_off
from tests.electronic.writing import camt, camt_of, camt_statement, csv_of, mt940_of, ofx_of, qif_of
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import FEBRUARY, JANUARY, Paper, books_of, load
from tests.pipeline.uploads import processed, received

pytestmark = pytest.mark.django_db

WITH_BOTH_BALANCES = (camt_of, mt940_of)
EVERY_FORMAT = (camt_of, csv_of, mt940_of, ofx_of, qif_of)
Writer = Callable[[Paper], bytes]


@pytest.fixture
def ours() -> Organization:
    """An organization whose books have every row of January and of February."""
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY, FEBRUARY))
    return ours


def rows_of(statement_import: StatementImport) -> list[tuple[Any, ...]]:
    return [(line.date, line.amount, line.description) for line in only(statement_import).lines.all()]


def only(statement_import: StatementImport) -> Statement:
    return statement_import.statements.get()


def reasons_of(statement_import: StatementImport) -> list[str]:
    return list((statement_import.reconciliation or {})["reasons"])


@pytest.mark.parametrize("write", EVERY_FORMAT)
def test_a_file_has_the_rows_of_the_paper(ours: Organization, write: Writer) -> None:
    elsewhere = OrganizationFactory.create()

    assert rows_of(processed(ours, write(JANUARY))) == rows_of(processed(elsewhere, JANUARY.pdf()))


@pytest.mark.parametrize("write", WITH_BOTH_BALANCES)
def test_both_balances_prove_a_file_as_print_proves_a_paper(ours: Organization, write: Writer) -> None:
    elsewhere = OrganizationFactory.create()
    load(elsewhere, books_of(JANUARY, FEBRUARY))

    paper, file = processed(elsewhere, JANUARY.pdf()), processed(ours, write(JANUARY))

    assert (file.verdict, file.status) == (paper.verdict, paper.status) == ("matched", "complete")
    for name in ("period_start", "period_end", "opening_balance", "closing_balance", "currency", "account_hint"):
        assert getattr(only(file), name) == getattr(only(paper), name)


@pytest.mark.parametrize("write", WITH_BOTH_BALANCES)
def test_the_proof_of_a_file_holds_against_the_file(ours: Organization, write: Writer) -> None:
    content = write(JANUARY)
    file = processed(ours, content)

    [proof] = [read_proof(written(proof_of(sheet))) for sheet in sheets_of(file)]

    assert check_proof(proof, document=content) == []


@pytest.mark.parametrize("write", WITH_BOTH_BALANCES)
def test_a_file_is_signed_off_like_a_paper(ours: Organization, write: Writer) -> None:
    partner = MembershipFactory.create(organization=ours, role=Role.REVIEWER).user

    concluded = sign_off(statement=only(processed(ours, write(JANUARY))), actor=partner)

    assert (concluded.kind, concluded.by) == ("reviewed", partner)


@pytest.mark.parametrize("write", [*WITH_BOTH_BALANCES, csv_of])
def test_one_changed_cent_in_a_file_contradicts_its_balances(ours: Organization, write: Writer) -> None:
    broken = write(JANUARY).replace(b"41.30", b"41.31").replace(b"41,30", b"41,31")

    file = processed(ours, broken)

    assert (only(file).integrity["holds"], file.verdict) == (False, "partial")
    assert "integrity_failed" in reasons_of(file)


def test_a_running_balance_that_does_not_follow_is_named_with_its_row(ours: Organization) -> None:
    file = processed(ours, csv_of(JANUARY).replace(b"41.30,708.70", b"41.30,708.71"))

    assert only(file).integrity["first_break"] == 1


def test_a_table_with_running_balances_follows_until_its_neighbours_confirm_its_ends(ours: Organization) -> None:
    table = processed(ours, csv_of(JANUARY))
    assert (table.verdict, reasons_of(table)) == ("partial", ["ends_unconfirmed"])
    assert only(table).integrity["rows_follow"] is True


def test_a_closing_balance_alone_proves_with_the_statement_before(ours: Organization) -> None:
    first = processed(ours, ofx_of(JANUARY))
    assert "no_opening" in reasons_of(first)
    elsewhere = OrganizationFactory.create()
    load(elsewhere, books_of(JANUARY, FEBRUARY))
    processed(elsewhere, JANUARY.pdf())

    assert processed(elsewhere, ofx_of(FEBRUARY)).verdict == "matched"


def test_an_opening_balance_alone_proves_nothing(ours: Organization) -> None:
    assert "no_balance" in reasons_of(processed(ours, qif_of(JANUARY)))


def test_a_balance_of_a_later_day_than_the_rows_is_no_closing_balance(ours: Organization) -> None:
    later = ofx_of(JANUARY).replace(b"<DTASOF>20260131", b"<DTASOF>20260207")

    assert only(processed(ours, later)).closing_balance is None


def test_a_table_without_balances_is_read_and_proved_by_nothing(ours: Organization) -> None:
    bare = b"Date,Description,Amount\n2026-01-05,Rent,-250.00\n2026-01-20,Salary,600.00\n"
    file = processed(ours, bare)
    assert (len(rows_of(file)), only(file).integrity["holds"], file.verdict) == (2, None, "partial")


def test_a_person_confirms_a_file_that_proves_too_little(ours: Organization) -> None:
    file = processed(ours, ofx_of(JANUARY))
    partner = MembershipFactory.create(organization=ours, role=Role.REVIEWER).user

    confirm_reading(statement=only(file), actor=partner, digest=digest_as_decided(only(file)))

    file.refresh_from_db()
    assert "reading_confirmed" in reasons_of(file)


def test_rows_that_are_not_booked_are_no_rows_of_a_statement(ours: Organization) -> None:
    pending = camt_of(JANUARY).decode().replace("<Sts><Cd>BOOK</Cd></Sts>", "<Sts><Cd>PDNG</Cd></Sts>", 1)
    rent = pending.index("<Ntry>")
    copied = camt_of(JANUARY).decode().replace("<Ntry>", pending[rent : pending.index("</Ntry>") + len("</Ntry>")] + "<Ntry>", 1)

    file = processed(ours, copied.encode())

    assert (len(rows_of(file)), file.verdict) == (3, "matched")


@pytest.mark.parametrize(
    "content",
    [
        camt(camt_statement(JANUARY, kind="Rpt"), message="camt.052.001.08"),
        mt940_of(JANUARY).replace(b":28C:1/1\r\n", b":28C:1/1\r\n:34F:EURD0,\r\n"),
    ],
    ids=["camt.052", "mt942"],
)
def test_an_interim_report_proves_nothing(ours: Organization, content: bytes) -> None:
    file = processed(ours, content)

    assert (only(file).integrity["holds"], file.verdict) == (None, "partial")


def test_a_row_that_cannot_be_read_forbids_the_proof_and_is_listed(ours: Organization) -> None:
    file = processed(ours, camt_of(JANUARY).replace(b"<Dt>2026-01-12</Dt>", b"<Dt>12 January</Dt>"))

    assert (len(only(file).unread), file.verdict) == (1, "partial")
    assert "figures_unaccounted" in reasons_of(file)


def test_statements_of_several_accounts_are_apart(ours: Organization) -> None:
    other = replace(JANUARY, number="99998888", opening="10.00", rows=[(7, "Tea", "-1.00")])

    file = processed(ours, camt(camt_statement(JANUARY), camt_statement(other)))

    assert [statement.account_hint for statement in file.statements.all()] == ["40021234", "99998888"]


def test_months_of_one_account_are_statements_of_their_own(ours: Organization) -> None:
    file = processed(ours, camt(camt_statement(JANUARY), camt_statement(FEBRUARY)))

    assert [(each.period_start, each.period_end) for each in file.statements.all()] == [
        (date(2026, 1, 1), date(2026, 1, 31)),
        (date(2026, 2, 1), date(2026, 2, 28)),
    ]
    assert file.verdict == "matched"


def daily(paper: Paper) -> bytes:
    """One statement for each row, from the day after the row before it to its own."""
    texts, opening, begins = [], Decimal(paper.opening), 1
    for day, text, amount in paper.rows:
        one = replace(paper, rows=[(day, text, amount)], opening=str(opening))
        opening = one.closing_balance
        written_out = camt_statement(one).replace(f"<FrDtTm>{paper.first}", f"<FrDtTm>{paper.first.replace(day=begins)}")
        texts.append(written_out.replace(f"<ToDtTm>{paper.last}", f"<ToDtTm>{paper.first.replace(day=day)}"))
        begins = day + 1
    return camt(*texts)


def test_daily_statements_that_follow_one_another_are_the_statement_of_their_month(ours: Organization) -> None:
    file = processed(ours, daily(JANUARY))

    assert rows_of(file) == rows_of(processed(OrganizationFactory.create(), JANUARY.pdf()))
    assert (only(file).period_start, only(file).period_end, file.verdict) == (date(2026, 1, 1), date(2026, 1, 20), "matched")
    assert [line.balance for line in only(file).lines.all()] == [Decimal("750.00"), Decimal("708.70"), None]


def test_a_missing_day_without_a_balance_of_its_own_parts_the_statements_around_it(ours: Organization) -> None:
    days = daily(replace(JANUARY, rows=[(5, "Rent", "-250.00"), (8, "Salary", "600.00")])).decode()

    file = processed(ours, days.replace("<FrDtTm>2026-01-06T", "<FrDtTm>2026-01-08T").encode())

    assert file.statements.count() == 2


def test_a_weekend_between_two_statements_is_no_missing_day(ours: Organization) -> None:
    friday_and_monday = daily(replace(JANUARY, rows=[(9, "Rent", "-250.00"), (12, "Salary", "600.00")])).decode()

    file = processed(ours, friday_and_monday.replace("<FrDtTm>2026-01-10T", "<FrDtTm>2026-01-12T").encode())

    assert (file.statements.count(), only(file).integrity["holds"]) == (1, True)


def test_a_part_of_a_long_message_does_not_prove_its_end(ours: Organization) -> None:
    part = mt940_of(JANUARY).replace(b":62F:", b":62M:")
    file = processed(ours, part)
    assert (only(file).integrity["holds"], file.verdict) == (None, "partial")


def test_the_parts_of_a_long_message_are_its_whole(ours: Organization) -> None:
    first = mt940_of(replace(JANUARY, rows=JANUARY.rows[:1])).replace(b":62F:C260131", b":62M:C260105")
    rest = mt940_of(replace(JANUARY, rows=JANUARY.rows[1:], opening="750.00")).replace(b":60F:C251231", b":60M:C260105")

    file = processed(ours, first + rest)

    assert (rows_of(file), file.verdict) == (rows_of(processed(OrganizationFactory.create(), JANUARY.pdf())), "matched")


def test_rows_of_several_currencies_without_accounts_are_refused(ours: Organization) -> None:
    table = b"Date,Description,Amount,Currency\n2026-01-05,Rent,-250.00,EUR\n2026-01-20,Salary,+600.00,USD\n"

    with pytest.raises(DocumentUnreadable, match="file_refused"):
        received(ours, table)


def test_books_are_no_statement(ours: Organization) -> None:
    with pytest.raises(DocumentUnreadable, match="file_refused"):
        received(ours, b'2026-01-05 * "Rent"\n  Assets:Bank  -250.00 EUR\n  Expenses:Rent  250.00 EUR\n')


def test_a_day_that_is_left_out_parts_the_statements_around_it(ours: Organization) -> None:
    whole = daily(JANUARY).decode()
    first, second = whole.index("<Stmt>", whole.index("<Stmt>") + 1), whole.rindex("<Stmt>")

    assert processed(ours, (whole[:first] + whole[second:]).encode()).statements.count() == 2


@pytest.mark.parametrize("write", [*WITH_BOTH_BALANCES, ofx_of])
@pytest.mark.parametrize("paper_first", [True, False])
def test_a_paper_and_a_file_of_one_month_are_copies(ours: Organization, write: Writer, paper_first: bool) -> None:
    contents = [JANUARY.pdf(), write(JANUARY)]
    first, second = (processed(ours, content) for content in (contents if paper_first else contents[::-1]))

    assert (only(first).set_aside, only(second).set_aside) == ("", "copy")


def test_a_table_states_no_days_and_overlaps_the_paper(ours: Organization) -> None:
    processed(ours, JANUARY.pdf())

    table = processed(ours, csv_of(JANUARY))

    assert reasons_of(table)[0] == "overlaps"
    [verdict] = (table.reconciliation or {})["statements"]
    assert [pair["line"] for pair in verdict["matched"]] == [0, 1, 2] or all(row["repeats"] for row in verdict["new"])


CHANGED = replace(JANUARY, rows=[JANUARY.rows[0], (12, "Grocer Wheatsheaf", "-41.31"), JANUARY.rows[2]])


@pytest.mark.parametrize("paper", [JANUARY, CHANGED])
def test_one_cent_between_a_paper_and_a_file_is_a_contradiction(ours: Organization, paper: Paper) -> None:
    file_of = CHANGED if paper is JANUARY else JANUARY
    processed(ours, paper.pdf())

    second = processed(ours, camt_of(file_of))

    assert only(second).set_aside == "contradicts"


def test_a_file_is_one_import_however_often_it_is_uploaded(ours: Organization) -> None:
    assert received(ours, camt_of(JANUARY)).pk == received(ours, camt_of(JANUARY)).pk


def test_organizations_have_imports_of_their_own(ours: Organization) -> None:
    theirs = OrganizationFactory.create()
    first, second = received(ours, camt_of(JANUARY)), received(theirs, camt_of(JANUARY))

    assert first.pk != second.pk
    assert list(StatementImport.objects.of(theirs)) == [second]


@pytest.mark.parametrize(("currency", "decimals"), [("JPY", 0), ("KWD", 3)])
def test_amounts_are_read_in_the_currency_of_the_file(currency: str, decimals: int) -> None:
    unit = Decimal(1).scaleb(-decimals)
    amount = str(Decimal(250).quantize(unit) + unit)
    paper = replace(JANUARY, currency=currency, opening=str(Decimal(1000).quantize(unit)), rows=[(5, "Rent", f"-{amount}")])

    file = processed(OrganizationFactory.create(), camt_of(paper))

    assert only(file).currency == currency
    assert [line.amount for line in only(file).lines.all()] == [-Decimal(amount)]
    assert only(file).integrity["holds"] is True


def test_books_that_came_from_the_file_cannot_check_it() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY) | {"transactions": []})
    shown = show_file(account=account, by=None, filename="january.xml", data=camt_of(JANUARY))
    confirm(ledger_import=shown, by=None, shown=preview_now(shown).shown)

    assert "ledger_from_this_statement" in reasons_of(processed(ours, camt_of(JANUARY)))


def test_books_that_came_from_a_file_are_checked_by_the_paper() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY) | {"transactions": []})
    shown = show_file(account=account, by=None, filename="january.xml", data=camt_of(JANUARY))
    confirm(ledger_import=shown, by=None, shown=preview_now(shown).shown)

    assert processed(ours, JANUARY.pdf()).verdict == "matched"
