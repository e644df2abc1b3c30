"""The gate: the printed figures prove a reading, contradict one another, or do neither, as docs/decisions/0034 defines it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from reconciliation.printed.statement import DOUBT_OF, ORDER, SIDE, UNNAMED_ENDS, Conventions, Fact, Integrity, UnreadRow
from reconciliation.reading.accounts.drafts import untold
from reconciliation.reading.proving import balances, coverage, days, parts, rivals, sides, totals
from reconciliation.reading.proving.balances import is_counted
from reconciliation.reading.proving.sums import NOTHING, Case
from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.solving.signs import rows_against_marks
from reconciliation.reading.tokens.rows import Row
from reconciliation.reading.vocabulary.phrases import PART_IN_ROWS, direction, side_in_summary

MOST_PLACES = 5  # most places that are listed for one code


class Dimension(Enum):
    """The subject of a check."""

    CONTRADICTION = "a printed figure that the rows do not come to"
    DAYS = "the days of the rows"
    ENDS = "the first and the last balance"
    SIDES = "which rows are money in and which are money out"
    INK = "print that was not read"
    COVERAGE = "figures that are neither a row nor a named figure"
    PARTS = "one account, one period, all pages"
    RIVAL = "another reading that adds up as well"


CONTRADICTION, DAYS, ENDS, SIDES, INK, COVERAGE, PARTS, RIVAL = Dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check: `fails` says of an account that it is not passed, `places` where; without `fails`, any place fails it.

    Beside a certificate, a `remark_beside_certificate` forbids nothing: no false proof was ever stopped by it alone. `explains` overrides
    the dimension's answer about contradicting figures. `contradicts_balances`: the print contradicts itself if a balance follows each
    row."""

    code: str
    dimension: Dimension
    fails: Callable[[Case], bool] | None = None
    places: Callable[[Case], Iterable[Entry | UnreadRow | Row]] = lambda _: ()
    remark_beside_certificate: bool = False
    explains: bool | None = None
    contradicts_balances: bool = False

    @property
    def explains_differences(self) -> bool:
        """True if the rows may be other ones than those that were read. Doubts about sides explain no more than turned signs."""
        return self.dimension in {INK, COVERAGE, PARTS, RIVAL} if self.explains is None else self.explains


def any_of(*reasons: Callable[[Case], bool]) -> Callable[[Case], bool]:
    """Return a function that is true of an account for one of the reasons."""
    return lambda case: any(reason(case) for reason in reasons)


