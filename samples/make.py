"""Draw the sample statements, and write what they say and the books that they are compared with. The same bytes every time."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from samples import columns, sections, two_dates
from samples.card import CARD
from samples.checking import FIRST, SECOND
from samples.nominal import nominal_account
from samples.savings import SAVINGS
from samples.statement import Booking, Sample

FOLDER = Path(__file__).resolve().parent
ORGANIZATION = {"slug": "marlow-street-pottery", "name": "Marlow Street Pottery"}
DRAWN: tuple[tuple[Sample, Callable[[Sample], bytes]], ...] = (
    (FIRST, columns.draw),
    (SECOND, columns.draw),
    (CARD, two_dates.draw),
    (SAVINGS, sections.draw),
)
IN_BOOKS = ((FIRST, SECOND), (CARD,))  # the savings account is in nobody's books


def files() -> Iterator[tuple[str, bytes]]:
    """Every file that is made: its path in this folder, and its content."""
    for sample, draw in DRAWN:
        yield f"statements/{sample.file}", draw(sample)
        yield f"truth/{Path(sample.file).with_suffix('.json')}", as_json(truth(sample))
    yield "books.json", as_json({"organizations": [{**ORGANIZATION, "accounts": [account(samples) for samples in IN_BOOKS]}]})


def truth(sample: Sample) -> dict[str, Any]:
    """Return the facts of a statement in the format of `read_statement`."""
    return {
        "institution": sample.institution,
        "account_kind": sample.kind,
        "currency": sample.currency,
        "period_start": str(sample.first),
        "period_end": str(sample.last),
        "opening_balance": str(sample.opening),
        "closing_balance": str(sample.closing),
        "lines": [{"date": str(row.day), "amount": str(row.amount), "description": row.text} for row in sample.rows],
    }


def account(samples: tuple[Sample, ...]) -> dict[str, Any]:
    """The books of an account over its statements, as `import_ledger` takes them."""
    first = samples[0]
    bookings = [booking for sample in samples for booking in sample.bookings()]
    return {
        "name": first.account,
        "kind": first.kind,
        "currency": first.currency,
        "institution": first.institution,
        "number": first.number[-4:],
        "opening_balance": str(first.opening),
        "opening_date": str(first.first),
        "transactions": [transaction(f"{first.kind}-{number}", booking) for number, booking in enumerate(bookings, start=1)],
    }


def transaction(identifier: str, booking: Booking) -> dict[str, str]:
    entry = {"id": identifier, "date": str(booking.day), "amount": str(booking.amount), "description": booking.description}
    more = {"number": booking.number, "nominal": nominal_account(booking.description)}
    return entry | {"status": "posted"} | {name: text for name, text in more.items() if text}


def as_json(content: dict[str, Any]) -> bytes:
    return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()


def main() -> None:
    for path, content in files():
        target = FOLDER / path
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(content)
        print(f"{len(content):7} {path}")


if __name__ == "__main__":
    main()
