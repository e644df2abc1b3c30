"""The lists of an answer, item by item: copies of rows and entries, the reason of each pair, the proof of each outstanding item."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reconciliation.proof.checks.finding import (
    Finding,
    Proof,
    amount,
    amount_text,
    amounts_of_entries,
    amounts_of_rows,
    entries_of,
    known,
    total,
)
from reconciliation.proof.checks.printed import day, was_compared
from reconciliation.proof.checks.sums import opening_of

Json = Mapping[str, Any]
EVIDENCE = frozenset({"reference", "payee", "amount", "learned"})


def pairs_have_their_reasons(proof: Proof) -> Iterator[Finding]:
    """Check why rows and entries were paired: by a person's decision in force, as a group, or by evidence and distance in days."""
    rows, entries = {row["line"]: row for row in proof["rows"]}, entries_of(proof)
    decided = [decision for decision in proof["decisions"] if decision["kind"] == "pair" and decision["applied"]]
    for place, pair in enumerate(proof["pairs"]):
        where, why = f"pairs[{place}]", list(pair["why"])
        by_person = why == ["decided"]
        if pair["decided_by"] != ("person" if by_person else "rule"):
            yield Finding("pair_decided_otherwise", f"{where}.decided_by", "person" if by_person else "rule", str(pair["decided_by"]))
        if by_person:
            if not any(_names(decision, pair) for decision in decided):
                yield Finding("decision_missing", f"{where}.why", "a decision in force on these rows", "none")
        elif why in (["reference", "group"], ["payout", "group"], ["parts", "group"]):
            if len(pair["lines"]) == 1 == len(pair["entries"]):
                yield Finding("pair_reason_differs", f"{where}.why", "evidence and days", str(why))
        else:
            yield from _evidence(where, pair, rows, entries)
        if "learned" in why and not proof["answer"]["relied_on"]:
            yield Finding("decision_missing", f"{where}.why", "names that a decision taught, in relied_on", "none")
    for decision in decided:
        if not any(_names(decision, pair) for pair in proof["pairs"]):
            yield Finding("decision_missing", f"decision {decision['id']}", "a pair of its rows", "none")


def _names(decision: Json, pair: Json) -> bool:
    return set(decision["lines"]) == set(pair["lines"]) and set(decision["entries"]) == set(pair["entries"])


def _evidence(where: str, pair: Json, rows: Mapping[int, Json], entries: Mapping[str, Json]) -> Iterator[Finding]:
    """Check evidence and days of a pair of one row and one entry. The days are those from the books to the bank, by the nearer date."""
    why = list(pair["why"])
    single = len(pair["lines"]) == 1 == len(pair["entries"])
    if not single or len(why) != 2 or why[0] not in EVIDENCE or not re.fullmatch(r"days:-?\d{1,4}", str(why[1])):
        yield Finding("pair_reason_differs", f"{where}.why", "one row and one entry, with evidence and days", str(why)[:200])
        return
    row, entry = rows.get(pair["lines"][0]), entries.get(pair["entries"][0])
    if row is None or entry is None:
        return
    booked, printed = day(entry["date"]), [day(row["date"]), day(row["transaction_date"])]
    lags = [(date - booked).days for date in printed if date is not None and booked is not None]
    lag = int(str(why[1]).removeprefix("days:"))
    if row["date"] is None or lag not in lags or abs(lag) != min(map(abs, lags)):
        yield Finding("pair_reason_differs", f"{where}.why", f"days:{min(lags, key=abs, default='not known')}", str(why[1]))
    mine, theirs = (re.findall(r"\w+", text.casefold()) for text in (row["description"], entry["description"]))
    share_a_name = any(name[:3] == other[:3] or _bare(name) == _bare(other) for name in mine for other in theirs)
    if why[0] == "payee" and not share_a_name:
        yield Finding("pair_reason_differs", f"{where}.why", "a name in common", f"{row['description']} / {entry['description']}"[:200])


def _bare(word: str) -> str:
    """Return the word without vowels: banks shorten names in this way."""
    return re.sub(r"[aeiouyäöüáéíóúàèìòùâêîôû]", "", word)


def items_repeat_dates_and_texts(proof: Proof) -> Iterator[Finding]:
    """Check that dates and texts beside a row or an entry are those of that row or entry, and the age of an entry its days."""
    rows, entries = {row["line"]: row for row in proof["rows"]}, entries_of(proof)
    last = day(proof["statement"]["last_day"])
    for place, item in enumerate(proof["new"]):
        yield from _repeats(f"new[{place}]", item, rows.get(item["line"]))
        if item["candidate"] is not None and entries.get(item["candidate"], {}).get("status") != "pending":
            yield Finding("entry_not_pending", f"new[{place}].candidate", "a pending entry of ledger.entries", str(item["candidate"]))
    for place, item in enumerate(proof["missing"]):
        yield from _repeats(f"missing[{place}]", item, entries.get(item["transaction"]))
        booked = day(item["date"])
        age = (last - booked).days if last and booked else None
        if age is not None and item["age"] != age:
            yield Finding("age_differs", f"missing[{place}].age", str(age), str(item["age"]))


