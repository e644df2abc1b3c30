"""Words for limits and overdrafts, and for the amount that is still available. Matched against folded text."""

import re

from reconciliation.reading.tokens.alternatives import words_of

AVAILABLE = words_of(
    r"available|verfugbar\w*|disponi[bv]\w+|beschikbaar|bestedingsruimte|tilgjengelig\w*|tillganglig\w*|til radighed|radighedsbelob|"
    r"dostepn\w*|kvar att utnyttja|kullanilabilir|tersedia"
)
OVERDRAFT = words_of(
    r"overdraft (?:limit|facility)|(?:arranged|agreed|authori[sz]ed) overdraft|(?:konto)?uberziehung\w*|eingeraumte\w* \w*uberziehung\w*|"
    r"dispo(?:sitions)?(?:kredit|limit)\w*|decouvert (?:autorise|maximum|accorde)|autorisation de decouvert|descubierto (?:autorizado|"
    r"permitido)|limite de descubierto|descoberto autorizado|fido (?:accordato|concesso)|scoperto (?:autorizzato|concesso)|roodstand|"
    r"rood staan|debetlimiet|kass[ae]kredit|overtrekk|limit debetu|debet (?:w rachunku|dopuszczalny)"
)
"""Only an account that holds money has one."""
CREDIT_LINE = words_of(r"authori[sz]ed limit|kredietlijn|beviljad kredit|bevilget kreditt|limit w rachunku")
COSTS = words_of(r"fees?|interest|charges?|\w*zins\w*|frais|agios|interes\w*|ranta|odsetki")
UP_TO = re.compile(r"\b(?:up to|bis zu|jusqu'?a|hasta|fino a|tot|ate|upp till|inntil|op til|do kwoty)$")
LIMIT = words_of(r"\w*limite?t?s?|line|facility|\w*rahmen|kreditgrans|beviljad kredit|kredyt|kredit|cupo")


def names_limit(label: str) -> bool:
    """True if a label names how much may be owed or is insured, and not what that costs."""
    owed = OVERDRAFT.search(label) or CREDIT_LINE.search(label)
    return (owed is not None and COSTS.search(label) is None) or UP_TO.search(label) is not None
