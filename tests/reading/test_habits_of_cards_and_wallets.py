"""Text around the rows on cards and consolidated statements of many countries."""

import datetime as dt

from reconciliation.printed.statement import Reading
from reconciliation.reading.reader import read
from tests.reading.drawing import DAY, FIGURE, TEXT
from tests.reading.making.scene import Scene
from tests.reading.scenes import Line, page, statement

HEAD: tuple[Line, ...] = (
    ((DAY, "Checking account statement"),),
    ((DAY, "Account number: 1234567890"),),
    ((DAY, "Statement period: January 1, 2026 to January 31, 2026"),),
)


def reading(made: Scene) -> Reading:
    return read(made.sheet.document())


def test_a_bill_of_a_card_is_its_statement_though_other_bills_are_called_so() -> None:
    result = reading(
        page(
            ((DAY, "FATURA  12 JAN 2024"),),
            ((DAY, "Período vigente: 12 DEZ a 12 JAN"),),
            ((DAY, "Limite total do cartão de crédito: R$ 7.500,00"),),
            ((DAY, "RESUMO DA FATURA ATUAL"),),
            ((DAY, "Fatura anterior"), (FIGURE, "R$ 876,40")),
            ((DAY, "Total a pagar"), (FIGURE, "R$ 148,84")),
            ((DAY, "Pagamento mínimo"), (FIGURE, "R$ 22,33")),
            ((DAY, "Saldo em aberto das próximas faturas"), (FIGURE, "R$ 422,80")),
            ((DAY, "Parcelas"), (TEXT + 60, "Valor da parcela"), (FIGURE, "Total a pagar")),
            ((DAY, "3x"), (TEXT + 60, "R$ 59,53"), (FIGURE, "R$ 178,60")),
            ((DAY, "13 DEZ"), (TEXT, "Livraria"), (FIGURE, "R$ 84,99")),
            ((DAY, "18 DEZ"), (TEXT, "Pagamento em 18 DEZ"), (FIGURE, "-R$ 876,40")),
            ((DAY, "05 JAN"), (TEXT, "Padaria"), (FIGURE, "R$ 63,85")),
        )
    )

    (card,) = result.statements
    assert result.document_type == "credit_card_statement"
    assert [str(card.opening_balance), str(card.closing_balance)] == ["-876.40", "-148.84"]
    assert card.lines[-1].date == dt.date(2024, 1, 5)


def test_a_section_may_name_both_sides_where_its_sum_is_that_of_its_rows() -> None:
    card = statement(
        page(
            ((DAY, "ESTADO DE CUENTA NACIONAL DE TARJETA DE CRÉDITO"), (400, "BANCO EJEMPLO DE CHILE S.A.")),
            ((DAY, "CUPO TOTAL"), (FIGURE, "$ 2.500.000")),
            ((DAY, "MONTO FACTURADO A PAGAR PERIODO ANTERIOR"), (FIGURE, "$ 412.880")),
            ((DAY, "SALDO ADEUDADO FINAL PERIODO ANTERIOR"), (FIGURE, "$ 0")),
            ((DAY, "PERÍODO FACTURADO"), (TEXT + 80, "22/05/2024"), (TEXT + 160, "20/06/2024")),
            ((DAY, "FECHA"), (TEXT, "DESCRIPCIÓN"), (FIGURE, "MONTO")),
            ((DAY, "1. TOTAL OPERACIONES"), (FIGURE, "$ 30.500")),
            ((DAY, "27/05/24"), (TEXT, "SUPERMERCADO"), (FIGURE, "$ 30.500")),
            ((DAY, "2. TOTAL PAGO A LA CUENTA"), (FIGURE, "-$ 412.880")),
            ((DAY, "03/06/24"), (TEXT, "MONTO CANCELADO"), (FIGURE, "-$ 412.880")),
            ((DAY, "3. CARGOS, COMISIONES, IMPUESTOS Y ABONOS"), (FIGURE, "$ 3.302")),
            ((DAY, "20/06/24"), (TEXT, "COMISION ADMINISTRACION"), (FIGURE, "$ 2.890")),
            ((DAY, "20/06/24"), (TEXT, "IMPUESTO"), (FIGURE, "$ 412")),
            ((DAY, "MONTO TOTAL FACTURADO A PAGAR"), (FIGURE, "$ 33.802")),
        )
    )

    assert [line.amount for line in card.lines] == [-30500, 412880, -2890, -412]
    assert (card.period_start, card.period_end) == (dt.date(2024, 5, 22), dt.date(2024, 6, 20))
    assert [card.opening_balance, card.closing_balance] == [-412880, -33802]


