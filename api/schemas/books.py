"""Accounts, entries and ledger imports."""

import datetime as dt
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator

from api.schemas.common import WHOLE, Amount, Day, Name, Said, Sent, Shape, Text
from finance.categories import codes_of
from finance.imports.corrections import Correction
from finance.imports.judging import Judged
from finance.imports.mirror import MirrorChange
from finance.imports.preview import Preview
from finance.models import Account, LedgerImport, ProcessorPayout, Transaction
from finance.models.coding import Codes
from finance.models.ledger_import import Choices

Kind = Literal["checking", "savings", "credit_card", "loan", "cash", "investment"]
Status = Literal["pending", "posted", "void"]
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Short = Annotated[Said, StringConstraints(max_length=200)]
Number = Annotated[Said, StringConstraints(max_length=40)]
Column = Literal[
    "date", "amount", "debit", "credit", "type", "balance", "description", "payee", "id", "reference", "number", "status", "currency",
    "fee", "account", "started", "nominal", "tax_code", "party",
]  # fmt: skip
ExternalId = Annotated[Said, StringConstraints(max_length=200)]


class AccountShape(Shape):
    """`opening_balance` is the bank's balance at the start of `opening_date`; null if it is not known."""

    id: UUID
    name: str
    kind: Kind
    currency: str
    institution: str
    number: str
    opening_balance: Amount | None
    opening_date: dt.date | None
    locked_until: dt.date | None

    @classmethod
    def of(cls, account: Account) -> "AccountShape":
        return cls.taken(account)


class AccountSent(Sent):
    name: Name
    kind: Kind = "checking"
    currency: Currency
    institution: Short = ""
    number: Number = ""
    opening_balance: Amount | None = None
    opening_date: Day | None = None


class AccountChange(Sent):
    """Fields that are not sent stay as they are; an account never changes its currency."""

    name: Name | None = None
    kind: Kind | None = None
    institution: Short | None = None
    number: Number | None = None
    opening_balance: Amount | None = None
    opening_date: Day | None = None
    locked_until: Day | None = None


class BalanceShape(Shape):
    """The book balance at the end of `as_of`; null if the opening balance is not known."""

    account: UUID
    as_of: dt.date
    currency: str
    balance: Amount | None


class CodesShape(Shape):
    """Codes of an entry in the books of another program; an empty one is not known."""

    nominal: str
    tax_code: str
    payee: str
    party: str


class CodesSent(Sent):
    """All four codes: one that is left out is not known. Four empty ones remove those that were sent before."""

    nominal: Annotated[Said, StringConstraints(max_length=300)] = ""
    tax_code: Annotated[Said, StringConstraints(max_length=60)] = ""
    payee: Short = ""
    party: Short = ""


class EntryShape(Shape):
    """One entry of an account."""

    id: UUID
    account: UUID
    external_id: str
    booked_on: dt.date
    amount: Amount
    description: str
    reference: str
    number: str
    status: Status
    is_excluded: bool
    origin: str
    locked_by: str
    codes: CodesShape

    @classmethod
    def of(cls, entry: Transaction) -> "EntryShape":
        return cls.taken(entry, account=entry.account_id, codes=CodesShape(**codes_of(entry).as_json()))


class Coded(Sent):
    """An entry with its codes."""

    codes: CodesSent | None = None

    def fields(self) -> dict[str, Any]:
        return self._coded(super().fields())

    def changes(self, *may_be_null: str) -> dict[str, Any]:
        return self._coded(super().changes(*may_be_null))

    def _coded(self, fields: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in fields.items() if name != "codes"} | (
            {"codes": Codes.read(self.codes.fields())} if self.codes else {}
        )


class EntrySent(Coded):
    booked_on: Day
    amount: Amount
    description: Text = ""
    reference: Short = ""
    number: Number = ""
    status: Status = "posted"


class EntryChange(Coded):
    """Fields that are not sent stay as they are."""

    booked_on: Day | None = None
    amount: Amount | None = None
    description: Text | None = None
    reference: Short | None = None
    number: Number | None = None
    status: Status | None = None


