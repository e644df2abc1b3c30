"""Every sum of a summary from the opening to the closing counts; a note beside it does not."""

import pytest

from tests.reading.making.scene import Scene
from tests.reading.scenes import proved, scene, statement, text_page, write_lines

ROWS = (("04/01/2025", "Autopay, thank you", "-600.00"), ("09/01/2025", "Bookshop", "180.00"), ("20/01/2025", "Renewal", "25.00"))


def card(fees: str = "+25.00", *, abroad: str = "", page: str = "") -> Scene:
    """A card's summary with a note beside it, and its rows on another page."""
    made = scene(kind="Credit card statement")
    write_lines(made, "Statement period 01/01/2025 to 31/01/2025", "Credit limit 5,000.00")
    made.cells((40, "Minimum payment due"), (200, "20.00"))
    made.cells((300, "Previous balance"), (-545, "600.00"))
    made.cells((40, "you may have to pay a late fee of up to 40.00."), (300, "Payments/Credits"), (-545, "-600.00"))
    for name, figure in (("New charges", "+180.00"), ("Fees", fees), ("New balance", "205.00")):
        made.cells((300, name), (-545, figure))
    made.sheet.next_page()
    made.cells(*([(520, page)] if page else []), (40, "Activity"))
    made.cells((40, "Date"), (120, "Description"), (-545, "Amount"))
    for day, text, amount in ROWS:
        made.cells((40, day), (120, text), (-545, amount), *([(-400, abroad)] if abroad and text == "Bookshop" else []))
    return made


@pytest.mark.parametrize("parts", [{"abroad": "165.20"}, {"page": "p. 2/2"}])
def test_its_sums_and_figures_beside_the_rows_are_accounted_for(parts: dict[str, str]) -> None:
    assert proved(card(**parts))


def test_a_figure_beside_a_row_may_be_its_amount_if_the_summary_does_not_add_up() -> None:
    assert not proved(card("+45.00", abroad="165.20"))


@pytest.mark.parametrize(("other", "holds"), [("-R$ 45,90", True), ("-R$ 44,90", None)])
def test_a_sum_named_total_does_not_end_a_summary(other: str, holds: bool | None) -> None:
    """Nor does a closed month below the name of bills to come, where the amounts of rows without headings stand."""
    made = text_page("Cartão Exemplo", "Fatura do cartão de crédito", "Período vigente: 07 JAN 2026 a 06 FEV 2026")
    made.cells((50, "Limite total do cartão de crédito:"), (-545, "R$ 6.000,00"))
    for name, figure in (("Fatura anterior", "R$ 322,45"), ("Pagamento recebido", "-R$ 322,45"), ("Total de compras", "R$ 150,00")):
        made.cells((50, name), (-545, figure))
    made.cells((50, "Outros lançamentos"), (-545, other))
    made.cells((50, "Total a pagar"), (-545, "R$ 104,10"), step=20)
    made.cells((50, "PRÓXIMAS FATURAS"))
    made.cells((50, "Fatura fechada de março"), (-545, "R$ 412,30"))
    made.sheet.next_page()
    made.cells((50, "TRANSAÇÕES"), (130, "DE 07 JAN A 06 FEV"))
    rows = [("08 JAN", "Loja Azul", "R$ 100,00"), ("10 JAN", "Mercado", "R$ 50,00")]
    for day, text, figure in (*rows, ("15 JAN", "Pagamento em 15 JAN", "-R$ 322,45"), ("20 JAN", "Estorno de Loja Azul", "-R$ 45,90")):
        made.cells((50, day), (160, text), (-545, figure))

    assert statement(made).integrity.holds is holds
