"""The arithmetic of a proof, done again: rows, balances and the bank reconciliation term by term, and each row and entry named once."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

from reconciliation.proof.checks.finding import (
    ZERO,
    Finding,
    Proof,
    amount,
    amount_text,
    amounts_of_entries,
    amounts_of_rows,
    entries_of,
    is_outstanding,
    known,
    total,
)


def opening_of(proof: Proof) -> Decimal | None:
    """Return the printed opening balance, else the one from the previous statement, which the bridge compares with the cleared one."""
    balances = proof["balances"]["opening"]
    printed, cleared = known(balances["printed"]), known(balances["cleared"])
    if printed is not None or proof["bridge"] is None or cleared is None:
        return printed
    return cleared + amount(proof["bridge"]["opening"])


def printed_balances(proof: Proof) -> Iterator[Finding]:
    """Check that the answer uses the balances that the document prints."""
    for name in ("opening", "closing"):
        printed, used = known(proof["statement"][f"{name}_balance"]), known(proof["balances"][name]["printed"])
        if printed != used:
            yield Finding("balance_differs", f"balances.{name}.printed", amount_text(printed), amount_text(used))


def rows_make_the_closing(proof: Proof) -> Iterator[Finding]:
    """Check that opening and rows sum to the closing, apart from the bridge's unexplained amount."""
    opening, closing = opening_of(proof), known(proof["balances"]["closing"]["printed"])
    if opening is None or closing is None:
        return
    unexplained = amount(proof["bridge"]["unexplained"]) if proof["bridge"] else ZERO
    expected_closing = opening + total(amounts_of_rows(proof).values()) + unexplained
    if expected_closing != closing and (proof["bridge"] or proof["answer"]["verdict"] == "matched"):
        yield Finding("rows_do_not_make_closing", "balances.closing.printed", amount_text(closing), amount_text(expected_closing))


def cleared_balances(proof: Proof) -> Iterator[Finding]:
    """Check C1 = C0 + entries cleared here; and B(E) = C1 + entries left over + undecided ones - those dated later."""
    opening, closing = (known(proof["balances"][name]["cleared"]) for name in ("opening", "closing"))
    books = known(proof["balances"]["closing"]["books"])
    if opening is None or closing is None:
        return
    entries = amounts_of_entries(proof)
    here = total(entries[name] for name in _cleared_here(proof))
    if opening + here != closing:
        yield Finding("cleared_balance_differs", "balances.closing.cleared", amount_text(opening + here), amount_text(closing))
    if books is None:
        return
    left_over = total(amount(item["amount"]) for item in proof["missing"])
    expected = closing + left_over + total(entries[name] for name in _undecided_by_then(proof)) - _late(proof)
    if expected != books:
        yield Finding("book_balance_differs", "balances.closing.books", amount_text(expected), amount_text(books))


def bridge(proof: Proof) -> Iterator[Finding]:
    """Check that each term is the sum of its list, and that together they lead from the books to the bank."""
    terms = {name: amount(value) for name, value in (proof["bridge"] or {}).items()}
    if not terms:
        return
    rows, entries, balances = amounts_of_rows(proof), amounts_of_entries(proof), proof["balances"]
    outstanding = total(amount(item["amount"]) for item in proof["missing"] if is_outstanding(item))
    undecided_rows = total(rows[line] for group in proof["ambiguous"] for line in group["lines"])
    undecided_entries = total(entries[name] for name in _undecided_by_then(proof))
    printed, cleared = known(balances["opening"]["printed"]), known(balances["opening"]["cleared"])
    expected_terms = {
        "ledger_closing": known(balances["closing"]["books"]),
        "statement_closing": known(balances["closing"]["printed"]),
        "new": total(amount(item["amount"]) for item in proof["new"]),
        "missing": total(amount(item["amount"]) for item in proof["missing"] if not is_outstanding(item)),
        "differing": total(amount(item["by"]) for item in proof["differing"]),
        "ambiguous": undecided_rows - undecided_entries,
        "timing": _late(proof) - outstanding,
        "opening": None if printed is None or cleared is None else printed - cleared,
    }
    for name, expected in expected_terms.items():
        # A balance that is not known proves nothing.
        if expected is not None and terms[name] != expected:
            yield Finding("bridge_term_differs", f"bridge.{name}", amount_text(expected), amount_text(terms[name]))
    addends = terms["opening"] + terms["new"] - terms["missing"] + terms["differing"] + terms["ambiguous"] + terms["timing"]
    closing = terms["ledger_closing"] + addends + terms["unexplained"]
    if closing != terms["statement_closing"]:
        yield Finding("bridge_open", "bridge", amount_text(terms["statement_closing"]), amount_text(closing))


