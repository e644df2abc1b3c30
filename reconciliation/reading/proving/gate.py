"""The gate: the printed figures prove a reading, contradict one another, or do neither, as docs/decisions/0034 defines it."""

from collections.abc import Iterator, Sequence

from reconciliation.printed.statement import UNNAMED_ENDS, Fact, Integrity
from reconciliation.reading.proving.case import Case
from reconciliation.reading.proving.checks import CHECKS, Check, Dimension
from reconciliation.reading.proving.ends import is_counted
from reconciliation.reading.proving.sums import NOTHING
from reconciliation.reading.vocabulary.phrases import PART_IN_ROWS, direction, side_in_summary

MOST_PLACES = 5  # of one code that are listed


def judge(case: Case) -> tuple[Integrity, set[str]]:
    """Return the integrity of an account's reading, and the codes of all failed checks."""
    failed = [check for check in CHECKS if check.fails_for(case)]
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
        difference=best.difference,
        first_break=min(best.breaks) if holds is False and best.breaks else None,
        confirmed=tuple(_confirmed(case)),
        unconfirmed=() if holds else tuple(_unconfirmed(case, failed)) or (Fact(code="unproved"),),
    )
    return integrity, codes


def _contradicts_itself(case: Case, failed: Sequence[Check]) -> bool:
    """True if printed figures contradict one another, and no failed check says that the rows may be other ones. A doubt about their sides
    explains a balance that follows with its row's sign turned; so does a mark against it, if not every balance follows."""
    best = case.best
    if best.entries and best.by_row and any(check.contradicts_balances for check in failed):
        return not any(check.explains_differences for check in failed)
    explained = any(check.explains_differences for check in failed)
    doubtful_sides = any(check.dimension is Dimension.SIDES and check.explains is not False for check in failed)
    if best.breaks:
        return not explained and not (doubtful_sides and best.follows_turned)
    return bool(best.difference) and not explained and not doubtful_sides and not _charge_without_row(case)


def _charge_without_row(case: Case) -> bool:
    """True if the sums of a summary lead from the opening to the closing, and one, of interest or fees, is what the rows lack."""
    owed, parts = case.kind.owed, [(one.label, one.figure) for one in case.sums.between_ends if one.figure is not None and one.figure.size]
    signed = [(label, figure.size, side_in_summary(label, owed=owed) or figure.sign * (-1 if owed else 1)) for label, figure in parts]
    steps = [(label, size * way) for label, size, way in signed]
    leads = all(step for _, step in steps) and case.best.difference == sum((step for _, step in steps), -case.best.movement)
    lacking = [step for label, step in steps if PART_IN_ROWS.search(label) and step == case.best.difference]
    return leads and len(lacking) == 1 and abs(lacking[0]) not in {abs(amount or NOTHING) for amount in case.best.amounts}


def _adds_up(case: Case) -> bool:
    """True if the rows lead from one printed balance to the other. An account without rows must say so, and one on which nothing moved from
    zero to zero needs balances that follow, or signed sums of both sides."""
    best = case.best
    if best.difference != 0 or best.totals_wrong:
        return False
    if not best.entries:
        sums = {(direction(one.label), one.figure.size) for one in case.draft.of("summary", "total") if one.figure is not None}
        return case.draft.has("nothing") or {one for one in sums if one[0]} == {(1, NOTHING), (-1, NOTHING)}
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
