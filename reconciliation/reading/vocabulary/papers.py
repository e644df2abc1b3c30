"""The words of papers with money on them that are no statements: invoices, receipts, pay slips, contracts, tax forms and asset reports.
Everything is matched against folded text."""

import re
from operator import itemgetter

from reconciliation.reading.tokens.alternatives import words_of

OTHER_PAPERS: dict[str, re.Pattern[str]] = {
    "invoice": words_of(
        "invoice(?: (?:number|no|date|#))?|bill to|ship to|purchase order|qty|quantity|unit price|unit cost|subtotal|vat no|"
        "due upon receipt|amount due|po number|your bill|bill date|(?:electricity|gas|water|phone|utility) bill|meter readings?|kwh|folio|"
        "room charge|arrival|departure|valid until|delivery address|order number|rechnung(?:snummer|sdatum|sbetrag|s-?nr)?|"
        "leistungszeitraum|zwischensumme|nettobetrag|mwst|menge|einzelpreis|stuckpreis|zahlungsziel|zahlbar bis|lieferdatum|bestellnummer|"
        "angebot|facture|date de facture|numero de facture|quantite|prix unitaire|total (?:ht|ttc)|montant ttc|net a payer|bon de commande|"
        "devis|votre facture|factura|numero de factura|fecha de factura|cantidad|precio unitario|base imponible|importe total|pedido|"
        "presupuesto|fattura|numero fattura|data fattura|quantita|prezzo unitario|imponibile|totale fattura|aliquota|ordine|preventivo|"
        "factuur|factuur(?:nummer|datum)|aantal|stuksprijs|btw|subtotaal|te betalen|offerte|fatura|fatura n|nota fiscal|encomenda|"
        "quantidade|preco unitario|valor unitario|entrega|orcamento|total sem iva|faktura|faktura(?:nummer|dato|datum)|anta(?:l|ll)|"
        "a-?pris|moms|mva|forfall(?:sdato|odatum)|att betala|offert|faktura vat|(?:numer|nr) faktury|ilosc|cena (?:netto|jednostkowa)|"
        "wartosc (?:netto|brutto)|stawka vat|sprzedawca|nabywca|do zaplaty|termin platnosci|faktur|invois|kuantiti|harga satuan|"
        "nomor faktur|jatuh tempo"
    ),
    "receipt": words_of(
        "receipt(?: (?:number|no|#))?|date paid|amount paid|payment method|thank you for your (?:order|purchase)|change due|cashier|"
        "quittung|kassenbon|beleg-?nr|bar bezahlt|recu de paiement|quittance|recibo(?: de pago)?|total pagado|forma de pago|efectivo|"
        "ricevuta|scontrino|contanti ricevuti|kassabon|contant betaald|forma de pagamento|kvitto|kvittering|paragon|kwitansi|resit"
    ),
    "tax_form": words_of(
        r"form (?:1099|w-?2|1040|5500|1098)\w*|irs|internal revenue|department of the treasury|omb nos?|payer's|recipient's tin|tax year|"
        r"tax return|taxpayer|lohnsteuerbescheinigung|steuerbescheid|steuernummer|finanzamt|einkommensteuer|vorauszahlung|"
        r"avis d'imposition|impots? sur le revenu|declaracion de la renta|agencia tributaria|contribuyente|certificazione unica|"
        r"agenzia delle entrate|contribuente|belastingdienst|aanslag|autoridade tributaria|skatteverket|skattebesked|skatteetaten|"
        r"urzad skarbowy|zeznanie podatkowe|wajib pajak|lembaga hasil"
    ),
    "pay_slip": words_of(
        r"pay ?(?:slip|stub|period|date)|gross (?:pay|earnings)|net pay|employee|employer|earnings statement|deductions|payroll|"
        r"federal income tax|social security|ytd|lohnabrechnung|gehaltsabrechnung|verdienstabrechnung|personalnummer|bruttolohn|nettolohn|"
        r"auszahlungsbetrag|steuerklasse|arbeitgeber|bulletin de (?:paie|salaire)|salaire (?:brut|net)|net paye|employeur|salarie|nomina|"
        r"salario bruto|liquido a percibir|trabajador|devengos|busta paga|cedolino|dipendente|matricola|retribuzione|trattenute|competenze|"
        r"netto in busta|loonstrook|salarisspecificatie|brutoloon|nettoloon|werkgever|werknemer|recibo de vencimento|vencimento base|"
        r"contracheque|entidade patronal|lonespecifikation|lonsslipp|lonseddel|bruttolon\w*|nettolon\w*|preliminar skatt|arbetsgivare|"
        r"arbeidsgiver|anstallningsnummer|pasek wynagrodzenia|lista plac|wynagrodzenie|pracodawca|slip gaji|gaji (?:pokok|bersih|kotor)|"
        r"karyawan|pekerja|jabatan|potongan"
    ),
    "contract": words_of(
        r"agreement between|terms and conditions of|hereby|hereinafter|the parties|party of the|witness whereof|shall be governed|lessor|"
        r"lessee|repayment schedule|instalment \d+|vertrag zwischen|vertragsparteien|vermieter|mieter|tilgungsplan|contrat (?:de|entre)|"
        r"les parties|ci-apres|echeancier|contrato (?:de|entre)|las partes|en adelante|contratto (?:di|tra)|le parti|di seguito|"
        r"overeenkomst tussen|partijen|as partes|doravante|avtal mellan|parterna|avtale mellom|aftale mellem|umowa|strony|perjanjian|"
        r"para pihak"
    ),
    "asset_report": words_of(
        "asset (?:report|verification)|verification of assets|voa|report id|requested by|borrower|days requested|historical balance"
    ),
}
TITLES = words_of(
    r"invoice|purchase order|receipt|pay ?stub|pay ?slip|earnings statement|asset report|verification of assets?|"
    r"form (?:1099|w-2|1040|1098)|(?:loan |rental |lease |service )?agreement|contract|quote|quotation|order confirmation|"
    r"remittance advice|credit report|tax return|prospectus|bill of lading|delivery note|expense report|portfolio report|guest folio|"
    r"your (?:\w+ )?bill|(?:electricity|gas|water|phone|utility) bill|rechnung|angebot|auftragsbestatigung|lieferschein|quittung|"
    r"\w*lohnabrechnung|gehaltsabrechnung|verdienstabrechnung|\w*steuerbescheid|\w*vertrag|facture|devis|bulletin de (?:paie|salaire)|"
    r"avis d'imposition|quittance|contrat|factura|presupuesto|nomina|recibo|contrato|fattura|preventivo|busta paga|cedolino|ricevuta|"
    r"contratto|factuur|offerte|loonstrook|salarisspecificatie|overeenkomst|nota fiscal|fatura|orcamento|recibo de vencimento|"
    r"(?:confirmacao|nota) de encomenda|faktura|offert|lonespecifikation|lonsslipp|lonseddel|kvitto|kvittering|avtal|aftale|umowa|"
    r"rachunek za|pasek wynagrodzenia|lista plac|faktur|invois|slip gaji|kwitansi|resit|perjanjian"
)


def other_paper(text: str) -> tuple[str, int]:
    """Return the other paper with the most different words in the text, and how many; "" and 0 where there are none."""
    count, name = max(((len(set(words.findall(text))), name) for name, words in OTHER_PAPERS.items()), key=itemgetter(0))
    return (name, count) if count else ("", 0)
