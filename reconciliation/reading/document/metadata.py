"""Whose statement it is: institution, account number, kind and currency, by general rules."""

import re
import statistics
from collections.abc import Sequence

from reconciliation.reading.tokens.alternatives import words_of
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.money_marks import HAS_DIGIT
from reconciliation.reading.tokens.printed import Printed

NUMBER_LABEL = re.compile(
    r"\b(?:(?:account|acct|a/c|card|member|customer|loan|bank account)\s*(?:number|no|nr|num|#|id|ending in|ending)|account|"
    r"kontonummer|konto(?:-?nr)?|kto(?:-?nr)?|kartennummer|"
    r"(?:numero|n[o°º]?)?\s*(?:de |du |di |do |da )?(?:compte|cuenta|conto|conta|carte|carta|tarjeta|cartao)"
    r"(?:\s*(?:numero|n\.?[o°º]?|corriente|"
    r"corrente)(?![a-z])\.?){0,2}|rekeningnummer|kaartnummer|(?:no|nomor)\.? rekening|rekening|numer (?:rachunku|karty)|rachunek(?: nr)?|"
    r"kortnummer|"
    r"nombor akaun|iban)\s*[.:#]*\s*"
    r"(?P<number>(?:[a-z]{2}\d{2}(?=[ \d]))?[x*•\d](?:[x*•\d\-. /]|[a-z](?=[x*•\d\-])){2,40}[x*•\d])"
)
STRONG_LABEL = re.compile(r"\b(?:account|card|acct) (?:number|no|nr)\.?\s*:?\s+(?P<number>[a-z]{0,6}[\-*x\d][^\s:]*\d(?: [\dx*]{2,6}\b)*)")
IBAN = re.compile(r"([A-Z](?<!\w.)(?![A-Z]\d\d ?ZZZ)[A-Z]\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?)\b")
NOT_INSTITUTION = words_of(
    r"statement|account|page|period|summary|date|customer|service|questions?|phone|po box|p\.o\.|street|road|avenue|dear|"
    r"kontoauszug|releve|extracto|estratto|afschrift|extrato|confidential|www|tel"
)
BANKISH = re.compile(
    r"\b(?:bank|banks|banque|banco|banca|bancaria|sparkasse|credit union|building society|savings|"
    r"caisse|caixa|cassa|kasse|trust|financial|finance|holding|card services|n\.a\.|plc|ag|inc|ltd|llc|s\.a\.|fcu)\b|bank\b"
)
HOUSE = re.compile(r"bank|banque|banc[ao]|kasse|caisse|caixa|cassa|\bunion\b|\bsociety\b|\b(?:trust|finance|plc|inc|ltd|llc|ag|fcu)\b")
SENTENCE = re.compile(r"^[^\W\d_A-Z]\S* \S+ .*\.$")  # goes on from the row above
OF_PAPER = re.compile(
    r"statements?|accounts?|number|details?|activity|summary|reference|continued|international|deposit|transactions?|history|report|period|"
    r"(?:konto|rekening)?(?:auszug|afschrift|uittreksel|overzicht|utdrag|utskrift|udtog)|releve|extracto|extrait|estratto|conto|extrato|"
    r"wyciag|of|de|di|do|balances?|consolidated|managing|information|summaries|overview|welcome|important|messages?"
)
LITTLE = frozenset({"bank", "the", "your", "and", "e", "to"})
WEBSITE = re.compile(r"(?<![@\w.])(?:https?://)?(?:www\.)?([A-Za-z][A-Za-z0-9\-]{1,40}(?:\.[A-Za-z]{2,6}){1,2})\b(?![@\w])")
NAMED_NUMBER = re.compile(r"^[^\d]{3,40}?[ (](?!(?:19|20)\d\d\b)([x*•.]*\d{4,})\)?$")
PROMINENT = 1.25  # times the usual height, or a bank's words
TOP_ROWS, KIND_ABOVE = 24, 12
KIND_WORDS = words_of(r"checking|savings|account|konto|compte|cuenta|conto|conta|rekening")
CARD_STRONG = words_of(
    r"(?:total (?:da|desta)|resumo da) fatura|saldo financiado|limite total de credito|monto minimo|asgari odeme|kart limiti|kredi karti|"
    r"minimum (?:amount|payment)(?: due)?|payment due date|credit (?:access )?(?:limit|line)|revolving credit|"
    r"credit card|kreditkarte\w*|carte de credit|tarjeta de credito|carta di credito|cartao de credito|"
    r"creditcard|kredietkaart|card account|finance charges?|cash advances?|total (?:fees|interest) charged|"
    r"pago minimo|limite de credito|annual percentage rate|new balance|"
    r"late payment|new charges|interest charged|days in billing|kartenlimite?|"
    r"(?:visa|mastercard|american express) (?:gold|classic|platinum|silver|infinite|world|premier)|"
    r"verfugungsrahmen|card ?member|amount due|purchases|kreditkort|karty kredytowej|mindestbetrag|paiement minimum|limite de credit|"
    r"rata minima|limite di credito|kredietlimiet|kredietlijn|kreditlimit|minim(?:aal|um) te betalen|"
    r"pagamento minimo|kreditgrans|lagsta belopp att betala|"
    r"limit kredytowy|minimalna kwota|available credit|credit disponible|credito disponi[bv]\w+|bestedingsruimte|verfugbarer rahmen|"
    r"kvar att utnyttja|dostepny limit"
)
KINDS = (
    (
        "loan",
        words_of(
            r"loan (?:statement|account)|mortgage|darlehen\w*|kredit(?:konto|vertrag)|pret immobilier|prestamo|prestito|hypothe\w+|"
            r"lanekonto|bolan|boliglan|rachunku kredytu|pinjaman"
        ),
    ),
    (
        "savings",
        words_of(
            r"savings?|sparkonto|tagesgeld\w*|livret|ahorros?|risparmio|spaarrekening|poupanca|deposit account|"
            r"(?:christmas|holiday|vacation) club|epargne|oszczednosciow\w+|tabungan|simpanan|opsparing\w*"
        ),
    ),
    (
        "checking",
        words_of(
            r"checking|current account|chequing|girokonto|compte courant|compte cheques|cuenta corriente|conto corrente|"
            r"betaalrekening|conta corrente|conta a ordem|transaction account|everyday account|business account|"
            r"cheque account|lonekonto|lonnskonto|brukskonto|privatkonto|rachunek biezacy|rekening giro|akaun semasa"
        ),
    ),
)


