"""The choice of a statement's account."""

from typing import Any

import pytest

from reconciliation.verification import verify
from reconciliation.verification.account_choice import AccountChoice, choose_accounts
from reconciliation.verification.books import AccountBooks
from reconciliation.verification.decisions import AccountNamed
from tests.verdicts.papers import FEBRUARY, books, entry, line, statement


def account(name: str, **more: str) -> AccountBooks:
    return books(id=name, name=name, **{"institution": "", "number": ""} | more)


def choice(accounts: list[AccountBooks], chosen: str | None = None, **printed: Any) -> AccountChoice:
    return choose_accounts(accounts, [statement(**printed)], {0: chosen} if chosen else None)[0]


@pytest.mark.parametrize(
    ("hint", "number", "agrees"),
    [
        ("EXB-ACC-****-9912", "9912", True),
        ("xx1234", "001234", True),
        ("Account 123-456", "3456", True),
        ("DE89 3704 0044 0532 0130 00", "DE89370400440532013000", True),
        ("1234", "9999", False),
        ("Account 123-456", "1111", False),
        ("Everyday Checking", "1234", None),
        ("1234", "", None),
        ("12", "34", None),
        ("12-3456-7890123-00", "1234567890123", True),
        ("12-3456-7890123-00", "12-3456-7890123-01", False),
    ],
)
def test_a_printed_number_agrees_or_contradicts_on_the_digits_that_both_have(hint: str, number: str, agrees: bool | None) -> None:
    others = [account("Other", institution="Other", number="777777")]

    result = choice([account("Ours", institution="Sample Bank", number=number), *others], account_hint=hint)

    if agrees is False:
        assert (result.account, result.reason) == (None, "no_account")
    else:
        assert result.account is not None
        assert result.certain
        assert ("number" in result.why) is bool(agrees)


def test_another_currency_is_a_conflict_where_the_number_is_ours() -> None:
    result = choice([account("Ours", number="1234")], currency="USD")

    assert (result.account, result.reason, result.candidates) == (None, "currency_conflict", ("Ours",))


def test_another_currency_is_no_account_where_nothing_else_is_ours() -> None:
    assert choice([account("Ours", number="777777")], currency="USD").reason == "no_account"


@pytest.mark.parametrize(("sign", "currency"), [("$", "NZD"), ("$", "USD"), ("kr", "SEK"), ("¥", "CNY"), ("£", "GIP")])
def test_a_sign_fits_each_of_its_currencies(sign: str, currency: str) -> None:
    result = choice([account("Ours", number="1234", currency=currency)], currency=None, currency_sign=sign)

    assert result.account is not None
    assert result.certain


def test_a_sign_of_other_currencies_is_a_conflict() -> None:
    assert choice([account("Ours", number="1234")], currency=None, currency_sign="$").reason == "currency_conflict"


def test_a_sign_decides_nothing_between_its_currencies() -> None:
    accounts = [account(code, number="1234", currency=code) for code in ("USD", "NZD", "EUR")]

    result = choice(accounts, currency=None, currency_sign="$")

    assert (result.account, result.reason, result.candidates) == (None, "account_unconfirmed", ("USD", "NZD"))


def test_a_statement_with_a_sign_is_compared_in_the_currency_of_the_account() -> None:
    ledger = books(entry("t1", "01-03", "-19.50"), currency="NZD")

    (verdict,) = verify([ledger], [statement(line("01-03", "-19.50"), currency=None, currency_sign="$")])

    assert (verdict.verdict, verdict.currency) == ("matched", "NZD")


def test_a_number_decides_over_a_name() -> None:
    accounts = [account("Everyday", institution="Sample Bank"), account("Old", institution="Elsewhere", number="551234")]

    assert choice(accounts, account_hint="Everyday 1234").account is accounts[1]


def test_an_institution_is_known_by_its_words() -> None:
    accounts = [account("One", institution="Harbour"), account("Two", institution="Meadow")]

    assert choice(accounts, account_hint=None, institution="Bank of Harbour, N.A.").account is accounts[0]


def test_one_word_in_common_is_not_one_institution() -> None:
    accounts = [account("One", institution="Royal Bank of Meadow"), account("Two", institution="Royal Bank of Harbour", kind="savings")]

    result = choice(accounts, account_hint=None, institution="Royal Bank of Harbour", account_kind="checking")

    assert (result.account, result.certain) == (accounts[1], True)
    assert not choice([accounts[0], account("Other", currency="USD")], account_hint=None, institution="Royal Bank of Harbour").certain


def test_a_kind_alone_makes_no_account_certain() -> None:
    accounts = [account("One", institution="Sample Bank"), account("Two", institution="Sample Bank", kind="savings")]

    result = choice(accounts, account_hint=None, account_kind="savings")

    assert (result.account, result.certain, result.reason) == (accounts[1], False, "account_unconfirmed")


def test_a_kind_alone_does_not_decide_between_accounts_of_one_number() -> None:
    accounts = [account("One", number="1234"), account("Two", number="1234", kind="savings")]

    assert not choice(accounts, account_kind="savings").certain


def test_equally_good_accounts_are_offered_and_none_is_taken() -> None:
    accounts = [account("One", institution="Sample Bank"), account("Two", institution="Sample Bank")]

    result = choice(accounts, account_hint=None)

    assert (result.account, result.reason, result.candidates) == (None, "account_unconfirmed", ("One", "Two"))


