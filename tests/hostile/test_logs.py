"""Verbose logs of server and worker, and all traffic over Redis, contain no secrets."""

import base64
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from config.logs import FORMATS
from tests.deployment.processes import PATIENCE, eventually
from tests.hostile.sending import Visitor, body, part
from tests.hostile.suite import whole
from tests.hostile.working import SECRETS, Speaking, Watched, Working, locked_paper, paper, sent, speaking, uploaded

pytestmark = pytest.mark.redis
BASE64 = re.compile(r"[A-Za-z0-9+/]{16,}={0,2}")
WAITING = "SELECT count(*) FROM reconciliation_statementimport WHERE status IN ('pending', 'processing')"
ERRORS = " UNION ".join(
    f"SELECT error FROM {table}"  # noqa: S608 - names of the product's tables
    for table in ("reconciliation_statementimport", "reconciliation_run")
)
PUBLISHED = re.compile(r"LPUSH|PUBLISH|HSET|ZADD|SET ", re.IGNORECASE)


def asked(work: Working, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(work.folder / "tieout.sqlite3", timeout=PATIENCE)) as database:
        return database.execute(query).fetchall()


def done(work: Working) -> None:
    eventually(lambda: asked(work, WAITING) == [(0,)], "the worker is done")


def in_other_words(secret: str) -> set[str]:
    """As it might be written, too: an amount with its thousands apart, or in cents."""
    return {secret, secret.replace(".", ""), f"{secret[:-6]},{secret[-6:]}"} if re.fullmatch(r"\d+\.\d\d", secret) else {secret}


def found_in(text: str, *more: str) -> list[str]:
    named = SECRETS | {f"secret {number}": secret for number, secret in enumerate(more)}
    return sorted(name for name, secret in named.items() if any(word in text for word in in_other_words(secret)))


def work_through(work: Working, visitor: Visitor) -> None:
    """Do every kind of work on a statement, with errors in some of it."""
    account, name = work.world["account"], SECRETS["file name"]
    uploaded(visitor, paper().pdf(), name)
    uploaded(visitor, locked_paper(), f"{name}-locked")
    uploaded(visitor, replace(paper(), month=3, rows=[(3, "Distel Zanzibarkiosk", "-7391.17")]).pdf(), f"{name}-refused")
    uploaded(visitor, paper().pdf()[:-300], f"{name}-cut")
    done(work)
    [(first,)] = asked(work, f"SELECT id FROM reconciliation_statementimport WHERE filename = '{name}.pdf'")  # noqa: S608 - names above
    [(shut,)] = asked(work, f"SELECT id FROM reconciliation_statementimport WHERE filename = '{name}-locked.pdf'")  # noqa: S608 - names above
    for password in (SECRETS["wrong password"], SECRETS["password"]):
        assert sent(visitor, f"/c/ours/statements/{first_of(shut)}/unlock/", password=password) == 302
        done(work)
    here = f"/c/ours/statements/{first_of(first)}/"
    assert sent(visitor, f"{here}questions/", question=SECRETS["question"]) == 200
    [(statement,)] = asked(work, f"SELECT id FROM reconciliation_statement WHERE statement_import_id = '{first}'")  # noqa: S608 - a key
    for line in (0, 99):
        sent(visitor, f"{here}{first_of(statement)}/ask-client/?line={line}", text=SECRETS["question"])
    [(enquiry,)] = asked(work, "SELECT id FROM reconciliation_enquiry")
    assert sent(visitor, f"/c/ours/enquiries/{first_of(enquiry)}/answer/", text=SECRETS["answer"]) == 302
    sent(
        visitor,
        f"/c/ours/accounts/{account}/entries/new/",
        booked_on="2026-01-30",
        amount=SECRETS["amount"],
        description=SECRETS["description"],
        status="posted",
    )
    sent(
        visitor,
        f"/c/ours/accounts/{account}/entries/new/",
        booked_on="no day",
        amount=SECRETS["amount"],
        description=SECRETS["description"],
    )
    rows = f"Date;Text;Amount\n2026-04-03;{SECRETS['description']};{SECRETS['amount']}\n".encode()
    for content in (rows, b"\xff\xfe" + rows):
        visitor.post(f"/c/ours/accounts/{account}/import/", body([part(content, field="file", name=f"{name}.csv")]))
    for password in (SECRETS["wrong password"], SECRETS["password of a login"]):
        sent(Visitor(visitor.port, "nobody"), "/sign-in/", username="owner", password=password)
    pages = [here, f"{here}runs/", f"{here}document/", f"{here}pages/1/", f"{here}{first_of(statement)}/evidence.zip", "/c/ours/"]
    pages += [f"{here}{first_of(statement)}/reports/outstanding.{form}" for form in ("csv", "pdf", "json")]
    pages += [
        f"/c/ours/accounts/{account}/",
        f"/c/ours/accounts/{account}/export/ofx/",
        f"/c/ours/accounts/{account}/?q={SECRETS['description']}",
    ]
    pages += [f"/invitations/{work.world['token']}/", f"/no-such-page/{SECRETS['description']}/", "/c/ours/log.csv"]
    assert {visitor.get(page).status for page in pages} == {200, 404}


def first_of(key: object) -> str:
    """SQLite keeps keys without their dashes."""
    text = str(key)
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}" if "-" not in text else text


def bodies(commands: Iterable[str]) -> Iterator[str]:
    """Yield the content of commands to Redis, with packed parts unpacked."""
    for command in commands:
        yield command
        for packed in BASE64.findall(command):
            try:
                yield base64.b64decode(packed, validate=True).decode(errors="replace")
            except ValueError:
                continue


@pytest.fixture
def model() -> Iterator[Speaking]:
    with speaking() as found:
        yield found


@pytest.mark.parametrize("style", FORMATS if whole() else ["json"])
def test_log_and_queue_contain_no_figures_texts_or_secrets(tmp_path: Path, redis_url: str, model: Speaking, style: str) -> None:
    work = Working(tmp_path, redis_url, style, model.url)
    with Watched(redis_url) as watched:
        try:
            work_through(work, work.begin())
        finally:
            work.stop()
    log, session = work.log.read_text(), work.world["session"]

    assert f"Bearer {SECRETS['key']}" in model.keys
    assert SECRETS["description"] in json.dumps(model.asked)
    assert "stage=verify" in log
    assert found_in(log, session, work.world["token"]) == []
    assert found_in("\n".join(bodies(watched.told)), session, work.world["token"]) == []
    assert any("process_pdf" in command for command in watched.told)
    assert found_in(json.dumps(asked(work, ERRORS))) == []
