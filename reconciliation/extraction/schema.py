"""The answers that a model may give: places on the page, and the words printed there. Its own figures are never used."""

from dataclasses import dataclass
from typing import Annotated, Literal

Direction = Literal["in", "out", "unknown"]
MOST_COLUMNS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRow:
    """One movement of the account."""

    line: Annotated[int, "the number of the line that prints its amount"]
    date: Annotated[str, "its booking day, exactly as printed"]
    amount: Annotated[str, "its amount, exactly as printed"]
    direction: Annotated[Direction, "in: more for the holder, or less owed; out: less for the holder, or more owed"]
    balance: Annotated[str | None, "the balance printed on the same line, exactly as printed"] = None
    date_line: Annotated[int | None, "the number of the line that prints the day, where it is another line"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldBalance:
    """A balance of the account that is printed outside its rows."""

    kind: Literal["opening", "closing"]
    line: Annotated[int, "the number of the line that prints it"]
    figure: Annotated[str, "the balance, exactly as printed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRows:
    """Every movement that these lines print, in printed order, and the opening and closing balances."""

    rows: tuple[ToldRow, ...]
    balances: tuple[ToldBalance, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldColumn:
    """One column of the table of movements: what stands in it, and from where to where."""

    role: Literal["date", "debit", "credit", "amount", "balance"]
    x0: int
    x1: int

    def __post_init__(self) -> None:
        if self.x1 <= self.x0:
            raise ValueError("x1 must be right of x0")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldMap:
    """The columns of the table of movements, and the opening and closing balances."""

    columns: tuple[ToldColumn, ...]
    unsigned: Annotated[Direction, "which way an amount without a sign goes, where one column holds both ways"] = "unknown"
    balances: tuple[ToldBalance, ...] = ()

    def __post_init__(self) -> None:
        roles = [column.role for column in self.columns]
        if "date" not in roles or not {"debit", "credit", "amount"} & set(roles):
            raise ValueError("the columns need a date, and an amount, a debit or a credit")
        if len(roles) > MOST_COLUMNS:
            raise ValueError(f"there are at most {MOST_COLUMNS} columns")