def _cleared_here(proof: Proof) -> list[str]:
    paired = [name for pair in proof["pairs"] for name in pair["entries"]]
    return [*paired, *(item["transaction"] for item in proof["differing"])]


def _undecided_by_then(proof: Proof) -> list[str]:
    entries, last = entries_of(proof), proof["statement"]["last_day"]
    named = {name for group in proof["ambiguous"] for name in group["transactions"]} - set(_cleared_here(proof))
    return [name for name in named if entries[name]["date"] <= last]


def _late(proof: Proof) -> Decimal:
    """Return the sum of entries that are cleared, here or before, and dated after the last day."""
    entries, last = entries_of(proof), proof["statement"]["last_day"]
    elsewhere = [item["entry"] for item in proof["ledger"]["cleared_elsewhere"]] if proof["ledger"] else []
    cleared = [*_cleared_here(proof), *elsewhere]
    return total(amount(entries[name]["amount"]) for name in cleared if entries[name]["date"] > last)


def late_entries(proof: Proof) -> list[str]:
    """Return the entries cleared by this statement and dated after it: `cut_off`."""
    entries, last = entries_of(proof), proof["statement"]["last_day"]
    return [name for name in _cleared_here(proof) if entries[name]["date"] > last]


SET_ASIDE = frozenset({"same_as", "replaced_by"})


def is_set_aside(proof: Proof) -> bool:
    """True if the statement is a copy, was replaced, or contradicts the one that counts: it was compared with nothing."""
    return any(proof.get(name) for name in SET_ASIDE) or any(not document["counts"] for document in proof.get("contradicts") or ())


def set_aside_claims_nothing(proof: Proof) -> Iterator[Finding]:
    """Check that a statement that is set aside is partial because it overlaps, and that its lists are empty."""
    if not is_set_aside(proof):
        return
    answer = proof["answer"]
    if (answer["verdict"], answer["reasons"]) != ("partial", ["overlaps"]):
        yield Finding("set_aside_claims", "answer", "partial, overlaps", f"{answer['verdict']}, {answer['reasons']}"[:200])
    for name in ("pairs", "new", "missing", "differing", "ambiguous"):
        if proof[name]:
            yield Finding("set_aside_claims", name, "empty", f"{len(proof[name])} items")


COMPARED = frozenset({"matched", "mismatched", "partial"})


def rows_told_once(proof: Proof) -> Iterator[Finding]:
    """Check that each row is matched, new, differing, undecided or of 0.00, exactly once. A statement that is set aside has no lists."""
    numbers = [row["line"] for row in proof["rows"]]
    if numbers != list(range(len(numbers))):
        yield Finding("rows_not_numbered", "rows", f"0 to {len(numbers) - 1}, in order", str(numbers)[:200])
    amounts = amounts_of_rows(proof)
    for line in proof.get("zero_lines") or ():
        if amounts.get(line, True):
            yield Finding("row_not_zero", f"rows[{line}]", "0.00", amount_text(amounts[line]) if line in amounts else "no such row")
    if proof["answer"]["verdict"] not in COMPARED or is_set_aside(proof):
        return
    places = Counter(line for item in (*proof["pairs"], *proof["ambiguous"]) for line in item["lines"])
    places.update(item["line"] for item in (*proof["new"], *proof["differing"]))
    places.update(proof.get("zero_lines") or ())
    for number in numbers:
        if places[number] != 1:
            yield Finding("row_not_told_once", f"rows[{number}]", "in one list", f"in {places[number]}")
    for number in sorted(places.keys() - set(numbers)):
        yield Finding("row_unknown", "rows", "only rows that are printed", f"row {number}")


