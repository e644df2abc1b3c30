"""Imports, their statements, and decisions."""

import datetime as dt
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from api.schemas.books import CodesSent, CodesShape
from api.schemas.common import WHOLE, Amount, Day, Name, Reason, Said, Sent, Shape, Text
from api.schemas.verdicts import VerdictWord
from finance.categories import Suggestion
from finance.models.coding import Codes
from people.addresses import address
from reconciliation.decisions.reading import decided_statement
from reconciliation.models import Decision, Posting, Run, Statement, StatementImport, StatementLine
from reconciliation.presentation.labels.processing import failure
from reconciliation.printed.digest import digest_of_statement

ImportStatus = Literal["pending", "processing", "review", "complete", "failed", "cancelled", "discarded"]
Line = Annotated[int, Field(ge=0, le=1_000_000, strict=True), WHOLE]
Lines = Annotated[list[Line], Field(max_length=10_000)]
EntryName = Annotated[Said, StringConstraints(min_length=1, max_length=200)]
Entries = Annotated[list[EntryName], Field(max_length=10_000)]


class FailureShape(Shape):
    """The reason why a document could not be read, and what to do."""

    code: str
    what: str
    advice: str


class ImportShape(Shape):
    """One uploaded document and its result. `finished` is true once nothing works on it any longer: the result is then complete."""

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
    def of(cls, statement_import: StatementImport) -> "ImportShape":
        wrong = failure(statement_import.error)
        return cls.taken(
            statement_import,
            finished=statement_import.status not in {"pending", "processing"},
            verdict=statement_import.verdict or None,
            matched=statement_import.reconciliation_matched,
            statements=[statement.pk for statement in statement_import.statements.all()],
            failure=FailureShape(code=(statement_import.error or {}).get("code", ""), what=wrong.what, advice=wrong.advice)
            if wrong
            else None,
            page=address("import_detail", statement_import.pk),
        )


class Uploaded(Shape):
    """`already_there`: the organization had exactly these bytes before, and this is their import."""

    statement_import: ImportShape
    already_there: bool


class RunShape(Shape):
    """One processing of an import, and its verdict."""

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
    """One printed row and its place: page and box (left, top, right, bottom, in points)."""

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


class UnreadShape(Shape):
    """A printed row or mark that was not read, and its place; `answered` once a person added its row or called it no row."""

    number: int
    page: int
    box: list[float]
    text: str
    answered: bool


class StatementShape(Shape):
    """One account for one period, as the document prints it, with the balances and days that a person corrected. The id changes when the
    document is read again. `currency` is empty where only a sign is printed that several currencies share; `currency_sign` holds it then.
    `set_aside` says why the statement is compared and counted nowhere (`copy`, `replaced`, `contradicts`); it is empty if the statement
    counts. `reading_digest` names the rows and balances as they are compared; a confirmation of the reading sends it back."""

    id: UUID
    statement_import: UUID
    number: int
    account: UUID | None
    institution: str
    account_hint: str
    currency: str
    currency_sign: str
    account_kind: str
    period_start: dt.date | None
    period_end: dt.date | None
    opening_balance: Amount | None
    closing_balance: Amount | None
    verdict: VerdictWord | None
    set_aside: Literal["", "copy", "replaced", "contradicts"]
    lines: list[LineShape]
    unread: list[UnreadShape]
    reading_digest: str

    @classmethod
    def of(cls, statement: Statement) -> "StatementShape":
        keys = {"statement_import": statement.statement_import_id, "account": statement.account_id}
        lines = [LineShape.of(line) for line in statement.lines.select_related("statement")]
        decided = decided_statement(statement)
        left = {(row.page, row.box, row.text) for row in decided.unread}
        unread = [
            UnreadShape(number=number, answered=(row["page"], tuple(row["box"]), row["text"]) not in left, **row)
            for number, row in enumerate(statement.unread)
        ]
        return cls.taken(
            statement,
            **keys,
            verdict=statement.verdict or None,
            lines=lines,
            unread=unread,
            reading_digest=digest_of_statement(decided),
        )


class DecisionShape(Shape):
    """A person's recorded decision: never changed, only withdrawn."""

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
    def of(cls, decision: Decision) -> "DecisionShape":
        rows = {"lines": list(decision.line_numbers), "entries": [row["name"] for row in decision.entries]}
        by = decision.made_by.get_username() if decision.made_by else None
        return cls.taken(decision, **rows, statement_number=decision.number, made_by=by)


class FactsSent(Sent):
    """Corrections of the whole statement; null keeps a value. `not_printed` names the balances that it does not print. `turned`
    reverses the sign of every row and balance that was read."""

    opening_balance: Amount | None = None
    closing_balance: Amount | None = None
    period_start: Day | None = None
    period_end: Day | None = None
    account_number: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = None
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = None
    account_kind: Literal["checking", "savings", "credit_card", "loan", "cash", "investment"] | None = None
    not_printed: list[Literal["opening", "closing"]] = []
    turned: bool | None = None


