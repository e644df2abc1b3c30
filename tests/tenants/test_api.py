"""Every operation of the API, asked for with tokens that have no business there: a new one is asked here by itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from api.access import Scope
from api.v1 import api
from people.roles import Role
from tests.addresses import reverse
from tests.api.programs import Program
from tests.factories import MembershipFactory
from tests.tenants.conftest import World
from tests.tenants.tenant import CANARY, Tenant, rows_of

pytestmark = pytest.mark.django_db
READS = {"get"}


@dataclass(frozen=True, slots=True)
class Operation:
    name: str
    method: str
    path: str
    body: dict[str, Any] | None

    @property
    def parts(self) -> list[str]:
        return [piece[1:-1] for piece in self.path.split("/") if piece.startswith("{")]

    def of(self, tenant: Tenant) -> str:
        values = dict(tenant.values("ledger_import" if "ledger-imports/" in self.path else self.name))
        values |= {"report": "outstanding.json", "format": "hledger" if self.name == "statements_journal" else "csv"}
        path = self.path.removeprefix("/api/v1")
        for part in self.parts:
            assert part in values, f"say in tests/tenants/tenant.py what stands for {part} in {self.name}"
            path = path.replace("{" + part + "}", str(values[part]))
        return path


def operations() -> Iterator[Operation]:
    schema: dict[str, Any] = api.get_openapi_schema()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield Operation(operation["operationId"], method, path, operation.get("requestBody"))


OPERATIONS = sorted(operations(), key=lambda operation: operation.name)
NAMING = [operation for operation in OPERATIONS if set(operation.parts) - {"report", "format"}]
BODIES: dict[str, dict[str, Any]] = {
    "accounts_account_change": {"name": "Taken over"},
    "accounts_correction_settle": {"mark": "x"},
    "decisions_decide": {"kind": "confirm_all"},
    "entries_bulk": {"entries": [{"external_id": "x", "booked_on": "2026-01-05", "amount": "1.00"}]},
    "entries_enter": {"booked_on": "2026-01-05", "amount": "1.00"},
    "imports_choose_account": {},
    "imports_unlock": {"password": "secret"},
    "imports_discard": {"reason": "wrong file"},
    "imports_move": {"token": "tieout_of-nobody"},
    "ledger_imports_confirm_shown": {"shown": "x"},
    "statements_sign": {"step": "prepare"},
    "statements_start_account": {"name": "Taken over"},
    "statements_typed": {"first": "2026-01-01", "last": "2026-01-31", "opening_balance": "0", "closing_balance": "0"},
    "webhooks_change": {"enabled": False},
}
"""Fields that an operation needs so that it looks up the row."""


def asked(program: Program, operation: Operation, of: Tenant, *, account: str) -> Any:
    path = operation.of(of)
    body = dict(BODIES.get(operation.name, {}))
    if operation.name == "imports_choose_account":
        body["account"] = account
    if operation.name in {"ledger_imports_show", "ledger_imports_payouts_send", "imports_upload"}:
        return program.send(path, {"file": SimpleUploadedFile("a.csv", b"Date,Amount,Description\n2026-01-05,1.00,x\n")})
    acts: dict[str, Any] = {"get": program.get, "post": program.post, "patch": program.patch, "delete": program.delete}
    return acts[operation.method](path) if operation.method in {"get", "delete"} else acts[operation.method](path, body)


def text_of(answer: Any) -> str:
    content: bytes = answer.getvalue() if answer.streaming else answer.content
    return content.decode(errors="replace")


def using(user: User, tenant: Tenant, *scopes: str) -> Program:
    """A program whose token was used today: the first time is written down."""
    program = Program(tenant.organization.memberships.get(user=user), *scopes)
    program.get("/me")
    return program


def of_owner(tenant: Tenant) -> Program:
    return using(tenant.owner, tenant)


@pytest.mark.parametrize("operation", NAMING, ids=lambda operation: operation.name)
def test_rows_of_another_organization_are_not_found_by_any_token(world: World, operation: Operation) -> None:
    program = of_owner(world.ours)
    before = rows_of(world.ours.organization)

    answer = asked(program, operation, world.theirs, account=str(world.ours.account.pk))

    assert answer.status_code == 404, f"{operation.name}: {answer.status_code} {text_of(answer)}"
    assert CANARY not in text_of(answer)
    assert rows_of(world.ours.organization) == before
    assert rows_of(world.theirs.organization) == world.their_rows


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_without_a_token_every_operation_says_no(world: World, operation: Operation) -> None:
    program = of_owner(world.theirs)
    program.headers["Authorization"] = "Bearer tieout_of_nobody"
    before = rows_of(world.theirs.organization)

    answer = asked(program, operation, world.theirs, account=str(world.theirs.account.pk))

    assert answer.status_code == 401, f"{operation.name}: {answer.status_code}"
    assert rows_of(world.theirs.organization) == before


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_a_token_that_may_read_changes_nothing(world: World, operation: Operation) -> None:
    program = using(world.ours.owner, world.ours, Scope.READ)
    acts = operation.method not in READS
    before = rows_of(world.ours.organization) if acts else ""

    answer = asked(program, operation, world.ours, account=str(world.ours.account.pk))

    if acts:
        assert answer.status_code == 403, f"{operation.name}: {answer.status_code}"
        assert answer.json()["code"] == "out_of_scope"
        assert rows_of(world.ours.organization) == before


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_a_viewers_token_changes_nothing_whatever_its_scopes(world: World, operation: Operation) -> None:
    viewer = MembershipFactory.create(organization=world.ours.organization, role=Role.VIEWER, user__username="another-viewer").user
    program = using(viewer, world.ours)
    acts = operation.method not in READS
    before = rows_of(world.ours.organization) if acts else ""

    answer = asked(program, operation, world.ours, account=str(world.ours.account.pk))

    if acts:
        assert answer.status_code == 403, f"{operation.name}: {answer.status_code}"
        assert rows_of(world.ours.organization) == before


def test_the_other_organizations_own_token_finds_it_all(world: World) -> None:
    """Or the tests above would pass for operations that lead nowhere."""
    program = of_owner(world.theirs)
    reads = [operation for operation in OPERATIONS if operation.method in READS]
    found = {operation.name: asked(program, operation, world.theirs, account="").status_code for operation in reads}

    assert {name: status for name, status in found.items() if status != 200} == {}


def test_an_import_names_its_page_in_its_organization(world: World) -> None:
    key = world.theirs.statement_import.pk

    found = of_owner(world.theirs).get(f"/imports/{key}").json()

    assert found["page"] == reverse("import_detail", args=[key], organization=world.theirs.organization)
