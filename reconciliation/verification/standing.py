"""The matching of an account's statements, and the state of every entry as of one of them: cleared before, cleared here, undecided here, or
left over; and of each that is left over, if it is plausibly outstanding, proved to be outstanding, or missing."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from finance.payees import payee, payees_agree
from reconciliation.matching import Difference, Doubt, Edge, MatchRow, Pair, Support, Weighing, make_row, weigh
from reconciliation.matching.outcome import Explanation
from reconciliation.matching.rows import NO_NAMES, SameNames
from reconciliation.printed.statement import PrintedLine
from reconciliation.verification.books import ZERO, AccountLedger, BookEntry
from reconciliation.verification.chain import Chain, StatementSpan
from reconciliation.verification.constraints import Constraints, LineKey
from reconciliation.verification.methods import BANK_ORIGINATED, method_of
from reconciliation.verification.splits import SplitLine, payments_of, split_line
from reconciliation.verification.verdict import MissingItem, Part

NOTHING: frozenset[str] = frozenset()
FREE = Constraints()


@dataclass(frozen=True, slots=True)
class Clearing:
    """The clearing of entries by lines of one statement. `difference` is None if the sums are equal; clearings of one `bond` are a set, of
    which none is surer than the others; `decision` is that of the person who paired them."""

    statement: int
    lines: tuple[int, ...]
    entries: tuple[str, ...]
    difference: Difference | None = None
    bond: int | None = None
    why: tuple[str, ...] = ()
    decision: str | None = None


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Rows that only a person can settle; lines by statement."""

    doubt: Doubt
    lines: tuple[LineKey, ...]
    entries: tuple[str, ...]
    guess: tuple[tuple[LineKey, str], ...] = ()

    def lines_of(self, statement: int) -> tuple[int, ...]:
        return tuple(sorted(line for index, line in self.lines if index == statement))


@dataclass(frozen=True, slots=True)
class BankError:
    """The bank's error or correction that cancels a line, at `other`; `decision` is that of the person who confirmed it."""

    other: LineKey
    decision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedLine(Part):
    """A line that is a payout of a payment processor: `gross` and `refunds` less `fees` are `net`, the line's amount. `state` is complete
    (matched with its entries), fee_missing (the books lack only an entry of `fee_to_add`), payments_missing, or not_unique; `in_books`
    counts the payments with an entry."""

    line: int
    payout: str
    net: Decimal
    gross: Decimal
    refunds: Decimal
    fees: Decimal
    payments: int
    in_books: int
    state: str
    fee_to_add: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """The result of the matching. Entries in none of its lists are left over; lines of `errors` are no entries. `explained` are the lines
    that are payouts, `split` those that are a part of a payment, each with the index of its statement."""

    clearings: tuple[Clearing, ...]
    questions: tuple[OpenQuestion, ...]
    reversals: tuple[tuple[str, str], ...]
    errors: Mapping[LineKey, BankError] = field(default_factory=dict)
    explained: tuple[tuple[int, ExplainedLine], ...] = ()
    split: tuple[tuple[int, SplitLine], ...] = ()

    def cleared(self) -> dict[str, Clearing]:
        return {entry: clearing for clearing in self.clearings for entry in clearing.entries}

    def reversed_by(self) -> dict[str, str]:
        return {half: other for pair in self.reversals for half, other in (pair, pair[::-1])}


