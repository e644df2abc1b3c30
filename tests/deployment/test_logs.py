"""Every line of the log names its context and contains no confidential data."""

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.log import log_response
from pytest_django import Settings
from structlog.contextvars import bound_contextvars
from structlog.stdlib import ProcessorFormatter

from config.logs import FORMATS, Discreet, logging_config
from tests.deployment.processes import eventually
from tests.installations import SAMPLE, UPLOAD, Installation
from tests.preparing import prepared

OURS = "from-our-own-proxy"
SECRET = "Rent of Hillside Homes 1,234.56"
AS_A_REQUEST = f"from structlog.contextvars import bind_contextvars; bind_contextvars(request_id='{OURS}')\n"
FIGURE = re.compile(r"\b\d[\d,]*\.\d\d\b")
WORKER = ("-m", "celery", "--quiet", "-A", "config", "worker", "--pool", "threads", "--concurrency", "1", "--loglevel", "INFO")
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")


@contextmanager
def written(style: str, name: str) -> Iterator[io.StringIO]:
    """Yield the output of a logger, as configured in the product."""
    config, stream = logging_config(style, "INFO"), io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(Discreet())
    handler.setFormatter(ProcessorFormatter(**{key: value for key, value in config["formatters"][style].items() if key != "()"}))
    logger = logging.getLogger(name)
    logger.addHandler(handler)
    try:
        yield stream
    finally:
        logger.removeHandler(handler)


def raised() -> None:
    try:
        int(SECRET)
    except ValueError as error:
        raise KeyError(SECRET) from error


@pytest.mark.parametrize("style", FORMATS)
def test_an_error_is_logged_with_its_class_and_traceback_without_its_message(style: str) -> None:
    with written(style, "tests.logs") as stream:
        try:
            raised()
        except KeyError:
            logging.getLogger("tests.logs").exception("it failed")

    told = stream.getvalue()
    assert "builtins.ValueError" in told
    assert "builtins.KeyError" in told
    assert "in raised" in told
    assert SECRET not in told


@pytest.mark.parametrize("style", FORMATS)
def test_celerys_line_of_a_failed_task_has_no_text_of_the_error(style: str) -> None:
    with written(style, "tests.logs") as stream:
        try:
            raised()
        except KeyError:
            said = {"name": "process_pdf", "id": "1", "exc": SECRET, "traceback": SECRET}
            logging.getLogger("tests.logs").exception("Task %(name)s[%(id)s] raised unexpected: %(exc)s", said)

    assert "process_pdf[1] raised unexpected: builtins.KeyError" in stream.getvalue()
    assert SECRET not in stream.getvalue()


@pytest.mark.parametrize("style", FORMATS)
def test_a_page_is_logged_by_its_name_since_its_address_may_be_an_invitation(style: str) -> None:
    request = RequestFactory().get("/invitations/a-secret-token/")
    with written(style, "django.request") as stream:
        log_response("Not Found: %s", request.path, response=HttpResponse(status=404), request=request)

    assert "Not Found: unknown" in stream.getvalue()
    assert "a-secret-token" not in stream.getvalue()


def test_a_line_is_one_json_object_with_the_ids_of_its_request_and_import() -> None:
    with written("json", "tests.logs") as stream, bound_contextvars(request_id="r", import_id="i"):
        logging.getLogger("tests.logs").warning("two\nlines")

    (line,) = stream.getvalue().splitlines()
    said = json.loads(line)
    assert (said["event"], said["level"], said["logger"]) == ("two\nlines", "warning", "tests.logs")
    assert (said["request_id"], said["import_id"]) == ("r", "i")


@pytest.mark.django_db
def test_every_answer_has_an_id_of_its_own(client: Client) -> None:
    first, second = client.get("/healthz"), client.get("/no-such-page/")

    assert re.fullmatch("[0-9a-f]{32}", first["X-Request-ID"])
    assert re.fullmatch("[0-9a-f]{32}", second["X-Request-ID"])
    assert first["X-Request-ID"] != second["X-Request-ID"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("behind_proxy", "given", "is_taken"),
    [(True, OURS, True), (False, OURS, False), (True, "short", False), (True, "x" * 65, False), (True, 'a"b\\c d{}efgh', False)],
)
def test_an_id_is_taken_from_our_own_proxy_alone(
    client: Client, settings: Settings, behind_proxy: bool, given: str, is_taken: bool
) -> None:
    settings.BEHIND_PROXY = behind_proxy

    assert (client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"] == given) is is_taken


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with prepared(Installation(tmp_path, LOG_FORMAT="json", LOG_LEVEL="INFO")) as installation:
        yield installation


def processed(log: str) -> bool:
    return any("process_pdf" in line and "succeeded" in line for line in log.splitlines())


def test_a_request_is_found_again_in_every_line_of_the_work_that_it_set_off(installation: Installation, tmp_path: Path) -> None:
    uploaded = installation.manage("shell", "-c", AS_A_REQUEST + UPLOAD.format(paper=str(SAMPLE)))
    assert f'"request_id": "{OURS}"' in uploaded.stderr

    installation.start(*WORKER, *QUIET, log=tmp_path / "worker.log")
    eventually(lambda: processed(text(tmp_path)), "the worker processes the upload")

    lines: list[dict[str, Any]] = [json.loads(line) for line in text(tmp_path).splitlines()]
    ours = [line for line in lines if "import_id" in line]
    assert {line["request_id"] for line in ours} == {OURS}
    assert len({line["import_id"] for line in ours}) == len({line["task_id"] for line in ours}) == 1
    begun = {line["event"].partition(" ")[0] for line in ours}
    assert begun >= {"child=pdfium", "stage=open", "stage=read", "stage=reconcile", "stage=verify", "tool=get_accounts", "turn=1"}
    assert not FIGURE.search(re.sub(r"seconds=[\d.]+|\d+\.\d+s", "", "".join(line["event"] for line in lines)))


def text(folder: Path) -> str:
    return (folder / "worker.log").read_text()
