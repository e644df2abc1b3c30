"""Random pages, misread in one place, and random answers, right and wrong: no answer proves a row or balance that is not printed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations
from random import Random

import pytest

from reconciliation.printed.arithmetic import gaps_in_time
from reconciliation.printed.statement import UNNAMED_ENDS, Fact, Integrity, PrintedLine, PrintedStatement, UnreadRow
from reconciliation.verification import regate
from reconciliation.verification.answering import as_corrected
from reconciliation.verification.decisions import Corrected, MarkAnswered, NamedLine, PersonDecision, RowAdded, StatementCorrected

CASES = 6000
SIZES = ("-20.00", "20.00", "-50.00", "30.00", "-12.50", "12.50", "-30.00")
WRONG = ("-20.00", "25.00", "-52.00", "10.00", "-12.00")


@dataclass(frozen=True)
class Trial:
    """The page, its reading, and the reading after a person's answers."""

    page: PrintedStatement
    decided: PrintedStatement

    @property
    def is_false(self) -> bool:
        """True if print is said to prove rows that the page does not print."""
        rows = sorted(line.amount for line in self.decided.lines if line.amount)  # one that was called no row is of 0
        rows_differ = rows != sorted(line.amount for line in self.page.lines)
        ends = [(each.opening_balance, each.closing_balance) for each in (self.decided, self.page)]
        return self.decided.integrity.holds is True and (rows_differ or ends[0] != ends[1])


def trial(seed: int) -> Trial:
    chance = Random(seed)  # noqa: S311  a case is named by its seed
    page = _page(chance)
    read = _read(page, chance)
    answers = [_answer(page, read, chance, f"d{place}") for place in range(chance.choice((0, 1, 1, 2, 3)))]
    if chance.random() < 0.15:
        answers = _rows_that_cancel(read)
    (decided,) = as_corrected([read], [each for each in answers if each])
    return Trial(page, decided)


def _page(chance: Random) -> PrintedStatement:
    """A statement with the balance after every row, with sums of both sides, or with neither."""
    amounts = [Decimal(chance.choice(SIZES)) for _ in range(chance.choice((1, 2, 3, 4)))]
    balance = Decimal(1000)
    lines, chained = [], chance.random() < 0.6
    for place, amount in enumerate(amounts):
        balance += amount
        box = (0.0, 20.0 * place, 100.0, 20.0 * place + 10)
        lines.append(PrintedLine(date=None, description="Row", amount=amount, balance=balance if chained else None, box=box))
    printed = PrintedStatement(opening_balance=Decimal(1000), closing_balance=balance, lines=tuple(lines))
    totals = chance.random() < 0.4
    return replace(printed, integrity=Integrity(holds=True, confirmed=(_totals(printed),) if totals else ()))


def _totals(printed: PrintedStatement) -> Fact:
    into = sum((line.amount for line in printed.lines if line.amount > 0), Decimal(0))
    out = -sum((line.amount for line in printed.lines if line.amount < 0), Decimal(0))
    return Fact(code="totals_agree", figures=(f"{into:,}", f"{out:,}"))


def _read(page: PrintedStatement, chance: Random) -> PrintedStatement:
    """Return the reading with one fault, judged as by the first gate: a doubt for unread parts, false if a figure contradicts."""
    place = chance.randrange(len(page.lines))
    line, wrong = page.lines[place], Decimal(chance.choice(WRONG))
    lines, opening, closing, unread = list(page.lines), page.opening_balance, page.closing_balance, list[UnreadRow]()
    fault = chance.choice(("none", "amount", "balance", "opening", "closing", "row", "mark", "pair", "surplus"))
    if fault == "amount":
        lines[place] = replace(line, amount=wrong)
    elif fault == "balance" and line.balance is not None:
        lines[place] = replace(line, balance=line.balance + wrong)
    elif fault == "opening":
        opening = chance.choice((None, Decimal(1000) + wrong))
    elif fault == "closing" and closing is not None:
        closing = chance.choice((None, closing + wrong))
    elif fault in {"row", "mark"}:
        words = f"Row {abs(line.amount)} {line.balance or ''}" if fault == "row" and chance.random() < 0.7 else ""
        unread.append(UnreadRow(page=1, box=line.box, text=words))
        if fault == "row":
            del lines[place]
    elif fault == "pair":  # two rows that cancel: no sum misses them
        dropped = [one for one in page.lines if one.amount == -line.amount][:1]
        unread += [UnreadRow(page=1, box=one.box, text="") for one in (line, *dropped) if dropped]
        lines = [one for one in lines if not dropped or one not in (line, *dropped)]
    lines[place + 1 : place + 1] = [_surplus(line, wrong, chance)] if fault == "surplus" else []
    read = replace(page, lines=tuple(lines), opening_balance=opening, closing_balance=closing, unread=tuple(unread))
    doubts = tuple(Fact(code="ink_unread", page=row.page, box=row.box) for row in unread)
    if opening is None:
        doubts += (Fact(code="no_opening"),)
    if closing is None:
        doubts += (Fact(code="no_closing"),)
    confirmed = tuple(fact for fact in page.integrity.confirmed if fact == _totals(read))
    broken = bool(gaps_in_time(read)[0])
    holds = None if doubts else not broken
    return replace(read, integrity=Integrity(holds=holds, confirmed=confirmed, unconfirmed=doubts))


