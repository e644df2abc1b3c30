"""Made statements of brokers, read and judged: whether the cash is right and proved, and whether any proof is false."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reconciliation.reading.reader import read
from tests.reading.making.brokers import Broker, draw, make


@dataclass(frozen=True, slots=True)
class BrokerTrial:
    """The reader's result on the statement of a seed. `right` is true if the cash has every row and both balances, `listed` if each table
    of securities is listed with as many rows, all of them right. `false` is true if a reading is proved that is not right, or one of the
    same print without a row of the cash."""

    seed: int
    right: bool
    listed: bool
    proved: bool
    false: bool


def broker_trial(seed: int) -> BrokerTrial:
    broker = make(seed)
    right, listed, proved = _read(broker, broker)
    without_a_row = replace(broker, rows=broker.rows[:-1], printed_closing=broker.closing)
    return BrokerTrial(seed, right, listed, proved, false=(proved and not right) or _read(without_a_row, broker)[2])


def _read(drawn: Broker, broker: Broker) -> tuple[bool, bool, bool]:
    """Return whether the cash of the drawn statement is read as the broker's, whether its tables are listed, and whether it is proved."""
    statements = read(draw(drawn).sheet.document()).statements
    if len(statements) != 1:
        return False, False, any(statement.integrity.holds is True for statement in statements)
    (only,) = statements
    rows = [(row.date, row.amount) for row in only.lines] == [(row.day, row.amount) for row in broker.rows]
    right = rows and (only.opening_balance, only.closing_balance) == (broker.opening, broker.closing)
    facts = {fact.code: fact.figures[:2] for fact in only.integrity.confirmed}
    counts = {name: (str(len(getattr(broker, name))),) * 2 for name in ("holdings", "trades") if name in broker.order}
    listed = all(facts.get(f"{name}_listed") == count for name, count in counts.items())
    return right, listed, only.integrity.holds is True


def report_of_brokers(done: Sequence[BrokerTrial]) -> str:
    """Return the shares of statements that were read and proved, and the seeds that failed."""
    right, listed, proved = (sum(getattr(trial, name) for trial in done) / len(done) for name in ("right", "listed", "proved"))
    false = [trial.seed for trial in done if trial.false]
    failed = [trial.seed for trial in done if not (trial.right and trial.listed and trial.proved)]
    shares = f"{len(done)} brokers from seed {done[0].seed}: cash {right:.1%}  tables {listed:.1%}  proved {proved:.1%}  false {len(false)}"
    return f"{shares}\n  false: {false}\n  not right or not proved: {failed}"
