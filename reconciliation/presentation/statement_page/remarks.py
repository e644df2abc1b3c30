"""Remarks on a statement: warnings, other documents of its days (copies, the first that it repeats, contradictions row by row), facts
that a person may acknowledge, and printed values that differ from the account that a person chose."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Self

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.account_numbers import visible_end
from finance.models import Account
from reconciliation.models import Conclusion, Decision, Statement
from reconciliation.presentation.formats import figure
from reconciliation.presentation.labels.reading import FLAGS, remarks
from reconciliation.presentation.labels.verdicts import REASONS, ChecklistPoint, open_points
from reconciliation.presentation.statement_page.rows import RowSides, StatementRow, as_printed, load
from reconciliation.printed.statement import PrintedStatement
from reconciliation.reconcile.conclusions import SignOffState, StatementKey, earlier_are_signed, key_of
from reconciliation.verification.account_choice import number_of, printed_against
from reconciliation.verification.verdict import DEFINITE, UNDECIDED

Json = Mapping[str, Any]
Place = tuple[str, int]
"""(id of the import, number of the statement in it)."""
ACCOUNT = {"no_account", "account_unconfirmed", "currency_conflict"}
LISTED = {*DEFINITE, *UNDECIDED, *ACCOUNT, "outstanding_unproved"} - {"opening_differs", "opening_undecided", "totals_only"}
"""Reasons of the verdict that a list or a question of the page shows."""


@dataclass(frozen=True, slots=True)
class OtherBalance:
    """A balance as both documents print it; `row` is None for the opening and the closing balance, which `name` distinguishes."""

    here: Decimal | None
    there: Decimal | None
    name: str = ""
    row: StatementRow | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownContradiction:
    """Another document of the same days, and the differences. `counts` is true if this statement is the one that counts. `signed` is the
    step by which the other one was signed off or closed: it has to be reopened before this one can take its place."""

    other: Statement
    counts: bool
    only_here: list[StatementRow]
    only_there: list[StatementRow]
    balances: list[OtherBalance]
    signed: Conclusion | None = None

    @classmethod
    def of(cls, link: Json, other: Statement, sides: RowSides, standings: "Standings") -> Self:
        balances_there = [place for _here, place in link["other_balance"]]
        numbers = {*link["only_there"], *balances_there}
        there = {line.number: line for line in other.lines.filter(number__in=numbers)} if numbers else {}
        here = [number for number, _there in link["other_balance"]]
        load([(sides, [*link["only_here"], *here], ())])
        balances = [
            OtherBalance(_amount(link[name]["here"]), _amount(link[name]["there"]), name=name)
            for name in ("opening_balance", "closing_balance")
            if link[name]["here"] != link[name]["there"]
        ]
        for number, place in link["other_balance"]:
            if number in sides.read and place in there:
                balances.append(OtherBalance(sides.read[number].balance, there[place].balance, row=sides.printed([number])[0]))
        return cls(
            other=other,
            counts=link["counts"],
            only_here=sides.printed(link["only_here"]),
            only_there=[as_printed(there[number]) for number in link["only_there"] if number in there],
            balances=balances,
            signed=signed_step(other, standings),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """`first` is the statement that this one repeats, `newer` the one that replaced it; `copies` repeat this one. `first_signed` is the
    step by which the first one was signed off or closed."""

    first: Statement | None = None
    first_signed: Conclusion | None = None
    newer: Statement | None = None
    copies: Sequence[Statement] = ()
    contradictions: Sequence[ShownContradiction] = ()

    def __bool__(self) -> bool:
        return bool(self.first or self.newer or self.copies or self.contradictions)

    @property
    def is_set_aside(self) -> bool:
        """True if another statement of the same days counts, so that this one is not compared."""
        return bool(self.first or self.newer) or any(not contradiction.counts for contradiction in self.contradictions)


Standings = Mapping[StatementKey, SignOffState]


def signed_step(other: Statement | None, standings: Standings) -> Conclusion | None:
    """Return the last step of a statement that is signed off or closed, else None."""
    standing = standings.get(key_of(other)) if other else None
    return standing.last if standing and standing.status.concluded else None


def links_of(statement: Statement, verdict: Json, sides: RowSides, standings: Standings) -> Links:
    """Return the links. One query, none for a statement without links. A statement that was deleted since is left out."""
    same_as, newer = verdict.get("same_as"), verdict.get("replaced_by")
    copies, contradicts = verdict.get("copies", ()), verdict.get("contradicts", ())
    others = _statements(statement, filter(None, [same_as, newer, *copies, *contradicts]))
    first = others.get(_place(same_as)) if same_as else None
    return Links(
        first=first,
        first_signed=signed_step(first, standings),
        newer=others.get(_place(newer)) if newer else None,
        copies=[others[place] for place in map(_place, copies) if place in others],
        contradictions=[
            ShownContradiction.of(link, others[_place(link)], sides, standings) for link in contradicts if _place(link) in others
        ],
    )


def _place(link: Json) -> Place:
    return link["import"], link["statement"]


def _statements(statement: Statement, links: Iterable[Json]) -> dict[Place, Statement]:
    places = {_place(link) for link in links}
    if not places:
        return {}
    named = Q()
    for key, number in places:
        named |= Q(statement_import=key, number=number)
    statements = Statement.objects.of(statement.statement_import.organization).filter(named, account=statement.account)
    return {(str(other.statement_import_id), other.number): other for other in statements.select_related("statement_import", "account")}


def _amount(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFact:
    """A fact of the verdict that a person may acknowledge: its code, both balances that it is about, rows that another statement shows too,
    and the statements beside this one. `may_be` is false while an earlier statement has to be signed off first."""

    code: str
    says: str
    here: Decimal | None = None
    there: Decimal | None = None
    rows: Sequence[StatementRow] = ()
    others: Sequence[Statement] = ()
    may_be: bool = True


def asked_facts(statement: Statement, verdict: Json, codes: Iterable[str], sides: RowSides) -> list[AskedFact]:
    """Return these facts of a statement, weightiest first. One query, and two more if an earlier statement is not settled."""
    opening, broken = verdict["opening_balance"], verdict.get("chain_break")
    beside = {"chain_breaks": [broken] if broken else [], "overlaps": verdict.get("overlapped", [])}
    figures = {"chain_breaks": broken and broken["closing_balance"], "carried_over": opening["ledger"]}
    repeated = [row["line"] for row in verdict["new"] if row["repeats"]]
    load([(sides, repeated, ())])
    facts = []
    for code in codes:
        others = _statements(statement, beside.get(code, []))
        fact = AskedFact(
            code=code,
            says=str(REASONS[code].says),
            here=_amount(opening["statement"]) if figures.get(code) else None,
            there=_amount(figures.get(code)),
            rows=sides.printed(repeated) if code == "overlaps" else [],
            others=list(others.values()),
            may_be=code != "carried_over" or earlier_are_signed(statement),
        )
        facts.append(fact)
    return facts


BOTH = "both_contradict"
PLACE_OF = {"number": "account_number", "currency": "currency"}


@dataclass(frozen=True, slots=True)
class AccountRemark:
    """A printed number or currency that differs from the account, in a sentence. `place` is the code of its place on the page."""

    says: str
    place: str


@dataclass(frozen=True, slots=True)
class ChosenAccount:
    """The account that a person chose. `is_asked` is true if number and currency both differ, so that the choice must be confirmed."""

    account: Account
    remarks: list[AccountRemark]
    is_asked: bool


def chosen_account_of(statement: Statement, verdict: Mapping[str, Any], decisions: Collection[Decision]) -> ChosenAccount | None:
    """Return the account that a person chose for the statement, or None if code found it."""
    named = next((decision.account for decision in decisions if decision.kind == Decision.Kind.ACCOUNT and decision.account), None)
    why = verdict.get("account_why", "")
    if named is None or why not in {BOTH, "named"}:
        return None
    against = printed_against(
        hint=statement.account_hint,
        printed_currency=statement.currency,
        printed_sign=statement.currency_sign,
        number=named.number,
        currency=named.currency,
    )
    values = {"account": named.name, "number": named.masked_number, "currency": named.currency}
    sentences = {
        "number": _("The document prints the account number %(printed)s; that of %(account)s is %(number)s.")
        % (values | {"printed": f"••••\N{NO-BREAK SPACE}{visible_end(number_of(statement.account_hint) or statement.account_hint)}"}),
        "currency": _("The document is in %(printed)s; %(account)s is in %(currency)s.")
        % (values | {"printed": statement.currency or statement.currency_sign}),
    }
    return ChosenAccount(named, [AccountRemark(sentences[name], PLACE_OF[name]) for name in against], is_asked=why == BOTH)


@dataclass(frozen=True, slots=True)
class Concern:
    """A warning. `anchor` is its place on the page, or empty."""

    says: str
    anchor: str = ""


def concerns_of(statement: Statement, printed: PrintedStatement, position: int, *, asked: bool) -> list[Concern]:
    """Return the concerns: hidden text first, because it may be meant to mislead another reader, then the difference between the printed
    figures and the first row at which they differ. If the member is `asked` about the reading, its doubts are shown there."""
    concerns = []
    if statement.statement_import.hidden_text:
        sentence = _("Hidden text in the file (often printer's marks). It was not used.")
        concerns.append(Concern(sentence, "unseen" if statement.statement_import.unseen else ""))
    difference, broken_at = printed.integrity.difference, printed.integrity.first_break
    if difference and not asked:
        amount = figure(difference, statement.money_currency)
        concerns.append(
            Concern(_("As read, opening balance plus rows differs from the closing balance by %(amount)s.") % {"amount": amount})
        )
    if broken_at is not None and not asked:
        sentence = _("The printed running balance does not follow at row %(number)d.") % {"number": broken_at + 1}
        concerns.append(Concern(sentence, f"s{position}-line-{broken_at}"))
    concerns += [Concern(str(FLAGS[flag])) for flag in printed.flags if flag in FLAGS]
    detail: Any = getattr(statement, "as_opened", None) or {}
    concerns += map(Concern, remarks(detail.get("notes", [])))
    count = len(printed.unread)
    if count and not asked:
        sentence = ngettext("%(count)d printed row could not be read.", "%(count)d printed rows could not be read.", count)
        concerns.append(Concern(sentence % {"count": count}, f"s{position}-unread"))
    return concerns


def checklist_of(left_open: Json, lists: Container[str], facts: Sized) -> list[ChecklistPoint]:
    """Return the open points of a statement, each with the place on the page that it leads to."""
    acknowledged = ngettext("%(count)d point to acknowledge", "%(count)d points to acknowledge", len(facts)) % {"count": len(facts)}
    points = [ChecklistPoint(acknowledged, "facts")] if facts else []
    alone = "names" if "choice" not in lists else "choice"
    return points + [replace(point, anchor=alone) if point.anchor == "choice" else point for point in open_points(left_open)]