def test_a_savings_statement_is_of_the_savings_account() -> None:
    accounts = [
        account("Everyday", institution="Sample Bank", kind="checking"),
        account("Rainy day", institution="Sample Bank", kind="savings"),
    ]

    assert choice(accounts, account_hint="SAVINGS PLUS", account_kind=None).account is accounts[1]


def test_the_only_account_is_taken_though_nothing_agrees() -> None:
    assert choice([account("Only")], institution=None, account_hint=None, account_kind=None).certain


def test_one_that_is_merely_left_over_is_compared_but_not_certain() -> None:
    accounts = [account("Left", institution="Elsewhere"), account("Forbidden", currency="USD")]

    result = choice(accounts, institution="Sample Bank", account_hint=None)

    assert (result.account, result.certain, result.reason) == (accounts[0], False, "account_unconfirmed")


@pytest.mark.parametrize(
    "printed",
    [
        {"account_hint": None},
        {"account_hint": "1234"},
        {"account_hint": "999999", "currency": "USD"},
        {"account_hint": "999999", "currency": None, "currency_sign": "$"},
    ],
)
def test_the_account_that_a_person_chose_is_used_though_number_or_currency_differ(printed: dict[str, Any]) -> None:
    accounts = [account("One", institution="Sample Bank"), account("Three", number="999999")]

    result = choice(accounts, "Three", **printed)

    assert (result.account, result.certain, result.why) == (accounts[1], True, "named")


def test_the_choice_is_asked_once_more_where_number_and_currency_differ_and_then_it_holds() -> None:
    accounts = [account("One", institution="Sample Bank"), account("Three", number="999999")]
    papers = [statement(account_hint="1234", currency="USD")]

    (asked,) = choose_accounts(accounts, papers, {0: "Three"})
    (held,) = choose_accounts(accounts, papers, {0: "Three"}, {0})

    assert (asked.account, asked.reason, asked.why, asked.candidates) == (None, "account_unconfirmed", "both_contradict", ("Three",))
    assert (held.account, held.certain, held.why) == (accounts[1], True, "named")


def test_a_choice_of_no_account_of_the_books_is_none() -> None:
    assert choice([account("One")], "Nobody", account_hint=None).reason == "no_account"


@pytest.mark.parametrize(("confirmed", "verdict"), [(False, "unverifiable"), (True, "matched")])
def test_a_confirmed_choice_is_compared_in_the_currency_of_the_account(confirmed: bool, verdict: str) -> None:
    ledger = books(entry("t1", "01-03", "-19.50"), id="a", number="999999")
    named = AccountNamed(id="d1", statement=0, account="a", confirmed=confirmed)

    (result,) = verify([ledger], [statement(line("01-03", "-19.50"), account_hint="1234", currency="USD")], decisions=[named])

    assert (result.verdict, result.currency if confirmed else result.account_why) == (verdict, "EUR" if confirmed else "both_contradict")
    assert [(taken.decision, taken.why_not) for taken in result.decisions] == [("d1", None if confirmed else "both_contradict")]
    assert result.relied_on == (("d1",) if confirmed else ())


def test_two_statements_of_one_document_do_not_share_an_account_by_looks() -> None:
    paper = statement(source="abc", account_hint=None)

    result = choose_accounts([account("One", institution="Sample Bank")], [paper, paper])

    assert [choice.reason for choice in result] == ["account_unconfirmed", "account_unconfirmed"]


def test_an_account_named_by_one_statement_of_a_document_is_no_other_statements() -> None:
    accounts = [account("Everyday", institution="Sample Bank", number="1234"), account("Rainy day", institution="Sample Bank")]
    papers = [statement(source="abc"), statement(source="abc", account_hint=None)]

    assert [choice.account for choice in choose_accounts(accounts, papers)] == accounts


def test_a_statement_whose_account_is_in_doubt_is_compared_and_proves_nothing() -> None:
    ours = books(entry("t1", "01-04", "-250.00", "Rent"), institution="Elsewhere", number="")
    other = books(id="b", name="Forbidden", currency="USD", number="")

    result = verify([ours, other], [statement(line("01-05", "-250.00", "RENT")), statement(opening="750.00", period=FEBRUARY)])

    assert [verdict.verdict for verdict in result] == ["partial", "partial"]
    assert {reason for verdict in result for reason in verdict.reasons} == {"account_unconfirmed"}
    assert result[0].account == "Checking"


def test_a_statement_without_an_account_names_the_candidates() -> None:
    twins = [books(id="a", name="A", number=""), books(id="b", name="B", number="")]

    (result,) = verify(twins, [statement(account_hint=None)])

    assert (result.verdict, result.reasons, result.account, result.candidates) == (
        "unverifiable",
        ("account_unconfirmed",),
        None,
        ("a", "b"),
    )


def test_two_accounts_of_a_file_whose_numbers_end_alike_are_distinguished_by_name() -> None:
    accounts = [account("Rainy Day Savings", number="1234"), account("Holiday Savings", number="1234")]
    papers = [statement(source="abc", account_hint=f"{name} XXXX1234") for name in ("Holiday Savings", "Rainy Day Savings")]

    result = choose_accounts(accounts, papers)

    assert [one.account and one.account.id for one in result] == ["Holiday Savings", "Rainy Day Savings"]
    assert all(one.certain for one in result)
