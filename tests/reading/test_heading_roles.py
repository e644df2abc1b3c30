"""Column headings whose meaning depends on their neighbours."""

import pytest

from reconciliation.reading.headings.header import Column, joins_two, one_role, section_among, settled


def columns(*named: tuple[str, str]) -> tuple[Column, ...]:
    return tuple(Column(role, 100.0 * place, 100.0 * place + 60, name) for place, (role, name) in enumerate(named))


def roles(result: tuple[Column, ...]) -> list[str]:
    return [column.role for column in result]


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ([("debit", "charges"), ("debit", "payments")], ["debit", "credit"]),
        ([("debit", "payments"), ("credit", "receipts")], ["debit", "credit"]),
        ([("amount", "gross"), ("aside", "fee"), ("amount", "net")], ["aside", "aside", "amount"]),
        ([("amount", "amount"), ("aside", "fees"), ("amount", "total"), ("balance", "balance")], ["aside", "aside", "amount", "balance"]),
        (
            [("text", "concepto"), ("debit", "cargos"), ("credit", "abonos"), ("text", "operacion"), ("value", "liquidacion")],
            ["text", "debit", "credit", "balance", "aside"],
        ),
        ([("credit", "incoming"), ("debit", "outgoing"), ("amount", "amount")], ["credit", "debit", "balance"]),
        ([("date", "data operazione"), ("date", "data"), ("amount", "importo")], ["transaction", "date", "amount"]),
        (
            [("text", "particulars"), ("debit", "debit"), ("amount", "amount"), ("credit", "credit"), ("amount", "amount")],
            ["text", "debit", "credit"],
        ),
        ([("balance", "opening balance"), ("balance", "closing balance")], ["balance", "balance"]),
    ],
)
def test_neighbours_decide_the_meaning_of_a_heading(printed: list[tuple[str, str]], meant: list[str]) -> None:
    assert roles(settled(columns(*printed))) == meant


def test_a_lone_direction_left_of_the_amounts_names_the_section() -> None:
    result = section_among(columns(("date", "date"), ("debit", "purchases"), ("amount", "amount")))

    assert result is not None
    assert result.name == "purchases"
    assert section_among(columns(("date", "date"), ("text", "details"), ("debit", "paid out"), ("credit", "paid in"))) is None


def test_a_cell_has_one_role_or_none() -> None:
    assert one_role(["amount", "debit"]) == "debit"
    assert one_role(["date", "text"]) == "date"
    assert one_role(["date", "value"]) == ""
    assert joins_two("payments and credits")
    assert not joins_two("paid out")
