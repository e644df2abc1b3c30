"""One generated case as text: its rows, the law's verdict on its papers, and the verifier's."""

from collections.abc import Iterator

from reconciliation.verification import verify
from tests.verdicts.law.making import make
from tests.verdicts.law.verdict import matched
from tests.verdicts.law.written import books_of, statements_of


def show(seed: int) -> str:
    return "\n".join(_told(seed))


def _told(seed: int) -> Iterator[str]:
    case = make(seed)
    lawful = matched(case)
    yield f"seed {seed}: opening {case.opening} on {case.opening_date}, {case.kind}"
    for place, (paper, verdict) in enumerate(zip(case.papers, verify(books_of(case), statements_of(case)), strict=True)):
        yield f"{place}: {paper}"
        yield f"   law {'matched' if place in lawful else 'not matched'}, verifier {verdict.verdict} {verdict.reasons}"
        for number, line in enumerate(case.lines[place] for place in case.lines_of(place)):
            yield f"   line {number}: {line}"
        yield f"   matched {[(item.line, item.transactions) for item in verdict.matched]}, new {[item.line for item in verdict.new]}"
        yield f"   missing {[(item.transaction, item.kind, item.proof) for item in verdict.missing]}"
        yield f"   ambiguous {[(item.lines, item.transactions) for item in verdict.ambiguous]}"
    yield from (str(entry) for entry in case.entries)
