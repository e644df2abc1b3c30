"""Codes that files give their entries, and the questions that they leave open."""

import pytest

from finance.models.coding import NONE, Codes
from finance.models.ledger_import import Choices
from tests.finance.imports import programs, samples
from tests.finance.imports.reading import parsed

BOOKED = "Expenses:Office"


def codes_of(data: bytes | str, account: str = "", choices: Choices | None = None) -> list[Codes]:
    found = parsed(data.encode() if isinstance(data, str) else data, choices=choices).accounts
    (part,) = [each for each in found if each.name == account] if account else found
    return [row.codes for row in part.rows]


def one_row(**cells: str) -> str:
    """A table of a day, an amount, and these columns."""
    return f"Date,Amount,{','.join(cells)}\n2026-01-03,-1.00,{','.join(cells.values())}\n"


# CSV ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Nominal account", "Account code", "AccountCode", "Nominal code", "Category", "Kategorie", "Categoría", "Catégorie", "Categoria",
     "Gegenkonto", "Sachkonto", "Contra account", "Transfer account"],
)  # fmt: skip
def test_the_account_on_the_other_side_is_found_by_its_name(name: str) -> None:
    assert codes_of(one_row(Text="Pens", **{name: BOOKED})) == [Codes(nominal=BOOKED)]


@pytest.mark.parametrize("name", ["Tax code", "TaxType", "Tax rate", "VAT code", "BU-Schlüssel", "Steuerschlüssel"])
def test_the_tax_code_is_found_by_its_name(name: str) -> None:
    assert codes_of(one_row(Text="Pens", **{name: "9"})) == [Codes(tax_code="9")]


@pytest.mark.parametrize("name", ["Party", "ContactName", "Contact", "Customer", "Supplier", "Vendor", "Debitor", "Kreditor"])
def test_whom_it_is_with_is_found_by_its_name(name: str) -> None:
    assert codes_of(one_row(Text="Pens", **{name: "F01"})) == [Codes(party="F01")]


def test_the_payee_is_told_beside_the_description_that_names_it() -> None:
    (row,) = parsed(one_row(Payee="Fenwick", Text="Pens").encode()).accounts[0].rows

    assert (row.description, row.codes) == ("Fenwick Pens", Codes(payee="Fenwick"))


@pytest.mark.parametrize("header", ["Account", "Konto", "Tags"])
def test_a_name_that_may_mean_anything_is_left_alone(header: str) -> None:
    assert codes_of(one_row(Text="Pens", **{header: "6100"})) == [NONE]


def test_a_category_used_as_the_description_is_no_code() -> None:
    """In a table without any other text the category is the only description of a row."""
    (row,) = parsed(one_row(Category="Food and drink").encode()).accounts[0].rows

    assert (row.description, row.codes) == ("Food and drink", NONE)


def test_a_person_chooses_between_two_columns_of_one_name() -> None:
    text = "Date,Amount,Text,Category,Category\n2026-01-03,-1.00,Pens,Food,6100\n"

    assert codes_of(text) == [NONE]
    assert codes_of(text, choices=Choices(columns={"nominal": 4})) == [Codes(nominal="6100")]


def test_a_person_says_that_a_column_is_none_of_codes() -> None:
    assert codes_of(one_row(Text="Pens", Gegenkonto="DE02120300000000202051"), choices=Choices(columns={"nominal": -1})) == [NONE]


def test_codes_come_without_their_guard_and_on_one_line() -> None:
    assert codes_of(one_row(Text="Pens", Category="'=1+1", Party='"two\nlines"')) == [Codes(nominal="=1+1", party="two lines")]


@pytest.mark.parametrize("text", ["-SPLIT-", "-Split-", "--Split--"])
def test_a_split_is_booked_as_no_one_thing(text: str) -> None:
    assert codes_of(one_row(Text="Pens", Split=text)) == [NONE]


@pytest.mark.parametrize("text", ["DE89370400440532013000", "GB82 WEST 1234 5698 7654 32", "0532013000", "Uncategorised Expense"])
def test_the_account_of_a_bank_is_no_nominal_account(text: str) -> None:
    assert codes_of(one_row(Text="Pens", Gegenkonto=text)) == [NONE]


def test_a_table_without_codes_has_none_to_read() -> None:
    assert codes_of("Date,Amount\n2026-01-03,-1.00\n") == [NONE]


# Journals -----------------------------------------------------------------------------------------


def test_beancount_says_the_other_account_and_the_payee() -> None:
    assert codes_of(samples.BEANCOUNT, "Assets:Bank:Checking") == [
        Codes(nominal="Expenses:Rent", payee="Landlord"),
        Codes(nominal="Expenses:Food"),
        Codes(nominal="Assets:Broker", payee="Broker"),
    ]


