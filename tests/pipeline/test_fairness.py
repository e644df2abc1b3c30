"""Who uploads much lets others by: an organization's first statement waits behind nobody's second."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from finance.models import Organization
from reconciliation.models import StatementImport
from reconciliation.queueing.fairness import level_of
from tests.ground.processes import eventually
from tests.pipeline.installation import Installation
from tests.pipeline.making import an_import, an_organization
from tests.pipeline.papers import JANUARY

MANY = 12
UPLOADS = f"""
from pathlib import Path
from finance.models import Organization
from reconciliation.services import receive_statement
def upload(organization, pdf):
    receive_statement(organization=organization, uploaded_by=None, channel="command_line", filename="january.pdf", pdf=pdf)
pdf, ours = Path({{paper!r}}).read_bytes(), Organization.objects.get()
for number in range({MANY}):
    upload(ours, pdf + b"\\n%%" + str(number).encode())
upload(Organization.objects.create(name="other", slug="other"), pdf)
"""


def level(statement_import: StatementImport, *, for_model: bool = False) -> int:
    return level_of(statement_import.pk, for_model=for_model)


@pytest.mark.django_db
def test_each_doubling_of_what_its_organization_has_before_it_is_a_level() -> None:
    ours = an_organization()
    lined_up = [an_import(ours) for _ in range(9)]

    assert [level(each) for each in lined_up] == [0, 1, 2, 2, 3, 3, 3, 3, 4]
    assert level(an_import()) == 0


@pytest.mark.django_db
def test_what_is_done_or_waits_for_a_model_is_not_before_it() -> None:
    ours: Organization = an_organization()
    an_import(ours, status=StatementImport.Status.COMPLETE)
    asking = an_import(ours, status=StatementImport.Status.PROCESSING, waits_for_model=True)
    opening = an_import(ours)

    assert level(opening) == 0
    assert level(asking, for_model=True) == 0
    assert level(an_import(ours, status=StatementImport.Status.PROCESSING, waits_for_model=True), for_model=True) == 1


@pytest.fixture
def installation(tmp_path: Path, redis_url: str) -> Iterator[Installation]:
    installation = Installation(tmp_path, redis_url)
    installation.prepare()
    yield installation
    installation.end()


@pytest.mark.redis
def test_one_that_comes_after_many_of_another_organization_is_answered_before_them(installation: Installation) -> None:
    paper = installation.folder / "january.pdf"
    paper.write_bytes(JANUARY.pdf())
    installation.manage("shell", "-c", UPLOADS.format(paper=str(paper)))

    installation.worker()

    eventually(lambda: len(answered(installation)) == MANY + 1, "all are answered")
    assert answered(installation).index("other") < MANY // 2


def answered(installation: Installation) -> list[str]:
    """Whose imports, in the order in which they were answered."""
    asked = """SELECT slug FROM reconciliation_statementimport AS one JOIN finance_organization AS whose ON whose.id = organization_id
        WHERE finished_at IS NOT NULL ORDER BY finished_at"""
    with closing(sqlite3.connect(installation.folder / "tieout.sqlite3")) as database:
        return [slug for (slug,) in database.execute(asked)]
