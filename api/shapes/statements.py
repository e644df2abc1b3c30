"""Imports, their statements, and what a person decides."""

import datetime as dt
from typing import Annotated, Literal
from uuid import UUID

from django.urls import reverse
from pydantic import Field, StringConstraints

from api.shapes.books import CodesSent, CodesShape
from api.shapes.common import WHOLE, Amount, Day, Name, Reason, Said, Sent, Shape, Text
from api.shapes.verdicts import VerdictWord
from finance.categories.learning import Suggestion
from finance.models.codes import Codes
from reconciliation.models import Decision, Posting, Run, Statement, StatementImport, StatementLine
from reconciliation.presentation.labels import failure

ImportStatus = Literal["pending", "processing", "review", "complete", "failed", "cancelled"]
Line = Annotated[int, Field(ge=0, le=1_000_000, strict=True), WHOLE]
Lines = Annotated[list[Line], Field(max_length=10_000)]
EntryName = Annotated[Said, StringConstraints(min_length=1, max_length=200)]
Entries = Annotated[list[EntryName], Field(max_length=10_000)]


class FailureShape(Shape):
    """Why a document could not be read, and what to do."""

    code: str
    what: str
    advice: str


class ImportShape(Shape):
    """One uploaded document and what became of it. `finished` says that nobody works on it: what there is to know stands here."""

    id: UUID
    filename: str
    sha256: str
    size: int
    channel: str
    uploaded_at: dt.datetime
    status: ImportStatus
    finished: bool
    finished_at: dt.datetime | None
    verdict: VerdictWord | None
    matched: bool
    document_type: str
    summary: str
    pages: int | None
    period_start: dt.date | None
    period_end: dt.date | None
    statements: list[UUID]
    failure: FailureShape | None
    page: str

    @classmethod
    def of(cls, found: StatementImport) -> "ImportShape":
        wrong = failure(found.error)
        return cls.taken(
            found,
            finished=found.status not in {"pending", "processing"},
            verdict=found.verdict or None,
            matched=found.reconciliation_matched,
            statements=[statement.pk for statement in found.statements.all()],
            failure=FailureShape(code=(found.error or {}).get("code", ""), what=wrong.what, advice=wrong.advice) if wrong else None,
            page=reverse("import_detail", args=[found.pk]),
        )


class Uploaded(Shape):
    """`already_there`: the organization had these very bytes before, and this is what became of them."""

    statement_import: ImportShape
    already_there: bool


class RunShape(Shape):
    """One processing of an import, and the verdict that it came to."""

    number: int
    cause: str
    provider: str
    started_at: dt.datetime
    finished_at: dt.datetime | None
    verdict: VerdictWord | None

    @classmethod
    def of(cls, run: Run) -> "RunShape":
        return cls.taken(run, verdict=run.verdict or None)


class LineShape(Shape):
    """One printed row and where it stands: page and box (left, top, right, bottom, in points)."""

    number: int
    date: dt.date | None
    description: str
    reference: str
    amount: Amount
    balance: Amount | None
    page: int
    box: list[float]
    text: str

    @classmethod
    def of(cls, line: StatementLine) -> "LineShape":
        return cls.taken(line)


class StatementShape(Shape):
    """One account for one period, as the document prints it. The id changes when the document is read again. `currency` is empty where
    only a sign is printed that several currencies share; `currency_sign` holds it then."""

    id: UUID
    statement_import: UUID
    number: int
    account: UUID | None
    institution: str
    account_hint: str
    currency: str
    currency_sign: str
    period_start: dt.date | None
    period_end: dt.date | None
    opening_balance: Amount | None
    closing_balance: Amount | None
    verdict: VerdictWord | None
    lines: list[LineShape]

    @classmethod
    def of(cls, found: Statement) -> "StatementShape":
        keys = {"statement_import": found.statement_import_id, "account": found.account_id}
        lines = [LineShape.of(line) for line in found.lines.select_related("statement")]
        return cls.taken(found, **keys, verdict=found.verdict or None, lines=lines)


class DecisionShape(Shape):
    """A person's decision as it is kept: never changed, only withdrawn."""

    id: UUID
    kind: str
    statement_number: int | None
    lines: list[int]
    entries: list[str]
    amount: Amount | None
    reason: str
    made_at: dt.datetime
    made_by: str | None
    withdrawn_at: dt.datetime | None

    @classmethod
    def of(cls, found: Decision) -> "DecisionShape":
        rows = {"lines": list(found.line_numbers), "entries": [row["name"] for row in found.entries]}
        by = found.made_by.get_username() if found.made_by else None
        return cls.taken(found, **rows, statement_number=found.number, made_by=by)