CHECKS: tuple[Check, ...] = (
    Check(code="total_differs", dimension=CONTRADICTION, fails=any_of(totals.total_differs, totals.whole_number_differs)),
    Check(code="summary_differs", dimension=CONTRADICTION, fails=totals.summary_differs),
    Check(code="count_differs", dimension=CONTRADICTION, fails=totals.count_differs),
    Check(code="daily_differs", dimension=CONTRADICTION, fails=balances.daily_differs),
    Check(code="other_balance", dimension=CONTRADICTION, fails=any_of(balances.other_balance, balances.balance_unreached)),
    Check(code="parts_differ", dimension=CONTRADICTION, fails=lambda case: "parts_differ" in case.draft.doubts),
    Check(code="currency_differs", dimension=CONTRADICTION, fails=parts.currency_differs, explains=True),
    Check(code="unbooked_counted", dimension=CONTRADICTION, fails=parts.unbooked_counted, explains=True),
    Check(code="dates_uncertain", dimension=DAYS, fails=any_of(days.dates_uncertain, days.other_days_printed, days.order_unknown)),
    Check(code="days_untold", dimension=DAYS, fails=lambda case: untold(case.best.tables, case.calendar)),
    Check(code="opening_unnamed", dimension=ENDS, fails=balances.opening_unnamed, places=lambda case: case.entries_in_time[:1]),
    Check(code="first_row_unconfirmed", dimension=ENDS, fails=balances.first_row_unconfirmed, places=lambda case: case.entries_in_time[:1]),
    Check(code="closing_unnamed", dimension=ENDS, fails=balances.closing_unnamed, places=lambda case: case.entries_in_time[-1:]),
    Check(code="orientation", dimension=SIDES, fails=any_of(sides.unoriented, sides.against_headings)),
    Check(code="no_headings", dimension=SIDES, fails=sides.no_headings),
    Check(code="against_names", dimension=SIDES, fails=sides.against_names),
    Check(code="against_sides", dimension=SIDES, fails=sides.against_sides),
    Check(code="against_marks", dimension=SIDES, places=lambda case: rows_against_marks(case.best, case.kind), contradicts_balances=True),
    Check(code="against_types", dimension=SIDES, places=sides.rows_against_types, contradicts_balances=True),
    Check(code="side_untold", dimension=SIDES, fails=sides.side_untold, explains=False),
    Check(code="ink_unread", dimension=INK, places=lambda case: case.marks),
    Check(code="page_unread", dimension=INK, fails=lambda case: not case.whole),
    Check(
        code="figures_unaccounted",
        dimension=COVERAGE,
        fails=coverage.figures_unaccounted,
        places=lambda case: [line.row for line in case.unaccounted if line],
    ),
    Check(code="under_unread", dimension=COVERAGE, fails=sides.under_unread),
    Check(code="overview_differs", dimension=COVERAGE, fails=lambda case: "overview_differs" in case.draft.doubts),
    Check(code="page_missing", dimension=PARTS, fails=parts.page_missing),
    Check(code="page_repeated", dimension=PARTS, fails=parts.page_repeated, remark_beside_certificate=True),
    Check(code="two_accounts", dimension=PARTS, fails=any_of(parts.other_number, parts.two_accounts, parts.accounts_in_column)),
    Check(code="two_statements", dimension=PARTS, fails=parts.two_statements),
    Check(code="of_a_supplier", dimension=PARTS, fails=parts.of_a_supplier, remark_beside_certificate=True, explains=False),
    Check(code="segments", dimension=PARTS, fails=parts.in_segments),
    Check(code="pieces", dimension=PARTS, fails=lambda case: "pieces" in case.draft.doubts),
    Check(code="repeated", dimension=PARTS, fails=lambda case: "repeated" in case.draft.doubts),
    Check(code="several_readings", dimension=RIVAL, fails=rivals.several_readings, remark_beside_certificate=True),
    Check(code="joined_lines", dimension=RIVAL, fails=rivals.joined_lines),
    Check(code="zero_rows", dimension=RIVAL, fails=rivals.zero_rows, explains=False),
    Check(code="figures_broken", dimension=RIVAL, fails=rivals.figures_broken, remark_beside_certificate=True),
    Check(code="table_without_trace", dimension=RIVAL, fails=rivals.table_without_trace, remark_beside_certificate=True),
    Check(code="tables_cancel", dimension=RIVAL, fails=rivals.tables_cancel, remark_beside_certificate=True),
    Check(code="table_left_out", dimension=RIVAL, fails=rivals.table_left_out),
    Check(code="trades_left_out", dimension=RIVAL, fails=rivals.trades_left_out),
    Check(code="copy_counted", dimension=RIVAL, fails=rivals.copy_counted),
    Check(code="copy_with_balances", dimension=RIVAL, fails=rivals.copy_with_balances),
    Check(code="told_as_total", dimension=RIVAL, fails=rivals.told_as_total),
)


def judge(case: Case) -> tuple[Integrity, set[str]]:
    """Return the integrity of an account's reading, and the codes of all failed checks."""
    failed = [check for check in CHECKS if (any(True for _ in check.places(case)) if check.fails is None else check.fails(case))]
    if (case.best.entries and case.best.by_row) or case.sums.both_sides_printed:  # the certificates
        failed = [check for check in failed if not check.remark_beside_certificate]
    codes = {check.code for check in failed}
    holds = False if _contradicts_itself(case, failed) else True if not failed and _adds_up(case) else None
    best = case.best
    only_ends_unnamed = bool(codes) and codes <= UNNAMED_ENDS.keys()
    without_balances = best.opening is None and best.closing is None and bool(case.sums.label_of_net)
    follow = only_ends_unnamed and (without_balances or (best.by_group and best.difference == 0))
    integrity = Integrity(
        holds=holds,
        rows_follow=holds is None and follow and not best.totals_wrong,
        opening_computed=balances.opening_computed(case),
        difference=best.difference,
        first_break=min(best.breaks) if holds is False and best.breaks else None,
        confirmed=tuple(_confirmed(case)),
        unconfirmed=() if holds else tuple(_unconfirmed(case, failed)) or (Fact(code="unproved"),),
    )
    return integrity, codes


UNTOLD: Mapping[str, Callable[[Case], bool]] = {ORDER: days.order_untold, SIDE: sides.side_unnamed}
"""Conventions that a known layout may testify: each is true of an account if its check fails for want of print alone."""


