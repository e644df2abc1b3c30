"""A model can look up the actor's accounts and entries, and nothing else."""

import datetime as dt
import json
import threading
from decimal import Decimal

import pytest
from django.db import connection

from assistant.contract import ToolCall
from assistant.tool_execution import run_one
from assistant.tools import Ready, Toolbox
from people.models import Membership, Organization
from people.roles import Role
from reconciliation.printed.statement import PrintedStatement
from reconciliation.proposals.tools import AccountQuery, TransactionQuery, look_up
from reconciliation.reconcile.evidence import printed_of
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.model_tools import ask, tools_of
from tests.pipeline.papers import FEBRUARY, JANUARY, books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
YEAR = {"first": "2026-01-01", "last": "2026-12-31"}


def test_an_answer_carries_count_sum_and_both_balances() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY, FEBRUARY))
    processed(ours, JANUARY.pdf())
    tools = tools_of(ours)
    ask(tools, "get_accounts")

    answer = ask(tools, "get_transactions", account="a1", **YEAR)

    assert (answer["count"], answer["sum"]) == (5, "193.70")
    assert (answer["book_balance"], answer["cleared_balance"]) == ("1193.70", "1308.70")


def test_rows_are_compact_and_named_by_short_ids() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY))
    tools = tools_of(ours)

    assert ask(tools, "get_accounts")["accounts"][0]["id"] == "a1"
    answer = ask(tools, "get_transactions", account="a1", **YEAR)
    assert answer["rows"][0] == ["t1", "2026-01-05", "-250.00", "Rent Hillside Homes", "", "", "posted"]
    assert str(account.pk) not in json.dumps(answer)


def test_pages_go_on_after_the_last_row_without_a_gap() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY, FEBRUARY))
    tools = tools_of(ours)
    ask(tools, "get_accounts")
    seen, cursor = [], None

    while True:
        answer = ask(tools, "get_transactions", account="a1", cursor=cursor, limit=2, **YEAR)
        seen += [row[0] for row in answer["rows"]]
        assert answer["count"] == 5
        cursor = answer["next"]
        if cursor is None:
            break

    assert seen == ["t1", "t2", "t3", "t4", "t5"]


def test_the_accounts_of_other_organizations_are_not_there() -> None:
    ours, theirs = OrganizationFactory.create(), OrganizationFactory.create()
    load(ours, books_of(JANUARY, name="Ours"))
    load(theirs, books_of(JANUARY, name="Theirs"))

    assert [account["name"] for account in ask(tools_of(ours), "get_accounts")["accounts"]] == ["Ours"]


def test_an_account_that_was_not_shown_cannot_be_named() -> None:
    ours, theirs = OrganizationFactory.create(), OrganizationFactory.create()
    load(ours, books_of(JANUARY))
    foreign = load(theirs, books_of(JANUARY))
    tools = tools_of(ours)

    for handle in ("a1", "a2", str(foreign.pk), foreign.name):
        assert "get_accounts" in ask(tools, "get_transactions", account=handle, **YEAR)


def test_a_client_sees_only_the_accounts_given_to_them() -> None:
    ours = OrganizationFactory.create()
    given = load(ours, books_of(JANUARY, name="Given"))
    load(ours, books_of(JANUARY, name="Kept back"))
    client = MembershipFactory.create(organization=ours, role=Role.CLIENT, accounts=[given]).user

    assert [account["name"] for account in ask(tools_of(ours, client), "get_accounts")["accounts"]] == ["Given"]


def test_a_former_member_is_shown_no_accounts() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))
    former = MembershipFactory.create(organization=ours, role=Role.PREPARER).user
    Membership.objects.of(ours).filter(user=former).delete()

    assert ask(tools_of(ours, former), "get_accounts")["accounts"] == []


def test_a_pending_entry_is_marked_and_left_out_of_the_figures() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY))
    account.transactions.filter(external_id="t1").update(status="pending")
    tools = tools_of(ours)
    ask(tools, "get_accounts")

    answer = ask(tools, "get_transactions", account="a1", **YEAR)

    assert (answer["count"], answer["sum"], answer["rows"][0][-1]) == (2, "558.70", "pending")


def test_an_unknown_opening_gives_no_balance_and_not_zero() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY) | {"opening_balance": None})
    tools = tools_of(ours)
    ask(tools, "get_accounts")

    assert ask(tools, "get_transactions", account="a1", **YEAR)["book_balance"] is None


@pytest.mark.parametrize("limit", [0, 501])
def test_a_page_has_a_sensible_size(limit: int) -> None:
    with pytest.raises(ValueError, match="limit"):
        TransactionQuery(account="a1", first=dt.date(2026, 1, 1), last=dt.date(2026, 1, 2), limit=limit)


def test_amounts_are_exact_to_the_last_unit() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY) | {"opening_balance": "10000000000000.01"})
    tools = tools_of(ours)
    ask(tools, "get_accounts")

    assert Decimal(ask(tools, "get_transactions", account="a1", **YEAR)["book_balance"]) == Decimal("10000000000308.71")


def test_arguments_default_to_the_values_of_the_statement() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))
    load(ours, books_of(JANUARY, name="Savings") | {"number": "5550001", "kind": "savings"})
    printed = printed_of(processed(ours, JANUARY.pdf()))
    tools = tools_of(ours)
    box = Toolbox(tools.offered(), known=tools.known(printed))

    checked = box.check(ToolCall(id="1", name="get_transactions", arguments={}))

    assert isinstance(checked, Ready)
    assert checked.filled == {"account": "a1", "first": "2026-01-01", "last": "2026-01-31"}
    assert json.loads(box.run(checked).content)["count"] == 3


def test_days_that_are_not_printed_and_accounts_that_are_not_certain_are_not_filled_in() -> None:
    assert tools_of(OrganizationFactory.create()).known([PrintedStatement()]) == {"get_transactions": {}}


def test_a_look_up_that_takes_too_long_is_interrupted_in_the_thread_of_its_run() -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    threads = []

    def never_ends(_query: AccountQuery) -> None:
        threads.append(threading.current_thread())
        with connection.cursor() as cursor:
            cursor.execute(endless)

    box = Toolbox([look_up("look", AccountQuery, never_ends, seconds=0.2)])
    ready = box.check(ToolCall(id="1", name="look", arguments={}))
    assert isinstance(ready, Ready)

    answer = run_one(box, ready)

    assert (answer.is_error, threads) == (True, [threading.current_thread()])
    assert "longer than 0.2 seconds" in answer.content
    assert Organization.objects.count() == 0
