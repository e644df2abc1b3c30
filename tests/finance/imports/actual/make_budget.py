"""Makes the budget of these tests with actualpy (ours: 0.22.4), in an environment of its own: `python make_budget.py`.

actualpy keeps the tables of Actual, and writes them as Actual does; the archive has the names that Actual gives its export.
"""

import datetime as dt
import tempfile
import zipfile
from decimal import Decimal
from pathlib import Path

from actual.database import Transactions  # type: ignore[import-not-found]
from actual.queries import create_account, create_split, create_transaction, create_transfer  # type: ignore[import-not-found]
from sqlmodel import Session, SQLModel, create_engine  # type: ignore[import-not-found]

HERE = Path(__file__).parent


def entry(session: Session, day: int, account: object, payee: str, notes: str, amount: str, **values: object) -> Transactions:
    made = create_transaction(session, dt.date(2026, 1, day), account, payee, notes, amount=Decimal(amount))
    for name, value in values.items():
        setattr(made, name, value)
    return made


def fill(session: Session) -> None:
    giro, savings = create_account(session, "Giro"), create_account(session, "Savings")
    session.flush()
    entry(session, 1, giro, "Starting Balance", "", "1000", starting_balance_flag=1, reconciled=1, cleared=1)
    entry(session, 3, giro, "Bäcker", "Brötchen", "-3.50", reconciled=1, cleared=1)
    entry(session, 4, giro, "Electricity", "", "-80.05", cleared=1)
    whole = entry(session, 5, giro, "Market", "week", "-30", is_parent=1, cleared=0)
    session.flush()
    for amount in (-10, -20):
        create_split(session, whole, Decimal(amount))
    entry(session, 6, giro, "Mistake", "", "-1", tombstone=1)
    for half in create_transfer(session, dt.date(2026, 1, 7), giro, savings, Decimal(100), "put away"):
        half.cleared = 0


def save(folder: Path) -> None:
    engine = create_engine(f"sqlite:///{folder / 'db.sqlite'}")
    SQLModel.metadata.create_all(engine)
    with Session(engine) as session:
        fill(session)
        session.commit()
    with zipfile.ZipFile(HERE / "budget.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(folder / "db.sqlite", "db.sqlite")
        archive.writestr("metadata.json", "{}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        save(Path(made))
