"""The steps of an import's run: requests, results, later checks and actors."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from finance.models import Transaction
from people.roles import Role
from reconciliation.documents.child.pypdf_engine import LOST
from reconciliation.models import Conclusion, Decision, Posting, Run, StatementImport, Step
from reconciliation.presentation.labels.processing import FAULTS
from reconciliation.presentation.labels.reading import NOTES
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed
from tests.presentation.verdicts import file, statement
from tests.web.browsing import page_of
from tests.web.stored import printed_statement, stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db
CHECKING = Path(__file__).parents[2] / "reconciliation" / "reconcile" / "recheck_proof.py"


def runs_page(by: Any, statement_import: StatementImport, **asked: str) -> str:
    response = browser_of(by).get(reverse("import_runs", args=[statement_import.pk]), asked)
    assert response.status_code == 200
    return response.content.decode()


def a_step(statement_import: StatementImport, **fields: Any) -> Step:
    run = statement_import.runs.first() or Run.objects.create(statement_import=statement_import, number=1)
    number = run.steps.count() + 1
    return Step.objects.create(run=run, number=number, started_at=timezone.now(), **{"stage": "reconcile", "name": "turn 1"} | fields)


def test_a_step_shows_its_tool_its_arguments_its_cost_and_its_time() -> None:
    owner = MembershipFactory.create()
    ours = stored_import(owner)
    detail = {"arguments": {"account": "a1"}, "result": '{"payee": "Müller & Söhne"}', "is_error": False}
    a_step(ours, name="get_transactions", seconds=0.25, detail=detail)
    a_step(ours, input_tokens=1200, output_tokens=34, cost="0.0125", detail={"text": "I <b>propose</b>", "finish_reason": "stop"})

    shown = runs_page(owner, ours)

    assert "Looked up entries in the books" in shown
    assert "&quot;account&quot;: &quot;a1&quot;" in shown
    assert "Müller &amp; Söhne" in shown
    assert "I &lt;b&gt;propose&lt;/b&gt;" in shown
    assert "1200 + 34 tokens" in shown
    assert "its answer" in shown
    assert "0.0125" in shown
    assert "0.25 s" in shown


def test_a_very_long_result_is_cut_on_the_page() -> None:
    owner = MembershipFactory.create()
    ours = stored_import(owner)
    a_step(ours, detail={"result": "x" * 100_000})

    assert runs_page(owner, ours).count("x") < 25_000


def test_an_earlier_run_is_shown_by_its_number() -> None:
    owner = MembershipFactory.create()
    ours = stored_import(owner)
    Run.objects.create(statement_import=ours, number=1, error={"code": "timeout", "params": {"seconds": 30}})
    Run.objects.create(statement_import=ours, number=2, cause="again")

    assert "longer than the limit of 30 seconds" in runs_page(owner, ours, run="1")
    assert "Requested again" in runs_page(owner, ours)
    assert browser_of(owner).get(reverse("import_runs", args=[ours.pk]), {"run": "3"}).status_code == 404
    assert browser_of(MembershipFactory.create()).get(reverse("import_runs", args=[ours.pk])).status_code == 404


def test_the_page_takes_no_more_queries_for_more_steps_and_events(django_assert_max_num_queries: Any) -> None:
    owner = MembershipFactory.create()
    ours = stored_import(owner)
    for number in range(30):
        a_step(ours, name=f"turn {number}")
        Decision.objects.create(organization=ours.organization, statement_import=ours, kind="pair", made_by=owner.user)
    client = browser_of(owner)

    with django_assert_max_num_queries(12):
        client.get(reverse("import_runs", args=[ours.pk]))


def test_a_proof_is_checked_again_with_the_books_of_today() -> None:
    owner = MembershipFactory.create()
    load(owner.organization, books_of(JANUARY))
    ours = processed(owner.organization, JANUARY.pdf(), owner.user)
    assert "all still check out" in runs_page(owner, ours, check="1")
    assert "all still check out" not in runs_page(owner, ours)

    account = ours.statements.get().account
    assert account
    Transaction.objects.of(owner.organization).filter(pk=entry(account, "t1").pk).update(amount_minor=1)

    assert "1: The two sides of a match are no longer equal." in runs_page(owner, ours, check="1")


def test_every_fault_and_every_remark_has_a_sentence() -> None:
    assert all(f'"{code}"' in CHECKING.read_text() for code in FAULTS)
    assert set(LOST.values()) <= NOTES.keys()


def test_history_says_who_did_what_the_latest_first() -> None:
    owner = MembershipFactory.create()
    ours = stored_import(owner, filename="january.pdf")
    account = AccountFactory.create(organization=ours.organization, opening="1000.00")
    reviewer: User = MembershipFactory.create(role=Role.REVIEWER, organization=ours.organization).user
    lines = [{"line": 0, "date": "2026-01-05", "amount": "-250.00", "description": "RENT"}]
    Decision.objects.create(
        organization=ours.organization, statement_import=ours, kind="ignored", lines=lines, made_by=reviewer, reason="paid in cash"
    )
    for number in range(2):
        Posting.objects.create(
            statement_import=ours,
            account=account,
            statement_number=0,
            line_number=number,
            line={},
            said={},
            entry=account.pk,
            posted_by=owner.user,
        )
    Conclusion.objects.create(
        account=account, period_start="2026-01-01", period_end="2026-01-31", number=1, statement_import=ours, kind="prepared", by=reviewer
    )

    shown = runs_page(owner, ours)

    order = [shown.index(said) for said in ("Prepared: ", "Added 2 rows to the books", "Row ignored: RENT", "Uploaded january.pdf")]
    assert order == sorted(order)
    assert "paid in cash" in shown
    assert shown.count(reviewer.get_username()) == 2


def test_warnings_about_a_document_are_shown_above_its_rows() -> None:
    owner = MembershipFactory.create()
    ours = stored_import(owner, hidden_text=True, unseen=[{"page": 1, "box": [0, 0, 1, 1], "text": "white"}])
    printed = printed_statement(ours, AccountFactory.create(organization=ours.organization, opening="1000.00"), (5, "-250.00", "RENT"))
    printed.integrity = {"holds": False, "difference": "-9.00", "first_break": 0}
    printed.flags = ["page_missing", "page_unread"]
    printed.unread = [{"page": 1, "box": [0, 0, 1, 1], "text": "06 Jan ???"}]
    printed.save()
    a_step(ours, stage="read", name="read", detail={"notes": ["engines_disagree", "stream_skipped", "object_skipped", "unheard_of"]})

    shown = page_of(owner, ours)

    for said in (
        "Hidden text in the file (often printer&#x27;s marks). It was not used.",
        "differs from the closing balance by \u22129.00",
        "does not follow at row 1.",
        "A page is missing",
        "Two readers see different figures",
        "1 printed row could not be read.",
    ):
        assert shown.count(said) == 1, said
    assert shown.count("Parts of the file are damaged") == 1
    assert 'href="#s1-line-0">Show it' in shown
    assert "unheard_of" not in shown


def test_a_document_with_nothing_against_it_is_shown_without_a_warning() -> None:
    owner = MembershipFactory.create()
    ours = stored_import(owner, reconciliation=file(statement()))
    printed_statement(ours, AccountFactory.create(organization=ours.organization, opening="1000.00"), (5, "-250.00", "RENT"))

    assert "Check the document first" not in page_of(owner, ours)


def test_a_running_import_shows_its_steps_and_sends_each_state_once() -> None:
    owner = MembershipFactory.create()
    ours = stored_import(owner, status=StatementImport.Status.PROCESSING, reconciliation=None, attempts=2)
    a_step(ours, stage="open", name="open", seconds=0.3, detail={"pages": 2})
    a_step(ours, stage="read", name="read", seconds=1.2, detail={"statements": 1, "lines": 23, "integrity": [True]})
    address = reverse("import_status", args=[ours.pk])

    shown = page_of(owner, ours)
    assert "2 pages · 0.3 s" in shown
    assert "23 rows, adds up · 1.2 s" in shown
    assert "Attempt 2: the one before was interrupted." in shown
    assert browser_of(owner).get(address, {"seen": "processing-2-2"}).status_code == 204

    a_step(ours)
    again = browser_of(owner).get(address, {"seen": "processing-2-2"}).content.decode()
    assert "1 step" in again
    assert "seen=processing-2-3" in again
