"""The words for money in and money out, in several languages. Everything is matched against folded text."""

import re
from functools import lru_cache

from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.vocabulary.phrases import TOTAL

MONEY_IN = words_of(
    r"panot|v dobro|dobro|eingehende\w*|надходження|入金\w*|贷方\w*|deposits?|additions?|credits?|received|receipts?|paid in|money in|"
    r"payments? in|(?<!saldo )(?<!balance )(?<!betrag )(?<!amount )(?<!bedrag )(?<!importe )(?<!importo )in(?! ?\d)(?! (?:number|numerical|"
    r"order|sequence|date|check|the|this|your|process|transit|dispute|eur|euros?|usd|gbp|chf)\b)|"
    r"incoming|interest (?:paid|earned|credited)|gutschriften?|"
    r"einnahmen|eingange?|haben|abonos?|ingresos?|depositos?|haber(?:es)?|creditos?|accrediti|entrate|avere|bijschrijvingen|"
    r"bij(?: geschreven)?|inkomsten|insattning(?:ar)?|innskudd|indsat|in(?:n|d)?betal(?:ningar|inger)|wplyw(?:y|ow)|uznan(?:ia)?|wplat[y]?|"
    r"splaty|kredit(?:er)?|versament[io]|masuk|pagos y abonos|\w*eingange?|creditboekingen|ontvangsten|entradas?|recettes|entrees|recue?s?|"
    r"refunds?|lodgements?|zugange?|einzahlungen?|versements?|recibid[oa]s?|ricevut[aeio]|recebid[oa]s?|ontvangen|erhaltene?|mottatte?|"
    r"mottagna|modtagne?|otrzyman[aey]|diterima|eingegangene?|recebimentos|prijate|encaissements|incassi|bijgeschreven|stortingen|zuflusse|"
    r"rentrees|inkomster|inntekter|indtaegter|przychody|receitas|inflows?|cash in(?:flows?)?|income|credited|inkomend\w*|habenumsatz\w*|"
    r"gutgeschrieben\w*|paid into|(?:mouvements|operations|ecritures) crediteu?rs|movimentos a credito"
)
MONEY_OUT = words_of(
    r"interest and (?:fees|charges)|zinsen und (?:gebuhren|entgelte)|interets et frais|intereses y comisiones|interessi e commissioni|"
    r"rente en kosten|juros e (?:encargos|comissoes)|ranta och avgifter|odsetki i oplaty|otot|v breme|breme|ausgehende\w*|витрати|出金\w*|"
    r"借方\w*|withdrawals?|subtractions?|deductions?|debits?|checks?|cheques?|schecks?|checkar|assegn[io]|czek(?:i|ow)|fees?|charges?|"
    r"paid out|money out|payments? out|outgoings?|purchases?|lastschriften?|ausgaben|belastungen?|soll|auszahlungen?|abgange?|\w*ausgange?|"
    r"cargos?|retiros?|debitos?|adeudos?|addebiti|uscite|dare|afschrijvingen|af(?: geschreven)?|uitgaven|saidas?|uttag|"
    r"utbetal(?:ningar|inger)|haevet|wydatk(?:i|ow)|obciazen(?:ia)?|wyplat[y]?|keluar|kop|inkop|zakupy|aankopen|compras|consumos|achats|"
    r"acquisti|einkaufe|spese|entgelte|frais|comisiones|commissioni|avgifter|oplaty|encargos|levantamentos?|depenses|sorties|prelevements|"
    r"retraits?|cash advances?|drafts?|disbursements?|interest charged|spent|afgeschreven|opname[ns]|abflusse|abbuchungen|abhebungen|"
    r"decaissements|extracciones|egresos|salidas|prelievi|uttak|utgifter|udgifter|udbetalinger|rozchody|gastos|expenses|saques|retiradas|"
    r"penarikan|outflows?|cash out(?:flows?)?|(?:went|going|goes) out|debited|uitgaand\w*|sollumsatz\w*|abgebucht\w*|"
    r"(?:mouvements|operations|ecritures) debiteu?rs|movimentos a debito"
)
DEPOSITS = words_of(
    r"deposits?|lodgements?|(?:paid|money) in|einzahlungen|gutschriften|depots|versements|remises|depositos?|ingresos|versamenti|accrediti|"
    r"entrate|stortingen|bijschrijvingen|bij(?: geschreven)?|entradas|insattningar|innskudd|indsat|indbetalinger|wplywy|wplaty|setoran"
)
WITHDRAWALS = words_of(
    r"withdrawals?|(?:paid|money) out|auszahlungen|lastschriften|retraits|prelevements|retiros|reintegros|prelievi|uscite|opnames|"
    r"afschrijvingen|af(?: geschreven)?|saidas|levantamentos|uttag|uttak|haevet|udbetalinger|wydatki|wyplaty|penarikan"
)
"""Names of sums that only an account with money on it has. A debt has payments and charges."""
PAYMENTS = words_of(r"payments?|pagos?|pagamenti|betalingen|paiements?|zahlungen?|pagamentos?|betalningar|betalinger")
NO_SIDE = words_of(
    r"credit (?:cards?|limits?|lines?|unions?|accounts?|access|agreement|balance|summary)|line of credit|debit cards?|available credit|"
    r"min(?:imum)? payments?|payments? (?:due|slip|coupon|stub|voucher|information|options?|address|instructions?)|pagos? minimos?|"
    r"pagamentos? minimos?|paiements? minimums?|(?:carte|tarjeta|carta|cartao|limite|limit|linea|ligne) (?:de |di )?(?:credito?|debito?)"
)
PART = words_of(
    r"fees?|interest|overdraft|checks?|cheques?|atm|cash|card|returned|tax|service|electronic|other|wire|transfers?|frais|cotisations?|"
    r"gebuhren|entgelte?|zinsen|interets?|comisiones|intereses|comissoes|juros|commissioni|interessi|spese|avgifter|gebyrer|oplaty|odsetki"
)
AND_OTHER = re.compile(
    r"\b(?:and|und|et|y|e|en|och|og|&) (?:other|andere|autres|otros|otras|altri|altre|outros|overige|ovriga|ovrige) |\band adjustments\b"
)  # what is named besides makes it no part
BOTH_WAYS = re.compile(r"\b(?:payments?\W+(?:and )?receipts?|receipts?\W+(?:and )?payments?)\b")
CASH = re.compile(r"\bcash (?:in|out)(?:flows?)?\b")  # no part of what came in or went out
FILLING = re.compile(
    r"\b(?:of|the|your|all|amounts?|and|und|et|y|e|en|in|im|der|die|des|de|del|di|do|du|au|aux|al|am|to|on|for|this|period|periodo?e?|"
    r"zeitraum|s|statement|month|account|konto|items?|entries|entry|transactions?|transaktionen|posted|made|came|sums?|value|betrag|"
    r"importe|montant|eur|usd|gbp|chf|(?:money )?that|went|going|out|added|adds?|up|com(?:es?|ing)|amounted|everything|into|we|you|have|"
    r"has|were|was|with|by|aggregate|overall|ihre?n?|wurden|sind|insgesamt|monats?|umsatze?|zum|vos|votre|mois|porte(?:es?)?|"
    r"mouvements|operations|sur|compte|sus?|mes|los?|las?|cuenta|movimientos|operaciones|degli|dei|delle|sul|conto|mese|movimenti|som|"
    r"somma|uw|van|op|maand|rekening|dos|das|seus?|conta|movimentos|belop|manad)\b|[^a-z]"
)
SURELY_OUT, SURELY_IN = re.compile(r"\b(?:withdrawals?|fees?|purchases?|charges?)\b"), re.compile(r"\b(?:deposits?|additions?|credits)\b")
ONE_PAYMENT = re.compile(r"(?:payment|pago|paiement|zahlung|pagamento|betaling|betalning)\b")
SAME_LABELS = 1024  # kept with what they say: one label is asked again and again, in every section, reading and check


