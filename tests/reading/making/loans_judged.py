"""Made statements of loans, read and judged: whether rows and parts are right, and whether any proof is false."""

from collections.abc import Sequence
from dataclasses import dataclass

from reconciliation.printed.statement import WHOLE, PrintedStatement
from reconciliation.reading.reader import read
from tests.reading.making.loans import Loan, draw, make, spoiled


@dataclass(frozen=True, slots=True)
class LoanTrial:
    """The reader's result on the loan of a seed. `right` is true if every row has its day and its principal, `parts` if it has the payment
    and all parts too. `false` is true if a reading is proved that is not right, or one of the same print with another digit in a part."""

    seed: int
    right: bool
    parts: bool
    proved: bool
    false: bool


def loan_trial(seed: int) -> LoanTrial:
    loan, only = make(seed), _only(make(seed))
    right = only is not None and [(row.date, row.amount) for row in only.lines] == list(
        zip((payment.day for payment in loan.payments), loan.amounts(), strict=True)
    )
    parts = (
        only is not None
        and right
        and [_printed_parts(row.parts) for row in only.lines]
        == [{WHOLE: payment.total} | {kind: amount for kind, amount in payment.parts.items() if amount} for payment in loan.payments]
    )
    proved, mutant = only is not None and only.integrity.holds is True, _only(spoiled(seed))
    mutant_proved = mutant is not None and mutant.integrity.holds is True
    return LoanTrial(seed, right, parts, proved, false=(proved and not right) or mutant_proved)


def _only(loan: Loan) -> PrintedStatement | None:
    """Return the only statement that is read; None if there are none or several."""
    statements = read(draw(loan).sheet.document()).statements
    return statements[0] if len(statements) == 1 else None


def _printed_parts(parts: Sequence[tuple[str, object]]) -> dict[str, object]:
    return {kind: amount for kind, amount in parts if amount}


def report_of_loans(done: Sequence[LoanTrial]) -> str:
    """Return the shares of loans that were read and proved, and the seeds that failed."""
    right, parts, proved = (sum(getattr(trial, name) for trial in done) / len(done) for name in ("right", "parts", "proved"))
    false = [trial.seed for trial in done if trial.false]
    failed = [trial.seed for trial in done if not (trial.parts and trial.proved)]
    shares = f"{len(done)} loans from seed {done[0].seed}: rows {right:.1%}  parts {parts:.1%}  proved {proved:.1%}  false {len(false)}"
    return f"{shares}\n  false: {false}\n  not right or not proved: {failed}"
