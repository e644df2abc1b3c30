"""The examination of an uploaded statement: stored with the import, on its page, in the API, and on the command line."""

import datetime as dt
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from django.utils import timezone, translation

from people.models import Membership
from reconciliation.examining.facts import DocumentFact
from reconciliation.models import StatementImport
from reconciliation.presentation.labels.facts import fact_in_words
from tests.api.programs import Program
from tests.examining import editing
from tests.factories import AccountFactory, MembershipFactory
from tests.pipeline.uploads import processed
from tests.web.browsing import page_of
from tests.web.stored import stored_import
from tieout.main import cli


def uploaded(owner: Membership, pdf: bytes) -> StatementImport:
    return processed(owner.organization, pdf, owner.user)


@pytest.mark.django_db
def test_the_page_shows_the_earlier_state_beside_the_present_one() -> None:
    owner = MembershipFactory.create()
    shown = page_of(owner, uploaded(owner, editing.content_replaced_in_an_appended_save()))

    assert "A later save of the file changed a figure on this page." in shown
    assert "<code>-99.90</code>" in shown
    assert "<code>-19.90</code>" in shown
    assert '<a href="#tab-examination" tabindex="-1"><rect' in shown


@pytest.mark.django_db
def test_a_fact_leads_to_its_place_on_the_page() -> None:
    owner = MembershipFactory.create()
    shown = page_of(owner, uploaded(owner, editing.content_replaced_in_an_appended_save()))

    places = re.findall(r'href="#(s1-fact-[\d-]+)" data-box', shown)
    assert len(places) == 2
    assert all(shown.count(f'<rect id="{place}"') == 1 for place in places)


def test_a_fact_has_moments_and_figures_in_the_readers_format() -> None:
    made = DocumentFact(code="made_on", params={"made": "2026-02-01 09:30 UTC"})
    programs = DocumentFact(code="programs", params={"programs": "Ledgerprint 4.1"})
    missed = DocumentFact(code="sums_differ", params={"difference": "1204.50"})

    with translation.override("de"), timezone.override(dt.UTC):
        assert "01.02.2026, 09:30" in fact_in_words(made)
        assert "Ledgerprint 4.1" in fact_in_words(programs)
        assert "1.204,50" in fact_in_words(missed)


@pytest.mark.django_db
def test_the_page_of_a_genuine_statement_says_that_nothing_speaks_against_it() -> None:
    owner = MembershipFactory.create()

    assert "Nothing speaks against the document" in page_of(owner, uploaded(owner, editing.genuine()))


@pytest.mark.django_db
def test_texts_of_the_document_are_escaped() -> None:
    owner = MembershipFactory.create()
    fact = {"code": "programs", "page": None, "box": None, "params": {"programs": "<b>Maker"}, "evidence": ["<i>text"]}
    ours = stored_import(owner, examination={"facts": [fact], "layout": {}})

    shown = page_of(owner, ours)

    assert "&lt;b&gt;Maker" in shown
    assert "<i>text" not in shown


@pytest.mark.django_db
def test_a_layout_unlike_that_of_earlier_proved_statements_only_informs() -> None:
    owner = MembershipFactory.create()
    account = AccountFactory.create(organization=owner.organization)
    layout = {"producer": "Ledgerprint", "fonts": ["Helvetica"], "size": [595, 842], "edges": [430, 530], "heading": "Date Amount"}
    for month, producer in (("02", "Ledgerprint"), ("03", "Papyrus")):
        days = {"period_start": f"2026-{month}-01", "period_end": f"2026-{month}-28"}
        ours = stored_import(owner, sha256=month * 32, examination={"facts": [], "layout": layout | {"producer": producer}}, **days)
        ours.statements.create(number=0, account=account, integrity={"holds": True}, **days)

    shown = page_of(owner, ours)

    assert "Earlier statements of this account were made by another program: Ledgerprint." in shown
    assert "Nothing speaks against the document" in shown


@pytest.mark.django_db
def test_the_api_lists_the_facts_those_against_the_document_first() -> None:
    owner = MembershipFactory.create()
    ours = uploaded(owner, editing.content_replaced_in_an_appended_save())

    answer = Program(owner).get(f"/imports/{ours.pk}/examination").json()

    assert answer["speaks_against"] is True
    first = answer["facts"][0]
    assert (first["code"], first["page"], first["evidence"]) == ("figure_changed", 1, ["-99.90", "-19.90"])


def test_the_command_ends_with_4_if_a_fact_speaks_against_the_document(tmp_path: Path) -> None:
    forged, genuine = tmp_path / "forged.pdf", tmp_path / "genuine.pdf"
    forged.write_bytes(editing.changed_after_the_signature())
    genuine.write_bytes(editing.signed())

    done = CliRunner().invoke(cli, ["examine", str(forged)])
    assert done.exit_code == 4
    assert "The pages were changed after the file was signed." in done.stdout
    assert "earlier: -99.90" in done.stdout

    done = CliRunner().invoke(cli, ["examine", str(genuine), "--json"])
    assert done.exit_code == 0
    assert "signature_holds" in {fact["code"] for fact in json.loads(done.stdout)["facts"]}