def _surplus(line: PrintedLine, wrong: Decimal, chance: Random) -> PrintedLine:
    """A line below this row that is no row, and was read as one."""
    box, balance = (0.0, line.box[1] + 11.0, 100.0, line.box[1] + 19.0), chance.choice((None, line.balance))
    return replace(line, amount=chance.choice((line.amount, wrong)), balance=balance, box=box)


def _answer(page: PrintedStatement, read: PrintedStatement, chance: Random, name: str) -> PersonDecision | None:
    """Return an answer, mostly about the misread part; half of them are wrong."""
    wrong = chance.random() < 0.5
    line = chance.choice(page.lines)
    amount = Decimal(chance.choice(WRONG)) if wrong else line.amount
    if wrong and chance.random() < 0.5:
        amount = line.amount + _missing(read)
    kind = chance.choice(("amount", "opening", "closing", "row", "mark", "balance", "no_row"))
    if len(read.unread) > 1 and chance.random() < 0.7:
        kind = "mark"
    if kind in {"amount", "balance", "no_row"} and read.lines:
        surplus = [place for place, each in enumerate(read.lines) if each.box not in {line.box for line in page.lines}]
        place = chance.choice(surplus) if surplus and kind == "no_row" and not wrong else chance.randrange(len(read.lines))
        return _about_a_row(read, place, kind, amount, name, wrong=wrong)
    if kind == "opening":
        return StatementCorrected(id=name, statement=0, opening=Decimal(1000) + (amount if wrong else 0))
    if kind == "closing" and page.closing_balance is not None:
        return StatementCorrected(id=name, statement=0, closing=page.closing_balance + (amount if wrong else 0))
    if not read.unread:
        return None
    mark = chance.choice(read.unread)
    if kind == "mark":
        return MarkAnswered(id=name, statement=0, mark=mark)
    printed = next((each for each in page.lines if each.box == mark.box), line)
    before = sum(each.box[1] < mark.box[1] for each in read.lines)
    row = replace(printed, before=before, amount=amount if wrong else printed.amount)
    return RowAdded(id=name, statement=0, row=row, mark=mark)


def _about_a_row(read: PrintedStatement, place: int, kind: str, amount: Decimal, name: str, *, wrong: bool) -> PersonDecision | None:
    known = read.lines[place].balance
    if kind == "no_row":
        return _no_row(place, name)
    if kind == "balance":
        return None if known is None else Corrected(id=name, statement=0, line=NamedLine(line=place), balance=known + amount)
    if wrong and known is not None:
        reached = read.lines[place - 1].balance if place else read.opening_balance
        amount = known - reached if reached is not None else amount
    return Corrected(id=name, statement=0, line=NamedLine(line=place), amount=amount)


def _no_row(place: int, name: str) -> Corrected:
    return Corrected(id=name, statement=0, line=NamedLine(line=place), amount=Decimal(0), no_row=True)


def _rows_that_cancel(read: PrintedStatement) -> list[PersonDecision | None]:
    """The answers that two rows are none whose amounts cancel: no balance misses them."""
    pairs = combinations(range(len(read.lines)), 2)
    pair = next((pair for pair in pairs if not sum(read.lines[place].amount for place in pair)), ())
    return [_no_row(place, f"none{place}") for place in pair]


def _missing(read: PrintedStatement) -> Decimal:
    opening, closing = read.opening_balance, read.closing_balance
    total = sum((line.amount for line in read.lines), Decimal(0))
    return Decimal(0) if opening is None or closing is None else closing - opening - total


def test_no_answer_of_a_model_proves_rows_that_are_not_printed() -> None:
    false = [seed for seed in range(CASES) if trial(seed).is_false]

    assert false == []


def test_right_answers_do_complete_proofs() -> None:
    trials = [trial(seed) for seed in range(CASES)]
    holding = [each for each in trials if each.decided.integrity.holds]
    following = [each for each in trials if each.decided.integrity.rows_follow]

    assert len(holding) > CASES / 10
    assert any(not line.amount for each in holding for line in each.decided.lines), "no surplus row was set aside"
    assert following
    assert all({fact.code for fact in each.decided.integrity.unconfirmed} <= UNNAMED_ENDS.keys() for each in following)


def any_typed_amount_proves(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(regate.Typed, "confirmed_amounts", lambda typed, _now, **_: typed.amounts)


def answers_need_no_certificate(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(regate, "_has_chain", lambda *_: True)


def a_typed_end_proves(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(regate.Typed, "unconfirmed_ends", lambda *_, **__: iter(()))


def rows_that_are_none_never_cancel(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(regate.Typed, "may_cancel", lambda *_: False)


MUTANTS: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (
    any_typed_amount_proves,
    answers_need_no_certificate,
    a_typed_end_proves,
    rows_that_are_none_never_cancel,
)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_a_gate_without_one_rule_is_caught(mutant: Callable[[pytest.MonkeyPatch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        mutant(patch)
        caught = next((seed for seed in range(CASES) if trial(seed).is_false), None)

    assert caught is not None
