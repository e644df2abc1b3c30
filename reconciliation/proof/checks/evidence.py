"""The evidence behind a proof: its digest and signature, the document, and the ledger extract by itself and against the account as
`finance.exports` writes it: ids, days, amounts, texts, and the balance."""

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from people.safe_text import unguarded
from reconciliation.proof.checks.finding import Finding, Proof, amount, amount_text, entries_of, known, total
from reconciliation.proof.form import FORMAT, NAMED_BY_DIGEST, VERSION, digest_of, sha256_of


def seal(proof: Proof) -> Iterator[Finding]:
    """Check the digest. It shows any later change; a change of proof and digest together is shown by the signature."""
    if (proof["format"], proof["version"]) != (FORMAT, VERSION):
        yield Finding("form_unknown", "format", f"{FORMAT} {VERSION}", f"{proof['format']} {proof['version']}"[:200])
    if {name: proof["digest"][name] for name in NAMED_BY_DIGEST} != NAMED_BY_DIGEST:
        yield Finding("form_unknown", "digest", str(NAMED_BY_DIGEST), str(proof["digest"])[:200])
    right = digest_of(proof)
    if proof["digest"]["value"] != right:
        yield Finding("digest_differs", "digest.value", right, str(proof["digest"]["value"]))


def signature(proof: Proof, public_key: str) -> Iterator[Finding]:
    """Check the signature. `public_key` is the installation's; if empty, only the key in the file is used."""
    from reconciliation.proof.form import is_signed  # needs `cryptography`, which a proof without a signature does not

    beside = proof["signature"]
    if beside is None:
        if public_key:
            yield Finding("signature_missing", "signature", f"a signature of {public_key}", "none")
        return
    if public_key and beside["public_key"] != public_key:
        yield Finding("signed_by_another", "signature.public_key", public_key, str(beside["public_key"]))
    if not is_signed(str(proof["digest"]["value"]), beside):
        yield Finding("signature_wrong", "signature.value", "a signature of the digest by this key", str(beside["value"]))


def document(proof: Proof, given: bytes) -> Iterator[Finding]:
    """Check that the given PDF is that of the reading, byte by byte."""
    named = proof["document"]
    if named is None:
        yield Finding("no_document", "document", "none: the statement was typed by hand", f"{len(given)} bytes")
        return
    digest = hashlib.sha256(given).hexdigest()
    if named["sha256"] != digest:
        yield Finding("document_differs", "document.sha256", str(named["sha256"]), digest)
    if named["size"] != len(given):
        yield Finding("document_size_differs", "document.size", str(named["size"]), str(len(given)))


Row = tuple[str, Decimal, str, str, bool]
"""(day, amount, description, status, left out)."""


class CsvLedger:
    """The rows of an account's CSV by id, and the rows without one. Raises ValueError and KeyError for any other file."""

    def __init__(self, data: bytes) -> None:
        self.named: dict[str, Row] = {}
        self.unnamed: Counter[Row] = Counter()
        for line in csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")):
            signed, description = amount(line["Amount"].removeprefix("+")), unguarded(line["Description"])
            row = line["Date"], signed, description, line["Status"], line["Left out"] == "yes"
            name = unguarded(line["Id"])
            if name:
                self.named[name] = row
            else:
                self.unnamed[row] += 1

    def rows(self) -> Iterator[tuple[str, Row]]:
        yield from self.named.items()
        yield from (("", row) for row in self.unnamed.elements())

    def left_out_of(self, proof: Proof) -> Iterator[Finding]:
        """Yield entries of these days that the proof leaves out: they were never compared with the bank."""
        first, last = proof["statement"]["first_day"], proof["statement"]["last_day"]
        known_rows = Counter(_of_extract(entry) for entry in entries_of(proof).values() if not entry["external_id"])
        names = {entry["external_id"] for entry in entries_of(proof).values()}
        for name, row in self.rows():
            if not _counts(row) or first is None or not first <= row[0] <= last:
                continue
            if name and name not in names:
                yield Finding("entry_not_in_proof", f"entry {name}", "in ledger.entries", _row_text(row))
            elif not name:
                known_rows[row] -= 1
                if known_rows[row] < 0:
                    yield Finding("entry_not_in_proof", "an entry without an id", "in ledger.entries", _row_text(row))


def extract(proof: Proof) -> Iterator[Finding]:
    """Check that the hash is of these entries and that none of them appears twice."""
    ledger = proof["ledger"]
    if ledger is None:
        return
    right = sha256_of(ledger["entries"])
    if ledger["sha256"] != right:
        yield Finding("extract_differs", "ledger.sha256", right, str(ledger["sha256"]))
    for name, count in Counter(entry["id"] for entry in ledger["entries"]).items():
        if count > 1:
            yield Finding("entry_twice", f"entry {name}", "once", f"{count} times")


def against_the_ledger(proof: Proof, data: bytes) -> Iterator[Finding]:
    """Check that every entry of the extract is in the books, that no entry of the statement's days is missing from it, and that the balance
    per books is the sum of the books."""
    if proof["ledger"] is None:
        yield Finding("no_account", "ledger", "none: it is not known whose statement it is", "a ledger")
        return
    try:
        ledger = CsvLedger(data)
    except (ValueError, KeyError, TypeError, csv.Error):
        yield Finding("ledger_unreadable", "the ledger given", "an account's CSV as Tieout exports it", "another file")
        return
    unnamed = ledger.unnamed.copy()
    for name, entry in entries_of(proof).items():
        row = _of_extract(entry)
        if entry["external_id"]:
            booked = ledger.named.get(entry["external_id"])
        else:
            booked, unnamed[row] = (row if unnamed[row] > 0 else None), unnamed[row] - 1
        if booked is None:
            yield Finding("entry_not_in_ledger", f"entry {name}", _row_text(row), "not there")
        elif booked != row:
            yield Finding("entry_differs", f"entry {name}", _row_text(row), _row_text(booked))
    yield from ledger.left_out_of(proof)
    books, opening = known(proof["balances"]["closing"]["books"]), known(proof["ledger"]["opening_balance"])
    last = proof["statement"]["last_day"]
    if books is None or opening is None or last is None:
        return
    balance = opening + total(row[1] for _, row in ledger.rows() if _counts(row) and row[0] <= last)
    if balance != books:
        yield Finding("ledger_balance_differs", "balances.closing.books", amount_text(books), amount_text(balance))


def _counts(row: Row) -> bool:
    return row[3] == "posted" and not row[4]


def _of_extract(entry: Mapping[str, Any]) -> Row:
    return entry["date"], amount(entry["amount"]), entry["description"], entry["status"], entry["left_out"]


def _row_text(row: Row) -> str:
    return f"{row[0]} {amount_text(row[1])} {row[2]} ({row[3]}{', left out' if row[4] else ''})"
