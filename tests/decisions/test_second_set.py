"""Real statements of banks that the reader had not been made for, with right books: a person finishes each of them.

After the upload at most three acts sign off a statement whose rows were read right. One that was misread is signed off after its rows and
balances were corrected. `pytest --log-cli-level=INFO` shows the acts of each document."""

import datetime as dt
import json
import logging
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from finance.loading import load_ledger
from finance.models import Account
from people.models import Membership, Organization
from people.refusal import Refusal
from people.roles import Role
from reconciliation.decisions.questions import AmbiguousGroup, confirm, confirm_all, confirm_pairs
from reconciliation.decisions.reading import add_row, answer_mark, confirm_reading, correct_statement, decided_statement
from reconciliation.decisions.rows import correct_line
from reconciliation.decisions.waivers import excuse
from reconciliation.models import Statement, StatementImport
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.answers import asks_about_names
from reconciliation.reconcile.conclusions import standing_of
from reconciliation.signoff.services import sign_off
from reconciliation.uploads.services import choose_account, discard
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.uploads import processed
from tests.shared_statements import STATEMENTS, documents

logger = logging.getLogger(__name__)
Json = dict[str, Any]
SECOND = documents("second")
pytestmark = [
    pytest.mark.shared,
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.skipif(not SECOND, reason="the real statements are not beside the project"),
]
MOST_ACTS = 3
"""Acts after the upload by which a statement that was read right is signed off."""


def truth_of(document: Json) -> list[Json]:
    accounts: list[Json] = json.loads((STATEMENTS / document["truth"]).read_text())["accounts"] if document["truth"] else []
    return accounts


def load_right_books(organization: Organization, document: Json) -> list[Account]:
    """One account for each of the document, with an entry for each printed row, as the truth has it."""
    accounts = []
    for place, truth in enumerate(truth_of(document)):
        days = [row["date"] for row in truth["transactions"] if row["date"]]
        digits = re.sub(r"\D", "", truth["account_hint"] or "")
        account = {
            "name": f"Account {place}",
            "kind": "checking",
            "currency": truth["currency"] or document["currency"],
            "institution": re.sub(r"\s*\(.*\)$", "", document["bank"]),
            "number": digits if len(digits) >= 4 else "",
            "opening_balance": truth["opening_balance"] or opening_of(truth),
            "opening_date": min([*days, *filter(None, (truth.get("period") or [None])[:1])]),
            "transactions": [
                {"id": f"{place}-{number}", "date": row["date"], "amount": row["amount"], "description": row.get("description") or "entry"}
                for number, row in enumerate(truth["transactions"])
            ],
        }
        accounts.append(account)
    load_ledger(books={"organizations": [{"slug": organization.slug, "accounts": accounts}]})
    return list(Account.objects.of(organization).order_by("name"))


def adds_up(truth: Json) -> bool:
    """True if the printed balances and rows agree, as far as the document prints both balances."""
    if truth["opening_balance"] is None or truth["closing_balance"] is None:
        return True
    return Decimal(opening_of(truth)) == Decimal(truth["opening_balance"])


def opening_of(truth: Json) -> str:
    """Return the opening balance that the closing one and the rows give."""
    return str(Decimal(truth["closing_balance"]) - sum((Decimal(row["amount"]) for row in truth["transactions"]), Decimal(0)))


def rows_of(printed: PrintedStatement) -> Counter[tuple[str | None, Decimal]]:
    return Counter((line.date.isoformat() if line.date else None, line.amount) for line in printed.lines)


def true_rows(truth: Json) -> Counter[tuple[str | None, Decimal]]:
    return Counter((row["date"], Decimal(row["amount"])) for row in truth["transactions"])


def is_read_right(printed: PrintedStatement, truth: Json) -> bool:
    balances = (("opening_balance", printed.opening_balance), ("closing_balance", printed.closing_balance))
    return rows_of(printed) == true_rows(truth) and all(
        truth[name] is None or read is None or read == Decimal(truth[name]) for name, read in balances
    )