def weigh_spans(spans: Sequence[StatementSpan], entries: Iterable[BookEntry], kind: str, constraints: Constraints = FREE) -> Weighed:
    """Match all dated lines of these statements, except those of 0.00, with all entries of an account of this kind, once. People's
    decisions on them are settled first."""
    every = {entry.id: entry for entry in entries}
    printed = {(span.index, place): line for span in spans for place, line in enumerate(span.statement.lines)}
    settled_lines, settled_entries = constraints.lines, constraints.entries
    posted = [entry for entry in every.values() if entry.id not in settled_entries]
    open_lines = ((key, line) for key, line in printed.items() if line.amount and key not in settled_lines)
    lines = [line_row(*key, line, constraints.never.get(key, NOTHING), constraints.names) for key, line in open_lines]
    rows = [entry_row(entry, kind) for entry in posted]
    links: dict[Hashable, Hashable] = {entry.id: entry.reversal_of for entry in posted if entry.reversal_of}
    paired: list[MatchRow] = []
    for pair in constraints.pairs:
        if len(pair.lines) == len(pair.entries) == 1:
            key = (pair.statement, pair.lines[0].line)
            paired += [line_row(*key, printed[key]), entry_row(every[pair.entries[0]], kind)]
    payouts = (*constraints.payouts, *payments_of(spans))
    weighing = weigh(lines, rows, reversal_of=links, paired=paired, payouts=payouts)
    errors: dict[LineKey, BankError] = {}
    for error in constraints.erred:
        first, second = (error.statement, error.line.line), (error.other_statement, error.other.line)
        errors |= {first: BankError(second, error.id), second: BankError(first, error.id)}
    undone = ((contra.entries[0], contra.entries[1]) for contra in constraints.undone)
    reversals = ((str(row.key), str(other.key)) for row, other in weighing.reversals)
    return Weighed(
        tuple(_clearings(weighing, constraints)),
        tuple(
            OpenQuestion(
                group.doubt,
                tuple(_place(line) for line in group.lines),
                _keys(group.entries),
                tuple((_place(link.line), str(link.entry.key)) for link in group.guess),
            )
            for group in weighing.undecided
        ),
        (*undone, *reversals),
        errors,
        tuple(_explained(explanation) for explanation in weighing.explanations if explanation.payout.line is None),
        tuple(_split(printed, [explanation for explanation in weighing.explanations if explanation.payout.line is not None])),
    )


def _split(printed: Mapping[LineKey, PrintedLine], explanations: Iterable[Explanation]) -> Iterator[tuple[int, SplitLine]]:
    for explanation in explanations:
        statement, place = _place(explanation.line)
        shown = split_line(explanation, place, printed[statement, place].parts)
        if shown is not None:
            yield statement, shown


def _explained(explanation: Explanation) -> tuple[int, ExplainedLine]:
    """Return the index of the statement, and what explains its line."""
    payout, (statement, line) = explanation.payout, _place(explanation.line)
    shown = ExplainedLine(
        line=line,
        payout=payout.id,
        net=payout.net,
        gross=payout.gross,
        refunds=payout.refunds,
        fees=payout.fees,
        payments=len(payout.parts),
        in_books=len(explanation.entries),
        state=explanation.state,
        fee_to_add=explanation.fee,
    )
    return statement, shown


def line_row(statement: int, place: int, line: PrintedLine, never: frozenset[str] = NOTHING, names: SameNames = NO_NAMES) -> MatchRow:
    """Return a line for the matcher. It is compared by its posting or its transaction date, never by its value date, and is none of the
    entries in `never`. `names` are the payees that persons said are the same."""
    return make_row(
        key=(statement, place),
        days=(line.date, line.transaction_date) if line.date else (),
        amount=line.amount,
        text=line.description,
        reference=line.reference,
        page=statement,
        never=never,
        names=names,
    )


def entry_row(entry: BookEntry, kind: str) -> MatchRow:
    """Return an entry for the matcher. `kind` is the account's: it gives the method of payment of entries that do not name one."""
    return make_row(
        key=entry.id,
        days=(entry.date,),
        amount=entry.amount,
        text=entry.description,
        reference=entry.reference,
        number=entry.number,
        latest=method_of(entry, kind).latest(entry.date),
    )


def _clearings(weighing: Weighing, constraints: Constraints) -> Iterator[Clearing]:
    """Yield people's pairs first, then those of the matching."""
    for decided in constraints.pairs:
        lines = tuple(named.line for named in decided.lines)
        yield Clearing(decided.statement, lines, decided.entries, why=("decided",), decision=decided.id)
    for pair in weighing.pairs:
        statement, line = _place(pair.line)
        yield Clearing(statement, (line,), (str(pair.entry.key),), bond=pair.bond, why=why_of(pair))
    for group in weighing.groups:
        places = [_place(line) for line in group.lines]
        why = ("payout" if group.is_payout else "parts" if group.is_split else "reference", "group")
        yield Clearing(places[0][0], tuple(line for _, line in places), _keys(group.entries), why=why)
    for differing in weighing.differing:
        statement, line = _place(differing.line)
        yield Clearing(statement, (line,), (str(differing.entry.key),), differing.kind, why=(f"days:{differing.lag}",))