class NamedEntry(EntrySent):
    """An entry with its id at its source: sent again, it is recognized."""

    external_id: Annotated[ExternalId, StringConstraints(min_length=1)]


class BulkSent(Sent):
    entries: Annotated[list[NamedEntry], Field(min_length=1, max_length=5000)]


class BulkDone(Shape):
    """Numbers of entries that were added, were there already, were pending and are booked or void now, are there with another date, amount
    or text (left as they are), or cannot be added."""

    added: int
    known: int
    updated: int
    probable: int
    changed: int
    refused: int
    ledger_import: UUID | None


class ChoicesShape(Sent):
    """Choices for a file that can be read in several ways; empty is not chosen. `whole_period` says that the file is the whole of the
    account from `first_day` to `last_day`, or without them of the days of its rows: `changes` then lists what importing it changes."""

    account: Annotated[Said, StringConstraints(max_length=500)] = ""
    columns: dict[Column, Annotated[int, Field(ge=-1, le=10_000, strict=True), WHOLE]] = {}
    date_order: Literal["", "dmy", "mdy", "ymd"] = ""
    decimal_mark: Literal["", ".", ","] = ""
    sign: Literal["", "as_written", "turned"] = ""
    fee: Literal["", "within", "apart"] = ""
    minus: Literal["", "side", "reversal"] = ""
    encoding: Annotated[Said, StringConstraints(max_length=20)] = ""
    whole_period: bool = False
    first_day: Day | None = None
    last_day: Day | None = None

    @model_validator(mode="after")
    def _in_order(self) -> "ChoicesShape":
        if self.first_day and self.last_day and self.first_day > self.last_day:
            raise ValueError("last_day is before first_day")
        return self

    def chosen(self) -> Choices:
        return Choices(**self.fields())


class JudgedShape(Shape):
    """A row of a file and the outcome of importing it; `place` is its line."""

    place: int
    outcome: Literal["new", "updated", "known", "probable", "changed", "refused"]
    reason: str
    booked_on: dt.date | None
    amount: Amount | None
    description: str
    codes: CodesShape

    @classmethod
    def of(cls, judged: Judged) -> "JudgedShape":
        codes = CodesShape(**judged.row.codes.as_json())
        return cls.taken(judged.row, outcome=judged.outcome, reason=judged.reason, codes=codes)


class BreakShape(Shape):
    """A balance of the file that its rows do not lead to; `place` is its line, 0 for the closing balance of the whole file."""

    place: int
    expected: Amount
    stated: Amount


class MirroredEntryShape(Shape):
    """The values of an entry before or after a change."""

    booked_on: dt.date
    amount: Amount
    description: str
    reference: str
    number: str
    status: Status
    is_excluded: bool


class MirrorChangeShape(Shape):
    """An entry that the file, as the whole of its period, has otherwise (`place` is its line) or lacks (0). `after` is null if the entry
    stays as it is, and `obstacle` the reason."""

    entry: UUID
    place: int
    before: MirroredEntryShape
    after: MirroredEntryShape | None
    obstacle: str

    @classmethod
    def of(cls, change: MirrorChange) -> "MirrorChangeShape":
        after = None if change.obstacle else MirroredEntryShape.taken(change.after)
        return cls.taken(change, entry=change.before.pk, before=MirroredEntryShape.taken(change.before), after=after)


class ProvingRowShape(Shape):
    """A printed row, with the page of its document."""

    statement_import: UUID
    filename: str
    page: int
    booked_on: dt.date | None
    amount: Amount
    description: str


class CorrectionShape(Shape):
    """An entry to correct in the program that the books come from. `before` is the entry there, null to add it; `after` as it is here, null
    to delete it there. `mark` seals both: send it to settle exactly this. `printed` is the row that the entry is matched with."""

    entry: UUID
    external_id: str
    task: Literal["add", "change", "delete"]
    to_do: str
    why: str
    before: MirroredEntryShape | None
    after: MirroredEntryShape | None
    changed_at: dt.datetime | None
    mark: str
    printed: ProvingRowShape | None

    @classmethod
    def of(cls, correction: Correction) -> "CorrectionShape":
        before, after = correction.before, correction.after
        return cls.taken(
            correction,
            external_id=(before or after or Transaction()).external_id,
            before=MirroredEntryShape.taken(before) if before else None,
            after=MirroredEntryShape.taken(after) if after else None,
            changed_at=correction.change.at if correction.change else None,
            printed=ProvingRowShape.taken(correction.row) if correction.row else None,
        )


