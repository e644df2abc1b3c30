"""A given password is absent from database, files, queue, logs, traces and error reports."""

import base64
import json
import logging
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path
from types import TracebackType

import pytest
import redis
from django.conf import settings
from django.core.signals import got_request_exception
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.views.debug import ExceptionReporter

from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.storage import archive
from reconciliation.tasks import process_pdf
from reconciliation.uploads import password_protected as locked_imports
from tests.addresses import reverse
from tests.documents.making import locked
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import JANUARY
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
RIGHT, WRONG = "Quagga-7391-Zebra", "Okapi-2846-Tapir"
Commit = Callable[..., AbstractContextManager[object]]
Raised = tuple[type[BaseException], BaseException, TracebackType]


@pytest.fixture
def waiting() -> StatementImport:
    return processed(OrganizationFactory.create(), locked(JANUARY.pdf(), RIGHT))


@pytest.fixture
def browser(waiting: StatementImport) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(MembershipFactory.create(organization=waiting.organization, role=Role.PREPARER).user)
    return client


def give(browser: Client, statement_import: StatementImport, password: str) -> None:
    browser.post(reverse("unlock", args=[statement_import.pk]), {"password": password})


def everything_stored() -> str:
    """Every value of every table."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        rows = []
        for name in names:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")  # noqa: S608  the names are the database's own
            rows += cursor.fetchall()
    return repr(rows)


def everything_in_files() -> bytes:
    """As it lies there, and decrypted."""
    imports = StatementImport.objects.across_organizations("the test looks at all there is").select_related("organization")
    documents = [archive.fetch(each.organization, name) for each in imports for name in (each.stored_as, each.unlocked_as) if name]
    return b"".join([*documents, *(path.read_bytes() for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file())])


def messages_in_the_queue() -> list[dict[str, object]]:
    """As the broker of this run holds them: Redis where there is one, else a folder."""
    if settings.REDIS_URL:
        with closing(redis.Redis.from_url(settings.REDIS_URL)) as queue:
            return [json.loads(message) for message in queue.lrange(settings.CELERY_TASK_DEFAULT_QUEUE, 0, -1)]
    return [json.loads(path.read_bytes()) for path in (settings.QUEUE_DIR / "waiting").iterdir()]


def test_database_files_and_logs_contain_no_password(
    browser: Client,
    waiting: StatementImport,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="django")
    with CaptureQueriesContext(connection):  # every query is logged with its values
        for password in (WRONG, RIGHT):
            give(browser, waiting, password)
        process_pdf(str(waiting.pk))

    waiting.refresh_from_db()
    assert waiting.statements.exists()
    assert "UPDATE" in caplog.text
    printed = "".join(capfd.readouterr())
    for password in (WRONG, RIGHT):
        assert password not in everything_stored()
        assert password.encode() not in everything_in_files()
        assert password not in caplog.text + printed


def test_the_task_is_given_the_imports_id_and_nothing_else(
    browser: Client, waiting: StatementImport, django_capture_on_commit_callbacks: Commit
) -> None:
    before = messages_in_the_queue()

    with django_capture_on_commit_callbacks(execute=True):
        give(browser, waiting, RIGHT)

    [message] = [each for each in messages_in_the_queue() if each not in before]
    arguments, named, _ = json.loads(base64.b64decode(str(message["body"])))
    assert (arguments, named) == ([str(waiting.pk)], {})
    assert RIGHT not in json.dumps(message)


@pytest.mark.parametrize("breaks", ["archive", "queue_again", "configured_limits"])
def test_the_report_of_an_error_does_not_show_it(
    breaks: str, browser: Client, waiting: StatementImport, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    reports: list[str] = []

    def report(sender: object, request: object, **_: object) -> None:
        reporter = ExceptionReporter(request, *sys.exc_info())  # type: ignore[arg-type]  # Django's own call
        reports.extend([reporter.get_traceback_html(), reporter.get_traceback_text()])

    monkeypatch.setattr(locked_imports, breaks, None)
    got_request_exception.connect(report)
    try:
        give(browser, waiting, RIGHT)
    finally:
        got_request_exception.disconnect(report)

    assert len(reports) == 2
    assert "in unlock" in reports[1]
    assert RIGHT not in "".join(reports)
    assert RIGHT not in caplog.text


def test_the_page_does_not_repeat_the_password(browser: Client, waiting: StatementImport) -> None:
    give(browser, waiting, WRONG)

    page = browser.get(reverse("import_detail", args=[waiting.pk])).content.decode()

    assert "The password does not open this PDF." in page
    assert WRONG not in page