def why_of(pair: Pair | Edge) -> tuple[str, ...]:
    """Return the codes of the evidence for a pair."""
    learned = pair.support is Support.PAYEE and pair.entry.payee in pair.line.also
    return "learned" if learned else _SUPPORT[pair.support], f"days:{pair.lag}"


_SUPPORT = {Support.NUMBER: "reference", Support.PAYEE: "payee", Support.SILENT: "amount", Support.CONTRADICTS: "amount"}


def _place(row: MatchRow) -> LineKey:
    key = row.key
    assert isinstance(key, tuple)  # noqa: S101  # nosec B101  # lines are keyed by `line_row` alone
    return key


def _keys(rows: Iterable[MatchRow]) -> tuple[str, ...]:
    return tuple(str(row.key) for row in rows)


@dataclass(frozen=True, slots=True)
class EntryStates:
    """The partition of the entries as of one statement. `undecided_in_books` and `left_over` are dated no later than its last day; `late`
    are cleared, here or before, but dated after it."""

    cleared_before: tuple[BookEntry, ...]
    cleared_here: tuple[BookEntry, ...]
    undecided: tuple[BookEntry, ...]
    undecided_in_books: tuple[BookEntry, ...]
    left_over: tuple[BookEntry, ...]
    late: tuple[BookEntry, ...]
    clearings: tuple[Clearing, ...]
    questions: tuple[OpenQuestion, ...]
    opening: Decimal | None

    @property
    def cleared_brought_forward(self) -> Decimal | None:
        """The cleared balance brought forward (C0)."""
        return None if self.opening is None else self.opening + total(self.cleared_before)

    @property
    def cleared_carried_forward(self) -> Decimal | None:
        """The cleared balance carried forward (C1)."""
        opening = self.cleared_brought_forward
        return None if opening is None else opening + total(self.cleared_here)


def total(entries: tuple[BookEntry, ...]) -> Decimal:
    return sum((entry.amount for entry in entries), ZERO)


def standing_of(span: StatementSpan, chain: Chain, ledger: AccountLedger, weighed: Weighed) -> EntryStates:
    """Return the states. A question is of this statement if it has a line of it, or, without lines, if its entries are dated by its end."""
    by_the_end = {entry.id for entry in ledger.entries if entry.date <= span.last}
    questions = tuple(
        question
        for question in weighed.questions
        if any(index == span.index for index, _ in question.lines) or (not question.lines and by_the_end.issuperset(question.entries))
    )
    in_question = {entry for question in questions for entry in question.entries}
    cleared = weighed.cleared()
    earlier = {other.index for other in chain.before(span)}
    unsettled = {entry for question in weighed.questions for entry in question.entries} | weighed.reversed_by().keys()
    before: list[BookEntry] = []
    here: list[BookEntry] = []
    undecided: list[BookEntry] = []
    left: list[BookEntry] = []
    for entry in ledger.entries:
        clearing = cleared.get(entry.id)
        if clearing is None:  # it may lie before this statement, on days that none covers
            may_be_older = entry.date < span.first and not entry.brought_forward and entry.id not in unsettled
            cleared_before = may_be_older and not chain.covering(entry.date)
        else:
            cleared_before = clearing.statement in earlier
        if clearing is not None and clearing.statement == span.index:
            here.append(entry)
        elif cleared_before:
            before.append(entry)
        elif entry.id in in_question:
            undecided.append(entry)
        elif entry.date <= span.last:
            left.append(entry)
    late = [entry for entry in (*before, *here) if entry.date > span.last]
    return EntryStates(
        tuple(before),
        tuple(here),
        tuple(undecided),
        tuple(entry for entry in undecided if entry.date <= span.last),
        tuple(left),
        tuple(late),
        tuple(clearing for clearing in weighed.clearings if clearing.statement == span.index),
        questions,
        ledger.opening_known_by(span.first),
    )


DUPLICATE_DAYS = 35

OUTSTANDING = "outstanding"
NOT_ON_STATEMENT = "not_on_statement"
POSSIBLE_DUPLICATE = "possible_duplicate"
STALE = "stale"