class CorrectionSent(Sent):
    """`mark` is that of the listed correction."""

    mark: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class LedgerImportShape(Shape):
    """A file for an account. `shown` seals the rows to import: send it to confirm exactly those. `questions` have to be answered first.
    `rows` are the first 200 that are not simply known. Of the `counts`, `absent` are entries that an earlier file added and this one,
    for the same days, no longer has; `updated` are entries that take the row's values, such as pending ones that are booked or void now.
    `changes` are all changes of a file that is the whole of its period. `breaks` are balances of the file that do
    not follow from its rows, `notes` are sentences about what was passed over."""

    id: UUID
    account: UUID
    filename: str
    format: str
    status: Literal["shown", "confirmed", "undone"]
    in_work: bool
    questions: list[str]
    counts: dict[str, int]
    rows: list[JudgedShape]
    shown: str | None
    leads_to: Amount | None
    difference: Amount | None
    warnings: list[str]
    notes: list[str]
    breaks: list[BreakShape]
    changes: list[MirrorChangeShape]
    outcome: dict[str, Any] | None

    @classmethod
    def waiting(cls, preview: Preview) -> "LedgerImportShape":
        ledger_import = preview.ledger_import
        counts = {outcome: len(preview.of(outcome)) for outcome in ("new", "updated", "known", "probable", "changed", "refused")}
        rows = [JudgedShape.of(judged) for judged in preview.judged if judged.outcome != "known"][:200]
        return cls.taken(
            ledger_import,
            account=ledger_import.account_id,
            in_work=False,
            questions=list(preview.questions),
            counts=counts | {"absent": preview.absent.count},
            rows=rows,
            shown=preview.shown,
            leads_to=preview.leads_to(),
            difference=preview.difference,
            warnings=preview.warnings,
            notes=preview.notes,
            breaks=[BreakShape.taken(one_break) for one_break in preview.breaks[:200]],
            changes=[MirrorChangeShape.of(change) for change in (preview.mirror.changes if preview.mirror else ())],
            outcome=None,
        )

    @classmethod
    def done(cls, ledger_import: LedgerImport) -> "LedgerImportShape":
        """Return the shape of a file that is being worked on, imported or undone: its rows are in the books."""
        none: dict[str, Any] = {"questions": [], "counts": {}, "rows": [], "shown": None, "leads_to": None, "difference": None}
        head: dict[str, Any] = {
            "account": ledger_import.account_id,
            "in_work": bool(ledger_import.asked),
            "warnings": [],
            "notes": [],
            "breaks": [],
            "changes": [],
            "outcome": ledger_import.answered or None,
        }
        return cls.taken(ledger_import, **head, **none)


class ConfirmSent(Sent):
    """`shown` is the seal of the fetched rows; `also` are the places of rows that are probably there already and are to be added anyway."""

    shown: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    also: Annotated[list[Annotated[int, Field(ge=0, le=10_000_000, strict=True), WHOLE]], Field(max_length=100_000)] = []


class PayoutShape(Shape):
    """A payout: `gross` and `refunds` less `fees` are `net`. It does not hold, and explains no row, if `stated` is another total."""

    id: UUID
    reference: str
    paid_on: dt.date
    net: Amount
    gross: Amount
    refunds: Amount
    fees: Amount
    stated: Amount | None
    holds: bool
    payments: int
    file: str

    @classmethod
    def of(cls, payout: ProcessorPayout) -> "PayoutShape":
        return cls.taken(payout, payments=len(payout.parts), file=payout.filename)


class StoredPayoutsShape(Shape):
    """Numbers of payouts of a report: added, known already, and of the added ones those that do not add up."""

    added: int
    known: int
    wrong: int
    notes: list[str]
