"""Headings of money out and money in that have this meaning only side by side: payments and receipts, spent and received.

Headings that books use in the opposite sense (debit, Soll, 借方) are not among them.
"""

from collections.abc import Sequence

PAIRS: tuple[tuple[set[str], set[str]], ...] = (
    ({"outflow", "outflows", "moneyout", "cashout", "out", "paidout"}, {"inflow", "inflows", "moneyin", "cashin", "in", "paidin"}),
    ({"spent", "spend", "spending", "paid"}, {"received", "earned"}),
    ({"payment", "payments", "paymentamount"}, {"receipt", "receipts", "deposit", "deposits", "depositamount"}),
    ({"expense", "expenses", "expenditure"}, {"income", "incomes", "revenue"}),
    ({"withdrawn", "moneywithdrawn"}, {"deposited", "paidin", "moneydeposited"}),
    ({"ausgabe", "ausgaben", "kosten"}, {"einnahme", "einnahmen", "ertrag", "ertrage"}),
    ({"ausgang", "ausgange", "zahlungsausgang", "zahlungsausgange"}, {"eingang", "eingange", "zahlungseingang", "zahlungseingange"}),
    ({"abgang", "abgange"}, {"zugang", "zugange"}),
    ({"auszahlung", "auszahlungen"}, {"einzahlung", "einzahlungen"}),
    ({"depense", "depenses"}, {"recette", "recettes", "revenu", "revenus"}),
    ({"sortie", "sorties", "decaissement", "decaissements"}, {"entree", "entrees", "encaissement", "encaissements"}),
    ({"retrait", "retraits"}, {"depot", "depots", "versement", "versements"}),
    ({"debits"}, {"credits"}),
    ({"gasto", "gastos", "egreso", "egresos"}, {"ingreso", "ingresos"}),
    ({"pago", "pagos"}, {"cobro", "cobros"}),
    ({"retiro", "retiros"}, {"deposito", "depositos"}),
    ({"salida", "salidas", "saida", "saidas"}, {"entrada", "entradas"}),
    ({"despesa", "despesas"}, {"receita", "receitas"}),
    ({"pagamento", "pagamentos"}, {"recebimento", "recebimentos"}),
    ({"uscita", "uscite", "spesa", "spese"}, {"entrata", "entrate"}),
    ({"pagamento", "pagamenti"}, {"incasso", "incassi"}),
    ({"prelievo", "prelievi"}, {"versamento", "versamenti"}),
    ({"uit", "af", "eruit"}, {"in", "bij", "erin"}),
    ({"uitgave", "uitgaven"}, {"inkomst", "inkomsten", "ontvangst", "ontvangsten"}),
    ({"opname", "opnames"}, {"storting", "stortingen"}),
    ({"betaald"}, {"ontvangen"}),
    ({"出金", "出金額", "出金金額", "払出", "払出金額"}, {"入金", "入金額", "入金金額", "受入", "受入金額"}),
    ({"支出", "支出額", "支出金額"}, {"収入", "収入額", "収入金額"}),
    ({"お支払金額", "お支払い金額", "支払金額", "お支払額"}, {"お預り金額", "お預かり金額", "預り金額", "お預入金額"}),
    ({"引出", "引出額", "お引出し", "お引出金額", "引落"}, {"預入", "預入額", "お預入れ", "お預入金額"}),
)  # fmt: skip


def find_flows(spelt: Sequence[str]) -> dict[str, int]:
    """Return the places of "debit" and "credit" in a header of bare names; empty unless exactly one pair matches."""
    found = {
        (out, into)
        for outs, ins in PAIRS
        for out, name in enumerate(spelt)
        if name in outs
        for into, other in enumerate(spelt)
        if other in ins
    }
    if len(found) != 1:
        return {}
    [(out, into)] = found
    return {"debit": out, "credit": into}