@dataclass(frozen=True, slots=True)
class Leftovers:
    """The facts of an account from which its leftovers are judged. `whole` are the indexes of statements that meet R."""

    chain: Chain
    ledger: AccountLedger
    whole: Collection[int]
    cleared: Mapping[str, Clearing]
    reversed: Mapping[str, str]
    asked: Collection[str]
    cleared_by_amount: Mapping[Decimal, Sequence[BookEntry]]

    def item(self, entry: BookEntry, span: StatementSpan) -> MissingItem:
        """Return the entry as this statement leaves it over. A charge of the bank is never in transit: its own statement should have shown
        it, so no later one proves it, unless both share the day of the charge."""
        clearing, proof, cleared_by = self.cleared.get(entry.id), "reversal" if entry.id in self.reversed else None, None
        if not proof and clearing is not None and not clearing.difference and clearing.statement in self.whole:
            later = next((other for other in self.chain.after(span) if other.index == clearing.statement), None)
            in_transit = method_of(entry, self.ledger.books.kind) is not BANK_ORIGINATED
            if later and (in_transit or _is_of_the_shared_day(entry, span, later, clearing)):
                proof, cleared_by = "cleared_later", (clearing.statement, clearing.lines[0])
        kind = OUTSTANDING if proof or entry.id in self.asked else self._kind(entry, span)
        return MissingItem(
            transaction=entry.id,
            date=entry.date,
            amount=entry.amount,
            description=entry.description,
            kind=kind,
            proof=proof,
            cleared_by=cleared_by,
            hint=POSSIBLE_DUPLICATE if kind == OUTSTANDING and not proof and self._repeats(entry) else None,
            age=(span.last - entry.date).days,
            outstanding_since=next((other.index for other in (*self.chain.before(span), span) if other.last >= entry.date), None),
        )

    def _kind(self, entry: BookEntry, span: StatementSpan) -> str:
        """Return the kind of a leftover that nothing proves. After a gap it keeps the kind that it had at the last statement before."""
        runs = (self.chain.run_of(other) for other in self.chain.spans)
        home = next((run for run in runs if run[0].first <= entry.date <= run[-1].last), None)
        if home and home[-1].last < span.first:
            span = home[-1]
        method = method_of(entry, self.ledger.books.kind)
        plausible_until = method.last_plausible_day(entry.date)
        if method.goes_stale:
            return OUTSTANDING if plausible_until > span.last else STALE
        start = (self.chain.spans[0] if self.chain.spans else span).first
        opening = self.ledger.books.opening_date
        # brought forward into days that no statement covers, it may have cleared in them
        outstanding_at_the_start = entry.brought_forward and entry.date < start and opening is not None and opening < start
        # it is absent from the unbroken, wholly read statements from this one on, unless a later one shows it otherwise
        reached = span
        for other in () if entry.id in self.cleared else self.chain.after(span):
            if reached.adjoins(other) and other.index in self.whole:
                reached = other
        if outstanding_at_the_start or plausible_until > reached.last:
            return OUTSTANDING
        return POSSIBLE_DUPLICATE if self._repeats(entry) else NOT_ON_STATEMENT

    def _repeats(self, entry: BookEntry) -> bool:
        """True if a cleared entry has the same payee and amount within 35 days."""
        own_payee = payee(entry.description)
        for other in self.cleared_by_amount.get(entry.amount, ()):
            if other.id == entry.id or abs((entry.date - other.date).days) > DUPLICATE_DAYS:
                continue
            other_payee = payee(other.description)
            if payees_agree(own_payee, other_payee) or (not own_payee and not other_payee):
                return True
        return False


def _is_of_the_shared_day(entry: BookEntry, span: StatementSpan, later: StatementSpan, clearing: Clearing) -> bool:
    """True if the entry is of the day that both statements share, and the later one prints it on that day."""
    printed = {later.statement.lines[place].date for place in clearing.lines}
    return span.touches(later) and printed == {entry.date} == {span.last}


def leftovers_of(chain: Chain, ledger: AccountLedger, weighed: Weighed, whole: Collection[int]) -> Leftovers:
    asked = frozenset(entry for question in weighed.questions for entry in question.entries)
    cleared = weighed.cleared()
    by_amount: dict[Decimal, list[BookEntry]] = defaultdict(list)
    for entry in ledger.entries:
        if entry.id in cleared:
            by_amount[entry.amount].append(entry)
    return Leftovers(chain, ledger, whole, cleared, weighed.reversed_by(), asked, by_amount)
