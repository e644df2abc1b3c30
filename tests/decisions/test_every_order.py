"""Everything that a person can do with the statements of an account, in every order: upload, correct, confirm, decide, withdraw, add to
the books, undo, sign off, lock, reopen, discard, take back, upload copies and contradictions, edit entries and accounts.

Services are called as the views call them, by an owner. A refusal by their own errors is a legal outcome and leaves nothing.
"""

import datetime as dt
import hashlib
import os
from collections.abc import Callable
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from finance import entries as entries_by_hand
from finance.accounts import change_account
from finance.models import Account, Transaction
from finance.models.ledger import snapshot
from people.models import AuditEntry, Membership, Organization
from people.refusal import Refusal
from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.questions import AmbiguousGroup, confirm, confirm_all, confirm_pairs, deny, entries_named
from reconciliation.decisions.reading import (
    add_row,
    adopt_opening,
    answer_mark,
    confirm_reading,
    correct_statement,
    decided_statement,
    replace_statement,
)
from reconciliation.decisions.rows import correct_line, pair, pair_with_difference, set_row_aside, undo_each_other, unpair
from reconciliation.decisions.waivers import acknowledge, excuse
from reconciliation.models import Decision, Posting, Recheck, Statement, StatementImport
from reconciliation.posting.publishing import add_missing, publish
from reconciliation.posting.undoing import undo
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.printed.digest import digest_of_statement
from reconciliation.proof.check import check_proof
from reconciliation.proof.write import proof_of
from reconciliation.reconcile.answers import asks_about_names
from reconciliation.reconcile.build_answer import compose
from reconciliation.reconcile.conclusions import Binding, Status, standing_of
from reconciliation.reconcile.decisions import digest_as_decided, printed_as_decided
from reconciliation.reconcile.persist import outcome
from reconciliation.reconcile.rechecks import weigh_again
from reconciliation.reconcile.reconcile_accounts import Settlement, accounts_at_stake, settle
from reconciliation.signoff.drift import drift_since, moved_since
from reconciliation.signoff.services import lock, note, prepare, reopen, review, sign_off
from reconciliation.storage import archive
from reconciliation.uploads.services import (
    cancel,
    choose_account,
    compare_again,
    discard,
    process_again,
    read_as_statement,
    receive_statement,
    start_account_from_statement,
    take_back,
)
from reconciliation.verification.verdict import FACTS
from tests.decisions.every_order import DOCUMENTS, PAPER_OF, books, work_on
from tests.factories import MembershipFactory, OrganizationFactory

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
NUMBERS = st.integers(0, 5)
"""Chooses among the existing rows, of any number."""
AMOUNTS = st.sampled_from(["read", "printed", "-250.14", "41.37", "0.00"])
CENT = Decimal("0.01")
UPLOADED = st.sampled_from([0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6])
EXAMPLES, STEPS = int(os.environ.get("ORDERS", "6")), 30
"""Few of them in `make test`; `make test-orders` takes more, with the same machine."""
Chosen = tuple[StatementImport, Statement, Json]


