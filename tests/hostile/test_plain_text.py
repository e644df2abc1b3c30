"""A model that answers with markup, links, scripts and codes for terminals: every page shows them as the text that they are."""

import io
import json
from typing import Any

import pytest
from django.contrib.admin import site
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from assistant.contract import Request, ToolCall, Turn, Unstreamed, Usage
from people.roles import Role
from people.safe_text import shown
from reconciliation.chat.services import answer, ask
from reconciliation.models import Question, Run, Statement, StatementImport, Step
from tests.addresses import reverse
from tests.factories import MembershipFactory, OrganizationFactory
from tests.hostile.gullible import WINDOW
from tests.hostile.injections import Paper, World
from tests.hostile.markup import ESCAPE, MARK, SAID, says_it, wrong_on
from tests.hostile.model_runs import installing, uploaded
from tests.tenants.tenant import rows_of

pytestmark = pytest.mark.django_db


class Writer(Unstreamed):
    """Says it wherever it can say something: in calls and their arguments, in the names of tools, in its reasoning, in answers."""

    name, model = "compatible", "small-model"

    def generate(self, request: Request) -> Turn:
        made = sum(len(message.turn.tool_calls) for message in request.messages if message.turn)
        if request.tools and made == 0:
            return self._turn(("get_accounts", {}))
        if request.tools and made == 1:
            return self._turn(("get_transactions", WINDOW))
        if request.tools and made == 2:
            pair = {"statement": 0, "line": 0, "transactions": ["t1"], "why": SAID}
            account = {"statement": 0, "account": "a1", "why": SAID}
            strange: list[tuple[str, dict[str, Any]]] = [
                (SAID, {SAID: SAID}),
                ("get_transactions", {"account": SAID}),
                ("propose_pair", pair),
                ("propose_account", account),
            ]
            return self._turn(*strange)
        told = {"statement": 0, "account": SAID, "matched": [{"line": 0, "transactions": [SAID]}], "new": [], "missing": [SAID]}
        proposal = json.dumps({"statements": [told], "summary": SAID, "rows": [], "balances": [], "columns": [], "unsigned": "in"})
        wanted = request.output_schema and "statements" in request.output_schema["properties"]
        return self._turn(text=proposal if wanted else SAID)

    def _turn(self, *asked: tuple[str, dict[str, Any]], text: str = SAID) -> Turn:
        calls = tuple(ToolCall(id=f"{SAID}-{number}", name=name, arguments=arguments) for number, (name, arguments) in enumerate(asked))
        usage = Usage(input_tokens=10, output_tokens=10)
        return Turn(text=text, tool_calls=calls, usage=usage, model=SAID, response_id=SAID, reasoning=SAID, notes=(SAID,))


@pytest.fixture(params=[False, True], ids=["read by code", "read by the model"])
def told(request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> StatementImport:
    """A statement that the model was asked about, with a question and its answer."""
    installing(settings, monkeypatch)(Writer())
    kept = uploaded(OrganizationFactory.create(), World(pdf=Paper(unread=request.param).pdf()))
    assert kept.uploaded_by
    list(answer(question=ask(statement_import=kept, text="Why?", actor=kept.uploaded_by), name="compatible"))
    return kept


def pages(kept: StatementImport) -> dict[str, str]:
    """Each page about it, and each of the administration."""
    assert kept.uploaded_by
    kept.uploaded_by.is_staff = kept.uploaded_by.is_superuser = True
    kept.uploaded_by.save()
    client = Client()
    client.force_login(kept.uploaded_by)
    statement = kept.statements.get()
    addresses = [
        *(reverse(name) for name in ("imports", "overview", "clients", "enquiries", "models", "audit_log")),
        *(reverse(name, args=[kept.pk]) for name in ("import_detail", "import_status", "import_outcome", "import_runs")),
        *(reverse("statement_report", args=[kept.pk, statement.pk, report]) for report in ("bank-reconciliation", "exceptions")),
        *(reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist") for model in site._registry),
    ]
    for model in (StatementImport, Statement, Run, Step, Question):
        if model in site._registry:
            rows = model._base_manager.values_list("pk", flat=True)
            addresses += [reverse(f"admin:reconciliation_{model._meta.model_name}_change", args=[pk]) for pk in rows]
    return {address: client.get(address).content.decode() for address in addresses}


def test_every_page_shows_it_as_text(told: StatementImport) -> None:
    found = pages(told)

    assert {address: wrong_on(page) for address, page in found.items() if wrong_on(page)} == {}
    assert says_it(found[reverse("import_detail", args=[told.pk])])
    assert says_it(found[reverse("import_runs", args=[told.pk])])
    assert any(says_it(page) for address, page in found.items() if address.startswith("/admin/reconciliation/"))


def test_nothing_of_it_breaks_a_column(told: StatementImport) -> None:
    """PostgreSQL takes no null character."""
    assert MARK in rows_of(told.organization)
    assert f"{MARK}\\x00" not in rows_of(told.organization)


def test_an_answer_comes_to_the_page_as_json(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """As events of one line each: nothing that it says begins an event of its own."""
    installing(settings, monkeypatch)(Writer())
    kept = uploaded(OrganizationFactory.create(), World(pdf=Paper().pdf()))
    client = Client()
    client.force_login(MembershipFactory.create(organization=kept.organization, role=Role.OWNER).user)

    stream = client.post(reverse("ask", args=[kept.pk]), {"question": "Why?"}).getvalue().decode()

    events = [block.split("\n") for block in stream.strip().split("\n\n")]
    assert all(len(event) == 2 for event in events)
    assert [json.loads(data.removeprefix("data: ")).get("text") for _, data in events].count(SAID) >= 1


def test_a_terminal_receives_no_control_codes(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    installing(settings, monkeypatch)(Writer())
    ours = OrganizationFactory.create()
    uploaded(ours, World(pdf=Paper().pdf()))
    (tmp_path / "a.pdf").write_bytes(Paper().pdf())
    for told in ([], ["--json"]):
        output = io.StringIO()
        call_command("reconcile", str(tmp_path / "a.pdf"), "--organization", ours.slug, *told, stdout=output)
        assert output.getvalue().replace("\n", "").isprintable()


def test_the_test_detects_hostile_text_rendered_by_a_page() -> None:
    """Or the tests above would find every page clean."""
    assert all(wrong_on(page) for page in (f"<p>{SAID}</p>", f"<a href='{MARK}'>x</a>", f"<script>'{MARK}'</script>", f"<!-- {MARK} -->"))


def test_the_output_of_a_command_contains_no_terminal_codes() -> None:
    assert shown(f"Rent {ESCAPE}\N{RIGHT-TO-LEFT OVERRIDE}x\nnext\r\0").replace("\n", "").isprintable()
    assert shown("Größe 1,50 €\nŁódź") == "Größe 1,50 €\nŁódź"