def test_hledger_gives_the_other_account_and_the_payee_before_the_bar() -> None:
    assert codes_of(samples.HLEDGER) == [Codes(nominal="expenses:rent", payee="Landlord"), Codes(nominal="expenses:food bar")]


def test_metadata_of_a_beancount_entry_are_codes() -> None:
    entry = '2026-01-03 * "Pens"\n  tax-code: "20% \\"VAT\\""\n  party: "F01" ; ours\n  Assets:A  -1.00 EUR\n    party: "x"\n  Expenses:B\n'

    assert codes_of(entry) == [Codes(nominal="Expenses:B", tax_code='20% "VAT"', party="F01")]


@pytest.mark.parametrize("tags", ["    ; tax-code: 20% VAT\n    ; party: F01\n", "    ; bought, tax-code:20% VAT, party: F01, x: y\n"])
def test_tags_of_an_hledger_entry_are_codes(tags: str) -> None:
    entry = f"2026-01-03 Pens\n{tags}    assets:a  -1.00 EUR\n    ; party: of a posting\n    expenses:b\n"

    assert codes_of(entry) == [Codes(nominal="expenses:b", tax_code="20% VAT", party="F01")]


@pytest.mark.parametrize("more", ["  Expenses:B  0.40 EUR\n  Expenses:C\n", ""])
def test_an_entry_of_several_accounts_or_one_is_booked_as_none(more: str) -> None:
    assert codes_of(f'2026-01-03 * "Shop" "Pens"\n  Assets:A  -1.00 EUR\n{more}') == [Codes(payee="Shop")]


def test_one_account_in_two_postings_is_one_account() -> None:
    assert codes_of('2026-01-03 * "Pens"\n  Assets:A  -1.00 EUR\n  Expenses:B  0.40 EUR\n  Expenses:B\n') == [Codes(nominal="Expenses:B")]


@pytest.mark.parametrize("name", ["Expenses:Unassigned", "Income:Unassigned"])
def test_codes_are_not_learned_from_tieouts_accounts_for_unassigned_entries(name: str) -> None:
    assert codes_of(f'2026-01-03 ! "Pens"\n  Assets:A  -1.00 EUR\n  {name}\n') == [NONE]


# Programs -----------------------------------------------------------------------------------------


def test_firefly_says_the_category_and_whom_it_was_with() -> None:
    assert codes_of(programs.FIREFLY, "Giro")[1:3] == [Codes(nominal="Food", payee="Baker"), Codes(payee="Employer")]


@pytest.mark.parametrize("report", [programs.QUICKBOOKS_DESKTOP, programs.QUICKBOOKS_DETAIL])
def test_quickbooks_says_the_account_of_the_split_and_the_name(report: bytes) -> None:
    assert codes_of(report)[:2] == [Codes(nominal="Rent Expense", payee="Landlord"), Codes(nominal="Undeposited Funds", payee="Customer")]


def test_a_split_of_quickbooks_is_booked_as_none() -> None:
    assert codes_of(programs.QUICKBOOKS_DETAIL.replace(b"Rent Expense", b"-SPLIT-"))[0] == Codes(payee="Landlord")


@pytest.mark.parametrize("name", ["Related account", "Related Accounts"])
def test_a_report_of_xero_gives_the_related_account_the_tax_rate_and_the_contact(name: str) -> None:
    report = (
        f"Date,Source,Description,Reference,Debit,Credit,Contact,{name},Tax Rate Name\n"
        "31 Jan 2026,Spend Money,Pens,,,12.00,Fenwick,453 - Office,20% (VAT on Expenses)\n"
    )

    assert codes_of(report) == [Codes(nominal="453 - Office", tax_code="20% (VAT on Expenses)", payee="Fenwick", party="Fenwick")]
    assert set(codes_of(programs.XERO_TRANSACTIONS)) == {NONE}


def test_qif_says_the_category_or_the_account_and_the_payee() -> None:
    assert codes_of(samples.QIF_US)[1] == Codes(nominal="Housing", payee="Landlord")
    assert codes_of(samples.QIF_US.replace(b"LHousing", b"L[Savings]"))[1] == Codes(nominal="[Savings]", payee="Landlord")


def test_a_split_of_qif_is_booked_as_none() -> None:
    assert codes_of(samples.QIF_US.replace(b"PRefund", b"PRefund\nLcat"))[2] == Codes(payee="Refund")


@pytest.mark.parametrize("data", [samples.OFX_1, samples.CAMT_2, samples.MT940_GERMAN])
def test_the_file_of_a_bank_gives_no_codes(data: bytes) -> None:
    assert set(codes_of(data)) == {NONE}
