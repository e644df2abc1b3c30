"""The provider without a model: the same tools in the same loop, page after page, and as little believed."""

from dataclasses import replace
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import call_command

from finance.models import Transaction
from people.models import Organization
from reconciliation.conversation import builtin
from reconciliation.documents.pages import OpenedDocument
from reconciliation.models import StatementImport
from reconciliation.pipeline.processor import PdfProcessor
from reconciliation.pipeline.retries import claim
from reconciliation.printed.statement import Reading
from reconciliation.reading.reader import read
from tests.factories import OrganizationFactory
from tests.pipeline.papers import FEBRUARY, JANUARY, books_of, load
from tests.pipeline.uploads import processed, read_by, received


@pytest.mark.django_db
def test_it_turns_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtin, "PAGE", 2)
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))

    done = processed(ours, JANUARY.pdf())

    pages = done.runs.get().steps.filter(name="get_transactions")
    assert [step.detail["arguments"]["cursor"] for step in pages] == [None, "t2"]
    assert (done.reconciliation or {})["disagreements"] == []


@pytest.mark.django_db
def test_the_result_lists_missing_items() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(replace(JANUARY, rows=JANUARY.rows[:2])))

    proposal = (processed(ours, JANUARY.pdf()).reconciliation or {})["proposal"]

    assert proposal["statements"][0]["new"] == [2]
    assert proposal["summary"] == "2 of 3 printed rows are in the ledger."


@pytest.mark.django_db
def test_without_an_account_it_proposes_none() -> None:
    proposal = (processed(OrganizationFactory.create(), JANUARY.pdf()).reconciliation or {})["proposal"]

    assert (proposal["statements"][0]["account"], proposal["statements"][0]["new"]) == (None, [0, 1, 2])


@pytest.mark.django_db
def test_it_agrees_with_code_on_every_sample() -> None:
    call_command("load_demo", stdout=StringIO())

    done = StatementImport.objects.of(Organization.objects.get(slug="marlow-street-pottery"))
    found = {each.filename: each.reconciliation or {} for each in done}
    assert len(found) == 4
    assert {each["provider"]["name"] for each in found.values()} == {"builtin"}
    assert {name: each["disagreements"] for name, each in found.items() if each["disagreements"]} == {}


@pytest.mark.django_db
def test_an_entry_outstanding_since_an_earlier_statement_is_no_disagreement() -> None:
    ours = OrganizationFactory.create()
    account = load(ours, books_of(JANUARY, FEBRUARY))
    cheque = Transaction(account=account, external_id="cheque", booked_on=JANUARY.last, description="Cheque 909 Smith", number="909")
    cheque.amount = Decimal("-12.00")
    cheque.save()

    processed(ours, JANUARY.pdf())
    february = processed(ours, FEBRUARY.pdf()).reconciliation or {}

    assert [each["transaction"] for each in february["statements"][0]["missing"]] == ["cheque"]
    assert february["disagreements"] == []


@pytest.mark.django_db
def test_a_figure_too_long_to_add_is_reported_and_breaks_nothing() -> None:
    ours = OrganizationFactory.create()
    load(ours, books_of(JANUARY))
    waiting = received(ours, JANUARY.pdf())

    with claim(waiting.pk) as claimed:
        PdfProcessor(pipeline=read_by(_with_a_monstrous_figure)).process(claimed)

    waiting.refresh_from_db()
    assert waiting.error == {"code": "figure_out_of_range", "params": {}}


def _with_a_monstrous_figure(document: OpenedDocument) -> Reading:
    reading = read(document)
    [statement] = reading.statements
    monstrous = replace(statement.lines[0], amount=Decimal("9" * 120))
    return replace(reading, statements=(replace(statement, lines=(monstrous, *statement.lines[1:])),))