class EveryOrder(RuleBasedStateMachine):
    @initialize(
        missing=st.sets(st.integers(0, 10), max_size=4),
        misses_a_cent=st.booleans(),
        prepares=st.booleans(),
        documents=st.lists(UPLOADED, max_size=3),
    )
    def start(self, missing: set[int], misses_a_cent: bool, prepares: bool, documents: list[int]) -> None:
        self.ours: Organization = OrganizationFactory.create(prepares_matched=prepares)
        self.account = books(self.ours, missing, misses_a_cent=misses_a_cent)
        self.member: Membership = MembershipFactory.create(organization=self.ours, role=Role.OWNER)
        self.owner: User = self.member.user
        self.steps = 0
        self.counts: dict[str, int] = {}
        self.read: dict[UUID, list[tuple[Any, ...]]] = {}
        for document in (0, *documents):
            self.upload(document, at_once=True)

    # Acts ----------------------------------------------------------------------------------------

    def act(self, service: Callable[..., Any], *, moves_books: bool = False, **arguments: Any) -> Any:
        """Call the service as the owner and return its result, or None if it refuses. Then do the work that the change has queued."""
        before = self.ledger()
        result, refused = None, False
        try:
            with transaction.atomic():
                result = service(**arguments)
        except (Refusal, ValidationError):  # an account's form answers the second
            refused = True
        if refused or not moves_books:
            assert self.ledger() == before, f"{service.__name__} changed the books"
        for account in list(Recheck.objects.of(self.ours).values_list("account", flat=True)):
            weigh_again(account)
        return result

    def ledger(self) -> dict[UUID, Json]:
        rows = Transaction.objects.of(self.ours).select_related("account")
        return {row.pk: snapshot(row) | {"locked_by": ""} for row in rows}

    def imports(self) -> list[StatementImport]:
        return list(StatementImport.objects.of(self.ours).order_by("uploaded_at", "pk"))

    def document(self, number: int) -> StatementImport:
        found = self.imports()
        return found[number % len(found)]

    def choose(self, number: int) -> Chosen | None:
        """A statement with its answer, or None if no document has one."""
        found = [each for each in self.imports() if each.reconciliation and each.reconciliation["statements"]]
        if not found:
            return None
        chosen = found[number % len(found)]
        statement = chosen.statements.select_related("statement_import", "account").get(number=0)
        return chosen, statement, self.answer(chosen)["statements"][0]

    @staticmethod
    def answer(statement_import: StatementImport) -> Json:
        """The stored answer of a document that has one."""
        assert statement_import.reconciliation is not None
        return dict(statement_import.reconciliation)

    def looked_at(self) -> StatementImport:
        """The document whose page is opened after this step: each in its turn."""
        return self.document(self.steps)

    def entry(self, number: int) -> Transaction | None:
        found = list(Transaction.objects.of(self.ours).select_related("account").order_by("booked_on", "amount_minor", "pk"))
        return found[number * 5 % len(found)] if found else None

    # Documents -----------------------------------------------------------------------------------

    @rule(document=UPLOADED, at_once=st.sampled_from([True, True, True, False]))
    def upload(self, document: int, at_once: bool) -> None:
        arguments: Json = {"channel": StatementImport.Channel.WEB, "filename": f"{document}.pdf", "pdf": DOCUMENTS[document]}
        received = self.act(receive_statement, organization=self.ours, uploaded_by=self.owner, **arguments)
        if received and at_once:
            work_on(received.statement_import)

    @rule()
    def workers_work(self) -> None:
        for each in self.imports():
            work_on(each)

    @rule(number=NUMBERS, step=st.sampled_from([discard, discard, take_back, cancel, process_again, compare_again, read_as_statement]))
    def handle_document(self, number: int, step: Callable[..., Any]) -> None:
        more: Json = {"reason": "Not ours"} if step is discard else {}
        self.act(step, statement_import=self.document(number), actor=self.owner, **more)

    @rule(number=NUMBERS, savings=st.booleans(), confirmed=st.booleans())
    def choose_account(self, number: int, savings: bool, confirmed: bool) -> None:
        account = Account.objects.of(self.ours).get(name="Savings" if savings else "Household")
        self.act(choose_account, statement_import=self.document(number), account=account, actor=self.owner, confirmed=confirmed)

    @precondition(lambda self: not Account.objects.of(self.ours).filter(name="Started").exists())
    @rule(number=NUMBERS)
    def start_account(self, number: int) -> None:
        if chosen := self.choose(number):
            self.act(start_account_from_statement, moves_books=True, statement=chosen[1], name="Started", actor=self.owner)
            self.compare_all()

    def compare_all(self) -> None:
        """Compare each document again. Which account a statement is of is decided by runs of its own, not when the accounts change."""
        for each in self.imports():
            self.act(compare_again, statement_import=each, actor=self.owner)

    # The reading ---------------------------------------------------------------------------------

    @rule(number=NUMBERS, row=NUMBERS, amount=AMOUNTS, day=st.sampled_from([None, 7]), balance=st.booleans())
    def correct_row(self, number: int, row: int, amount: str, day: int | None, balance: bool) -> None:
        chosen = self.choose(number)
        if chosen is None or not (lines := list(chosen[1].lines.all())):
            return
        line, paper = lines[row % len(lines)], PAPER_OF[chosen[0].sha256]
        printed = paper.rows[line.number % len(paper.rows)]
        typed = line.amount if amount == "read" else Decimal(printed[2] if amount == "printed" else amount)
        values: Json = {"amount": typed}
        if day and line.date:
            values["date"] = line.date.replace(day=day)
        if balance and line.balance is not None:
            values["balance"] = line.balance + (typed - line.amount)
        self.act(correct_line, statement=chosen[1], line=line.number, actor=self.owner, **values)

    @rule(number=NUMBERS, row=NUMBERS)
    def set_aside(self, number: int, row: int) -> None:
        chosen = self.choose(number)
        if chosen and (lines := list(chosen[1].lines.all())):
            self.act(set_row_aside, statement=chosen[1], line=lines[row % len(lines)].number, actor=self.owner)

    @rule(number=NUMBERS, cents=st.sampled_from([0, 0, 1]), sides=st.sampled_from(["both", "opening", "closing"]))
    def type_balances(self, number: int, cents: int, sides: str) -> None:
        if chosen := self.choose(number):
            paper = PAPER_OF[chosen[0].sha256]
            values: Json = {"opening": Decimal(paper.opening) + cents * CENT, "closing": paper.closing_balance + cents * CENT}
            values = {side: value for side, value in values.items() if sides in {"both", side}}
            self.act(correct_statement, statement=chosen[1], actor=self.owner, **values)

    @rule(
        number=NUMBERS,
        values=st.sampled_from(
            [{"turned": True}, {"turned": False}, {"not_printed": ("closing",)}, {"number": "9876"}, {"currency": "USD"}]
        ),
    )
    def correct_head(self, number: int, values: Json) -> None:
        if chosen := self.choose(number):
            self.act(correct_statement, statement=chosen[1], actor=self.owner, **values)

    @rule(number=NUMBERS, days=st.sampled_from([0, 1, -1]), end=st.sampled_from(["first", "last"]))
    def correct_days(self, number: int, days: int, end: str) -> None:
        if chosen := self.choose(number):
            paper = PAPER_OF[chosen[0].sha256]
            values: Json = {end: (paper.first if end == "first" else paper.last) + dt.timedelta(days=days)}
            self.act(correct_statement, statement=chosen[1], actor=self.owner, **values)

    @rule(number=NUMBERS, mark=st.sampled_from([0, 0, None]), amount=st.sampled_from(["-5.00", "-93.07"]), day=st.integers(1, 28))
    def type_row(self, number: int, mark: int | None, amount: str, day: int) -> None:
        if chosen := self.choose(number):
            first = PAPER_OF[chosen[0].sha256].first
            values: Json = {"amount": Decimal(amount), "date": first.replace(day=day), "description": "Kiosk", "mark": mark}
            self.act(add_row, statement=chosen[1], actor=self.owner, **values)

    @rule(number=NUMBERS, mark=st.integers(0, 1), says=st.sampled_from(["nothing", "note"]))
    def answer_mark(self, number: int, mark: int, says: str) -> None:
        if chosen := self.choose(number):
            self.act(answer_mark, statement=chosen[1], actor=self.owner, mark=mark, says=says)

    @rule(number=NUMBERS, finishes=st.booleans())
    def confirm_reading(self, number: int, finishes: bool) -> None:
        if chosen := self.choose(number):
            shown = digest_of_statement(decided_statement(chosen[1]))
            self.act(confirm_reading, statement=chosen[1], actor=self.owner, digest=shown)
            if finishes:
                self.sign(number, "sign_off", checks=True)

    # Decisions -----------------------------------------------------------------------------------

    @rule(number=NUMBERS, place=NUMBERS, step=st.sampled_from([confirm, confirm, deny, add_missing]))
    def answer_question(self, number: int, place: int, step: Callable[..., Any]) -> None:
        chosen = self.choose(number)
        if chosen is None or not (asked := chosen[2]["ambiguous"]):
            return
        item = asked[place % len(asked)]
        question = AmbiguousGroup(tuple(item["lines"]), tuple(item["transactions"]))
        self.act(step, moves_books=step is add_missing, statement=chosen[1], question=question, actor=self.owner)

    @rule(number=NUMBERS, left_out=NUMBERS)
    def answer_all(self, number: int, left_out: int) -> None:
        chosen = self.choose(number)
        if chosen is None:
            return
        pairs = [(item["lines"][0], item["transactions"][0]) for item in chosen[2]["ambiguous"] if asks_about_names(item)]
        self.act(
            confirm_pairs, statement=chosen[1], pairs=[each for place, each in enumerate(pairs) if place != left_out], actor=self.owner
        )
        self.act(confirm_all, statement=chosen[1], actor=self.owner)

    @rule(number=NUMBERS, row=NUMBERS, entry=NUMBERS, step=st.sampled_from([pair, pair, unpair, pair_with_difference, undo_each_other]))
    def pair_rows(self, number: int, row: int, entry: int, step: Callable[..., Any]) -> None:
        chosen = self.choose(number)
        if chosen is None or not (lines := list(chosen[1].lines.all())):
            return
        line = lines[row % len(lines)].number
        in_account = list(Transaction.objects.of(self.ours).filter(account=chosen[1].account).order_by("booked_on", "pk"))
        if not in_account:
            return
        # of one step's numbers, most mean the entry of the same amount if there is one
        equal = [each for each in in_account if each.amount == lines[row % len(lines)].amount]
        entries = [equal[0] if equal and entry % 2 else in_account[entry * 3 % len(in_account)]]
        arguments: Json = {"lines": [line], "entries": entries}
        if step is pair_with_difference:
            arguments["booked_to"] = "Bank charges"
        if step is undo_each_other:
            arguments = {"entries": [*entries, in_account[row % len(in_account)]]}
        self.act(step, moves_books=step is pair_with_difference, statement=chosen[1], actor=self.owner, **arguments)

    @rule(number=NUMBERS, kind=st.sampled_from(["outstanding", "difference", "ignored", "bank_error", "opening"]), place=NUMBERS)
    def waive(self, number: int, kind: str, place: int) -> None:
        chosen = self.choose(number)
        if chosen is None:
            return
        answer, arguments = chosen[2], Json()
        rows = [item["line"] for item in answer["new"]]
        names = [item["transaction"] for item in answer["missing"]]
        pairs = [(item["line"], item["transaction"]) for item in answer["differing"]]
        if kind == "outstanding" or (kind == "difference" and not rows):
            arguments = {"entries": entries_named(chosen[1], names[place % len(names) :][:1]) if names else []}
        elif kind == "difference" and pairs:
            line, name = pairs[place % len(pairs)]
            arguments = {"lines": [line], "entries": entries_named(chosen[1], [name])}
        elif kind != "opening":
            arguments = {"lines": rows[place % len(rows) :][:1] if rows else []}
        arguments["kind"] = "difference" if kind == "opening" else kind
        self.act(excuse, statement=chosen[1], actor=self.owner, reason="It is known", **arguments)

    @rule(number=NUMBERS, place=NUMBERS)
    def acknowledge(self, number: int, place: int) -> None:
        chosen = self.choose(number)
        if chosen and (facts := [reason for reason in chosen[2]["reasons"] if reason in FACTS]):
            self.act(acknowledge, statement=chosen[1], fact=facts[place % len(facts)], actor=self.owner, reason="It is known")

    @rule(number=NUMBERS, other=NUMBERS)
    def replace(self, number: int, other: int) -> None:
        chosen, replaced = self.choose(number), self.choose(other)
        if chosen and replaced:
            self.act(replace_statement, statement=chosen[1], replaced=replaced[1], actor=self.owner, reason="It was printed again")

    @rule(number=NUMBERS)
    def adopt(self, number: int) -> None:
        if chosen := self.choose(number):
            self.act(adopt_opening, statement=chosen[1], actor=self.owner)

    @rule(place=st.integers(0, 30))
    def withdraw(self, place: int) -> None:
        standing = list(Decision.objects.of(self.ours).standing())
        if standing:
            decision = standing[-1 - place % len(standing)]
            moves_books = "difference" in decision.after
            self.act(withdraw_decision, moves_books=moves_books, decision=decision, actor=self.owner)

    # Books ---------------------------------------------------------------------------------------

    @rule(number=NUMBERS, row=st.sampled_from([None, None, 0, 1, 2]))
    def add_to_books(self, number: int, row: int | None) -> None:
        chosen = self.choose(number)
        if chosen is None:
            return
        before, confirmed = self.ledger(), printed_as_decided(chosen[0])[0]
        lines = None if row is None else [row]
        published = self.act(publish, moves_books=True, statement=chosen[1], actor=self.owner, lines=lines)
        postings = published.postings if published else ()
        after = self.ledger()
        assert {key: row for key, row in before.items() if key in after} == {key: row for key, row in after.items() if key in before}
        assert after.keys() - before.keys() == {posting.entry for posting in postings}
        for posting in postings:
            units = after[posting.entry]["amount_minor"]
            assert units == int(confirmed.lines[posting.line_number].amount * 100)

    @rule(number=NUMBERS)
    def take_out(self, number: int) -> None:
        document, before = self.document(number), self.ledger()
        postings = Posting.objects.of(self.ours).filter(statement_import=document).standing()
        added = set(postings.values_list("entry", flat=True))
        undone = self.act(undo, moves_books=True, statement_import=document, actor=self.owner)
        gone = added if undone else set()
        assert self.ledger() == {key: row for key, row in before.items() if key not in gone}

    @rule(place=NUMBERS, change=st.sampled_from(["amount", "text", "void", "day", "delete"]))
    def edit_entry(self, place: int, change: str) -> None:
        entry = self.entry(place)
        if entry is None:
            return
        if change == "delete":
            self.act(entries_by_hand.delete, moves_books=True, entry=entry, by=self.owner)
            return
        changes: dict[str, Json] = {
            "amount": {"amount": entry.amount + CENT},
            "text": {"description": "Somewhere else"},
            "void": {"status": "posted" if entry.status == "void" else "void"},
            "day": {"booked_on": entry.booked_on + dt.timedelta(days=20)},
        }
        fields = changes[change]
        self.act(entries_by_hand.edit, moves_books=True, entry=entry, by=self.owner, **fields)

    @rule(number=NUMBERS, row=NUMBERS)
    def enter_what_is_printed(self, number: int, row: int) -> None:
        chosen = self.choose(number)
        if chosen and chosen[1].account and (new := chosen[2]["new"]):
            line = chosen[1].lines.get(number=new[row % len(new)]["line"])
            fields = {"booked_on": line.date, "amount": line.amount, "description": line.description}
            self.act(entries_by_hand.enter, moves_books=True, account=chosen[1].account, by=self.owner, **fields)

    @rule(
        change=st.sampled_from(
            [
                {"opening_balance": Decimal("1000.01")},
                {"opening_balance": Decimal("1000.00")},
                {"opening_balance": None},
                {"number": "7777"},
                {"number": "1234"},
                {"locked_until": dt.date(2026, 1, 31)},
                {"locked_until": None},
                {"name": "Household"},
            ]
        )
    )
    def edit_account(self, change: Json) -> None:
        account = Account.objects.of(self.ours).get(pk=self.account.pk)
        self.act(change_account, account=account, by=self.owner, **change)
        if "number" in change:
            self.compare_all()

    # Sign-off ------------------------------------------------------------------------------------

    @rule(
        number=NUMBERS,
        step=st.sampled_from(["sign_off", "sign_off", "prepare", "review", "lock"]),
        checks=st.sampled_from([True, True, False]),
    )
    def sign(self, number: int, step: str, checks: bool) -> None:
        chosen = self.choose(number)
        if chosen is None:
            return
        late = [item["transaction"] for item in chosen[2]["missing"] if item["kind"] == "outstanding"]
        more: Json = {"confirmed": late, "ends_checked": True} if checks and step in {"sign_off", "prepare"} else {}
        steps: dict[str, Callable[..., Any]] = {"sign_off": sign_off, "prepare": prepare, "review": review, "lock": lock}
        taken = self.act(steps[step], statement=chosen[1], actor=self.owner, **more)
        if taken:
            assert (taken.statement_import_id, taken.statement_number) == (chosen[0].pk, 0)
            assert (taken.document, taken.digest) == (chosen[0].sha256, digest_as_decided(chosen[1]))
            prepared = standing_of(chosen[1]).prepared
            assert prepared is not None
            assert not drift_since(prepared)

    @rule(number=NUMBERS, step=st.sampled_from([reopen, reopen, note]))
    def reopen_or_file(self, number: int, step: Callable[..., Any]) -> None:
        if chosen := self.choose(number):
            self.act(step, statement=chosen[1], actor=self.owner, reason="Once more")

    # Invariants ----------------------------------------------------------------------------------

    @precondition(lambda self: hasattr(self, "counts"))
    @invariant()
    def nothing_is_lost(self) -> None:
        counted = {
            "imports": StatementImport.objects.of(self.ours).count(),
            "decisions": Decision.objects.of(self.ours).count(),
            "postings": Posting.objects.of(self.ours).count(),
            "acts": AuditEntry.objects.of(self.ours).count(),
        }
        assert all(counted[name] >= count for name, count in self.counts.items())
        self.counts = counted
        for each in self.imports():
            assert hashlib.sha256(archive.fetch(self.ours, each.stored_as)).hexdigest() == each.sha256
            for statement in each.statements.all():
                lines = statement.lines.filter(added=False).order_by("number")
                rows = [(line.number, line.date, line.amount, line.description, line.balance) for line in lines]
                assert rows == self.read.setdefault(each.pk, rows)
                assert len(rows) == len(PAPER_OF[each.sha256].rows)

    @precondition(lambda self: hasattr(self, "counts"))
    @invariant()
    def what_is_stored_is_what_would_be_found_today(self) -> None:
        settlements: dict[frozenset[str], Settlement] = {}
        for each in StatementImport.objects.of(self.ours).finished():
            printed = printed_as_decided(each)
            accounts = frozenset(accounts_at_stake(each, printed))
            if accounts not in settlements or not settlements[accounts].of(each):
                settlements[accounts] = settle(each, accounts, since=dt.date.min)
            settlement = settlements[accounts]
            settled, stored = settlement.of(each), self.answer(each)
            fresh = compose(each, [one.answer for one in settled], printed, stored)
            assert self.without_moves(each, stored) == self.without_moves(each, fresh)
            columns = outcome(fresh, printed, each)
            del columns["finished_at"]
            assert {name: getattr(each, name) for name in columns} == columns
            for one, statement in zip(settled, each.statements.order_by("number"), strict=True):
                self.evidence_agrees(one, statement, settlement)

    def without_moves(self, statement_import: StatementImport, answer: Json) -> Json:
        """Return the answer without `relied_on` if a decision moved a statement of another document to another account. Findings on that
        document rely on it and on others; a later answer no longer has it."""
        others = Decision.objects.of(self.ours).exclude(statement_import=statement_import)
        if not any(each.kind == "account" or {"number", "currency"} & set(each.after) for each in others):
            return answer
        return answer | {"statements": [each | {"relied_on": []} for each in answer["statements"]]}

    def evidence_agrees(self, settled: Any, statement: Statement, settlement: Any) -> None:
        verdict, ledger = settled.verdict, settlement.ledger
        assert statement.account == ledger.account(verdict.account_id)
        assert (statement.verdict, statement.set_aside) == (str(verdict.verdict), verdict.set_aside)
        as_decided = settled.printed
        assert (statement.opening_balance, statement.closing_balance) == (as_decided.opening_balance, as_decided.closing_balance)
        assert (statement.period_start, statement.period_end) == (as_decided.period_start, as_decided.period_end)
        assert statement.lines.count() == len(as_decided.lines)
        matches = statement.matches.prefetch_related("lines", "transactions")
        pairs = {
            (frozenset(line.number for line in match.lines.all()), frozenset(entry.pk for entry in match.transactions.all()))
            for match in matches
        }
        groups: dict[tuple[str, ...], set[int]] = {}
        for item in verdict.matched:
            groups.setdefault(item.transactions, set()).add(item.line)
        found = [(lines, names) for names, lines in groups.items()]
        found += [({differing.line}, (differing.transaction,)) for differing in verdict.differing]
        account = verdict.account_id or ""
        assert pairs == {(frozenset(lines), frozenset(ledger.transactions[account, name] for name in names)) for lines, names in found}

    @precondition(lambda self: hasattr(self, "counts"))
    @invariant()
    def a_proof_is_of_what_is_printed(self) -> None:
        for each in StatementImport.objects.of(self.ours).finished():
            for answer, decided in zip(self.answer(each)["statements"], printed_as_decided(each), strict=True):
                if answer["reading_confirmed"]:
                    assert answer["verdict"] != "matched"
                if answer["verdict"] != "matched":
                    continue
                paper = PAPER_OF[each.sha256]
                assert [line.amount for line in decided.lines if line.amount] == [Decimal(amount) for _, _, amount in paper.rows]
                assert (decided.opening_balance, decided.closing_balance) == (Decimal(paper.opening), paper.closing_balance)
                confirmations = Decision.objects.of(self.ours).filter(kind=Decision.Kind.READING_CONFIRMED)
                assert not {str(pk) for pk in confirmations.values_list("pk", flat=True)} & set(answer["relied_on"])

    @precondition(lambda self: hasattr(self, "counts"))
    @invariant()
    def no_conclusion_shows_on_anything_else(self) -> None:
        self.steps += 1
        for each in self.imports():
            answers = (each.reconciliation or {}).get("statements", [])
            shows = each == self.looked_at() and each.reconciliation is not None
            sheets = {sheet.statement.number: sheet for sheet in sheets_of(each, self.member)} if shows else {}
            for statement in each.statements.select_related("statement_import", "account"):
                if not standing_of(statement).steps:
                    assert answers[statement.number : statement.number + 1] == [] or answers[statement.number]["status"] == Status.OPEN
                    continue
                standing = standing_of(statement)
                answer = answers[statement.number] if statement.number < len(answers) else None
                shown = Status(answer["status"]) if answer else Status.OPEN
                prepared = standing.prepared
                assert shown in {standing.status, Status.OPEN} or each.status in {"pending", "processing"}
                if shown.finished and each.status not in {"pending", "processing"}:
                    assert prepared is not None
                if prepared is None:
                    continue
                assert (prepared.document, prepared.statement_import_id) == (each.sha256, each.pk)
                today = digest_as_decided(statement)
                if today != prepared.digest:
                    drift = drift_since(prepared, Binding(each.sha256, today))
                    assert drift.changes[0].kind == "statement"
                    if each.status in {"review", "complete"}:
                        assert each.pk in moved_since(self.ours, [each.pk])
                signing = sheets[statement.number].signing if statement.number in sheets else None
                if signing is not None:
                    assert bool(signing.drift) == bool(drift_since(prepared, Binding(each.sha256, today)))
                    assert not signing.drift or each.sign_off == "", "the list shows it as closed, and its page that it changed"

    def teardown(self) -> None:
        if hasattr(self, "counts"):
            for each in StatementImport.objects.of(self.ours).finished():
                for sheet in sheets_of(each, self.member):
                    findings = check_proof(proof_of(sheet), document=archive.fetch(self.ours, each.stored_as))
                    assert not findings, findings


class Undisturbed(EveryOrder):
    """Each example rolls back its changes: one follows another in the transaction of the test."""

    def __init__(self) -> None:
        super().__init__()
        self._atomic = transaction.atomic()
        self._atomic.__enter__()

    def teardown(self) -> None:
        try:
            super().teardown()
        finally:
            transaction.set_rollback(True)
            self._atomic.__exit__(None, None, None)


@pytest.mark.slow
def test_every_order_of_acts_keeps_conclusions_verdicts_and_rows_right() -> None:
    run_state_machine_as_test(Undisturbed, settings=settings(max_examples=EXAMPLES, stateful_step_count=STEPS))
