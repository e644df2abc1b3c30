"""Fair scheduling: an organization's first statement comes before the second of every other organization."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from people.models import Organization
from reconciliation.models import StatementImport
from reconciliation.queue.notify import level_of
from tests.deployment.processes import eventually
from tests.factories import OrganizationFactory, WaitingImportFactory
from tests.installations import SAMPLE, Installation
from tests.preparing import Books, prepare

MANY = 12
UPLOADS = f"""
from pathlib import Path
from people.models import Organization
from reconciliation.uploads.services import receive_statement
def upload(organization, pdf):
    receive_statement(organization=organization, uploaded_by=None, channel="command_line", filename="january.pdf", pdf=pdf)
pdf, ours = Path({str(SAMPLE)!r}).read_bytes(), Organization.objects.get()
for number in range({MANY}):
    upload(ours, pdf + b"\\n%%" + str(number).encode())
upload(Organization.objects.create(name="other", slug="other"), pdf)
"""


def level(statement_import: StatementImport, *, for_model: bool = False) -> int:
    return level_of(statement_import.pk, for_model=for_model)


@pytest.mark.django_db
def test_each_doubling_of_the_earlier_imports_of_its_organization_is_a_level() -> None:
    ours = OrganizationFactory.create()
    lined_up = [WaitingImportFactory.create(organization=ours) for _ in range(9)]

    assert [level(each) for each in lined_up] == [0, 1, 2, 2, 3, 3, 3, 3, 4]
    assert level(WaitingImportFactory.create()) == 0


@pytest.mark.django_db
def test_finished_and_suspended_imports_do_not_delay_the_queue() -> None:
    ours: Organization = OrganizationFactory.create()
    WaitingImportFactory.create(organization=ours, status=StatementImport.Status.COMPLETE)
    asking = WaitingImportFactory.create(organization=ours, status=StatementImport.Status.PROCESSING, waits_for_model=True)
    opening = WaitingImportFactory.create(organization=ours)

    assert level(opening) == 0
    assert level(asking, for_model=True) == 0
    assert (
        level(
            WaitingImportFactory.create(organization=ours, status=StatementImport.Status.PROCESSING, waits_for_model=True), for_model=True
        )
        == 1
    )


@pytest.fixture
def installation(tmp_path: Path, redis_url: str) -> Iterator[Installation]:
    prepare(tmp_path, Books.SAMPLES)
    installation = Installation(tmp_path, redis_url=redis_url)
    yield installation
    installation.end()


@pytest.mark.redis
def test_one_that_comes_after_many_of_another_organization_is_answered_before_them(installation: Installation) -> None:
    installation.run("shell", "-c", UPLOADS)

    installation.worker()

    eventually(lambda: len(answered(installation)) == MANY + 1, "all are answered")
    assert answered(installation).index("other") < MANY // 2


def answered(installation: Installation) -> list[str]:
    """Return the organizations of the imports, in the order in which they were answered."""
    asked = """SELECT slug FROM reconciliation_statementimport AS one JOIN finance_organization AS whose ON whose.id = organization_id
        WHERE finished_at IS NOT NULL ORDER BY finished_at"""
    return [slug for (slug,) in installation.rows(asked)]
