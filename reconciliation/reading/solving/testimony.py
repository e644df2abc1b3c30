"""What the rows' own words say of their direction: a mirrored reading keeps every sum, but not the sense of the words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from reconciliation.reading.scanning.entries import Entry
from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import fold

TURNED = words_of(
    r"refund\w*|return\w*|revers\w*|reject\w*|cancel\w*|correct\w*|adjust\w*|rebate|waive\w*|cashback|storno|ruck\w*|erstattung|retour\w*|"
    r"remboursement\w*|annulation|devolucion\w*|abono|anulacion|rimborso|storni|terugbetaling|reembolso|estorno"
)
RECEIVED = words_of(
    r"payments? received|received money|money received|recibid[oa]|recu|ricevut[oa]|recebid[oa]|ontvangen|erhalten|received from|"
    r"from customer"
)
THANKED = words_of(r"thank you|thanks|merci|gracias|grazie|obrigad[oa]|danke|dank u|bedankt")
EARNED = words_of(
    r"payroll|salary|wages|pension|dividend|interest (?:earned|paid|payment|credit\w*)|credit interest|transfer from|paid in|(?:direct|"
    r"mobile|cash|check|cheque|atm) deposit|deposit|inward (?:payment|transfer|remittance)|bank giro credit|gehalt|lohn|rente|gutschrift|"
    r"einzahlung|zahlungseingang|salaire|virement recu|versement|remise de cheques?|nomina|ingreso|intereses a su favor|"
    r"transferencia a su favor|stipendio|accredito|versamento|bonifico a (?:vostro|suo) favore|salaris|loon|storting|creditrente|ordenado|"
    r"vencimento|deposito|lonn|lonsoverforsel|manadslon|insattning\w*|innskudd\w*|indskud\w*|wynagrodzenie|emerytura|wplata|"
    r"prichozi (?:uhrada|platba)|kladny urok|vklad|przelew przychodzacy|kapitalizacja odsetek|gaji|setoran|top[- ]?up (?:by|from|with|via)|"
    r"ricarica con|recarga con|recharge par"
)
SPENT = words_of(
    r"sent money|money sent|interest charge\w*|finance charge\w*|purchase|(?:late|annual|service|overdraft|monthly|atm|wire|"
    r"foreign transaction) fee|cash advance|achat|compra|acquisto|aankoop|einkauf|zinsbelastung|kontofuhrung\w*|comissao|comision|"
    r"commissione|cotisation|avgift|arsavgift|gebyr|oplata|prowizja|biaya|kortkop|kortkjop|varekjop|zakupy?|poplatek|dan z uroku"
)
OFTEN_SPENT = words_of(
    r"withdrawal|card (?:payment|transaction)|account fee|transfer to|standing order|grocery|groceries|grocer|supermarket|supermarche|"
    r"supermercado|supermercato|supermarkt|petrol|rent|retrait|retirada|prelievo|kauf|kartenzahlung|miete|loyer|geldautomat|levantamento|restaurant\w*|"
    r"ristorante|coffee|pharmacy|pharmacie|apotheke?|apotheek|apoteka?|apteka|farmacia|bakery|backerei|boulangerie|panaderia|padaria|"
    r"bageri|hotel|fuel|airlines?|tankstelle|tankstation|gasolinera|station service|distributore|bensin\w*|cajero|alquiler|affitto|renda|"
    r"bolletta|facture|geldautomaat|huur|uttag|uttak|haevet|hyra|husleie|husleje|bankomat|wyplata|czynsz|tarik tunai|penarikan|sewa|"
    r"electric(?:ity)?|insurance|versicherung|assurance|seguro|assicurazione|verzekering|forsakring|ubezpieczenie|platba kartou|"
    r"odchozi platba|trvaly prikaz|vyber hotovosti|sent to|inviato a|enviado a|envoye a|gesendet an|verzonden naar|skickat till|wyslano do"
)
DRAWN = words_of(
    r"(?:check|cheque|czek|schek) ?(?:no\.? ?|nr\.? ?|# ?)?\d{2,}|lastschrift|dauerauftrag|prelevement|incasso|autogiro|avtalegiro|"
    r"betalingsservice|domiciliazione|adeudo|recibo|rachunek za|bill payment"
)  # what only an account that is held pays: a card is paid by such
PAID = words_of(
    r"payment|repayment|instal?ment|direct debit|(?:ein)?zahlung|gutschrift|ausgleich|einzug|lastschrifteinzug|ruckzahlung|"
    r"(?<!exchange )(?<!exchg )(?<!conversion )rate(?! \d{1,2}[.,]\d)|tilgung|paiement|prelevement|remboursement|echeance|pago|cuota|"
    r"pagamento|rata|raty|splata|wplata|betaling|inbetalning|innbetaling|indbetaling|amortering|avdrag|aflossing|prestacao|angsuran|"
    r"ansuran|bayaran|pembayaran"
)
OWED_MORE = words_of(
    r"interest|finance charge\w*|fees?|charges?|advance|drawdown|draw|zinsen?|gebuhr\w*|interets?|frais|interes(?:es)?|interessi|rente|"
    r"renter|kosten|juros|ranta|odsetki|bunga|biaya|avgift|aviavgift|oplata"
)
ONE_OF_SEVERAL = re.compile(
    r"\b(?:instal?ment|rate|cuota|parcela|rata|raty) (?:no\.? )?\d{1,2} ?(?:of|/|von|de|di|z) ?\d{1,2}\b"
)  # of a plan


@dataclass(slots=True)
class Testimony:
    """How many rows run as their words say, how many against them, and how many against words that leave a doubt."""

    agree: int = 0
    against: int = 0
    unlike: int = 0

    @property
    def speaks_for(self) -> bool:
        return self.agree > self.unlike


def testimony(entries: Sequence[Entry], amounts: Sequence[Decimal | None], *, owed: bool) -> Testimony:
    """Weigh the rows' words, for an account that is owed or one that is held."""
    weighed = Testimony()
    for entry, amount in zip(entries, amounts, strict=True):
        way, clear = _way(fold(entry.description), owed=owed)
        if not way or not amount:
            continue
        if way * amount > 0:
            weighed.agree += 1
        elif clear:
            weighed.against += 1
        else:
            weighed.unlike += 1
    return weighed


def _way(words: str, *, owed: bool) -> tuple[int, bool]:
    """Return +1 for money in or less owed, -1 for money out or more owed, 0 where the words may mean either; and whether they are clear."""
    if TURNED.search(words):
        return 0, False
    if RECEIVED.search(words) or (owed and THANKED.search(words) and PAID.search(words)):
        return 1, True
    if owed and ONE_OF_SEVERAL.search(words):
        return 0, False
    into = bool(PAID.search(words) if owed else EARNED.search(words))
    out = bool(SPENT.search(words) or (owed and OWED_MORE.search(words)))
    if into and out:
        return (-1, True) if owed and words.endswith((" fee", " charge", " interest")) else (0, False)
    if into or out:
        return (1, owed) if into else (-1, True)
    return (-1, False) if OFTEN_SPENT.search(words) or (not owed and DRAWN.search(words)) else (0, False)
