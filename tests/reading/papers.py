"""Generated documents with money beside days that are no bank statements: text by rows, cells separated by bars."""

from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page

LEFT, RIGHT = 50.0, 545.0

PAPERS = {
    "invoice, hours by day": """
        Muster & Partner Beratung GmbH
        Rechnung Nr. 2025-0117
        Kundennummer: 40211 | Rechnungsdatum: 31.01.2025
        Leistungszeitraum: 01.01.2025 bis 31.01.2025
        Datum | Beschreibung | Betrag
        06.01.2025 | Workshop Planung, 8 Stunden | 960,00
        09.01.2025 | Protokoll und Nachbereitung | 240,00
        17.01.2025 | Abnahme vor Ort | 480,00
        Nettobetrag | 1.680,00
        zzgl. 19 % MwSt. | 319,20
        Rechnungsbetrag | 1.999,20
        IBAN DE02 1203 0000 0000 2020 51""",
    "telephone bill": """
        Exemple Télécom
        Votre facture du 5 février 2025
        Numéro de compte : 778812345
        Période du 01/01/2025 au 31/01/2025
        Solde précédent | 42,90
        Votre paiement du 12/01/2025 | -42,90
        Date | Libellé | Montant
        03/01/2025 | Appel vers l'étranger | 1,20
        14/01/2025 | Option données | 5,00
        31/01/2025 | Forfait mensuel | 39,90
        Total TTC | 46,10
        Net à payer | 46,10""",
    "electricity bill": """
        Sample Energy
        Your electricity bill
        Account number: 5500 1234 77
        Bill date: 5 Feb 2025
        Billing period: 1 January 2025 to 31 January 2025
        Previous balance | 88.10
        Payment received 14/01/2025 | -88.10
        Date | Description | Amount
        03/01/2025 | Standing charge | 14.20
        31/01/2025 | Meter reading 4411, 320 kWh | 71.90
        New charges | 86.10
        Amount due | 86.10""",
    "pay slip": """
        Example Works Ltd
        Payslip
        Employee: M Example | Employer PAYE reference 120/AB
        Pay date: 31/01/2025
        Date | Description | Amount
        10/01/2025 | Overtime | 120.00
        17/01/2025 | Travel | 44.00
        31/01/2025 | Basic salary | 2,400.00
        Gross pay | 2,564.00
        Deductions | 514.00
        Net pay | 2,050.00""",
    "pay slip with days worked": """
        Esempio S.r.l.
        Cedolino paga - busta paga gennaio 2025
        Dipendente: Rossi Mario | Matricola 0042
        Data | Descrizione | Importo
        07/01/2025 | Straordinario | 38,20
        15/01/2025 | Trasferta | 46,48
        31/01/2025 | Retribuzione ordinaria | 1.850,00
        Totale competenze | 1.934,68
        Trattenute IRPEF | 310,12
        Netto in busta | 1.624,56
        IBAN IT60 X054 2811 1010 0000 0123 456""",
    "salary sheet": """
        Exempel AB
        Lönespecifikation januari 2025
        Anställningsnummer 4412 | Arbetsgivare Exempel AB
        Datum | Benämning | Belopp
        2025-01-10 | Övertid | 1 200,00
        2025-01-24 | Semesterlön | 2 450,00
        2025-01-25 | Månadslön | 31 000,00
        Bruttolön | 34 650,00
        Preliminär skatt | -9 812,00
        Nettolön | 24 838,00""",
    "value added tax invoice": """
        Przyklad Sp. z o.o.
        Faktura VAT nr 12/01/2025
        Sprzedawca: Przyklad Sp. z o.o. | Nabywca: Jan Nowak
        Data | Nazwa | Kwota
        03.01.2025 | Usluga transportowa | 450,00
        14.01.2025 | Usluga magazynowa | 220,00
        Wartosc netto | 670,00
        Stawka VAT 23 % | 154,10
        Do zaplaty | 824,10""",
    "dutch invoice": """
        Voorbeeld Hosting B.V.
        Factuur 2025-00071
        Factuurdatum: 31-01-2025 | Klantnummer 9921
        Periode: 1 januari 2025 t/m 31 januari 2025
        Datum | Omschrijving | Bedrag
        05-01-2025 | Domeinnaam | 12,50
        31-01-2025 | Webruimte | 24,00
        Subtotaal | 36,50
        Btw 21 % | 7,67
        Te betalen | 44,17
        Rekeningnummer: NL91 ABNA 0417 1643 00""",
    "guest folio": """
        Hotel Sample
        Guest folio
        Room 412 | Arrival 12/01/2025 | Departure 15/01/2025
        Folio no. 88123 | Guest M Example
        Date | Description | Charges | Credits | Balance
        12/01/2025 | Room charge | 140.00 | | 140.00
        13/01/2025 | Restaurant | 38.50 | | 178.50
        15/01/2025 | Visa payment | | 178.50 | 0.00
        Balance due | 0.00""",
    "loan agreement with its schedule": """
        Loan agreement
        This agreement between Sample Lending Ltd (hereinafter the lender) and M Example
        The parties hereby agree to the repayment schedule below.
        Due date | Description | Amount | Balance
        01/02/2025 | Instalment 1 | 210.00 | 1,790.00
        01/03/2025 | Instalment 2 | 210.00 | 1,580.00
        01/04/2025 | Instalment 3 | 210.00 | 1,370.00
        This agreement shall be governed by the laws of England.""",
    "expense report": """
        Example Works Ltd
        Expense report
        Employee: M Example | Department: Sales
        Date | Description | Amount
        06/01/2025 | Taxi | 22.00
        07/01/2025 | Hotel | 180.00
        09/01/2025 | Lunch with client | 41.20
        Total to reimburse | 243.20
        Approved by""",
    "portfolio report": """
        Sample Wealth
        Portfolio report
        Asset allocation and market value as of 31 December 2024
        Holdings | Quantity | Market value
        Example World Equity shares | 120 | 14,200.00
        Sample Bond securities | 80 | 8,100.00
        Unrealized gain | 1,904.00
        Trades
        Date | Description | Amount
        03/12/2024 | Bought 10 shares Example World Equity | 1,180.00
        17/12/2024 | Dividends reinvested | 44.10""",
    "tax notice": """
        Finanzamt Musterstadt
        Steuerbescheid für 2024
        Steuernummer 21/815/08150
        Festgesetzte Einkommensteuer | 4.211,00
        Datum | Vorauszahlung | Betrag
        10.03.2024 | Einkommensteuer | 900,00
        10.06.2024 | Einkommensteuer | 900,00
        10.09.2024 | Einkommensteuer | 900,00
        Noch zu zahlen | 1.511,00""",
    "receipt of instalments": """
        Colegio Ejemplo
        Recibo de pago n.º 5521
        Fecha | Concepto | Importe
        03/01/2025 | Matrícula | 120,00
        10/01/2025 | Comedor | 88,00
        Total pagado | 208,00
        Forma de pago: efectivo""",
    "order confirmation": """
        Exemplo Móveis Lda
        Confirmação de encomenda
        Encomenda n.º 7781 | Quantidade 3
        Data | Descrição | Valor
        03/01/2025 | Mesa | 240,00
        10/01/2025 | Cadeira, preço unitário 45,00 | 90,00
        Total sem IVA | 330,00
        Condições de entrega: portes incluídos""",
    "quotation": """
        Sample Builders
        Quotation Q-2025-14
        Valid until 28/02/2025
        Date | Description | Amount
        03/02/2025 | Site clearance | 900.00
        10/02/2025 | Foundations | 3,400.00
        Subtotal | 4,300.00
        VAT 20 % | 860.00""",
    "wage slip": """
        PT Contoh
        Slip gaji Januari 2025
        Nama karyawan: Budi | Jabatan: Staf
        Tanggal | Keterangan | Jumlah
        10/01/2025 | Lembur | 150.000,00
        25/01/2025 | Gaji pokok | 6.000.000,00
        Potongan BPJS | 240.000,00
        Gaji bersih | 5.910.000,00""",
}


def paper(name: str) -> Scene:
    """The paper of this name, drawn: the last of several cells ends at the right edge."""
    made = empty_page()
    for text in PAPERS[name].strip().splitlines():
        cells = [cell.strip() for cell in text.split("|")]
        step = (RIGHT - 40 - LEFT) / len(cells)
        places = [(LEFT + step * place if place + 1 < len(cells) or not place else -RIGHT, cell) for place, cell in enumerate(cells)]
        made.cells(*[cell for cell in places if cell[1]])
    return made
