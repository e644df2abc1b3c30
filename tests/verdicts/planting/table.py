"""The planted errors and the expected result of each: the table of docs/cases.md."""

from tests.verdicts.planting import kinds
from tests.verdicts.planting.kinds import Kind

KINDS = (
    Kind("entry dropped", "A row is not in the books.", "On the statement, not in the books.", kinds.dropped),
    Kind("entry added", "A payment is booked that never happened.", "In the books, not on the statement.", kinds.added),
    Kind("entered twice, same day", "One row is booked twice on one day.", "Needs a choice: which of the two is surplus.", kinds.doubled),
    Kind(
        "entered twice, later",
        "Booked again twelve days later.",
        "In the books, not on the statement: possible duplicate.",
        kinds.doubled_later,
    ),
    Kind("off by a cent", "An amount is 0.01 off.", "The amounts differ.", kinds.off_by_a_cent),
    Kind("transposition", "Two digits of an amount are swapped.", "The amounts differ.", kinds.digits_in_another_order),
    Kind("point moved", "An amount is booked ten times as large.", "The amounts differ.", kinds.point_in_another_place),
    Kind("foreign currency", "A foreign purchase is booked at an estimate.", "The amounts differ.", kinds.at_an_estimate),
    Kind("sign flipped", "A payment is booked as a receipt.", "The sign is wrong.", kinds.sign_flipped),
    Kind(
        "another day, in the window", "Booked two days before the bank.", "No difference: within the normal time window.", kinds.a_day_off
    ),
    Kind("another day, out of the window", "Booked twenty days off.", "The dates differ.", kinds.twenty_days_off),
    Kind("another month", "Booked sixty days off.", "The dates differ.", kinds.in_another_month),
    Kind("another quarter", "Booked a quarter late.", "On the statement, not in the books.", kinds.in_another_quarter),
    Kind("another payee", "The right amount with another payee.", "Needs a choice: one payment or two.", kinds.another_payee),
    Kind("another cheque number", "Cheque 412 is booked as 413.", "Needs a choice: one payment or two.", kinds.another_cheque_number),
    Kind("compensating errors", "Two amounts are wrong, the total is right.", "Both amounts differ.", kinds.compensating),
    Kind("opening balance off", "The opening balance of the books is wrong.", "The opening balance differs.", kinds.opening_off),
    Kind("two entries merged", "Two rows are booked as one.", "The three rows are proposed as one sum.", kinds.merged),
    Kind("one entry split", "One row is booked in two parts.", "The three rows are proposed as one sum.", kinds.split),
    Kind("wrong account", "Booked in another account.", "On the statement, not in the books.", kinds.wrong_account),
    Kind("void", "The entry is void.", "On the statement, not in the books.", kinds.void),
    Kind("excluded", "The entry is excluded from the books.", "On the statement, not in the books.", kinds.excluded),
    Kind("pending", "The entry is still pending.", "Not in the books; the pending entry is offered.", kinds.pending),
    Kind(
        "reversal, linked",
        "A payment and its linked reversal.",
        "No difference: they cancel each other; both are listed.",
        kinds.reversed_and_linked,
    ),
    Kind("reversal, not linked", "The same without the link.", "Needs a choice: do they cancel each other.", kinds.reversed_and_not_linked),
    Kind("cheque on its way", "A cheque dated two days before the end.", "Ties; the cheque is outstanding.", kinds.cheque_on_its_way),
    Kind("cheque brought forward", "A cheque from before the first day.", "Ties; the cheque is outstanding.", kinds.cheque_brought_forward),
    Kind("cheque gone stale", "The same, seven months old.", "In the books, not on the statement: stale.", kinds.cheque_gone_stale),
    Kind(
        "across the month end",
        "Printed on the last day, booked after it.",
        "Ties; the entry is in the next month.",
        kinds.booked_after_the_month_end,
    ),
    Kind("statement changed", "The printed closing balance is altered.", "The statement does not add up.", kinds.closing_changed),
    Kind("row cut out of the statement", "A printed row is removed.", "The statement does not add up.", kinds.row_cut_out),
)