def _repeats(where: str, item: Json, named: Json | None) -> Iterator[Finding]:
    for name in ("date", "description"):
        if named is not None and item[name] != named[name]:
            yield Finding("text_differs" if name == "description" else "date_differs", f"{where}.{name}", str(named[name]), str(item[name]))


def outstanding_items(proof: Proof) -> Iterator[Finding]:
    """Check the proof of each entry that is not on the statement: `cleared_later` names a row of another statement, `reversal` is of two
    opposite amounts, and only an outstanding entry has one."""
    reversed_amounts = [amount(item["amount"]) for item in proof["missing"] if item["proof"] == "reversal"]
    for place, item in enumerate(proof["missing"]):
        where, reason, cleared_by = f"missing[{place}].proof", item["proof"], item["cleared_by"]
        if reason not in {None, "cleared_later", "reversal"}:
            yield Finding("proof_unknown", where, "cleared_later, reversal or none", str(reason))
        if (reason == "cleared_later") != (cleared_by is not None):
            yield Finding("proof_unknown", where, "cleared_later with the row that clears it", f"{reason}, cleared by {cleared_by}"[:200])
        numbers = [cleared_by.get(name) for name in ("statement", "line")] if isinstance(cleared_by, Mapping) else [None]
        if cleared_by is not None and not all(isinstance(number, int) and number >= 0 for number in numbers):
            yield Finding("proof_unknown", f"missing[{place}].cleared_by", "import, statement and line", str(cleared_by)[:200])
        if reason is not None and item["kind"] != "outstanding":
            yield Finding("proof_unknown", where, "none, since it is not outstanding", str(reason))
        if reason == "reversal" and -amount(item["amount"]) not in reversed_amounts:
            yield Finding("reversal_alone", where, "another entry of the opposite amount", amount_text(amount(item["amount"])))


def kinds_of_differences(proof: Proof) -> Iterator[Finding]:
    """Check that the kind of a difference is that of its amounts, and a hint at transposed digits that of its digits."""
    rows, entries = amounts_of_rows(proof), amounts_of_entries(proof)
    for place, item in enumerate(proof["differing"]):
        printed, booked = rows.get(item["line"]), entries.get(item["transaction"])
        if printed is None or booked is None:
            continue
        kind = "date" if printed == booked else "sign" if printed * booked < 0 else "amount"
        if item["kind"] != kind:
            yield Finding("kind_differs", f"differing[{place}].kind", kind, str(item["kind"]))
        digits = [sorted(re.sub(r"\D", "", format(abs(value).normalize(), "f"))) for value in (printed, booked)]
        transposed = kind == "amount" and digits[0] == digits[1]
        if (item["hint"] == "digits_transposed") != transposed:
            yield Finding("kind_differs", f"differing[{place}].hint", f"digits_transposed: {transposed}", str(item["hint"]))


def questions(proof: Proof) -> Iterator[Finding]:
    """Check that an undecided group names its own rows and entries, and the one amount that all of them have."""
    rows, entries = amounts_of_rows(proof), amounts_of_entries(proof)
    for place, group in enumerate(proof["ambiguous"]):
        where = f"ambiguous[{place}]"
        unknown = [name for name in group["transactions"] if name not in entries]
        if unknown or not set(group["lines"]) <= rows.keys():
            yield Finding("pair_of_unknown", where, "rows and entries of this proof", f"{group['lines']} {unknown}"[:200])
            continue
        amounts = {rows[line] for line in group["lines"]} | {entries[name] for name in group["transactions"]}
        common = amounts.pop() if len(amounts) == 1 else None
        if known(group["amount"]) != common:
            yield Finding("amount_differs", f"{where}.amount", amount_text(common), str(group["amount"]))
        for line, name in group["guess"]:
            if line not in group["lines"] or name not in group["transactions"]:
                yield Finding("pair_of_unknown", f"{where}.guess", "a row and an entry of the group", f"{line} {name}"[:200])