def conventions_of(case: Case, failed: Collection[str]) -> Conventions:
    """Return how the account was read, and which conventions alone stop its proof. `failed` are the codes of the failed checks. Without a
    balance that follows every row, none does: testimony replaces no certificate."""
    best = case.best
    names = [name for name in UNTOLD if DOUBT_OF[name] in failed]
    certified = bool(best.entries) and best.by_row and _adds_up(case)
    alone = certified and {DOUBT_OF[name] for name in names} == set(failed) and all(UNTOLD[name](case) for name in names)
    return Conventions(
        day_first=case.calendar.day_first if days.depends_on_order(case) else None,
        owed=case.kind.owed,
        ways=tuple(best.ways),
        untold=tuple(names) if alone else (),
    )


def _contradicts_itself(case: Case, failed: Sequence[Check]) -> bool:
    """True if printed figures contradict one another, and no failed check says that the rows may be other ones. A doubt about their sides
    explains a balance that follows with its row's sign turned; so does a mark against it, if not every balance follows."""
    best, owed = case.best, case.kind.owed
    if any(check.explains_differences for check in failed):
        return False
    if best.entries and best.by_row and any(check.contradicts_balances for check in failed):
        return True
    doubtful_sides = any(check.dimension is Dimension.SIDES and check.explains is not False for check in failed)
    if best.breaks:
        return not (doubtful_sides and best.follows_turned)
    if not best.difference or doubtful_sides:
        return False
    # The sums of a summary may lead from the opening to the closing, and one, of interest or fees, be missing from the rows.
    parts = [(item.label, item.figure) for item in case.sums.between_ends if item.figure is not None and item.figure.size]
    signed = [(label, figure.size, side_in_summary(label, owed=owed) or figure.sign * (-1 if owed else 1)) for label, figure in parts]
    steps = [(label, size * way) for label, size, way in signed]
    leads = all(step for _, step in steps) and best.difference == sum((step for _, step in steps), -best.movement)
    lacking = [step for label, step in steps if PART_IN_ROWS.search(label) and step == best.difference]
    return not (leads and len(lacking) == 1 and abs(lacking[0]) not in {abs(amount or NOTHING) for amount in best.amounts})


def _adds_up(case: Case) -> bool:
    """True if the rows lead from one printed balance to the other. An account without rows must say so, and one on which nothing moved from
    zero to zero needs balances that follow, or signed sums of both sides."""
    best = case.best
    if best.difference != 0 or best.totals_wrong:
        return False
    if not best.entries:
        sums = {(direction(item.label), item.figure.size) for item in case.draft.of("summary", "total") if item.figure is not None}
        return case.draft.has("nothing") or {way_and_size for way_and_size in sums if way_and_size[0]} == {(1, NOTHING), (-1, NOTHING)}
    return bool(best.movement or best.opening or best.follows) or case.sums.signed_sides


def _confirmed(case: Case) -> Iterator[Fact]:
    """Yield a fact for each check that the account's figures pass."""
    best = case.best
    ends_printed = case.draft.of("opening", "brought") and case.draft.of("closing", "carried")
    if best.entries and best.difference == 0 and ends_printed:
        yield Fact(code="rows_lead", figures=(f"{best.opening:,}", f"{best.closing:,}"))
    if best.follows and not best.breaks:
        printed = sum(balance is not None for balance in best.balances)
        yield Fact(code="balances_follow", figures=(str(best.follows), str(printed)))
    if case.sums.both_sides_printed:
        yield Fact(code="totals_agree", figures=(f"{best.sides.into:,}", f"{best.sides.out:,}"))
    elif best.totals_right and not best.totals_wrong:
        yield Fact(code="totals_of_rows_agree", figures=(str(best.totals_right),))
    if paid := sum(bool(entry.parts) for entry in best.entries):
        yield Fact(code="parts_agree", figures=(str(paid),))
    if is_counted(case):
        yield Fact(code="pages_complete", figures=(str(case.paper.pages),))


def _unconfirmed(case: Case, failed: Sequence[Check]) -> Iterator[Fact]:
    """Yield a fact for each reason why the reading is not proved: gaps and breaks first, then each failed check with its places."""
    best = case.best
    for code, balance in (("no_opening", best.opening), ("no_closing", best.closing)):
        if balance is None:
            yield Fact(code=code)
    if best.difference:
        yield Fact(code="rows_differ", figures=(f"{abs(best.difference):,}",))
    for place in best.breaks[:MOST_PLACES]:
        entry = best.entries[place]
        yield Fact(code="balance_breaks", figures=(str(place + 1),), page=entry.page, box=entry.box)
    if best.totals_wrong:
        yield Fact(code="total_wrong")
    if not best.entries:
        yield Fact(code="no_rows")
    for check in sorted(failed, key=lambda check: check.code):
        places = [Fact(code=check.code, page=place.page, box=place.box) for place in check.places(case)]
        yield from places[:MOST_PLACES] or [Fact(code=check.code)]
