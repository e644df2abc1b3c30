"""The words by which statements in several languages name their balances, totals, sections and cards.

Everything here is matched against folded text: lower case, no accents, plain dashes.
"""

import re

from reconciliation.reading.tokens.alternatives import begins_of, words_of

BEFORE_BALANCE = (
    r"(?:statement |account |monthly |daily |ledger |book |cash |cleared |period |total |principal |loan |outstanding |unpaid |your |the )*"
)
OPENING = begins_of(
    r"(?:기초|전월|이월|개시)잔액|전월 ?이월|so du dau(?: ky)?\b|upphafsstaða\b|(?:saldo|zadluzenie) (?:al |z )?(?:mese precedente|"
    r"poprzednie(?:go|j) \w+|inicio\b|perioodi alguses|vorige \w+|(?:fecha|en extracto) anterior|transportado|edelliselta laskulta)|"
    r"tagihan (?:bulan lalu|sebelumnya)|(?:baki|penyata) (?:terdahulu|lepas)|du (?:no )?dau ky\b|skuld foregaende \w+|foregaende faktura|"
    r"ingaende balans\b|edellinen lasku|edellisen laskun saldo|(?:devreden|onceki ekstre) borc\w*|elozo (?:havi|idoszaki) \w*egyenleg|"
    r"predchadzajuci zostatok|zostatok z predchadzajuceho|sold la inceputul|(?:staro|prejsnje) stanje|stanje (?:prethodnog|na pocetku|"
    r"na zacetku)|prenos stanja|dug iz prethodnog|ieprieksejais atlikums|alguse saldo|jaak perioodi alguses|(?:початковии|вхіднии) залишок|"
    r"предишно салдо|(?:期首|繰越)残高|前月繰越|(?:上期|承上)结余|ยอดคงเหลือยกมา|ยอดเงินตนงวด|(?:deuda|adeudo|balance) anterior\b|"
    r"fatura do mes anterior|vormonatssaldo|(?:kontostand|saldo) (?:am|zu) (?:anfang|beginn)|anfangsstand|saldo vom letzten auszug|"
    r"stand letzte abrechnung|(?:opening|previous|starting) debt\b|υπολοιπο (?:εναρξης|προηγουμεν\w+)\b|likutis laikotarpio pradzioje\b|"
    r"atlikums perioda sakuma\b|adeudo del periodo anterior\b|monto facturado (?:o )?a pagar (?:del )?periodo anterior\b|"
    r"(?<!da )fatura anterior\b|saldo (?:dell')?estratto conto precedente\b|saldo (?:final )?(?:de la|del?|do) (?:periodo|mes|extracto|"
    r"extrato|corte) anterior\b|saldo fra\b|(?:konto)?stand vorjahr\b|solde ancien\b|likutis pradziai\b|devir bakiyesi\b|"
    r"залишок на початок|(?:上期|期初|上月)余额|前月末残高|前回残高|(?:total|saldo|valor) da (?:ultima )?fatura anterior\b|"
    rf"(?:opening|beginning|starting|start|previous|prior|initial|last statement|old|last month's) {BEFORE_BALANCE}(?:balance|bal)\b"
    r"|balance (?:last statement|from (?:your )?(?:last|previous|statement)|at (?:the )?(?:start|beginning|opening)|on opening|"
    r"as of previous)|saldo (?:(?:der|des|aus der|del|de su|de la|dell'|da) )?(?:letzte[nrs]?|vorherige[nrs]?|vorige[nrs]?|ultim[oa]|"
    r"anterior|precedente) (?:ab)?(?:rechnung|auszugs?|extracto|estado|estratto|fatura)|saldo fra (?:(?:siste|forrige|sidste) )?konto\w+|"
    r"solde (?:du|de votre) (?:dernier|precedent) releve|(?:kontostand|saldo) (?:alt|vormonat|vorher)\b|(?:letzter|"
    r"vorheriger) (?:kontostand|saldo)\b|(?:anfangs|eroffnungs|start)(?:saldo|bestand|kontostand|guthaben)\b|alter (?:konto)?(?:saldo|"
    r"stand|kontostand)\b|(?:saldo|(?:konto)?stand)(?: (?:vom|des|letzter))? (?:vormonats?|(?:letzten|vorigen) monats)\b|(?:ingaende|"
    r"inngaende|indgaende|foregaende|forrige|tidigare) (?:saldo|skuld|gjeld|gaeld|balanse|tillgodohavande|behallning)\b|"
    r"(?:your )?last statement\W*$|(?:primo ?saldo|saldo primo)\b|(?:saldo poprzednie|poprzednie saldo)\b|(?:saldo|baki|"
    r"stan) (?:poczatkow[ey]|otwarcia|awal|pembuka|permulaan|sebelumnya|bawa ke hadapan)\b|(?:pocatecni|pociatocny|zaciatocny|predchozi|"
    r"puvodni|minuly) (?:zustatek|zostatok|stav)\b|stav na (?:pocatku|zacatku)\b|(?:alkusaldo|edellinen saldo|(?:nyito|indulo|"
    r"elozo) ?egyenleg|sold (?:initial|anterior|precedent)|(?:acilis|onceki|donem basi) bakiye(?:si)?|devreden bakiye|onceki (?:donem|"
    r"hesap ozeti) (?:borcu|bakiyesi)|sakuma atlikums|(?:pradinis|ankstesnis) likutis|algjaak|(?:pocetno|zacetno|prethodno) stanje|"
    r"algsaldo|(?:προηγουμενο|αρχικο) υπολοιπο|начално салдо|входящии остаток|начальныи остаток|остаток на начало)\b|saldo (?:de |"
    r"di )?\w+ (?:inicial|iniziale)\b|ancien solde\b|solde (?:initial|precedent|anterieur|d'ouverture|(?:de )?depart|(?:en |au )?debut)|"
    r"saldo (?:inicial|anterior|previo|iniziale|precedente|di apertura|de apertura|vorig)\b|(?:begin|vorig|oud|start)(?: ?saldo)\b|"
    r"(?:vorig|oud|eerste)(?: openstaand)? (?:saldo|tegoed)\b"
)
CLOSING = begins_of(
    r"(?:기말|최종|마감|이월후)잔액|so du cuoi(?: ky)?\b|lokastaða\b|stan konta na koniec|total tagihan|tagihan (?:baru|bulan ini)|"
    r"baki (?:semasa|baru)\b|du (?:no )?cuoi ky\b|(?:기말|현재|최종|마감|당월|금월) 잔액|utgaende balans\b|lopullinen saldo|toplam borc\b|"
    r"donem sonu borcu|uj egyenleg|sold la sfarsitul|konacno stanje|stanje na kraju|(?:jaak|saldo) perioodi lopus|(?:вихіднии|"
    r"кінцевии) залишок|期末残高|翌月繰越|本期结余|ยอดคงเหลือสินงวด|ยอดปิด|saldo (?:al (?:final|corte)|a la fecha)\b|"
    r"saldo do mes\b(?! anterior)|kontostand am ende|endstand\b|(?:closing|ending|new) debt\b|υπολοιπο (?:ληξης|τελους)\b|"
    r"likutis laikotarpio pabaigoje\b|atlikums perioda beigas\b|pago para no generar intereses\b|saldo del mes\b(?! anterior)|"
    r"(?:monto )?total facturado a pagar\b|deuda total\b|total (?:desta|da sua|da) fatura\b|totale dovuto\b|"
    rf"(?:closing|ending|end|new|final|current|present) {BEFORE_BALANCE}(?:balance|bal)\b"
    r"|your (?:january|february|march|april|may|june|july|august|september|october|november|december) balance\b|balance (?:this statement|"
    r"at (?:the )?(?:end|close|closing)|at period end)|(?:end|schluss|abschluss)(?:saldo|bestand|kontostand|guthaben)\b|"
    r"neuer (?:konto)?(?:saldo|stand|kontostand)\b|aktueller (?:saldo|kontostand)\b|(?:kontostand|saldo) neu\b|nouveau solde\b|"
    r"solde nouveau\b|solde (?:final|de cloture|actuel|(?:en |a la |de )?fin)|(?:nuevo|novo|nuovo) saldo\b|(?:utgaende|udgaende|ny|"
    r"nytt?) (?:saldo|skuld|gjeld|gaeld|balanse)\b|(?:ultimo ?saldo|saldo ultimo)\b|(?:saldo|baki|stan) (?:koncow[ey]|zamkniecia|akhir|"
    r"penutup)\b|saldo (?:der|dieser) abrechnung\b|nowe saldo\b|saldo nieuw\b|rechnungsbetrag(?= zu (?:ihren|unsere?n) (?:gunsten|"
    r"lasten)\b)|likutis pabaigai\b|restschuld\b|bausparguthaben\b|залишок на кінець|(?:本期|期末)余额|当月末残高|今回残高|(?:konecny|"
    r"koncovy|novy) (?:zustatek|zostatok|stav)\b|stav na konci\b|(?:loppusaldo|uusi saldo|zaro ?egyenleg|sold final|(?:kapanis|guncel|"
    r"donem sonu) bakiye(?:si)?|(?<!onceki )donem borcu|beigu atlikums|galutinis likutis|lopp(?:saldo|jaak)|(?:zavrsno|koncno|novo) stanje|"
    r"loppsaldo|(?:νεο|τελικο) υπολοιπο|краино салдо|исходящии остаток|конечныи остаток|остаток на конец)\b|saldo \w{5,} (?:final|"
    r"finale)\b(?! (?:del )?periodo anterior)|(?:statement|outstanding|total) balance\b(?! (?:of|transfer))|saldo (?:final|actual|atual|"
    r"finale|de cierre|di chiusura|de fecho|nuevo)\b|(?:eind|nieuw|huidig)(?: ?saldo)\b|(?:nieuw|laatste)(?: openstaand)? (?:saldo|"
    r"tegoed)\b"
)
BROUGHT = words_of(
    r"brought forward|b/f|b/fwd|bal(?:ance)? fwd|balance forward|forwarded|vortrag|saldovortrag|ubertrag(?: von)?|report|reporte|"
    r"solde reporte|saldo riportato|riporto|transporte|(?<!\w )transport|ingaende transport|z przeniesienia|overfort fra|suma anterior|"
    r"(?:υπολοιπο )?(?:εκ|απο) μεταφορας?|ยอดยกมา|이월"
)
CARRIED = words_of(
    r"carried (?:forward|over)|c/f|c/fwd|carry forward|zwischensaldo|a reporter|suma y sigue|a riportare|a transportar|over te brengen|"
    r"transporteren|ubertrag auf|transport till|utgaende transport|do przeniesienia|overfores til|overfort til (?:neste|naeste) side|"
    r"dibawa ke|(?:σε|εις|προς) μεταφορα|ยอดยกไป"
)
BALANCE_OF_DAY = re.compile(
    r"(?:saldo (?:do|del) dia|saldo (?:giornaliero|diario|dia)|tagessaldo|solde du jour|"
    r"(?:balance|saldo) (?:of|for|at end of) (?:the )?day|(?:daily|end of day|day end) balance|dagsaldo|sold final zi)"
)
BARE_BALANCE = re.compile(r"(?:(?:konto)?saldo|kontostand|balance|solde|guthaben)(?: (?:(?:en|in|em) )?(?:eur|euros?|chf|usd|gbp))?")
BALANCE_ASIDE = re.compile(
    r"(?:valutarische[rs]?|verfugbare[rs]?|disponibel|tilgjengelig|tillgangligt|beschikbaar) (?:saldo|kontostand|guthaben)(?: (?:am|as of|"
    r"at|on|op|per|pr|vom|zum))?|(?:(?:monthly|daily)?[. ]*(?:average|aver|avg|minimum|min|maximum|max|lowest|highest)[. ]+(?:(?:monthly|"
    r"daily|closing|ledger|collected|credit|debit|cr|dr)[. ]+)*(?:balance|bal)[. ]*(?:this (?:period|month|statement) ?)?)+"
)  # none that the rows lead to
DATED = re.compile(
    r"^(?:usd|eur|gbp|chf|aud|cad|nzd|sgd|hkd|jpy|sek|nok|dkk|pln) (?:on|as of)$|^(?:your |votre |ihr |su |account |bank |closing |"
    r"the )*(?:solde|saldo|kontostand|balance|guthaben|zustatek|zostatok)(?: (?:crediteur|debiteur|creditore|debitore|acreedor|deudor|"
    r"contable|contabile|contabilistico|en eur|eur|credit|debit|cr|dr|in eur|disponible))* (?:zu (?:ihren|unseren|unsern) (?:gunsten|"
    r"lasten)|en (?:votre|notre) faveur|i (?:deres|din|var|vor|bankens) favor|in (?:your|our) favou?r|au|al|am|vom|as on|on|as of|as at|at|"
    r"per|pr|zum|a|op|em|le|il|na dzien|na|den|k|ke|ku)\b"
)
DUE = re.compile(
    r"\btotal (?:(?:amount |payment )?(?:dues?|payable)|a pagar)\b|^(?:att betala|[ao]t? betale|maksettava|til betaling)$"
)  # what a card closes with, where no closing is named
OWED = words_of(
    r"debiteur|debitore|deudor|overdrawn|debit balance|zu unsere?n gunsten|zu ihren lasten|en notre faveur|a nostro (?:favore|credito)|"
    r"a vostro (?:debito|carico)|a nuestro favor|a su cargo|i (?:var|vor|bankens) favor|in our favou?r"
)
NO_BALANCE = words_of(
    r"average|avg|aver|minimum|maximum|min|low|lowest|highest|available|pending|uncleared|limit|reward|points?|miles|interest|"
    r"principal subject|transfers?|valutarische\w*|medelsaldo|disponibel\w*|tillganglig\w*|tilgjengelig\w*|srednie|dostepn\w*|em aberto|"
    r"durchschnitt\w*|verfugbar\w*|disponible|disponibile|disponivel|moyen|medio|gemiddeld\w*|beschikbaar|forecast|subject"
)
OTHER_YEAR = words_of(
    r"(?:this|last|previous|prior) year|year[ -]to[ -]date|ytd|cumul\w*|annual percentage|annualized|laufende[nrs]? jahr\w*|cette annee|"
    r"este ano|quest'anno|dit jaar"
)
SUMS = (
    r"(?:sub-?|sous-)?tota(?:ls?|les?|li|al|len|lt|lisation|ux|is)|\w{4,}totals?|\w*(?<!durchschnitts)(?:summe[n]?|summa)|gesamt\w*|suma|"
    r"sumas|somme|soma|totall?ing|turnovers?|razem|jumlah|celkem|celkom|yhteensa|osszesen|toplam[i]?|ukupno|skupaj|rulaj|apgrozijums|"
    r"apyvarta|kaive|kokku|is viso|συνολο|συνολα|samtals|общо|ukupni|ukupan|skupni|spolu|tong cong|합계|총계|合計|小計|รวม"
)
TOTAL = words_of(SUMS)
SUM_OR_BALANCE = words_of(
    SUMS + r"|subtotal\w*|sum|net|nett?o|so far|to date|results?|\w*ergebnis|result(?:ado|at|aat)|risultato|\w*sald[oi]|\w*stand|soldes?|"
    r"balances?|bal|bilan"
)
TURNOVER = re.compile(r"umsatz|umsatze|umsatztotal|obraty?|omsetning|omsattning|omsaetning|mouvements|movim(?:enti|ientos|entos)")
NET = re.compile(
    r"(?:the |your |total )?net (?:change|movement|total|amount|activity|flow|cash flow|"
    r"transactions?)(?: (?:for|in|of|this|the|period|month|statement|account))*|"
    r"(?:change|veranderung|variation|variazione|variacion|variacao|verandering)(?: (?:in|over|of|the|this|your|balance|period|month|im|"
    r"des|dem|zeitraum|monat|saldos|sur|du|de|la|le|solde|periode|mois|del|nel|en|el|saldo|periodo|mese|mes|van|het|maand))+"
)
LARGEST = words_of(r"largest|biggest|grosste[rs]?|hochste[rs]?|plus (?:grand|grosse?|eleve)e?|mayor|maggiore|grootste")
DAILY = words_of(
    r"daily (?:ending |closing |ledger |account )?balances?|balances? by date|ending daily balances?|"
    r"daily balance (?:summary|detail|information)|tagessalden|soldes? journaliers?|saldos? diarios?|saldi giornalieri|dagsaldi|"
    r"dagliga saldon|daglige saldoer|salda dzienne"
)
CARD_TITLE = words_of(
    r"kredi karti|credit card|creditcard|kreditkarte\w*|kredietkaart|kartenabrechnung|carte de credit|releve de carte|carte bancaire|"
    r"tarjeta de credito|tarjeta|carta di credito|cartao de credito|charge card|kreditt?kort|kart[ya] kredytow\w+|kartu kredit|kad kredit|"
    r"card (?:statement|account|number|services|member)|mastercard|visa|american express"
)
CREDIT_LIMITS = (
    r"limite total de credito|limite (?:total )?do (?:seu )?cartao|cupo total|kart limiti|credit (?:access )?(?:limit|line)|"
    r"revolving credit|limite d[ei] credito?|verfugungsrahmen|kartenlimite?|kredietlimiet|kredietlijn|bestedingsruimte|kreditgrans|"
    r"kreditlimite?|limit kredytowy|kredittgrense|kreditmaksimum|luottoraja|uverov[yae] (?:limit|ramec)|hitelkeret|limita de credit|"
    r"πιστωτικο \w+|kreditni limit|batas kredit|이용한도|利用可能枠|วงเงิน|han muc tin dung"
)
LEAST_SUMS = (
    r"min(?:imum|\.)? (?:monthly )?(?:amount|payment)(?: due)?|mindest(?:betrag|zahlung)|paiement minimum|pago minimo|rata minima|"
    r"pagamento minimo|minim(?:aal|um) te betalen|lagsta belopp att betala|minimalna (?:kwota|splatka)|monto minimo|asgari odeme|(?:minste|"
    r"mindste) (?:belop|belob|betaling)|minimumsbelop|vahimmaissuoritus|minimalni (?:splatka|iznos)|minimum fizetendo|suma minima|"
    r"ελαχιστη καταβολη|pembayaran minimum|bayaran minimum|최소결제금액|thanh toan toi thieu"
)
CARD_TERMS = words_of(
    rf"{CREDIT_LIMITS}|{LEAST_SUMS}|"
    r"kullanilabilir limit|cupo (?:utilizado|disponible)|available credit|payment due|please pay by|amount due|total due|past due|"
    r"new charges|cash (?:advance|access)|cash line"
)
DEBT_TERMS = re.compile(
    rf"\b(?:(?P<minimum>{LEAST_SUMS})|"
    r"(?P<total>total (?:amount |payment |balance )?(?:due|payable)|(?<!minimum )(?<!past )amount due|balance due|total a pagar|pago total|"
    r"totale da pagare|(?:att|a) betala (?:totalt|senast)|toplam borc)|(?P<day>(?<!minimum )payments? due(?: date| by)?|please pay by|"
    r"(?:fecha (?:limite|maxima)|ultimo dia) (?:de|para) (?:el )?pago|fecha de vencimiento|vencimiento actual|son odeme (?:tarihi|gunu)|"
    r"forfall(?:odag|sdato)|date limite de paiement|erapaiva|datum splatnosti|termin platnosci|fizetesi hatarido|data scadentei|"
    r"πληρωμη εως|dospijece|tanggal jatuh tempo|betalingsdato|결제일|scadenza (?:del )?pagamento|zahlbar bis|te betalen voor))\b"
)
"""Terms that only a debt has: a least sum, a whole sum and a day to pay, one group each."""
STATES = (
    r"pending|declined|rejected|refused|failed|vorgemerkt\w*|abgelehnt\w*|en attente|rejetee?s?|refusee?s?|pendientes?|rechazad[oa]s?|"
    r"in attesa|rifiutat[oaie]|nog te verwerken|geweigerde?|pendentes?|recusad[oa]s?|reserver(?:ade|at|te|et)|oczekujac\w+|odrzucon\w+"
)  # of what is not booked
UNBOOKED = (
    STATES + r"|upcoming|scheduled|expected|(?:for information only|memo (?:post\w+|items?))|not (?:yet )?(?:posted|booked|processed)|"
    r"awaiting \w+|noch nicht gebucht\w*|geplan[dt]e\w*|a venir|(?:non|pas encore) comptabilisee?s?|no contabilizad[oa]s?|previst[oaie]s?|"
    r"non contabilizzat[oaie]|nog niet (?:ge|ver)\w+|agendad[oa]s?|zaplanowan\w+"
)
NOT_BOOKED = words_of(UNBOOKED)
ASIDE = words_of(
    UNBOOKED
    + r"|reverted|future|uncleared|authori[sz]ations?|holds?|gereserveerd|programados|futur[oai]s?|proximas? faturas?|demais faturas|"
    r"gelecek donem(?:ler)?|dauerauftrage|kommande|kommende"
)
DISOWNED = (
    STATES
    + r"|reversed|cancell?ed|void(?:ed)?|storniert|ungultig|annulee?|anulad[oa]|annullat[oa]|geannuleerd|anulowan[aoey]|cancelad[oa]|"
    r"estornad[oa]|makulerad"
)  # said of one row: it is none
STATE, DISOWNS = (
    re.compile(rf"(?:{DISOWNED})"),
    re.compile(
        r"(?:(?:this|the|diese|cette|l'|este|deze|questa|esta) ?)?(?:entry|item|transaction|payment|row|buchung|zahlung|operation|ecriture|"
        r"movimiento|operacion|boeking|transactie|operazione|movimento|lancamento)\b.{,40}?"
        rf"(?:\b(?:{DISOWNED})\b|(?:not|nicht|non|no|niet|nao) .*(?:count|balance|saldo|solde))|.*\bcorrect amount\b"
    ),
)
OTHER_SPAN = words_of(
    r"relationship|all (?:your )?accounts|year|ytd|annual|charged (?:in|this year|since|to date)|since|in 20\d\d|cumul\w*|jahr\w*|annee|"
    r"ano|anno|jaar|i ar|roku|tahun"
)
RATES = words_of(
    r"days|rates?|interest|tage|zinstage|zinssatz|zinszahl(?:en)?|zinsen|jours|nombres|taux|interets|giorni|numeri|tasso|interessi|dias|"
    r"numeros|tipo|tasa|intereses|taxa|juros|dagen|rente|rentepercentage|dagar|ranta|dage|rentesats"
)
COPY = words_of(
    r"summary of checks|checks? (?:written|summary)|listed are also|check(?:s)? image|images?|ubersicht der schecks|"
    r"recapitulatif des cheques|resumen de cheques|riepilogo (?:degli )?assegni|overzicht cheques|resumo de cheques|"
    r"sammanstallning av checkar|zestawienie czekow"
)
ACTIVITY_NONE = re.compile(
    r"\b(?:no (?:transactions?|activity|account activity|movements?|entries)|there (?:were|are) no (?:transactions?|items)|"
    r"keine (?:umsatze|buchungen|bewegungen)|aucune? (?:operation|mouvement|transaction)|sin (?:movimientos|operaciones)|"
    r"nessuna? (?:movimento|operazione)|geen (?:transacties|mutaties)|sem movimentos|inga (?:transaktioner|handelser|kontohandelser)|"
    r"ingen (?:transaksjoner|transaktioner|posteringer|bevegelser)|brak (?:operacji|transakcji)|tidak ada (?:transaksi|mutasi)|"
    r"tiada (?:transaksi|urus niaga))(?= ?[.,;:!)]|$| (?:this|during|for|in|on|to|within|since|have|has|were|was|found|recorded|posted|"
    r"available|im|en|sur|durante?|nel|no|nos|pendant|under|w|i|pada|deze|vorhanden|gebucht|registr\w+|enregistr\w+)\b)"
)  # "no activity fee" says nothing of the kind
# The names of the first and the last day of a period, where each has a name of its own
OF_A_STATEMENT = r"(?:statement|auszug|kontoauszug|billing|reporting|period|account|cycle|date|fecha|data|datum|date de|tanggal|tarikh)"
STARTS = re.compile(
    rf"(?:{OF_A_STATEMENT} )*(?:from|start(?:s|ing)?|begin(?:s|ning)?|open(?:ing)?|von|vom|ab|du|debut|de|desde|inicial|inicio|del|dal|da|"
    rf"iniziale|van|vanaf|fran(?: och med)?|fra(?: og med)?|od(?: dnia)?|dari|mula|mulai|awal)(?: (?:date|day|on|datum|periode|period))?"
)
ENDS = re.compile(
    rf"(?:{OF_A_STATEMENT} )*(?:to|through|thru|until|till|end(?:s|ing)?|clos(?:e|es|ing)|bis(?: zum)?|au|fin|al|a|ate|hasta|final|finale|"
    rf"fim|tot(?: en met)?|t/m|til(?: og med)?|do(?: dnia)?|sampai|hingga|akhir)(?: (?:date|day|on|datum|periode|period))?"
)
