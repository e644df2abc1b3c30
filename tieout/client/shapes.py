"""Types of the API's most used answers: amounts are decimal strings, days and moments are ISO 8601.

A test holds these against the schema.
"""

from typing import Any, Generic, Literal, TypedDict, TypeVar

ItemT = TypeVar("ItemT")
Verdict = Literal["matched", "mismatched", "partial", "unverifiable"]


class Page(TypedDict, Generic[ItemT]):
    items: list[ItemT]
    next: str | None


class Me(TypedDict):
    organization: str
    organization_name: str
    member: str
    role: str
    scopes: list[str]
    expires_at: str


class Organization(TypedDict):
    id: str
    slug: str
    name: str
    role: str


class Account(TypedDict):
    id: str
    name: str
    kind: str
    currency: str
    institution: str
    number: str
    opening_balance: str | None
    opening_date: str | None
    locked_until: str | None


class Balance(TypedDict):
    account: str
    as_of: str
    currency: str
    balance: str | None


class Codes(TypedDict):
    nominal: str
    tax_code: str
    payee: str
    party: str


class Entry(TypedDict):
    id: str
    account: str
    external_id: str
    booked_on: str
    amount: str
    description: str
    reference: str
    number: str
    status: str
    is_excluded: bool
    origin: str
    locked_by: str
    codes: Codes


class BulkDone(TypedDict):
    added: int
    known: int
    updated: int
    probable: int
    changed: int
    refused: int
    ledger_import: str | None


class JudgedRow(TypedDict):
    place: int
    outcome: str
    reason: str
    booked_on: str | None
    amount: str | None
    description: str
    codes: Codes


class BalanceBreak(TypedDict):
    place: int
    expected: str
    stated: str


class MirroredEntry(TypedDict):
    booked_on: str
    amount: str
    description: str
    reference: str
    number: str
    status: str
    is_excluded: bool


class MirrorChange(TypedDict):
    entry: str
    place: int
    before: MirroredEntry
    after: MirroredEntry | None
    obstacle: str


class LedgerImport(TypedDict):
    id: str
    account: str
    filename: str
    format: str
    status: str
    in_work: bool
    questions: list[str]
    counts: dict[str, int]
    rows: list[JudgedRow]
    shown: str | None
    leads_to: str | None
    difference: str | None
    warnings: list[str]
    notes: list[str]
    breaks: list[BalanceBreak]
    changes: list[MirrorChange]
    outcome: dict[str, Any] | None


class Failure(TypedDict):
    code: str
    what: str
    advice: str


class Import(TypedDict):
    id: str
    filename: str
    sha256: str
    size: int
    channel: str
    uploaded_at: str
    status: str
    finished: bool
    finished_at: str | None
    verdict: Verdict | None
    matched: bool
    document_type: str
    summary: str
    pages: int | None
    period_start: str | None
    period_end: str | None
    statements: list[str]
    failure: Failure | None
    page: str


class Uploaded(TypedDict):
    statement_import: Import
    already_there: bool


class Run(TypedDict):
    number: int
    cause: str
    provider: str
    started_at: str
    finished_at: str | None
    verdict: Verdict | None


class Line(TypedDict):
    number: int
    date: str | None
    description: str
    reference: str
    amount: str
    balance: str | None
    page: int
    box: list[float]
    text: str


class Unread(TypedDict):
    number: int
    page: int
    box: list[float]
    text: str
    answered: bool


class Statement(TypedDict):
    id: str
    statement_import: str
    number: int
    account: str | None
    institution: str
    account_hint: str
    currency: str
    currency_sign: str
    account_kind: str
    period_start: str | None
    period_end: str | None
    opening_balance: str | None
    closing_balance: str | None
    verdict: Verdict | None
    set_aside: str
    lines: list[Line]
    unread: list[Unread]
    reading_digest: str


class Decision(TypedDict):
    id: str
    kind: str
    statement_number: int | None
    lines: list[int]
    entries: list[str]
    amount: str | None
    reason: str
    made_at: str
    made_by: str | None
    withdrawn_at: str | None


class Decided(TypedDict):
    decisions: list[Decision]
    statement_import: Import


class Posting(TypedDict):
    id: str
    line: int
    entry: str
    posted_at: str
    undone_at: str | None


class Left(TypedDict):
    line: int
    code: str


class Suggestion(TypedDict):
    line: int
    codes: Codes
    agreeing: int
    asked: int
    latest: str
    others: list[str]


class Published(TypedDict):
    postings: list[Posting]
    left: list[Left]
    statement_import: Import


class Undone(TypedDict):
    postings: list[Posting]
    statement_import: Import


class Signed(TypedDict):
    kind: str
    period_start: str
    period_end: str
    by: str
    at: str
    verdict: str


class Webhook(TypedDict):
    id: str
    url: str
    events: list[str]
    enabled: bool
    made_at: str
    resumes_at: str | None
    failed_at: str | None


class WebhookMade(TypedDict):
    webhook: Webhook
    secret: str


class Delivery(TypedDict):
    id: str
    event: str
    made_at: str
    tries: int
    due_at: str
    answered: int | None
    failure: str
    delivered_at: str | None
    given_up_at: str | None
