"""The words by which statements in several languages name their columns, balances, totals and sections.

Everything here is matched against folded text: lower case, no accents, plain dashes.
"""

import re
from functools import cache, lru_cache

ROLES: dict[str, str] = {
    "date": "comptab|contab|verbucht am|verbucht|gebucht am|data registraz|data contab|zauctovano|datum zauctovani|datum uctovania|"
    "datum provedeni|"
    "datum transakce|kirjauspaiva|kirjauspvm|paiva|pvm|paivays|"
    "konyveles datuma|konyveles napja|data tranzactiei|data inregistrarii|islem tarihi|tarih|dia/mes|data de mov|"
    "tarikh|tarikh masuk|tarikh transaksi|completion time|date/time|date & time|date and time|timestamp|posting|post|"
    "tanggal|data operacji|data ksiegowania|"
    "bogforingsdato|bokforingsdag|"
    "txn date|txn|tran date|date of|boekingsdatum|fecha mov|data registrazione|data op|dat|buchungstag/valuta|datum/valuta|"
    "bokf.datum|bokforingsdatum|bokforingsdato|bokfort|bogfort|bogforingsdag|tarikh|"
    "data contabile|date|datum|data|fecha|dato|day|tag|buchung|buchungsdatum|buchungstag|boekdatum|bookingdate|posted|"
    "fecha oper|oper|data lanc|f operacion|f oper|f contable|f mov|"
    "post date|posting date|book date|entered date|posted date|date posted|booking date|entry date|date comptable|date operation|"
    "date oper|"
    "date de comptabilisation|"
    "fecha operacion|fecha de operacion|fecha contable|data operazione|data contabile|data mov|data do movimento|"
    "data lancamento|bu.-tag|trans",
    "transaction": "umsatz vom|umsatztag|umsatzdatum|einkauf vom|einkaufsdatum|transaktion vom|data acquisto|"
    "transaction date|trans date|tran date|trans. date|date of transaction|purchase date|date of purchase|belegdatum|"
    "kaufdatum|"
    "kopdatum|kjopsdato|kobsdato|transaksjonsdato|data transakcji|tanggal transaksi|tarikh transaksi|data da compra|"
    "transaktionsdatum|date d'achat|date achat|fecha compra|data acquisto|transactiedatum|data transacao|activity date",
    "value": "datum valuty|arvopaiva|erteknap|data valutei|valor tarihi|liq|fecha liq|value dt|val|"
    "fecha val|value date|val date|valuta|valuta datum|valutadatum|wert|wertstellung|wertdatum|"
    "date valeur|date de valeur|valeur|fecha valor|"
    "valutadag|valuteringsdato|rentedato|rentedag|data waluty|data-valor|tanggal valuta|"
    "f valor|data valuta|data valor|rentedatum|effective date|eff date|int date",
    "text": "polozka|popis|popis transakce|nazev protiuctu|selite|saaja/maksaja|megnevezes|kozlemeny|descriere|explicatii|detalii|"
    "aciklama|detalle de transaccion|detalle de movimientos|glosa|movimiento|comprobante/concepto|umsatzbeschreibung|umsatztext|"
    "lancamento|lancamentos|angaben zu den umsatzen|wir haben fur sie gebucht|information|informationen|narration|"
    "beskrivning|beskrivelse|specifikation|tekst|forklaring|opis|opis operacji|opis transakcji|tytul|tytul operacji|szczegoly transakcji|"
    "keterangan|uraian|butiran|transaksi|urus niaga|butir urus niaga|"
    "transaction detail|description of transaction|nature des operations|buchung / verwendungszweck|"
    "buchung/verwendungszweck|transaktion|"
    "umsatzart|item|items|transaction and details|details of transaction|libelle des operations|payments and receipts|"
    "type and description|"
    "descripcion de la operacion|descrizione operazione|descrizione delle operazioni|mededelingen|naam/omschrijving|"
    "description|details|detail|particulars|transaction|transactions|narrative|text|verwendungszweck|buchungstext|vorgang|"
    "buchungsinformation|erlauterung|erlauterungen|libelle|operation|operations|nature|nature de l'operation|concepto|descripcion|"
    "detalle|"
    "descrizione|causale|operazione|omschrijving|naam / omschrijving|descricao|historico|descritivo|movimento|activity|"
    "merchant|merchant name|"
    "payee|transaction description|transaction details|merchant name or transaction description|beschreibung|empfanger|auftraggeber|"
    "auftraggeber/empfanger|payment type and details|remarks|memo|name|beguenstigter|payee/description|designation|"
    "descricao do movimento",
    "type": "typ transakce|type|transaction type|trans type|art|typ|tipo|mutatiesoort|dr/cr|cr/dr|debit/credit|credit/debit|d/c|c/d|"
    "s/h|soll/haben|d/a|d/h|segno|"
    "af bij|af/bij|sens|wn/ma|db/cr|d/k|jenis",
    "other": "sucursal|comprobante|cislo protiuctu|protiucet|arkistointitunnus|localidad|poblacion|localita|verifikat|verifikation|"
    "bilag|bilagsnr|referens|referanse|nr ref|numer|volgnr|kenmerk|docto|cbg|kategori|cabang|cawangan|"
    "ref|reference|ref no|ref. no.|reference number|number|no|no.|nr|check|cheque|cheque no|check number|check no|check #|"
    "chq|chq no|code|branch|"
    "card|card no|kategorie|category|status|rate|gegenkonto|iban|location|referencia|riferimento|referentie|currency|ccy|wahrung|"
    "payment due date|due date|payment date|cheque number|instrument id|chq./ref.no.|serial|seq|tran id|transaction id|page",
    "aside": "cash back|cashback|daily cash|rewards|reward|points|rewards earned|foreign spend|"
    "fees|tax|fee|fee amount|commission|gebuhr|frais|comision|commissione|kosten|exchange rate|kurs|foreign amount|"
    "foreign currency amount|"
    "original amount|amount in foreign currency|fremdwahrung|betrag in fremdwahrung|montant en devise|importe divisa|vat|tax amount",
    "debit": "dinero saliente|dinheiro enviado|argent sortant|denaro in uscita|geld uit|ausgehend|abgehend|"
    "cheques o cargos|cheques y cargos|cheques y otros cargos|giros|giros y cargos|cheques/cargos|odepsano|na vrub|vydaje|"
    "otot|terheles|borc|odljevi|isplate|advances|advance|fin charge|fin. charge|finance charge|finance charges|interest charged|"
    "uttag|ut|pengar ut|utbetalt|utbetalinger|utbetalningar|ut fra konto|ut av konto|belastning|haevet|"
    "obciazenia|wydatki|wyplaty|wn|mutasi debet|keluar|uang keluar|pengeluaran|wang keluar|a debito|bedrag af|amounts deducted|"
    "amount subtracted|amounts subtracted|subtracted|amount deducted|amounts withdrawn|amounts deducted from your account|"
    "zu ihren lasten|lasten|zu lasten|betrag soll|"
    "soll eur|betrag soll eur|debit (eur)|withdrawal amt (inr)|withdrawals ($)|debits ($)|amount out|"
    "cargos / debe|debito (-)|importe debe|importo dare|addebiti (-)|money out (gbp)|debit|debits|withdrawn|withdrawal|"
    "withdrawals|paid out|money out|payments out|payment out|payments|payment|out|outgoing|soll|lastschrift|"
    "lastschriften|belastung|belastungen|ausgaben|ausgang|abgang|debe|cargo|cargos|retiro|retiros|adeudo|adeudos|addebiti|"
    "addebito|dare|movimenti dare|uscite|uscita|af|"
    "afschrijving|afschrijvingen|uitgaven|debito|debitos|saida|saidas|levantamentos|subtractions|debet|sorties|depenses|"
    "retrait|retraits|prelevements|paiements|cheques et debits|retraits et paiements|"
    "withdrawal amt|withdrawal amt.|"
    "debit amount|withdrawal amount|dr|withdrawals (dr)|withdrawals/debits|debits/withdrawals|charges|purchases|checks/debits|auszahlung|"
    "auszahlungen|debit amt|dr amount|pagos|payments/withdrawals|money out ($)|spent|cheques & debits|disbursements|"
    "debits (-)|withdrawal (-)",
    "credit": "dinero entrante|dinheiro recebido|argent entrant|denaro in entrata|geld in|eingehend|"
    "depositos o abonos|depositos y abonos|depositos/abonos|pripsano|ve prospech|prijmy|panot|jovairas|alacak|priljevi|"
    "uplate|insattning|insattningar|kredit|pengar in|inn|inn pa konto|innskudd|innbetalinger|indsat|indbetalinger|"
    "uznania|wplywy|wplaty|ma|mutasi kredit|masuk|uang masuk|penerimaan|wang masuk|a credito|bedrag bij|amounts added|"
    "amount added|amounts deposited|added|amounts added to your account|"
    "zu ihren gunsten|gunsten|zu gunsten|betrag haben|"
    "haben eur|betrag haben eur|deposits ($)|credits ($)|amount in|abonos / haber|credito (+)|importe haber|"
    "importo avere|credit|credits|deposited|deposit|deposits|paid in|money in|payments in|payment in|in|incoming|additions|"
    "receipts|haben|gutschrift|gutschriften|"
    "einnahmen|eingang|zugang|haber|abono|abonos|deposito|depositos|ingresos|ingreso|accrediti|accredito|avere|"
    "movimenti avere|entrate|entrata|bij|bijschrijving|"
    "bijschrijvingen|inkomsten|credito|creditos|entrada|entradas|entrees|deposit amt|deposit amt.|credit amount|"
    "deposit amount|cr|deposits (cr)|"
    "depot|depots|versement|versements|"
    "deposits/credits|credits/deposits|einzahlung|einzahlungen|recettes|credit amt|cr amount|received|lodgements|lodgement|"
    "deposit (+)|credits (+)",
    "amount": "castka|ciastka|suma|maara|osszeg|tutar|iznos|znesek|montante|total|kwota|kwota operacji|kwota transakcji|belopp|"
    "importancia|mutasi|jumlah|nominal|amaun|amount in eur|amount in usd|"
    "total amount|amount charged|new charges|importe eur|importo eur|bedrag eur|montant eur|"
    "montant en eur|betrag in euro|valor r|amount|betrag|umsatz|umsatze|montant|importe|importo|bedrag|valor|"
    "quantia|monto|amt|montante|belop|belob|kwota|sum|net amount|"
    "transaction amount|amount due|betrag in eur|betrag eur|gross|net",
    "balance": "zustatek|zostatok|egyenleg|sold contabil|sold curent|bakiye|stanje|bokfort saldo|saldo po operacji|"
    "saldo po transakcji|saldo na mutatie|saldo contabilistico|baki|saldo akhir|"
    "baki akhir|balance amt|available balance|saldo eur|solde eur|balance in|kontostand eur|balance amount|balance|saldo|kontostand|"
    "solde|running balance|running bal|closing balance|bal|saldo disponible|saldo contable|neuer saldo|"
    "ending balance|end of day balance|closing bal|"
    "ledger balance|account balance|ending daily balance|daily balance|saldos|salden|saldo progressivo|total balance|"
    "guthaben|running total|stand",
}
MONEY_ROLES = frozenset({"debit", "credit", "amount", "balance"})
DATE_ROLES = frozenset({"date", "transaction", "value"})