def other_lists(proof: Proof) -> Iterator[Finding]:
    """Check pending entries, the parts of the opening difference, and the rows whose entries were added from this document."""
    entries, paired = entries_of(proof), {line for pair in proof["pairs"] for line in pair["lines"]}
    for name in proof["pending"]:
        if entries.get(name, {}).get("status") != "pending":
            yield Finding("entry_not_pending", "pending", "a pending entry of ledger.entries", str(name)[:200])
    for name in proof["opening_set"]:
        if name not in entries:
            yield Finding("entry_without_row", "opening_set", "in ledger.entries", str(name)[:200])
    for line in proof["added_from_it"] or ():
        if line not in paired:
            yield Finding("row_unknown", "added_from_it", "a row of a pair", str(line)[:200])
    parts = total(amount(part["amount"]) for part in proof["opening_parts"] or ())
    if proof["bridge"] is not None and parts != amount(proof["bridge"]["opening"]):
        yield Finding("amount_differs", "opening_parts", str(proof["bridge"]["opening"]), amount_text(parts))


def extract_is_in_order(proof: Proof) -> Iterator[Finding]:
    """Check the entries of the extract: in order of day and id, each under its external id if it has one, each cleared in one place."""
    entries: Sequence[Json] = proof["ledger"]["entries"] if proof["ledger"] else []
    if [(entry["date"], entry["id"]) for entry in entries] != sorted((entry["date"], entry["id"]) for entry in entries):
        yield Finding("entries_not_in_order", "ledger.entries", "by day and id", "another order")
    for entry in entries:
        day(entry["date"])
        if entry["external_id"] not in {"", entry["id"]}:
            yield Finding("entry_named_otherwise", f"entry {entry['id']}", str(entry["id"]), str(entry["external_id"]))
    here = {name for pair in proof["pairs"] for name in pair["entries"]} | {item["transaction"] for item in proof["missing"]}
    for item in proof["ledger"]["cleared_elsewhere"] if proof["ledger"] else ():
        if item["entry"] in here:
            yield Finding("entry_not_told_once", f"entry {item['entry']}", "in one list", "also in cleared_elsewhere")
        if item["entry"] not in {entry["id"] for entry in entries}:
            yield Finding("entry_without_row", f"entry {item['entry']}", "in ledger.entries", "not there")
        if (item["document"], item["statement"]) == (proof["statement"]["source"], proof["statement"]["number"]):
            yield Finding("entry_not_told_once", f"entry {item['entry']}", "cleared by another statement", "by this one")


def books_move_with_their_entries(proof: Proof) -> Iterator[Finding]:
    """Check that the balance per books moves by the posted entries of the statement's days, if the books had begun by then."""
    opening, closing = (known(proof["balances"][name]["books"]) for name in ("opening", "closing"))
    first, last = proof["statement"]["first_day"], proof["statement"]["last_day"]
    if opening is None or closing is None or first is None or proof["ledger"] is None:
        return
    begins = proof["ledger"]["opening_date"]
    if begins is not None and begins > first:
        return
    counted = [entry for entry in entries_of(proof).values() if entry["status"] == "posted" and not entry["left_out"]]
    moved = total(amount(entry["amount"]) for entry in counted if first <= entry["date"] <= last)
    if opening + moved != closing:
        yield Finding("book_balance_differs", "balances.opening.books", amount_text(closing - moved), amount_text(opening))


def movement(proof: Proof) -> Iterator[Finding]:
    """Check whether the rows are in the books as printed and make the difference of the balances."""
    actual = proof["answer"]["movement_ties"]
    opening, closing = opening_of(proof), known(proof["balances"]["closing"]["printed"])
    if not was_compared(proof):
        expected = None
    elif proof["new"] or proof["ambiguous"] or any(amount(item["by"]) for item in proof["differing"]):
        expected = False
    elif opening is None or closing is None:
        expected = None
    else:
        expected = closing - opening == total(amounts_of_rows(proof).values())
    if actual is not expected:
        yield Finding("movement_differs", "answer.movement_ties", str(expected), str(actual))


def opening_has_its_reason(proof: Proof) -> Iterator[Finding]:
    """Check that a difference of the opening balance has a reason, and that `opening_differs` and `opening_unknown` have their cause."""
    if not was_compared(proof):
        return
    reasons, opening, cleared = set(proof["answer"]["reasons"]), opening_of(proof), known(proof["balances"]["opening"]["cleared"])
    differs = opening is not None and cleared is not None and opening != cleared
    explained = reasons & {"opening_differs", "carried_over", "chain_gap", "opening_undecided"}
    if differs and not explained:
        yield Finding("reason_does_not_follow", "answer.reasons", "a reason for the opening difference", "none")
    if "opening_differs" in reasons and not differs:
        yield Finding("reason_does_not_follow", "answer.reasons", "opening_differs: False", "opening_differs: True")
    if ("opening_unknown" in reasons) != (cleared is None):
        yield Finding("reason_does_not_follow", "answer.reasons", f"opening_unknown: {cleared is None}", "the contrary")
    if len(reasons) != len(proof["answer"]["reasons"]):
        yield Finding("reason_does_not_follow", "answer.reasons", "each once", "one of them twice")