class DecisionSent(Sent):
    """A decision on rows of a statement. `confirm`, `deny`: a question of the verdict in `ambiguous`, named by its lines and entries
    there. `confirm_all`: all proposals that are certain enough. `confirm_pairs`: of the questions about other names, these pairs of a line
    and an entry, in one act; the names of pairs that are left out are not learned. `add_missing`: a question about equal rows of which the
    books lack some; each entry is matched and the rows that are left are added to the books. `pair`, `unpair`: these rows are, or are not,
    these entries. `pair_difference`: row `lines[0]` is these entries of another sum, and the difference is added to the books as an entry
    of the account that `booked_to` names. `contra`: two entries cancel each other. `outstanding`, `difference`, `ignored`, `bank_error`:
    accepted, with a reason. `acknowledged`: a reason of the verdict that nothing removes (`fact`), for the sign-off, with a reason.
    `correction`: the true values of a misread row. `no_row`: no row is printed where `lines[0]` was read. `opening`: the books begin with
    the printed opening balance. `reissue`: the statement replaces `other`, which was issued before. `bank_contra`: row `lines[0]` and row
    `other_line` of statement `other` are the bank's error and its correction. `add_missing` and `pair_difference` also need the scope
    `post`.

    About what the document says: `statement`: the values of `facts`. `added_row`: a printed row that was not read, with `amount`, `date`,
    `description` and, if it is printed, `balance`; `mark` is the number of its place in `unread`, `before` the row that follows it.
    `mark_answered`: the place `mark` in `unread` is no row; it `says` nothing, or note. `reading_confirmed`: all rows and balances were
    compared with the document; `digest` is the statement's `reading_digest`."""

    kind: Literal[
        "confirm", "deny", "confirm_all", "confirm_pairs", "add_missing", "pair", "unpair", "pair_difference", "contra",
        "outstanding", "difference", "ignored", "bank_error", "acknowledged", "correction", "no_row", "opening", "reissue", "bank_contra",
        "statement", "added_row", "mark_answered", "reading_confirmed",
    ]  # fmt: skip
    lines: Lines = []
    entries: Entries = []
    reason: Reason = ""
    booked_to: Annotated[Said, StringConstraints(max_length=300)] = ""
    amount: Amount | None = None
    date: Day | None = None
    description: Text | None = None
    balance: Amount | None = None
    facts: FactsSent | None = None
    mark: Line | None = None
    before: Line | None = None
    says: Literal["nothing", "note"] | None = None
    digest: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = None
    other: UUID | None = None
    other_line: Line | None = None
    fact: Literal["overlaps", "chain_breaks", "carried_over", "ledger_from_this_statement"] | None = None


class WithdrawSent(Sent):
    reason: Reason = ""


class Decided(Shape):
    """The recorded decisions, and the import as it was verified again at once."""

    decisions: list[DecisionShape]
    statement_import: ImportShape


class LineCodes(CodesSent):
    line: Line


class PublishSent(Sent):
    """The printed rows that become entries; null is every new one. `codes` are the codes of rows; those of other rows are learned from
    the books."""

    lines: Lines | None = None
    codes: Annotated[list[LineCodes], Field(max_length=10_000)] = []

    def codes_by_row(self) -> dict[int, Codes]:
        return {row.line: Codes.read(row.fields()) for row in self.codes}


class SuggestionShape(Shape):
    """Suggested codes of a new row: `agreeing` of the last `asked` entries of its payee have them, the latest of them dated `latest`.
    `others` are the nominal accounts of the rest."""

    line: int
    codes: CodesShape
    agreeing: int
    asked: int
    latest: dt.date
    others: list[str]

    @classmethod
    def of(cls, line: int, suggestion: Suggestion) -> "SuggestionShape":
        return cls.taken(suggestion, line=line, codes=CodesShape(**suggestion.codes.as_json()), others=list(suggestion.others))


class PostingShape(Shape):
    """A printed row that was added to the books, and the entry that it became."""

    id: UUID
    line: int
    entry: UUID
    posted_at: dt.datetime
    undone_at: dt.datetime | None

    @classmethod
    def of(cls, posting: Posting) -> "PostingShape":
        return cls.taken(posting, line=posting.line_number)


class LeftShape(Shape):
    """A requested row that was not added, and the reason."""

    line: int
    code: str


class PublishedShape(Shape):
    postings: list[PostingShape]
    left: list[LeftShape]
    statement_import: ImportShape


class UndoSent(Sent):
    """The postings to undo; null is all of the import that are still in the books."""

    postings: Annotated[list[UUID], Field(max_length=10_000)] | None = None


class UndoneShape(Shape):
    postings: list[PostingShape]
    statement_import: ImportShape


class ChooseAccountSent(Sent):
    """The account is used whatever is printed. Where both number and currency speak against it, `account_why` of the verdict is
    `both_contradict` until it is sent with `confirmed`."""

    account: UUID
    confirmed: bool = False


class DiscardSent(Sent):
    """`reason` may be empty for a document that is not a statement."""

    reason: Reason = ""
    not_a_statement: bool = False


class MoveSent(Sent):
    """`token` is one of the same person in the other client, with the scope `upload`. It is not stored."""

    token: Annotated[Said, StringConstraints(min_length=1, max_length=200)]


class PasswordSent(Sent):
    password: Annotated[Said, StringConstraints(min_length=1, max_length=200)]


class StartAccountSent(Sent):
    """`currency` is needed if the statement prints none."""

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