@lru_cache(maxsize=SAME_LABELS)
def direction(label: str, *, card: bool = False) -> int:
    """Return +1 where a label names money in, -1 for money out, 0 for both or neither."""
    label = NO_SIDE.sub(" ", label)
    if BOTH_WAYS.search(label):
        return 0
    into, out = MONEY_IN.search(label), MONEY_OUT.search(label)
    if into and out:  # card withdrawals are money out though they say "credit"
        return -1 if SURELY_OUT.search(label) and not SURELY_IN.search(label) else 0
    if into or out:
        return 1 if into else -1
    return (1 if card else -1) if PAYMENTS.search(label) else 0


def names_sum_of_side(label: str) -> bool:
    """True if a label names nothing but one direction, or its sum. A single payment is none."""
    return direction(label) != 0 and plain_side(label) and not (ONE_PAYMENT.search(label) and not TOTAL.search(label))


def plain_side(label: str) -> bool:
    """True if a label names nothing but a side and filling words, and no part of the side, such as fees."""
    rest = AND_OTHER.sub(" ", CASH.sub(" ", label))
    if PART.search(rest):
        return False
    for pattern in (TOTAL, MONEY_IN, MONEY_OUT, PAYMENTS, FILLING):
        rest = pattern.sub(" ", rest)
    return not rest.strip()
