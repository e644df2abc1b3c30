"""The books: accounts, entries, and ledger imports."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from tieout.client.asking import Asking
from tieout.client.shapes import Account, Balance, BulkDone, Entry, LedgerImport, Page

MOST_AT_ONCE = 5000


class Books(Asking):
    def accounts(self) -> Iterator[Account]:
        """Yield all accounts by name."""
        after: str | None = ""
        while after is not None:
            page = cast("Page[Account]", self.get("accounts", after=after))
            yield from page["items"]
            after = page["next"]

    def account(self, key: str) -> Account:
        return cast("Account", self.get(f"accounts/{key}"))

    def add_account(self, **fields: Any) -> Account:
        """Add an account: `name` and `currency`; `kind`, `institution`, `number`, `opening_balance` (a string) and `opening_date` if
        known."""
        return cast("Account", self.post("accounts", fields))

    def change_account(self, key: str, *, seen: str = "", **fields: Any) -> Account:
        return cast("Account", self.patch(f"accounts/{key}", fields, seen=seen))

    def balance(self, account: str, *, as_of: str = "") -> Balance:
        return cast("Balance", self.get(f"accounts/{account}/balance", as_of=as_of))

    def export(self, account: str, form: str = "csv", *, first: str = "", last: str = "", added_here: bool = False) -> bytes:
        """Return entries as a file for other programs; `added_here` leaves out those from ledger imports."""
        return self.file(f"accounts/{account}/export/{form}", first=first, last=last, added_here=added_here)

    def entries(self, account: str, *, first: str = "", last: str = "", external_id: str = "") -> Iterator[Entry]:
        """Yield all entries, oldest first."""
        after: str | None = ""
        while after is not None:
            parameters = {"first": first, "last": last, "external_id": external_id, "after": after, "limit": 200}
            page = cast("Page[Entry]", self.get(f"accounts/{account}/entries", **parameters))
            yield from page["items"]
            after = page["next"]

    def entry(self, key: str) -> Entry:
        return cast("Entry", self.get(f"entries/{key}"))

    def enter(self, account: str, **fields: Any) -> Entry:
        """Add an entry: `booked_on` and `amount` (a string); `description`, `reference`, `number`, `status`."""
        return cast("Entry", self.post(f"accounts/{account}/entries", fields))

    def bring_in(self, account: str, entries: Sequence[Mapping[str, Any]]) -> list[BulkDone]:
        """Add many entries, each with its `external_id`; sent again, they are recognized. Yields one answer for each 5,000."""
        path = f"accounts/{account}/entries/bulk"
        parts = [list(entries[start : start + MOST_AT_ONCE]) for start in range(0, len(entries), MOST_AT_ONCE)]
        return [cast("BulkDone", self.post(path, {"entries": part})) for part in parts]

    def change_entry(self, key: str, *, seen: str = "", **fields: Any) -> Entry:
        return cast("Entry", self.patch(f"entries/{key}", fields, seen=seen))

    def delete_entry(self, key: str, *, seen: str = "") -> None:
        self.delete(f"entries/{key}", seen=seen)

    def show_file(self, account: str, file: str | Path) -> LedgerImport:
        """Return a preview of the file of a bank or program; nothing is imported yet."""
        content = Path(file).read_bytes()
        return cast("LedgerImport", self.send(f"accounts/{account}/ledger-imports", Path(file).name, content))

    def ledger_import(self, key: str) -> LedgerImport:
        return cast("LedgerImport", self.get(f"ledger-imports/{key}"))

    def read_otherwise(self, key: str, **choices: Any) -> LedgerImport:
        return cast("LedgerImport", self.patch(f"ledger-imports/{key}", choices))

    def confirm(self, shown: LedgerImport, *, also: Sequence[int] = ()) -> LedgerImport:
        """Import exactly the rows that were shown."""
        return cast("LedgerImport", self.post(f"ledger-imports/{shown['id']}/confirm", {"shown": shown["shown"], "also": list(also)}))

    def undo_ledger_import(self, key: str) -> LedgerImport:
        return cast("LedgerImport", self.post(f"ledger-imports/{key}/undo"))

    def forget_ledger_import(self, key: str) -> None:
        self.delete(f"ledger-imports/{key}")