class DecisionSent(Sent):
    """What is decided on rows of a statement.

    `confirm`, `deny`: what the verdict asks in `ambiguous`, named by its lines and entries as they stand there. `confirm_all`: all that
    is proposed surely enough. `pair`, `unpair`: these rows are, or are not, these entries. `contra`: two entries undo each other.
    `outstanding`, `difference`, `ignored`, `bank_error`: it is accepted, with a reason. `correction`: what a misread row says in
    truth. `opening`: the books begin with the printed opening balance. `reissue`: the statement was printed anew in place of `other`.
    `bank_contra`: row `lines[0]` and row `other_line` of statement `other` are the bank's error and its correction."""

    kind: Literal[
        "confirm", "deny", "confirm_all", "pair", "unpair", "contra", "outstanding", "difference", "ignored", "bank_error",
        "correction", "opening", "reissue", "bank_contra",
    ]  # fmt: skip
    lines: Lines = []
    entries: Entries = []
    reason: Reason = ""
    amount: Amount | None = None
    date: Day | None = None
    description: Text | None = None
    other: UUID | None = None
    other_line: Line | None = None


class WithdrawSent(Sent):
    reason: Reason = ""


class Decided(Shape):
    """What was written down, and the import as it was verified anew at once."""

    decisions: list[DecisionShape]
    statement_import: ImportShape


class LineCodes(CodesSent):
    line: Line


class PublishSent(Sent):
    """Which printed rows become entries; null is every new one. `codes` says what rows are booked as; of others it is learned."""

    lines: Lines | None = None
    codes: Annotated[list[LineCodes], Field(max_length=10_000)] = []

    def said(self) -> dict[int, Codes]:
        return {each.line: Codes.read(each.fields()) for each in self.codes}


class SuggestionShape(Shape):
    """What a new row would be booked as: `agreeing` of the last `asked` entries of its payee say so, the latest of them dated
    `latest`. `others` are the nominal accounts of the rest."""

    line: int
    codes: CodesShape
    agreeing: int
    asked: int
    latest: dt.date
    others: list[str]

    @classmethod
    def of(cls, line: int, found: Suggestion) -> "SuggestionShape":
        return cls.taken(found, line=line, codes=CodesShape(**found.codes.as_json()), others=list(found.others))


class PostingShape(Shape):
    """A printed row that was added to the books, and the entry that it became."""

    id: UUID
    line: int
    entry: UUID
    posted_at: dt.datetime
    undone_at: dt.datetime | None

    @classmethod
    def of(cls, found: Posting) -> "PostingShape":
        return cls.taken(found, line=found.line_number)


class LeftShape(Shape):
    """A row that was asked for and not added, and why."""

    line: int
    code: str


class PublishedShape(Shape):
    postings: list[PostingShape]
    left: list[LeftShape]
    statement_import: ImportShape


class UndoSent(Sent):
    """Which postings are taken back; null is all of the import that still stand."""

    postings: Annotated[list[UUID], Field(max_length=10_000)] | None = None


class UndoneShape(Shape):
    postings: list[PostingShape]
    statement_import: ImportShape


class ChooseAccountSent(Sent):
    account: UUID


class PasswordSent(Sent):
    password: Annotated[Said, StringConstraints(min_length=1, max_length=200)]


class StartAccountSent(Sent):
    """`currency` where the statement prints none."""

    name: Name
    currency: Annotated[str, StringConstraints(pattern=r"^([A-Z]{3})?$")] = ""


class SignSent(Sent):
    """`confirmed` lists the outstanding entries that the person checked, by their ids in the verdict. `ends_checked` must be true if the
    verdict has the reason `ends_unconfirmed`: the person checked that no row is missing before the first or after the last one. `reason`
    is required to reopen a statement or to file it as not reconciled."""

    step: Literal["prepare", "review", "sign_off", "lock", "reopen", "note"]
    confirmed: Entries = []
    ends_checked: bool = False
    reason: Reason = ""


class SignedShape(Shape):
    kind: str
    period_start: dt.date
    period_end: dt.date
    by: str
    at: dt.datetime
    verdict: str


class TypedSent(Sent):
    """Balances of the bank at the start of `first` and the end of `last`, and the entries that the bank shows, by their ids."""

    first: Day
    last: Day
    opening_balance: Amount
    closing_balance: Amount
    entries: Annotated[list[UUID], Field(max_length=1000)] = []
