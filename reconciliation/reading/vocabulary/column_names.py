"""The names of columns, in several languages, and the role that each names. Everything is matched against folded text."""

import re
from functools import cache, lru_cache

from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import CODE

# ruff: noqa: RUF001 (Greek letters that look like Latin ones)
ROLES: dict[str, str] = {
    "date": "이용일|이용일자|dagsetning|dags|bokunardagur|datum izvrsenja|datum knjizbe|datum zauctovania|datum zuctovania|kirjattu|"
    "gramatojuma datums|iraso data|kande kuupaev|kande kp|konyvelesi datum|data contabila|data inregistrare|ημερομηνια κινησης|"
    "ημ/νια κινησης|ημερ|ημνια|tgl|tgl transaksi|ngay|ngay giao dich|ngay ghi so|วันที|วันทีทํารายการ|거래일|거래날짜|일자|날짜|こ利用日|"
    "こ利用年月日|利用日|お取引日|記帳日|fecha de abono|data do lancamento|data movimento|fecha de proceso|ημερομηνια|ημ/νια|日期|"
    "交易日期|记账日期|帳務日期|取引日|日付|年月日|거래일시|거래일자|дата|dt|dt movimento|dt lancamento|comptab|contab|verbucht am|"
    "verbucht|gebucht am|data registraz|data contab|zauctovano|datum zauctovani|datum uctovania|datum provedeni|datum transakce|"
    "kirjauspaiva|kirjauspvm|paiva|pvm|paivays|konyveles datuma|konyveles napja|konyveles|datums|operacijas datums|operacijos data|"
    "kuupaev|data tranzactiei|data inregistrarii|islem tarihi|tarih|dia/mes|data de mov|tarikh|tarikh masuk|completion time|date/time|"
    "date & time|date and time|timestamp|posting|post|tanggal|data operacji|data ksiegowania|bogforingsdato|bokforingsdag|txn date|txn|"
    "date of|boekingsdatum|datum boeking|datum buchung|fecha mov|data registrazione|data op|dat|buchungstag/valuta|datum/valuta|"
    "bokf.datum|bokforingsdatum|bokforingsdato|bokfort|bogfort|bogforingsdag|data contabile|date|datum|data|fecha|dato|day|tag|buchung|"
    "buchungsdatum|buchungstag|boekdatum|bookingdate|posted|fecha oper|oper|data lanc|f operacion|f oper|f contable|f mov|post date|"
    "posting date|book date|entered date|posted date|date posted|booking date|entry date|date comptable|date operation|date oper|"
    "date de comptabilisation|fecha operacion|fecha de operacion|fecha contable|data operazione|data mov|data do movimento|"
    "datum knjizenja|datum knj|bokfdag|bokf|bok.dato|kirj.pvm|buch.-tag|buch.tag|buch.dat|bu-tag|b.tag|d ope|dte cpt|f cont|d.cont|"
    "data lancamento|bu.-tag|trans",
    "transaction": "datum transakcije|datum izvedbe|datum transakcie|maksupaiva|tapahtumapaiva|ostopaiva|darijuma datums|operacijas diena|"
    "mokejimo data|tehingu kuupaev|tehingu kp|tranzakcio datuma|tranzakcio napja|data efectuarii|ημερομηνια συναλλαγης|ημ/νια συναλλαγης|"
    "harcama tarihi|alisveris tarihi|fecha de compra|inkopsdatum|handledato|kjopsdag|fecha de consumo|fecha consumo|data da transacao|"
    "islem gunu|transdag|sale date|umsatz vom|umsatztag|umsatzdatum|einkauf vom|einkaufsdatum|transaktion vom|data acquisto|"
    "transaction date|trans date|tran date|trans. date|date of transaction|purchase date|date of purchase|belegdatum|kaufdatum|kopdatum|"
    "kjopsdato|kobsdato|transaksjonsdato|data transakcji|tanggal transaksi|tarikh transaksi|data da compra|datum transactie|"
    "datum transaktion|transaktionsdatum|date d'achat|date achat|fecha compra|transactiedatum|data transacao|activity date",
    "value": "ημ αξιας|ημερομηνια αξιας|ημερ αξιας|datum valutacije|valutas datums|valutavimo data|vaartuskuupaev|vaartuse kp|ertek datum|"
    "erteknapja|ertekdatum|valor gunu|ngay hieu luc|ngay gia tri|기산일|起算日|αξια|τοκισμος|ημ/νια αξιας|datum valute|datum val|d val|"
    "valutesanas datums|vaartuspaev|datum valuty|arvopaiva|arvopvm|erteknap|data valutei|valor tarihi|liq|fecha liq|value dt|val|"
    "fecha val|value date|val date|valuta|valuta datum|valutadatum|wert|wertstellung|wertdatum|date valeur|date de valeur|valeur|"
    "fecha valor|valutadag|valuteringsdato|rentedato|rentedag|data waluty|data-valor|tanggal valuta|f valor|data valuta|data valor|"
    "rentedatum|effective date|eff date|eff.date|int date",
    "text": "お取り扱い内容|取引内容|お取扱内容|가맹점|가맹점명|이용가맹점|skyring|skyringar|oznaceni platby|oznacenie platby|"
    "opis placila|namen|namen placila|svrha|svrha placanja|opis transakcije|opis stavke|ucel platby|popis operacie|saajan nimi|tapahtuma|"
    "viesti|detalas|apraksts|skaidrojums|operacijos aprasymas|aprasymas|kirjeldus|tehingu kirjeldus|leiras|tranzakcio leirasa|tranzakcio|"
    "descrierea tranzactiei|tranzactie|συναλλαγη|στοιχεια συναλλαγης|aciklamalar|islem detayi|dien giai|noi dung|noi dung giao dich|mo ta|"
    "รายการ|รายละเอียด|คําอธิบาย|내용|거래내용|기재내용|거래구분|利用店名|利用店名・商品名|こ利用店名|内容|摘要|交易摘要|对方信息|"
    "入出金先内容|お取引内容|적요|αιτιολογια|περιγραφη|описание|опис|основание|informacija sanemejam|maksajuma merkis|darijuma apraksts|"
    "sanemejs/maksatajs|mokejimo paskirtis|paskirtis|moketojas/gavejas|selgitus|produtos/servicos|descripcion operacion o cobro|"
    "estabelecimento|establecimiento|comercio|esercente|commercant|handelaar|handler|saaja maksaja|polozka|popis|popis transakce|"
    "zprava pro prijemce|zprava|verrichting|verrichtingen|nazev protiuctu|selite|saaja/maksaja|megnevezes|kozlemeny|descriere|explicatii|"
    "detalii|aciklama|islem|islem aciklamasi|detalle de transaccion|detalle de movimientos|glosa|movimiento|comprobante/concepto|"
    "umsatzbeschreibung|umsatztext|lancamento|lancamentos|angaben zu den umsatzen|angaben zum umsatz|wir haben fur sie gebucht|"
    "information|informationen|narration|beskrivning|beskrivelse|specifikation|tekst|forklaring|opis|opis operacji|opis transakcji|tytul|"
    "tytul operacji|szczegoly transakcji|keterangan|uraian|butiran|transaksi|urus niaga|butir urus niaga|transaction detail|"
    "description of transaction|nature des operations|buchung / verwendungszweck|buchung/verwendungszweck|transaktion|umsatzart|item|"
    "items|transaction and details|details of transaction|libelle des operations|payments and receipts|type and description|"
    "descripcion de la operacion|descrizione operazione|descrizione delle operazioni|mededelingen|naam/omschrijving|description|"
    "descriptions|details|detail|particulars|transaction|transactions|narrative|text|verwendungszweck|buchungstext|vorgang|"
    "buchungsinformation|erlauterung|erlauterungen|libelle|operation|operations|nature|nature de l'operation|concepto|descripcion|detalle|"
    "descrizione|causale|operazione|omschrijving|naam / omschrijving|descricao|historico|descritivo|movimento|activity|merchant|"
    "merchant name|payee|transaction description|transaction details|merchant name or transaction description|beschreibung|empfanger|"
    "auftraggeber|auftraggeber/empfanger|payment type and details|remarks|memo|name|beguenstigter|payee/description|designation|"
    "descricao do movimento",
    "type": "typ transakce|type|transaction type|trans type|art|typ|tipo|mutatiesoort|dr/cr|cr/dr|debit/credit|credit/debit|d/c|c/d|s/h|"
    "soll/haben|d/a|d/h|segno|af bij|af/bij|sens|wn/ma|db/cr|d/k|jenis",
    "other": "보낸분/받는분|거래점|취급점|의뢰인/수취인|利用者|支払方法|支払区分|broj racuna|broj|redni broj|st|viitenumero|viitenumber|"
    "so tham chieu|ma giao dich|n documento|n doc|no documento|num documento|numero documento|documento|etiket|etiketler|mas datos|"
    "lugar de operacion|cuota|n cuota|n° cuota|taksit|parcela|sucursal|comprobante|cislo protiuctu|protiucet|arkistointitunnus|localidad|"
    "poblacion|localita|verifikat|verifikation|bilag|bilagsnr|referens|referanse|nr ref|numer|volgnr|kenmerk|docto|cbg|kategori|cabang|"
    "cawangan|med|med at|lugar|suc-age|num op|n op|n operacion|hora|origen|canal|channel|saat|ref|reference|ref no|ref. no.|"
    "reference number|number|no|no.|nr|check|cheque|cheque no|check number|check no|check #|chq|chq no|code|branch|card|card no|kategorie|"
    "category|status|rate|gegenkonto|iban|location|referencia|riferimento|referentie|currency|ccy|wahrung|payment due date|due date|"
    "payment date|cheque number|instrument id|chq./ref.no.|serial|seq|tran id|transaction id|page",
    "aside": "手数料|dolares|dolares us|dolar|monto original|saldo pendiente|puan|bonus|kazanilan bonus|kazanilan puan|bonus puan|"
    "maxipuan|cash back|cashback|daily cash|rewards|reward|points|rewards earned|foreign spend|fees|tax|fee|fee amount|commission|gebuhr|"
    "frais|comision|commissione|kosten|exchange rate|kurs|foreign amount|foreign currency amount|foreign spending|foreign currency|"
    "amount in fcy|fcy amount|original amount|amount in original currency|original currency amount|amount in foreign currency|"
    "fremdwahrung|betrag in fremdwahrung|montant en devise|importe divisa|vat|tax amount",
    "debit": "出金額|お引出金額|払出金額|duguje|zaduzenje|ut af reikningi|veloitus|veloitukset|isplata|rashod|izdatki|debet eur|na tarchu|"
    "debetne obrat|islaidos|nurasyta|izmaksas|valja|valjaminek|kiadas|terheles osszege|debitari|iesiri|αναληψη|αναληψεις|cekilen|giden|"
    "odeme tutari|ghi no|phat sinh no|so tien ghi no|tien ra|tien rut|ถอน|ถอนเงิน|เดบิต|출금|출금금액|지급|지급액|지급금액|찾으신 금액|"
    "お引き出し|引出金額|出金金額|breme|v breme|借方|借方发生额|支出|提出|お支払金額|お引出し|出金|출금액|출금액(원)|찾으신금액|"
    "bedrag af debet|gastos|egresos|salidas|debets|debetas|deebet|χρεωση|χρεωσεις|дебит|дебет|dinero saliente|dinheiro enviado|"
    "argent sortant|denaro in uscita|geld uit|ausgehend|abgehend|cheques o cargos|cheques y cargos|cheques y otros cargos|giros|"
    "giros y cargos|cheques/cargos|odepsano|na vrub|vydaje|otot|terheles|borc|odljevi|isplate|advances|advance|fin charge|fin. charge|"
    "finance charge|finance charges|interest charged|uttag|ut|pengar ut|utbetalt|utbetalinger|utbetalningar|ut fra konto|ut av konto|"
    "belastning|haevet|obciazenia|wydatki|wyplaty|wn|mutasi debet|keluar|uang keluar|pengeluaran|wang keluar|a debito|bedrag af|"
    "amounts deducted|amount subtracted|amounts subtracted|subtracted|amount deducted|amounts withdrawn|"
    "amounts deducted from your account|zu ihren lasten|lasten|zu lasten|betrag soll|zahlungsausgang|zahlungsausgange|soll eur|"
    "betrag soll eur|debit (eur)|withdrawal amt (inr)|withdrawals ($)|debits ($)|amount out|cargos / debe|debito (-)|importe debe|"
    "importo dare|addebiti (-)|money out (gbp)|debit|debits|withdrawn|withdrawal|withdrawals|paid out|money out|payments out|payment out|"
    "payments|payment|out|outgoing|soll|lastschrift|lastschriften|belastung|belastungen|ausgaben|ausgang|abgang|debe|cargo|cargos|retiro|"
    "retiros|adeudo|adeudos|addebiti|addebito|dare|movimenti dare|uscite|uscita|af|afschrijving|afschrijvingen|uitgaven|debito|debitos|"
    "saida|saidas|levantamentos|subtractions|debet|sorties|depenses|retrait|retraits|prelevements|paiements|cheques et debits|"
    "retraits et paiements|withdrawal amt|withdrawal amt.|debit amount|withdrawal amount|dr|withdrawals (dr)|withdrawals/debits|"
    "debits/withdrawals|charges|purchases|checks/debits|auszahlung|auszahlungen|debit amt|dr amount|pagos|payments/withdrawals|"
    "money out ($)|spent|cheques & debits|disbursements|debits (-)|withdrawal (-)",
    "credit": "入金額|お預入金額|受入金額|potrazuje|odobrenje|inn a reikning|hyvitys|hyvitykset|uplata|prihod|priliv|v prospech|pajamos|"
    "iskaityta|ienemumi|sisse|sissetulek|bevetel|jovairas osszege|creditari|incasari|καταθεση|καταθεσεις|yatirilan|gelen|ghi co|"
    "phat sinh co|so tien ghi co|tien vao|tien gui|ฝาก|ฝากเงิน|เครดิต|입금|입금금액|맡기신 금액|お預け入れ|入金金額|預入金額|dobro|v dobro|"
    "贷方|贷方发生额|收入|存入|お預り金額|お預入れ|入金|입금액|입금액(원)|맡기신금액|bedrag bij credit|kredits|kreditas|kreedit|πιστωση|"
    "πιστωσεις|кредит|dinero entrante|dinheiro recebido|argent entrant|denaro in entrata|geld in|eingehend|depositos o abonos|"
    "depositos y abonos|depositos/abonos|pripsano|ve prospech|prijmy|panot|jovairas|alacak|priljevi|uplate|insattning|insattningar|kredit|"
    "pengar in|inn|inn pa konto|innskudd|innbetalinger|indsat|indbetalinger|uznania|wplywy|wplaty|ma|mutasi kredit|masuk|uang masuk|"
    "penerimaan|wang masuk|a credito|bedrag bij|amounts added|amount added|amounts deposited|added|amounts added to your account|"
    "zu ihren gunsten|gunsten|zu gunsten|betrag haben|zahlungseingang|zahlungseingange|haben eur|betrag haben eur|deposits ($)|"
    "credits ($)|amount in|abonos / haber|credito (+)|importe haber|importo avere|credit|credits|deposited|deposit|deposits|paid in|"
    "money in|payments in|payment in|in|incoming|additions|receipts|haben|gutschrift|gutschriften|einnahmen|eingang|zugang|haber|abono|"
    "abonos|deposito|depositos|ingresos|ingreso|accrediti|accredito|avere|movimenti avere|entrate|entrata|bij|bijschrijving|"
    "bijschrijvingen|inkomsten|credito|creditos|entrada|entradas|entrees|deposit amt|deposit amt.|credit amount|deposit amount|cr|"
    "deposits (cr)|depot|depots|versement|versements|deposits/credits|credits/deposits|einzahlung|einzahlungen|recettes|credit amt|"
    "cr amount|received|lodgements|lodgement|deposit (+)|credits (+)",
    "amount": "当月請求額|こ請求額|支払金額|so tien|จํานวนเงิน|금액|거래금액|이용금액|利用金額|こ利用金額|金額|znesek v eur|iznos u eur|"
    "summa eur|suma eur|osszege|islem tutari|soles|pesos|交易金额|入出金|入出金(円)|pago requerido|valor cuota mensual|valor cuota|"
    "cuota mensual|ποσο|сума|сумма|castka|ciastka|objem|suma|summa|maara|osszeg|tutar|iznos|znesek|montante|total|kwota|kwota operacji|"
    "kwota transakcji|belopp|importancia|mutasi|jumlah|nominal|amaun|amount in eur|amount in usd|total amount|amount charged|new charges|"
    "importe eur|importo eur|bedrag eur|montant eur|montant en eur|betrag in euro|valor r|amount|betrag|umsatz|umsatze|montant|importe|"
    "importo|bedrag|valor|quantia|monto|movimenti|amt|belop|belob|sum|net amount|transaction amount|amount due|betrag in eur|betrag eur|"
    "gross|net",
    "balance": "現在残高|お取引後残高|staða|남은금액|남은 금액|stanje na racunu|saldo racuna|so du|so du cuoi|ยอดคงเหลือ|คงเหลือ|"
    "ยอดเงินคงเหลือ|거래후잔액|거래후 잔액|현재잔액|残高金額|差引残高(円)|stanje racuna|novo stanje|zostatok na ucte|saldo jalkeen|"
    "konto saldo|atlikums eur|likutis eur|egyenleg ft|sold|sold final|νεο υπολοιπο|λογιστικο υπολοιπο|kalan bakiye|余额|餘額|联机余额|"
    "残高|残高(円)|差引残高|잔액|잔액(원)|υπολοιπο|салдо|остаток|залишок|баланс|atlikums|likutis|jaak|zustatek|zostatok|egyenleg|"
    "sold contabil|sold curent|bakiye|stanje|bokfort saldo|saldo po operacji|saldo po transakcji|saldo na mutatie|saldo contabilistico|"
    "baki|saldo akhir|baki akhir|balance amt|available balance|outstanding balance|saldo eur|solde eur|balance in|kontostand eur|"
    "balance amount|balance|saldo|kontostand|solde|running balance|running bal|closing balance|bal|saldo disponible|saldo contable|"
    "neuer saldo|ending balance|end of day balance|closing bal|ledger balance|account balance|ending daily balance|daily balance|saldos|"
    "salden|saldo progressivo|total balance|guthaben|guthaben/kredit|guthaben/schuld|running total|stand",
}
NO_COLUMN = re.compile(
    r"(?:statement date|(?:credit|debit|charge|bank) cards?|(?:total |your )*(?:available )?(?:credit|cash|spending|card) (?:limit|line)|"
    r"(?:total |available )*(?:available |remaining )credit(?: limit)?|(?:total )?minimum (?:payment |amount )?due|"
    r"(?:total )?minimum (?:payment|amount))"
)  # terms of a card, with words that alone would name days, money out or money in
MONEY_ROLES = frozenset({"debit", "credit", "amount", "balance"})
DATE_ROLES = frozenset({"date", "transaction", "value"})
UNIT = re.compile(
    rf"(?:^| )[(\[]?(?:in |en |em )?(?:{CODE.lower()}|euros?|rs|rm|kr|zl|tl|r\$|hk\$|s\$|a\$|[$€£¥₹])\.?[)\]]?(?= |$)|"
    r"[(\[][-+][)\]]|(?: [-+]$)"
)
OF = re.compile(r" (?:d[aeio]|del) ")
DATE_WORD = re.compile(r"[a-z]{3,}datum|(?:fecha|data|date)(?: d[eiao']l?)?(?: la| l')? ?[a-z]{3,}")
OTHER_BEGINNING = re.compile(r"[^/]*/|[a-z]{3,}datum$|fecha|data|date|in$|en$")