UNIT = re.compile(
    r"(?:^| )[(\[]?(?:in |en )?(?:eur|euro|euros|usd|gbp|chf|sgd|inr|aud|cad|nzd|hkd|jpy|zar|myr|aed|mxn|brl|sek|nok|dkk|"
    r"pln|kes|idr|rs|rm|kr|zl|r\$|"
    r"hk\$|s\$|a\$|[$€£¥₹])\.?[)\]]?(?= |$)|[(\[][-+][)\]]|(?: [-+]$)"
)
DATE_WORD = re.compile(r"[a-z]{3,}datum|(?:fecha|data|date)(?: d[eiao']l?)?(?: la| l')? ?[a-z]{3,}")

BEFORE_BALANCE = r"(?:statement |account |daily |ledger |book |cash |cleared |period |total |your |the )*"
OPENING = re.compile(
    r"\badeudo del periodo anterior\b|"
    rf"\b(?:opening|beginning|starting|start|previous|prior|initial|last statement|old|last month's) {BEFORE_BALANCE}(?:balance|bal)\b"
    r"|\bbalance (?:last statement|from (?:your )?(?:last|previous|statement)|"
    r"at (?:the )?(?:start|beginning|opening)|on opening|as of previous)"
    r"|\bsaldo (?:(?:der|des|aus der|del|de su|de la|dell'|da) )?(?:letzte[nrs]?|vorherige[nrs]?|vorige[nrs]?|ultim[oa]|anterior|"
    r"precedente) (?:ab)?(?:rechnung|auszugs?|extracto|estado|estratto|fatura)|"
    r"\bsaldo fra (?:(?:siste|forrige|sidste) )?konto\w+|\bsolde (?:du|de votre) (?:dernier|precedent) releve"
    r"|\b(?:kontostand|saldo) (?:alt|vormonat)\b"
    r"|\b(?:anfangs|eroffnungs|start)(?:saldo|bestand|kontostand|guthaben)\b|\balter (?:konto)?(?:saldo|stand|kontostand)\b"
    r"|\b(?:saldo|(?:konto)?stand)(?: (?:vom|des|letzter))? vormonats?\b"
    r"|\b(?:ingaende|inngaende|indgaende|foregaende|forrige|tidigare) saldo\b|\bprimo ?saldo\b|\b(?:saldo poprzednie|poprzednie saldo)\b|"
    r"\b(?:saldo|baki) (?:poczatkowe|awal|pembuka|permulaan|sebelumnya|bawa ke hadapan)\b"
    r"|\b(?:pocatecni|pociatocny|predchozi|puvodni|minuly) (?:zustatek|zostatok|stav)\b|\b(?:alkusaldo|edellinen saldo|"
    r"nyito ?egyenleg|sold initial|acilis bakiyesi|devreden bakiye|(?:pocetno|zacetno|prethodno) stanje|algsaldo)\b"
    r"|\bsaldo (?:de |di )?\w+ (?:inicial|iniziale)\b|\bancien solde\b|\bsolde (?:initial|precedent|anterieur|d'ouverture|"
    r"de depart|(?:en |au )?debut)"
    r"|\bsaldo (?:inicial|anterior|previo|iniziale|precedente|di apertura|de apertura|vorig)\b|\b(?:begin|vorig|oud|"
    r"start)(?: ?saldo)\b|\b(?:vorig|oud|eerste) saldo\b"
)
CLOSING = re.compile(
    r"\bpago para no generar intereses\b|"
    rf"\b(?:closing|ending|end|new|final|current|present) {BEFORE_BALANCE}(?:balance|bal)\b"
    r"|\byour (?:january|february|march|april|may|june|july|august|september|october|november|december) balance\b"
    r"|\bbalance (?:this statement|at (?:the )?(?:end|close|closing)|at period end)"
    r"|\b(?:end|schluss|abschluss)(?:saldo|bestand|kontostand|guthaben)\b|\bneuer (?:konto)?(?:saldo|stand|kontostand)\b|"
    r"\baktueller (?:saldo|kontostand)\b|\b(?:kontostand|saldo) neu\b"
    r"|\bnouveau solde\b|\bsolde (?:final|de cloture|actuel|(?:en |a la |de )?fin)|\b(?:nuevo|novo|nuovo) saldo\b"
    r"|\b(?:utgaende|udgaende|nytt?) saldo\b|\bultimo ?saldo\b|\b(?:saldo|baki) (?:koncowe|akhir|penutup)\b|\bnowe saldo\b|"
    r"\bsaldo nieuw\b"
    r"|\b(?:konecny|novy) (?:zustatek|zostatok|stav)\b|\b(?:loppusaldo|uusi saldo|zaro ?egyenleg|sold final|"
    r"kapanis bakiyesi|(?:zavrsno|koncno|novo) stanje|loppsaldo)\b"
    r"|\bsaldo \w{5,} (?:final|finale)\b"
    r"|\b(?:statement|outstanding|total) balance\b(?! (?:of|transfer))"
    r"|\bsaldo (?:final|actual|atual|finale|de cierre|di chiusura|de fecho|nuevo)\b|\b(?:eind|nieuw|huidig)(?: ?saldo)\b|"
    r"\b(?:nieuw|laatste) saldo\b"
)
BROUGHT = re.compile(
    r"\b(?:brought forward|b/f|b/fwd|bal(?:ance)? fwd|balance forward|forwarded|vortrag|saldovortrag|ubertrag(?: von)?|report|"
    r"reporte|solde reporte|saldo riportato|riporto|transporte|transport|z przeniesienia|overfort fra|suma anterior)\b"
)
CARRIED = re.compile(
    r"\b(?:carried (?:forward|over)|c/f|c/fwd|carry forward|zwischensaldo|a reporter|suma y sigue|a riportare|"
    r"a transportar|over te brengen|transporteren|ubertrag auf|transport till|utgaende transport|do przeniesienia|overfores til|"
    r"dibawa ke)\b"
)
BALANCE_OF_DAY = re.compile(
    r"(?:saldo (?:do|del) dia|saldo (?:giornaliero|diario|dia)|tagessaldo|solde du jour|(?:balance|saldo) (?:of|for|"
    r"at end of) (?:the )?day|"
    r"(?:daily|end of day|day end) balance|dagsaldo)"
)
BARE_BALANCE = re.compile(r"(?:(?:konto)?saldo|kontostand|balance|solde|guthaben)(?: (?:en|in|em) (?:eur|euros?|chf|usd|gbp))?")
DATED = re.compile(
    r"^(?:your |votre |ihr |su |account |bank |closing |the )*(?:solde|saldo|kontostand|balance|guthaben)(?: (?:crediteur|"
    r"debiteur|creditore|debitore|acreedor|deudor|contable|"
    r"contabile|contabilistico|en eur|eur|credit|debit|cr|dr|in eur|disponible))* "
    r"(?:zu (?:ihren|unseren|unsern) (?:gunsten|lasten)|en (?:votre|notre) faveur|i (?:deres|din|var|vor|bankens) favor|"
    r"in (?:your|our) favou?r|"
    r"au|al|am|vom|as on|on|as of|as at|at|per|pr|zum|a|op|em|le|il|na dzien|na|den)\b"
)
OWED = re.compile(
    r"\b(?:debiteur|debitore|deudor|overdrawn|debit balance|zu unsere?n gunsten|zu ihren lasten|en notre faveur|"
    r"a nostro (?:favore|credito)|a vostro (?:debito|carico)|a nuestro favor|a su cargo|i (?:var|vor|bankens) favor|in our favou?r)\b"
)
NO_BALANCE = re.compile(
    r"\b(?:average|avg|minimum|maximum|min|low|lowest|highest|available|pending|uncleared|limit|reward|points?|miles|interest|"
    r"principal subject|transfers?|"
    r"medelsaldo|disponibel\w*|tillganglig\w*|tilgjengelig\w*|srednie|dostepn\w*|"
    r"durchschnitt\w*|verfugbar\w*|disponible|disponibile|disponivel|moyen|medio|gemiddeld\w*|beschikbaar|forecast|subject)\b"
)
TOTAL = re.compile(
    r"\b(?:(?:sub-?|sous-)?tota(?:ls?|les?|li|al|len|lt|lisation|ux|is)|\w{4,}totals?|\w*(?<!durchschnitts)(?:summe[n]?|summa)|gesamt\w*|"
    r"suma|sumas|somme|soma|totall?ing|turnovers?|razem|jumlah|celkem|celkom|yhteensa|osszesen|toplam|ukupno|skupaj)\b"
)
DAILY = re.compile(
    r"\b(?:daily (?:ending |closing |ledger |account )?balances?|balances? by date|ending daily balances?|"
    r"daily balance (?:summary|detail|information)|tagessalden|soldes? journaliers?|saldos? diarios?|saldi giornalieri|dagsaldi|"
    r"dagliga saldon|daglige saldoer|salda dzienne)\b"
)
CARD_TITLE = re.compile(
    r"\b(?:credit card|creditcard|kreditkarte\w*|kartenabrechnung|carte de credit|releve de carte|carte bancaire|"
    r"tarjeta de credito|tarjeta|carta di credito|cartao de credito|charge card|kreditkort|kart[ya] kredytow\w+|kartu kredit|kad kredit|"
    r"card (?:statement|account|number|services|member)|mastercard|visa|american express)\b"
)
CARD_TERMS = re.compile(
    r"\b(?:credit (?:access )?(?:limit|line)|available credit|revolving credit|minimum (?:amount|payment)|payment due|please pay by|"
    r"amount due|past due|new charges|cash (?:advance|access)|"
    r"kartenlimite?|verfugungsrahmen|limite de credito|pago minimo|limite di credito|cash line|mindestbetrag|paiement minimum|"
    r"limite de credit|"
    r"rata minima|kredietlimiet|minimaal te betalen|bestedingsruimte|pagamento minimo|kreditgrans|lagsta belopp att betala|"
    r"limit kredytowy|minimalna kwota)\b"
)
ASIDE = re.compile(
    r"\b(?:pending|upcoming|scheduled|future|not yet (?:posted|booked)|uncleared|authori[sz]ations?|holds?|vorgemerkt\w*|"
    r"vorgemerkte|en attente|a venir|pendientes?|previst[oaie]s?|"
    r"in attesa|nog te verwerken|gereserveerd|pendentes?|agendad[oa]s?|programados|futuri|geplande|dauerauftrage|kommande|kommende|"
    r"reserver(?:ade|at|te|et)|oczekujac\w+|zaplanowan\w+)\b"
)
OTHER_SPAN = re.compile(
    r"\b(?:year|ytd|annual|charged (?:in|this year|since|to date)|since|"
    r"cumul\w*|jahr\w*|annee|ano|anno|jaar|i ar|roku|tahun)\b"
)
COPY = re.compile(
    r"\b(?:summary of checks|checks? (?:written|summary)|listed are also|check(?:s)? image|images?|ubersicht der schecks|"
    r"recapitulatif des cheques|resumen de cheques|riepilogo (?:degli )?assegni|overzicht cheques|resumo de cheques|"
    r"sammanstallning av checkar|zestawienie czekow)\b"
)
ACTIVITY_NONE = re.compile(
    r"\b(?:no (?:transactions?|activity|account activity|movements?|entries)|there (?:were|are) no (?:transactions?|items)|"
    r"keine (?:umsatze|buchungen|bewegungen)|aucune? (?:operation|mouvement|transaction)|sin (?:movimientos|operaciones)|"
    r"nessuna? (?:movimento|operazione)|geen (?:transacties|mutaties)|sem movimentos|inga (?:transaktioner|handelser|kontohandelser)|"
    r"ingen (?:transaksjoner|transaktioner|posteringer|bevegelser)|brak (?:operacji|transakcji)|"
    r"tidak ada (?:transaksi|mutasi)|tiada (?:transaksi|urus niaga))"
    r"(?= ?[.,;:!)]|$| (?:this|during|for|in|on|to|within|since|have|has|were|was|found|recorded|posted|available|im|en|sur|durante?|"
    r"nel|no|nos|pendant|under|w|i|pada|deze|vorhanden|gebucht|registr\w+|enregistr\w+)\b)"
)  # "no activity fee" says nothing of the kind
MONEY_IN = re.compile(
    r"\b(?:deposits?|additions?|credits?|received|receipts?|paid in|money in|payments? in|in|incoming|interest (?:paid|earned|"
    r"credited)|gutschriften?|einnahmen|eingange?|haben|"
    r"abonos?|ingresos?|depositos?|haberes?|creditos?|accrediti|accrediti|entrate|avere|bijschrijvingen|bij|inkomsten|"
    r"insattning(?:ar)?|innskudd|indsat|in(?:n|d)?betal(?:ningar|inger)|wplyw(?:y|ow)|uznan(?:ia)?|wplat[y]?|splaty|"
    r"bij geschreven|kredit(?:er)?|"
    r"masuk|pagos y abonos|versements recus|\w*eingange?|creditboekingen|ontvangsten|"
    r"entradas?|recettes|entrees|virements recus|refunds?|lodgements?|zugange?|einzahlungen?|versements?)\b"
)
MONEY_OUT = re.compile(
    r"\b(?:interest and (?:fees|charges)|zinsen und (?:gebuhren|entgelte)|interets et frais|intereses y comisiones|"
    r"interessi e commissioni|rente en kosten|juros e (?:encargos|comissoes)|ranta och avgifter|odsetki i oplaty|"
    r"withdrawals?|subtractions?|deductions?|debits?|checks?|cheques?|fees?|charges?|paid out|money out|payments? out|outgoings?|"
    r"purchases?|lastschriften?|ausgaben|belastungen?|soll|auszahlungen?|"
    r"abgange?|ausgange?|cargos?|retiros?|debitos?|adeudos?|addebiti|uscite|dare|afschrijvingen|af|uitgaven|saidas?|"
    r"uttag|utbetal(?:ningar|inger)|haevet|wydatk(?:i|ow)|obciazen(?:ia)?|wyplat[y]?|af geschreven|keluar|kop|inkop|zakupy|"
    r"aankopen|compras|"
    r"consumos|achats|acquisti|einkaufe|spese|entgelte|frais|comisiones|commissioni|avgifter|oplaty|encargos|"
    r"levantamentos?|depenses|sorties|prelevements|retraits?|cash advances?|drafts?|disbursements?|interest charged|spent)\b"
)
PAYMENTS = re.compile(r"\b(?:payments?|pagos?|pagamenti|betalingen|paiements?|zahlungen?|pagamentos?|betalningar|betalinger)\b")