def account_number(printed: Printed) -> str:
    """The account or card number that the row names, as printed; empty where it names none."""
    if not HAS_DIGIT.search(printed.row.text):
        return ""
    text = fold(printed.row.text)
    match = NUMBER_LABEL.search(text)
    if match:
        number = match["number"].strip(" -./")
        if (
            len(re.findall(r"[\dx*•]", number)) >= 4
            and not re.fullmatch(r"[\d]{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}.*", number)
            and re.search(r"\d", number)
        ):
            return number.upper()
    token = STRONG_LABEL.search(text)
    if token and len(re.findall(r"[\dx*]", token["number"])) >= 4 and "/" not in token["number"]:
        return token["number"].strip(" -.,").upper()
    iban = IBAN.search(printed.row.text)
    return iban[1] if iban and sum(letter.isdigit() for letter in iban[1]) >= 10 else ""


def institution_of(rows: Sequence[Printed]) -> str | None:
    """The most prominent words at the top of the first page, those that read like a bank's name first, and no product's; None where only
    a paper, an address or nothing is named there."""
    page = [printed for printed in rows if printed.row.page == rows[0].row.page] if rows else []
    usual = statistics.median(printed.row.height for printed in page) if page else 0.0
    best: tuple[float, str] = (PROMINENT, "")
    for index, printed in enumerate(page[:TOP_ROWS]):
        if printed.figures or printed.days:
            continue
        for phrase in printed.row.text.split("\t"):
            name = _name_in(phrase)
            best = max(best, (_prominence(name, printed.row.height / usual) - 0.02 * index, name))
    return best[1] or None


def _name_in(phrase: str) -> str:
    """The phrase without the words for a paper that it begins or ends with; empty where it is a web address or no more than such words."""
    words = phrase.strip(" -:|_*()").split()
    while words and (OF_PAPER.fullmatch(fold(words[-1]).strip(".:,()")) or not any(map(str.isalpha, words[-1]))):
        words.pop()
    if [fold(word) for word in words[:2]] == ["you", "and"]:
        words = words[2:]
    rest = [fold(word).strip(".:,()") for word in words]
    return "" if WEBSITE.search(phrase) or all(one in LITTLE or OF_PAPER.fullmatch(one) for one in rest) else " ".join(words)


def institution_in(section: Sequence[Printed], rows: Sequence[Printed]) -> str | None:
    """Who is named at the top of an account's own section by a bank's words; else who sends the document."""
    own = institution_of(section) if section and section[0].row.page != rows[0].row.page else None
    return own if own and BANKISH.search(fold(own)) else institution_of(rows)


def _prominence(phrase: str, height: float) -> float:
    """How much a phrase looks like the sender's name: large, with a bank's words, without those of a letter or a label."""
    plain = fold(phrase)
    letters = sum(letter.isalpha() for letter in phrase)
    if not 3 <= len(phrase.strip()) <= 60 or letters < 3 or any(letter.isdigit() for letter in phrase) or len(phrase.split()) > 8:
        return 0.0
    if SENTENCE.search(phrase) or (kind_of(plain) and not HOUSE.search(plain)):
        return 0.0
    return height + 1.5 * bool(BANKISH.search(plain)) + 0.3 * bool(KIND_WORDS.search(plain)) - 1.2 * bool(NOT_INSTITUTION.search(plain))


def card_evidence(text: str) -> int:
    """How many different things on the page only a card's statement prints."""
    return len(set(CARD_STRONG.findall(text)))


def kind_of(text: str) -> str | None:
    """checking, savings or loan by the words used most; None where none is used."""
    counts = {kind: len(pattern.findall(text)) for kind, pattern in KINDS}
    best = max(counts, key=lambda kind: counts[kind])
    return best if counts[best] else None


def kind_beside(rows: Sequence[Printed], first: Printed) -> str | None:
    """The kind that the rows just above an account's first line name, the nearest first."""
    place = rows.index(first)
    for printed in reversed(rows[max(0, place - KIND_ABOVE) : place + 1]):
        kind = kind_of(printed.plain) if not printed.figures and len(printed.plain) < 80 else None
        if kind:
            return kind
    return None


def number_beside(rows: Sequence[Printed], first: Printed) -> str:
    """The number that the account's heading just above its first line ends with, as in "Savings 0002"; empty where it names none."""
    place = rows.index(first)
    for printed in reversed(rows[max(0, place - KIND_ABOVE) : place]):
        if number := number_of_title(printed):
            return number
    return ""


def number_of_title(printed: Printed) -> str:
    """The number that a kind of account is titled with, as in "Savings 0002"; empty where the row names none."""
    match = NAMED_NUMBER.search(printed.plain) if not printed.figures and kind_of(printed.plain) else None
    return match[1].upper() if match else ""