def entries_told_once(proof: Proof) -> Iterator[Finding]:
    """Check that each entry is in one match or one other list, and in the extract."""
    places = Counter(_places_of_entries(proof))
    extract = amounts_of_entries(proof)
    for name, count in sorted(places.items()):
        if count != 1:
            yield Finding("entry_not_told_once", f"entry {name}", "in one list", f"in {count}")
        if name not in extract:
            yield Finding("entry_without_row", f"entry {name}", "in ledger.entries", "not there")
    for name in proof.get("zero_entries") or ():
        if extract.get(name, True):
            yield Finding("entry_not_zero", f"entry {name}", "0.00", amount_text(extract[name]) if name in extract else "not there")


def entries_count(proof: Proof) -> Iterator[Finding]:
    """Check that matched, left over and undecided entries count in the balance of the books: posted, and not excluded."""
    extract = entries_of(proof)
    for name in _places_of_entries(proof):
        entry = extract.get(name)
        if entry is not None and (entry["status"] != "posted" or entry["left_out"]):
            yield Finding("entry_does_not_count", f"entry {name}", "posted", "left out" if entry["left_out"] else str(entry["status"]))


def pairs_are_equal(proof: Proof) -> Iterator[Finding]:
    """Check equal sums to the cent, with the amounts of one account as they are, without rounding."""
    rows, entries = amounts_of_rows(proof), amounts_of_entries(proof)
    for place, pair in enumerate(proof["pairs"]):
        if not set(pair["lines"]) <= rows.keys() or not set(pair["entries"]) <= entries.keys():
            yield Finding(
                "pair_of_unknown", f"pairs[{place}]", "rows and entries of this proof", f"{pair['lines']} {pair['entries']}"[:200]
            )
            continue
        printed, booked = total(rows[line] for line in pair["lines"]), total(entries[name] for name in pair["entries"])
        if printed != booked:
            yield Finding("pair_differs", f"pairs[{place}]", amount_text(printed), amount_text(booked))


def lists_repeat_what_they_name(proof: Proof) -> Iterator[Finding]:
    """Check that amounts given beside a row or an entry are those of that row or entry."""
    rows, entries = amounts_of_rows(proof), amounts_of_entries(proof)
    for place, item in enumerate(proof["new"]):
        yield from _same(f"new[{place}].amount", rows.get(item["line"]), amount(item["amount"]))
    for place, item in enumerate(proof["missing"]):
        yield from _same(f"missing[{place}].amount", entries.get(item["transaction"]), amount(item["amount"]))
    for place, item in enumerate(proof["differing"]):
        sides = rows.get(item["line"]), entries.get(item["transaction"])
        by = None if sides[0] is None or sides[1] is None else sides[0] - sides[1]
        yield from _same(f"differing[{place}].by", by, amount(item["by"]))
    for place, item in enumerate(proof["ambiguous"]):
        if (value := known(item["amount"])) is not None:
            for line in item["lines"]:
                yield from _same(f"ambiguous[{place}].amount", rows.get(line), value)


def _same(where: str, expected: object, actual: object) -> Iterator[Finding]:
    if expected != actual:
        yield Finding("amount_differs", where, "not known" if expected is None else str(expected), str(actual))


def _places_of_entries(proof: Proof) -> Iterator[str]:
    for pair in proof["pairs"]:
        yield from pair["entries"]
    for item in (*proof["missing"], *proof["differing"]):
        yield item["transaction"]
    for group in proof["ambiguous"]:
        yield from group["transactions"]
