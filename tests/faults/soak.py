"""Hundreds of imports under faults drawn from a seed: one thread, one clock that only this module moves, so that a seed replays.

The broker loses messages and delivers them twice and late; processes are killed, raise, hang until another has taken over, and the clock
jumps. At the end every import has the result that it has without faults.
"""

import datetime as dt
import random
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from people.models import Organization
from reconciliation import tasks
from reconciliation.documents.opening import open_document
from reconciliation.models import StatementImport
from reconciliation.pipeline import processor, retries
from reconciliation.queue import failpoints
from reconciliation.uploads.services import receive_statement
from tests.factories import OrganizationFactory
from tests.faults.state import state
from tests.pipeline.papers import FEBRUARY, JANUARY, Paper, books_of, load

MARCH = replace(FEBRUARY, month=3, opening="1193.70", rows=[(4, "Rent Hillside Homes", "-250.00"), (18, "Fee", "-5.00")])
WRONG = replace(FEBRUARY, month=4, opening="938.70", rows=[(6, "Unknown to the books", "-9.99")])
PAPERS = [JANUARY, FEBRUARY, MARCH, WRONG]
BOOKED = [JANUARY, FEBRUARY, MARCH]
IN_A_TRANSACTION = {"upload.row_written", "verdict.weighed", "verdict.written"}
LONGEST = 60 * 24  # sweeps


class Killed(BaseException):
    """A killed process: nothing is cleaned up, and no error is reported."""


class StillAtWork(AssertionError):
    """It did not recover by itself."""


@dataclass(slots=True)
class Soak:
    """`share` of the steps are hurt, chosen by `seed`."""

    seed: int
    share: float
    chance: random.Random = field(init=False)
    messages: list[str] = field(default_factory=list)
    passed: dt.timedelta = dt.timedelta(0)
    depth: int = 0
    hurt: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)  # noqa: S311  faults, no secrets

    def installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now, leave = timezone.now, retries._leave
        monkeypatch.setattr(timezone, "now", lambda: now() + self.passed)
        monkeypatch.setattr(
            retries, "_leave", lambda claimed, error, *more: None if isinstance(error, Killed) else leave(claimed, error, *more)
        )
        monkeypatch.setattr(tasks.process_pdf, "apply_async", lambda args, **_: self.sent(args[0]))
        monkeypatch.setattr(processor, "open_document", lambda pdf, *, limits, clock: _opened(pdf))
        monkeypatch.setattr(retries, "beating", _still)
        for module in (retries, tasks, *_callers()):
            monkeypatch.setattr(module, "reached", self.reached)

    def reached(self, step: str) -> None:
        if self.depth or self.chance.random() >= self.share:
            return
        self.hurt += 1
        ways = [self.kill, self.fail] if step in IN_A_TRANSACTION or step.startswith("upload.") else [self.kill, self.fail, self.hang]
        self.chance.choice(ways)()

    def kill(self) -> None:
        raise Killed

    def fail(self) -> None:
        raise failpoints.Broken("drawn")

    def hang(self) -> None:
        """Longer than the lease, while others go on."""
        self.depth += 1
        self.passes(settings.CLAIM_SECONDS + 1)
        tasks.sweep()
        for import_id in list(self.messages)[-20:]:
            tasks.process_pdf(import_id)
        self.depth -= 1

    def sent(self, import_id: str) -> None:
        if self.share and self.chance.random() < self.share:
            self.hurt += 1
            if self.chance.random() < 0.5:
                return
            self.messages.append(import_id)
        self.messages.append(import_id)

    def passes(self, seconds: float) -> None:
        self.passed += dt.timedelta(seconds=seconds)

    def run(self, imports: int) -> dict[str, Any]:
        for number in range(imports // len(PAPERS)):
            organization = OrganizationFactory.create(name=f"soak-{number:04}")
            load(organization, books_of(*BOOKED))
            for paper in PAPERS:
                self.uploads(organization, paper)
                self.turn()
        for _ in range(LONGEST):
            if not StatementImport.queue.filter(status__in=["pending", "processing"]).exists():
                break
            self.passes(settings.SWEEP_SECONDS)
            self.turn()
        else:
            raise StillAtWork(f"seed {self.seed}: {StatementImport.queue.filter(status__in=['pending', 'processing']).count()} wait")
        self.passes(2 * settings.LEFTOVER_SECONDS)
        tasks.sweep()
        tasks.discard_leftovers()
        return state()

    def uploads(self, organization: Organization, paper: Paper) -> None:
        """Again and again, until there is an answer."""
        while True:
            with suppress(Killed, failpoints.Broken):
                receive_statement(
                    organization=organization,
                    uploaded_by=None,
                    channel=StatementImport.Channel.COMMAND_LINE,
                    filename=f"{organization.slug}-{paper.month}.pdf",
                    pdf=_pdf(paper.month),
                )
                return

    def turn(self) -> None:
        """A sweep, and some of the messages in any order."""
        with suppress(Killed, failpoints.Broken):
            tasks.sweep()
        for _ in range(len(self.messages) // 2 + 1):
            if not self.messages:
                return
            import_id = self.messages.pop(self.chance.randrange(len(self.messages)))
            with suppress(Killed, failpoints.Broken):
                tasks.process_pdf(import_id)


def _callers() -> list[Any]:
    from reconciliation.queue import notify, paid_steps
    from reconciliation.uploads import services

    return [paid_steps, processor, services, notify]


@cache
def _pdf(month: int) -> bytes:
    return next(paper.pdf() for paper in PAPERS if paper.month == month)


@cache
def _opened(pdf: bytes) -> Any:
    from reconciliation.documents.limits import DocumentLimits

    return open_document(pdf, limits=DocumentLimits())


class _still:  # noqa: N801  replaces a context manager that is written as a function
    """No thread sends heartbeats: only this module moves the clock."""

    def __init__(self, *_: object, **__: object) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...