@lru_cache(maxsize=10_000)  # phrases of strangers' documents: a worker must not keep them all
def role_of(phrase: str) -> str | None:
    """The role that a column heading names, also with a currency or a unit behind it; or None."""
    roles = _roles()
    if phrase in roles:
        return roles[phrase]
    bare = UNIT.sub("", phrase).strip(" -./()")
    if bare != phrase and bare:
        return roles.get(bare)
    return _joint_role(phrase) if "/" in phrase else "date" if DATE_WORD.fullmatch(phrase) else None


def _joint_role(phrase: str) -> str | None:
    """Two names with a stroke between: what both name, the first of two days, or an amount that is money out or in."""
    told = [role_of(part.strip()) for part in phrase.split("/")]
    if set(told) <= DATE_ROLES or len(set(told)) == 1:
        return told[0]
    return "amount" if set(told) == {"debit", "credit"} else None


@cache
def _roles() -> dict[str, str]:
    named = {phrase: role for role, phrases in ROLES.items() for phrase in phrases.split("|")}
    return {phrase.replace(" / ", " "): role for phrase, role in named.items()} | named


NO_SIDE = re.compile(
    r"\b(?:credit (?:cards?|limits?|lines?|unions?|accounts?|access|agreement|balance)|line of credit|debit cards?|available credit|"
    r"(?:carte|tarjeta|carta|cartao|limite|limit|linea|ligne) (?:de |di )?(?:credito?|debito?))\b"
)


def direction(label: str, *, card: bool = False) -> int:
    """+1 where a label names money in, -1 for money out, 0 for both or neither."""
    label = NO_SIDE.sub(" ", label)
    into, out = bool(MONEY_IN.search(label)), bool(MONEY_OUT.search(label))
    if into and out:
        return _mixed_direction(label)
    if into or out:
        return 1 if into else -1
    if PAYMENTS.search(label):
        return 1 if card else -1
    return 0


def _mixed_direction(label: str) -> int:
    """Card withdrawals are money out though they say "credit"; deposits and withdrawals together are neither."""
    if re.search(r"\b(?:withdrawals?|fees?|purchases?|charges?)\b", label) and not re.search(
        r"\b(?:deposits?|additions?|credits)\b", label
    ):
        return -1
    return 0
