"""The patterns for what statements name: balances, totals, sections and cards. Everything is matched against folded text: lower case, no
accents, plain dashes."""

import re

from reconciliation.reading.tokens.alternatives import begins_of, words_of
from reconciliation.reading.vocabulary.lists import phrases

OPENING, CLOSING = begins_of(phrases("balances", "opening")), begins_of(phrases("balances", "closing"))
BROUGHT, CARRIED = words_of(phrases("balances", "brought")), words_of(phrases("balances", "carried"))
BALANCE_OF_DAY = re.compile(rf"(?:{phrases('balances', 'of_day')})")
BARE_BALANCE = re.compile(rf"(?:{phrases('balances', 'bare')})(?: (?:(?:en|in|em) )?(?:eur|euros?|chf|usd|gbp))?")
BALANCE_ASIDE = re.compile(phrases("balances", "aside"))  # that the rows do not lead to
DATED = re.compile(
    r"^(?:usd|eur|gbp|chf|aud|cad|nzd|sgd|hkd|jpy|sek|nok|dkk|pln) (?:on|as of)$|^(?:your |votre |ihr |su |account |bank |closing |the )*"
    rf"(?:{phrases('balances', 'dated')})(?: (?:{phrases('balances', 'dated_kinds')}))* (?:{phrases('balances', 'before_day')})\b"
)
DUE = re.compile(phrases("balances", "due"))
OWED, NO_BALANCE = words_of(phrases("balances", "owed")), words_of(phrases("balances", "other"))
DAILY = words_of(phrases("balances", "lists_of_days"))
TOTAL = words_of(phrases("totals", "sums", "of_all_rows"))
OF_SOME_ROWS = words_of(phrases("totals", "of_some_rows") + "|" + phrases("labels", "pages"))
SUM_OR_BALANCE = words_of(phrases("totals", "sums", "of_all_rows", "results"))
TURNOVER, LARGEST = re.compile(phrases("totals", "turnover")), words_of(phrases("totals", "largest"))
OTHER_YEAR, OTHER_SPAN = words_of(phrases("totals", "of_another_year")), words_of(phrases("totals", "of_another_span"))
NET = re.compile(
    rf"(?:the |your |total )?net (?:{phrases('totals', 'net')})(?: (?:{phrases('totals', 'of_net')}))*|"
    rf"(?:{phrases('totals', 'changes')})(?: (?:{phrases('totals', 'of_changes')}))+|"
    rf"(?:{phrases('totals', 'of_all_rows')})(?: \(card [x*]*\d+\))?"
)
CARD_TITLE, CARD_TERMS = words_of(phrases("cards", "names")), words_of(phrases("cards", "credit_limits", "least_sums", "terms"))
CREDIT_LIMITS, LEAST_SUMS = phrases("cards", "credit_limits"), phrases("cards", "least_sums")
DEBT_TERMS = re.compile(
    rf"\b(?:(?P<minimum>{LEAST_SUMS})|(?P<total>{phrases('cards', 'whole_sums')})|(?P<day>{phrases('cards', 'days_to_pay')}))\b"
)
"""Terms that only a debt has: a least sum, a whole sum and a day to pay, one group each."""
NOT_BOOKED = words_of(phrases("unbooked", "states", "upcoming"))
ASIDE = words_of(phrases("unbooked", "states", "upcoming", "aside"))
DISOWNED = phrases("unbooked", "states", "undone")  # words of a row that is not booked, or was undone
STATE = re.compile(rf"(?:{DISOWNED})")
DISOWNS = re.compile(
    rf"(?:(?:this|the|diese|cette|l'|este|deze|questa|esta) ?)?(?:{phrases('unbooked', 'rows')})\b.{{,40}}?"
    rf"(?:\b(?:{DISOWNED})\b|(?:not|nicht|non|no|niet|nao) .*(?:count|balance|saldo|solde))|.*\bcorrect amount\b"
)
ACTIVITY_NONE = re.compile(
    rf"\b(?:{phrases('unbooked', 'no_activity')})(?= ?[.,;:!)]|$| (?:{phrases('unbooked', 'behind_no_activity')})\b)"
)
RATES, COPY = words_of(phrases("labels", "rates")), words_of(phrases("labels", "copies"))
# The names of the first and the last day of a period, where each has a name of its own
OF_A_STATEMENT, OF_A_DAY = rf"(?:(?:{phrases('labels', 'of_a_statement')}) )*", r"(?: (?:date|day|on|datum|periode|period))?"
STARTS = re.compile(rf"{OF_A_STATEMENT}(?:{phrases('labels', 'first_day')}){OF_A_DAY}")
ENDS = re.compile(rf"{OF_A_STATEMENT}(?:{phrases('labels', 'last_day')}){OF_A_DAY}")
