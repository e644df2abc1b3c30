"""What names the first and the last day of a period, where each stands under a name of its own."""

import re

OF_A_STATEMENT = r"(?:statement|auszug|kontoauszug|billing|reporting|period|account|cycle|date|fecha|data|datum|date de|tanggal|tarikh)"
STARTS = re.compile(
    rf"(?:{OF_A_STATEMENT} )*(?:from|start(?:s|ing)?|begin(?:s|ning)?|open(?:ing)?|von|vom|ab|du|debut|de|desde|inicial|inicio|del|dal|da|"
    rf"iniziale|van|vanaf|fran(?: och med)?|fra(?: og med)?|od(?: dnia)?|dari|mula|mulai|awal)(?: (?:date|day|on|datum|periode|period))?"
)
ENDS = re.compile(
    rf"(?:{OF_A_STATEMENT} )*(?:to|through|thru|until|till|end(?:s|ing)?|clos(?:e|es|ing)|bis(?: zum)?|au|fin|al|a|ate|hasta|final|finale|"
    rf"fim|tot(?: en met)?|t/m|til(?: og med)?|do(?: dnia)?|sampai|hingga|akhir)(?: (?:date|day|on|datum|periode|period))?"
)
