"""A model through Tieout's assistant: it gets the text of the file and returns rows. It claims no proof."""

import json
import os
import sys
from decimal import Decimal
from pathlib import Path

from assistant.contract import Json, Message, Request
from assistant.costs import price_of
from assistant.registry import provider
from reconciliation.documents.opening import open_document
from reconciliation.reading.tokens.rows import rows_of

INSTRUCTIONS = (
    "The text is a bank statement. Return every transaction with its booking day (YYYY-MM-DD) and its amount from the holder's side: "
    "money out is negative. Return no balances and no totals."
)
ROW: dict[str, Json] = {"date": {"type": "string"}, "amount": {"type": "string"}}
ROWS: dict[str, Json] = {
    "type": "object",
    "properties": {
        "rows": {
            "type": "array",
            "items": {"type": "object", "properties": ROW, "required": [*ROW], "additionalProperties": False},
        }
    },
    "required": ["rows"],
    "additionalProperties": False,
}


def read(path: str) -> dict[str, object]:
    """Return the rows that the model gives as one statement, and what it cost in US dollars, if its price is listed."""
    name, model = os.environ["PROVIDER"], os.environ["PROVIDER_MODEL"]
    document = open_document(Path(path).read_bytes())
    text = "\n\n".join("\n".join(row.text for row in rows_of(page)) for page in document.pages)
    asked = provider(name, model=model, base_url=os.environ.get("PROVIDER_BASE_URL", ""))
    try:
        turn = asked.generate(Request(messages=[Message(role="user", text=text)], instructions=INSTRUCTIONS, output_schema=ROWS))
    finally:
        asked.close()
    price = price_of(name, model)
    cost = price.cost(turn.usage) if price else None
    rows = [[row["date"], str(Decimal(row["amount"]))] for row in json.loads(turn.text)["rows"]]
    return {"statements": [{"proved": None, "rows": rows}], **({} if cost is None else {"cost": str(cost)})}


if __name__ == "__main__":
    if not os.environ.get("PROVIDER_MODEL"):
        sys.exit("PROVIDER and PROVIDER_MODEL name no model")
    if sys.argv[1] != "--version":
        print(json.dumps(read(sys.argv[1])))
