"""Every printed row and every entry in exactly one list, and rows of a match with the same sum as its entries."""

from collections import Counter
from collections.abc import Iterator

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

COMPARED = frozenset({"matched", "mismatched", "partial"})


def rows_told_once(proof: Proof) -> Iterator[Finding]:
    """Check that each row is matched, new, differing or undecided, exactly once."""
    numbers = [row["line"] for row in proof["rows"]]
    if numbers != list(range(len(numbers))):
        yield Finding("rows_not_numbered", "rows", f"0 to {len(numbers) - 1}, in order", str(numbers)[:200])
    if proof["answer"]["verdict"] not in COMPARED:
        return
    places = Counter(_places_of_rows(proof))
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


def _places_of_rows(proof: Proof) -> Iterator[int]:
    for item in (*proof["pairs"], *proof["ambiguous"]):
        yield from item["lines"]
    for item in (*proof["new"], *proof["differing"]):
        yield item["line"]


def _places_of_entries(proof: Proof) -> Iterator[str]:
    for pair in proof["pairs"]:
        yield from pair["entries"]
    for item in (*proof["missing"], *proof["differing"]):
        yield item["transaction"]
    for group in proof["ambiguous"]:
        yield from group["transactions"]