def test_points_earned_by_a_row_are_no_amount() -> None:
    card = statement(
        page(
            ((DAY, "BONUS KREDİ KARTI HESAP ÖZETİ"),),
            ((DAY, "HESAP KESİM TARİHİ"), (TEXT + 100, "16 MAYIS 2024")),
            ((DAY, "BİR ÖNCEKİ HESAP ÖZETİ BORCU"), (FIGURE, "8.412,30 TL")),
            ((DAY, "DÖNEM BORCU"), (FIGURE, "1.607,57 TL")),
            ((DAY, "İŞLEM TARİHİ"), (TEXT + 40, "İŞLEM AÇIKLAMASI"), (-360, "KAZANILAN BONUS"), (FIGURE, "Tutar (TL)")),
            ((DAY, "17.04.2024"), (TEXT + 40, "KIRTASIYE"), (-360, "7,04"), (FIGURE, "1.407,57")),
            ((DAY, "29.04.2024"), (TEXT + 40, "ÖDEME"), (FIGURE, "8.412,30+")),
            ((DAY, "02.05.2024"), (TEXT + 40, "MARKET"), (-360, "1,00"), (FIGURE, "200,00")),
            ((TEXT + 40, "DÖNEM İÇİ HARCAMALAR TOPLAMI"), (FIGURE, "1.607,57")),
        )
    )

    assert [str(line.amount) for line in card.lines] == ["-1407.57", "8412.30", "-200.00"]
    assert card.currency == "TRY"


def test_a_plan_of_instalments_below_the_rows_is_none_of_them() -> None:
    card = statement(
        page(
            ((DAY, "CREDIT CARD STATEMENT"),),
            ((DAY, "Statement period : June 13, 2024 to July 12, 2024"),),
            ((DAY, "Previous balance"), (FIGURE, "412.60")),
            ((DAY, "New balance"), (FIGURE, "162.50")),
            ((DAY, "Date"), (TEXT, "Transaction details"), (FIGURE, "Amount")),
            ((DAY, "13/06/2024"), (TEXT, "BOOKS AND MORE"), (FIGURE, "100.00")),
            ((DAY, "24/06/2024"), (TEXT, "Payment received"), (FIGURE, "412.60 CR")),
            ((DAY, "10/07/2024"), (TEXT, "AMORTIZATION 4/6"), (FIGURE, "62.50")),
            ((DAY, "Loan type"), (TEXT + 20, "Creation date"), (TEXT + 100, "No. of"), (TEXT + 160, "EMI amount"), (FIGURE, "Outstanding")),
            ((DAY, "Merchant EMI"), (TEXT + 20, "10/04/2024"), (TEXT + 100, "6"), (TEXT + 160, "62.50"), (FIGURE, "125.00")),
        )
    )

    assert [str(line.amount) for line in card.lines] == ["-100.00", "412.60", "-62.50"]