class Person:
    """A person who finishes one document; the acts are counted."""

    def __init__(self, member: Membership, done: StatementImport) -> None:
        self.member, self.done, self.acts = member, done, list[str]()

    def act(self, name: str, service: Any, **arguments: Any) -> bool:
        """Return False if the act is refused; it is counted if it is not."""
        try:
            made = service(actor=self.member.user, **arguments)
        except Refusal as refusal:
            self.refused = f"{name}: {refusal}"
            return False
        if made == []:  # of several questions, none had a proposal
            return False
        self.acts.append(name)
        self.done.refresh_from_db()
        return True

    def statements(self) -> Iterator[tuple[Statement, Json]]:
        answers = (self.done.reconciliation or {})["statements"]
        for statement in self.done.statements.select_related("statement_import", "account").order_by("number"):
            yield statement, answers[statement.number]

    def finish(self, number: int) -> bool:
        """Do the acts that the page offers until the statement is signed off: sign off, answer questions, confirm the reading."""
        for _ in range(60):
            statement, answer = list(self.statements())[number]
            late = [item["transaction"] for item in answer["missing"] if item["kind"] == "outstanding"]
            if self.act("sign off", sign_off, statement=statement, confirmed=late, ends_checked=True):
                return True
            if not self.answer(statement, answer):
                return False
        return False

    def answer(self, statement: Statement, answer: Json) -> bool:
        pairs = [(item["lines"][0], item["transactions"][0]) for item in answer["ambiguous"] if asks_about_names(item)]
        if pairs:
            return self.act("all are the same payment", confirm_pairs, statement=statement, pairs=pairs)
        if answer["ambiguous"] and self.act("confirm all", confirm_all, statement=statement):
            return True
        for item in answer["ambiguous"]:
            question = AmbiguousGroup(tuple(item["lines"]), tuple(item["transactions"]))
            if self.act("choose among equal rows", confirm, statement=statement, question=question):
                return True
        printed = decided_statement(statement)
        for number in range(len(statement.unread)):
            if self.act("nothing", answer_mark, statement=statement, mark=number, says="nothing"):
                return True
        digest = digest_of_statement(printed)
        return self.act("confirm the reading", confirm_reading, statement=statement, digest=digest)

    def correct(self, number: int, truth: Json) -> None:
        """Correct misread rows, one by one, and type the rows that were not read."""
        statement = list(self.statements())[number][0]
        lines = list(decided_statement(statement).lines)
        missing = true_rows(truth) - rows_of(decided_statement(statement))
        surplus = rows_of(decided_statement(statement)) - true_rows(truth)
        for place, line in enumerate(lines):
            key = (line.date.isoformat() if line.date else None, line.amount)
            if not surplus[key]:
                continue
            surplus[key] -= 1
            likely = sorted(missing.elements(), key=lambda row: (row[1] != line.amount, row[0] != key[0], abs(row[1]) != abs(line.amount)))
            if not likely:  # the line is no row
                self.act("take a row away", correct_line, statement=statement, line=place, amount=Decimal("0.00"))
                continue
            missing[likely[0]] -= 1
            day = dt.date.fromisoformat(likely[0][0] or "")
            self.act("correct a row", correct_line, statement=statement, line=place, date=day, amount=likely[0][1])
        for day_text, amount in missing.elements():
            text = next(row.get("description") or "entry" for row in truth["transactions"] if Decimal(row["amount"]) == amount)
            day = dt.date.fromisoformat(day_text or "")
            self.act("add a row", add_row, statement=statement, amount=amount, date=day, description=text)
        balances = {name: truth[f"{name}_balance"] for name in ("opening", "closing") if truth[f"{name}_balance"]}
        self.act("type balances", correct_statement, statement=statement, **{name: Decimal(text) for name, text in balances.items()})

    def leave_to_others(self, number: int, truth: Json) -> None:
        """Accept the rows of other accounts, which the reader took for rows of this statement, as an exception."""
        while not {*list(self.statements())[number][1]["reasons"]} & {"reading_confirmed"}:
            statement, answer = list(self.statements())[number]
            if not self.answer(statement, answer):
                return
        statement, answer = list(self.statements())[number]
        own, others = true_rows(truth), list[int]()
        for place, line in enumerate(decided_statement(statement).lines):
            key = (line.date.isoformat() if line.date else None, line.amount)
            if own[key]:
                own[key] -= 1
            else:
                others.append(place)
        self.act("ignore rows", excuse, statement=statement, kind="ignored", lines=others, reason="They are of another account")


@pytest.mark.parametrize("document", SECOND, ids=[f"{place}-{each['kind']}" for place, each in enumerate(SECOND)])
def test_every_complete_statement_is_signed_off(document: Json) -> None:
    member = MembershipFactory.create(organization=OrganizationFactory.create(), role=Role.OWNER)
    accounts = load_right_books(member.organization, document)
    done = processed(member.organization, (STATEMENTS / document["path"]).read_bytes())
    person = Person(member, done)
    truths = truth_of(document)
    if not truths:
        assert not done.statements.exists()
        assert person.act("discard", discard, statement_import=done, reason="", not_a_statement=True)
        return
    assert done.statements.exists()
    if any(not statement.account for statement, _ in person.statements()):
        assert person.act("choose the account", choose_account, statement_import=done, account=accounts[0]), person.refused
    for number, (statement, answer) in enumerate(list(person.statements())):
        before, printed = len(person.acts), decided_statement(statement)
        merged = truths if done.statements.count() < len(truths) else [truths[number]]
        right = len(merged) == 1 and is_read_right(printed, truths[number])
        if len(merged) > 1:
            person.leave_to_others(number, truths[number])
        elif not right:
            person.correct(number, truths[number])
        corrected = len(person.acts)
        finished = person.finish(number)
        acts = dict(Counter(person.acts[before:]))
        logger.info("%s: read right: %s, %s %s, acts: %s", document["bank"], right, answer["verdict"], answer["reasons"], acts)
        if not adds_up(truths[number]):  # rows were removed from the document
            assert not finished
            assert person.refused == "confirm the reading: does_not_add_up"
            continue
        assert finished, (person.refused, acts, list(person.statements())[number][1]["reasons"])
        assert standing_of(statement).status.finished
        assert len(person.acts) - corrected <= MOST_ACTS or not right