@lru_cache(maxsize=10_000)  # phrases of strangers' documents: a worker must not keep them all
def role_of(phrase: str) -> str | None:
    """Return the role that a column heading names, also with a currency or a unit behind it; or None. Of two names with a stroke between,
    it is what both name, the first of two days, or an amount that is money out or in."""
    roles = _roles()
    if phrase in roles:
        return roles[phrase]
    bare = UNIT.sub("", phrase).strip(" -./()")
    if bare != phrase and bare:
        return roles.get(bare)
    if "/" not in phrase:
        return "date" if DATE_WORD.fullmatch(phrase) else None
    named = [role_of(part.strip()) for part in phrase.split("/")]
    if len(set(named)) == 1 or set(named) <= DATE_ROLES:
        return named[0]
    return "amount" if set(named) == {"debit", "credit"} else None


def may_begin_name(text: str) -> bool:
    """True if a phrase with a role may begin so: with the first word of a name, a currency, a word for days, or a joint name."""
    word = text.split(maxsplit=1)[0]
    return word in _first_words() or OTHER_BEGINNING.match(word) is not None or UNIT.match(word) is not None


@cache
def _first_words() -> frozenset[str]:
    return frozenset(phrase.split()[0] for phrase in _roles())


@cache
def _roles() -> dict[str, str]:
    named = {fold(phrase): role for role, phrases in ROLES.items() for phrase in phrases.split("|")}
    days = {OF.sub(" ", phrase): role for phrase, role in named.items() if role in DATE_ROLES}  # as where the name is on two lines
    return days | {phrase.replace(" / ", " "): role for phrase, role in named.items()} | named