def test_a_balance_brought_forward_in_another_currency_begins_another_account() -> None:
    headings = ((DAY, "CCY"), (DAY + 35, "Date"), (TEXT + 20, "Transaction"), (-330, "Deposit"), (-430, "Withdrawal"), (-530, "Balance"))
    result = reading(
        page(
            ((DAY, "Consolidated account statement"),),
            headings,
            ((DAY, "USD"), (DAY + 35, "18 Feb"), (TEXT + 20, "B/F BALANCE"), (-530, "220.15")),
            ((DAY + 35, "6 Mar 2024"), (TEXT + 20, "INWARD REMITTANCE"), (-330, "1,500.00"), (-530, "1,720.15")),
            ((DAY, "EUR"), (DAY + 35, "18 Feb"), (TEXT + 20, "B/F BALANCE"), (-530, "640.00")),
            ((DAY + 35, "7 Mar 2024"), (TEXT + 20, "EXCHANGE"), (-430, "200.00"), (-530, "440.00")),
        )
    )

    assert [[str(line.amount) for line in one.lines] for one in result.statements] == [["1500.00"], ["-200.00"]]


def test_the_parts_of_a_row_below_the_closing_are_no_rows() -> None:
    lines: tuple[Line, ...] = (
        *HEAD,
        ((DAY, "Date"), (TEXT, "Description"), (-330, "Debit"), (FIGURE, "Credit")),
        ((TEXT, "Opening balance"), (FIGURE, "1,000.00")),
        ((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00")),
        ((DAY, "01/20"), (TEXT, "Card bill"), (-330, "50.00")),
        ((TEXT, "Closing balance"), (FIGURE, "1,150.00")),
        ((DAY, "What your card bill was made of"),),
        ((DAY, "Date"), (TEXT, "Merchant"), (FIGURE, "Amount")),
        ((DAY, "01/07"), (TEXT, "Books"), (FIGURE, "{}")),
        ((DAY, "01/09"), (TEXT, "Shoes"), (FIGURE, "30.00")),
    )

    whole, other = (statement(page(*[tuple((x, text.format(part)) for x, text in line) for line in lines])) for part in ("20.00", "21.00"))

    assert [[str(line.amount) for line in one.lines] for one in (whole, other)] == [["200.00", "-50.00"]] * 2
    assert [whole.integrity.holds, other.integrity.holds] == [True, None]


def test_a_heading_with_a_figure_names_no_section() -> None:
    result = statement(
        page(
            *HEAD,
            ((DAY, "Needed on your account for the upcoming payments of next month: 118.20"),),
            ((DAY, "Date"), (TEXT, "Description"), (-330, "Debit"), (FIGURE, "Credit")),
            ((TEXT, "Opening balance"), (FIGURE, "1,000.00")),
            ((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00")),
            ((TEXT, "Closing balance"), (FIGURE, "1,200.00")),
        )
    )

    assert [str(line.amount) for line in result.lines] == ["200.00"]


def test_scheduled_payments_are_no_rows_in_named_lists_side_by_side() -> None:
    result = statement(
        page(
            *HEAD,
            ((DAY, "Opening balance"), (FIGURE, "1,000.00")),
            ((DAY, "Closing balance"), (FIGURE, "1,150.00")),
            ((DAY, "Public transport"), (FIGURE, "14.20")),
            ((DAY, "Scheduled payments"),),
            ((DAY, "Card subscriptions"), (300, "Debit orders")),
            ((DAY, "01/29"), (TEXT, "Music"), (-230, "-9.00"), (300, "01/30"), (340, "Insurance"), (-470, "-41.00")),
            ((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount")),
            ((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00")),
            ((DAY, "01/20"), (TEXT, "Grocery"), (FIGURE, "-50.00")),
        )
    )

    assert [str(line.amount) for line in result.lines] == ["200.00", "-50.00"]
    assert result.integrity.holds


def test_a_symbol_behind_an_amount_is_no_part_of_it() -> None:
    result = statement(
        page(
            *HEAD,
            ((DAY, "Opening balance"), (FIGURE, "1,000.00")),
            ((DAY, "Closing balance"), (FIGURE, "1,150.00")),
            ((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount")),
            ((DAY, "01/05"), (TEXT, "Payroll"), (FIGURE, "200.00"), (abs(FIGURE) + 2, "¨")),
            ((DAY, "01/20"), (TEXT, "Grocery"), (FIGURE, "-50.00"), (abs(FIGURE) + 2, "þ")),
        )
    )

    assert result.integrity.holds


def test_two_dated_balances_are_read_below_their_names() -> None:
    result = statement(
        page(
            ((DAY, "ESTADO DE CUENTA DE AHORROS"),),
            ((DAY, "PERIODO"), (TEXT, "DEL 01/02/24 AL 29/02/24")),
            ((DAY, "SALDO AL"), (TEXT + 80, "ABONOS DEPOSITOS"), (TEXT + 200, "CARGOS RETIROS"), (TEXT + 320, "SALDO AL 29/02/24")),
            ((DAY, "31/01/24  940.36"), (TEXT + 90, "100.00"), (TEXT + 210, "40.36"), (TEXT + 340, "1,000.00")),
            ((DAY, "FECHA"), (TEXT, "DESCRIPCION"), (TEXT + 120, "MED"), (TEXT + 160, "LUGAR"), (-400, "CARGO"), (-500, "ABONO")),
            ((DAY, "02FEB"), (TEXT, "MANTENIMIENTO"), (TEXT + 120, "INT"), (TEXT + 160, "LIMA"), (-400, "40.36")),
            ((DAY, "28FEB"), (TEXT, "ABONO"), (TEXT + 120, "POS"), (TEXT + 160, "LIMA"), (-500, "100.00")),
        )
    )

    assert [str(result.opening_balance), str(result.closing_balance)] == ["940.36", "1000.00"]
    assert len(result.lines) == 2


def test_days_and_balances_of_an_interest_calculation_are_no_rows() -> None:
    result = statement(
        page(
            ((DAY, "ESTRATTO CONTO CORRENTE"),),
            ((DAY, "DATA"), (DAY + 60, "VALUTA"), (-250, "MOVIMENTI"), (280, "DESCRIZIONE DELLE OPERAZIONI")),
            ((DAY, "31/12/21"), (-250, "1.000,00"), (280, "SALDO INIZIALE A VOSTRO CREDITO")),
            ((DAY, "05/01/22"), (DAY + 60, "05/01/22"), (-250, "- 268,70"), (280, "F24 TELEMATICO")),
            ((DAY, "07/01/22"), (DAY + 60, "07/01/22"), (-250, "100,00"), (280, "VERSAMENTO")),
            ((DAY, "31/03/22"), (-250, "831,30"), (280, "SALDO FINALE A VOSTRO CREDITO")),
            ((DAY, "VALUTA"), (-250, "SALDI PER VALUTA"), (-330, "GIORNI"), (-450, "NUMERI CREDITORI")),
            ((DAY, "05/01/22"), (-250, "731,30"), (-330, "2"), (-450, "1.462")),
            ((DAY, "07/01/22"), (-250, "831,30"), (-330, "83"), (-450, "68.997")),
        )
    )

    assert [str(line.amount) for line in result.lines] == ["-268.70", "100.00"]
    assert result.integrity.holds


def test_a_japanese_bill_of_a_card_has_nothing_but_purchases_and_their_sum() -> None:
    rows = [("2026/01/05", "ENEOS", "2,666"), ("2026/01/11", "JR", "1,389"), ("2026/01/20", "ENEOS", "851"), ("2026/01/21", "JR", "94")]
    result = reading(
        page(
            ((DAY, "ご利用代金請求明細書"),),
            ((DAY, "カード番号"), (TEXT, "****-****-****-4412")),
            ((DAY, "利用日"), (TEXT, "利用店名"), (-300, "利用金額"), (-360, "手数料/利息"), (FIGURE, "支払総額")),
            *(((DAY, day), (TEXT, text), (-300, figure), (-360, "0"), (FIGURE, figure)) for day, text, figure in rows),
            ((TEXT, "ご利用代金合計"), (-300, "5,000"), (-360, "0"), (FIGURE, "5,000")),
        )
    )

    (card,) = result.statements
    assert result.document_type == "credit_card_statement"
    assert [line.amount for line in card.lines] == [-2666, -1389, -851, -94]
    assert card.integrity.rows_follow
