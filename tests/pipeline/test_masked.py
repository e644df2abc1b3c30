"""Amounts without decimals reach a model whole, however long; what documents and entries say of accounts does not."""

import datetime as dt
import json
from collections.abc import Iterator
from decimal import Decimal

import pytest
from pytest_django.fixtures import Settings

from assistant.masking import masked
from finance.models import Account, Transaction
from people.models import Organization
from people.roles import Role
from reconciliation.chat.transcript import conversation
from reconciliation.conversation.instructions import fenced, reading_message
from reconciliation.model_access.consent import allow_provider
from reconciliation.model_access.providers import MONEY
from reconciliation.models import Question
from reconciliation.printed.statement import PrintedLine, PrintedStatement
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.local_model import Json, serving_a_model
from tests.pipeline.model_tools import ask, tools_of
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed
from tests.web.stored import printed_statement, stored_import

pytestmark = pytest.mark.django_db
OTHERS = "87654321"  # the number of another person's account


@pytest.fixture
def asked(settings: Settings) -> Iterator[list[Json]]:
    with serving_a_model() as (url, asked):
        settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small-model", url
        yield asked


def in_yen(organization: Organization) -> Account:
    """Twelve and a half million at first; then forty million more, from an account whose number is said."""
    account = Account(organization=organization, name="Osaka", currency="JPY", number=OTHERS, opening_date=dt.date(2026, 1, 1))
    account.opening_balance = Decimal(12_500_000)
    account.save()
    booked = Transaction(account=account, external_id="y1", booked_on=dt.date(2026, 1, 5), description=f"From {OTHERS}")
    booked.amount = Decimal(40_000_000)
    booked.save()
    return account


def test_a_request_over_the_wire_has_amounts_whole_and_numbers_cut(asked: list[Json]) -> None:
    ours = OrganizationFactory.create()
    in_yen(ours)
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    processed(ours, JANUARY.pdf())

    sent = json.dumps(asked)
    assert ("12500000" in sent, OTHERS in sent, "\\u20264321" in sent) == (True, False, True)


def test_numbers_are_sent_unmasked_if_an_owner_allows_it(asked: list[Json]) -> None:
    ours = OrganizationFactory.create()
    allow_provider(
        organization=ours, provider="compatible", actor=MembershipFactory.create(organization=ours, role=Role.OWNER).user, is_masked=False
    )
    in_yen(ours)
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    processed(ours, JANUARY.pdf())

    assert OTHERS in json.dumps(asked)


def test_entries_sums_and_balances_are_whole() -> None:
    ours = OrganizationFactory.create()
    in_yen(ours)
    tools = tools_of(ours)
    ask(tools, "get_accounts")

    told = json.loads(masked(json.dumps(ask(tools, "get_transactions", account="a1", first="2026-01-01", last="2026-01-31")), MONEY))

    assert (told["sum"], told["book_balance"], told["cleared_balance"]) == ("40000000", "52500000", "12500000")
    assert told["rows"][0][2:4] == ["40000000", "From …4321"]


def test_a_reading_keeps_its_amounts_and_balances() -> None:
    line = PrintedLine(date=dt.date(2026, 1, 5), description=f"From {OTHERS}", amount=Decimal(-40_000_000), reference=OTHERS)
    statement = PrintedStatement(account_hint=OTHERS, currency="JPY", opening_balance=Decimal(52_500_000), lines=(line,))
    message = reading_message([statement])

    assert masked(message, MONEY) == message.replace(OTHERS, "…4321")


def test_the_context_of_a_question_keeps_its_amounts() -> None:
    ours = MembershipFactory.create()
    balances = {"statement": "52500000", "ledger": "12500000", "books": "12500000"}
    found = {"new": [{"amount": "40000000", "description": OTHERS}], "closing_balance": balances, "bridge": {"new": "40000000"}}
    statement_import = stored_import(ours)
    statement_import.reconciliation = {"verdict": "mismatched", "statements": [found]}
    printed_statement(statement_import, None, (4, "-700.00", f"To {OTHERS}"))
    asked = Question(statement_import=statement_import, text="Why?", asked_at=dt.datetime.now(dt.UTC))
    text = conversation(asked, tools_of(ours.organization)).messages[0].text

    assert masked(text, MONEY) == text.replace(OTHERS, "…4321")


def test_the_marks_around_a_document_are_never_cut() -> None:
    messages = [fenced("Propose.", {"document": number}) for number in range(100)]

    assert [masked(message, MONEY) for message in messages] == messages
