"""The diagrams of docs/concepts. Rows and amounts are the verifier's answers to one small example and to case 23."""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from reconciliation.verification.case import answer_case
from scripts.documentation.sides import Notes, sides
from scripts.documentation.svg import Anchor, Tone, arrow, box, labelled, picture, text

Json = Mapping[str, Any]
CASES = Path(__file__).resolve().parents[2] / "tests" / "cases" / "cases.json"
TWINS = 23
EXAMPLE = Path(__file__).with_name("example.json")


def drawn() -> dict[str, str]:
    """Return each diagram by its name."""
    return {"way-to-a-verdict": way(), "integrity": integrity(), "pairs": pairs(), "twins": twins(), "bridge": bridge()}


def way() -> str:
    """Draw the way from the document to the verdict, and the role of the model."""
    parts = [
        labelled(10, 20, 150, ("PDF", "opened in a locked", "child process")),
        labelled(205, 20, 150, ("Reading", "rows, days, amounts,", "balances")),
        labelled(400, 20, 150, ("Integrity gate", "the figures prove that", "no row is missing"), tone="calm"),
        labelled(400, 160, 150, ("Matching", "rows with entries,", "to the cent"), tone="calm"),
        labelled(400, 300, 150, ("Verdict", "with its evidence"), tone="good"),
        labelled(205, 160, 150, ("Books", "accounts, entries,", "opening balance")),
        labelled(10, 160, 150, ("Model", "proposes, if", "something is open"), tone="warn", dashed=True),
        labelled(205, 300, 150, ("Decisions", "users choose matches,", "never the verdict")),
        arrow((160, 57), (203, 57)),
        arrow((355, 57), (398, 57)),
        arrow((475, 94), (475, 158)),
        arrow((355, 197), (398, 197)),
        arrow((475, 234), (475, 298)),
        arrow((355, 320), (378, 320), (378, 220), (398, 220)),
        arrow((85, 158), (85, 128), (430, 128), (430, 158), dashed=True),
        text(95, 121, "a proposal, checked by code", kind="small"),
    ]
    return picture(560, 390, "From a PDF to a verdict: code reads, checks and matches; a model only proposes", parts)


def integrity() -> str:
    """Draw the sum of opening balance and rows as the closing balance."""
    (statement,) = _example()["statements"]
    opening, closing = Decimal(statement["opening_balance"]), Decimal(statement["closing_balance"])
    rows = [(line["description"], Decimal(line["amount"])) for line in statement["lines"]]
    parts = [box(10, 10, 330, 40 + 34 * (len(rows) + 1))]
    parts += _figure(0, "Opening balance", f"{opening:,.2f}", kind="strong")
    parts += [part for place, (words, amount) in enumerate(rows, 1) for part in _figure(place, words, f"{amount:+,.2f}")]
    foot = 40 + 34 * len(rows)
    parts += [
        *_figure(len(rows) + 1, "Closing balance", f"{closing:,.2f}", kind="strong"),
        arrow((30, foot + 11), (320, foot + 11), headed=False),
    ]
    parts += [arrow((352, 36), (372, 36), (372, foot + 28), (354, foot + 28))]
    terms = [f"{opening:,.2f}", *(f"{amount:+,.2f}" for _, amount in rows), f"= {closing:,.2f}"]
    parts += [text(470, 52 + place * 22, line, kind="figure", anchor="end") for place, line in enumerate(terms)]
    return picture(560, 60 + 34 * (len(rows) + 1), "The integrity gate: opening balance plus rows is the printed closing balance", parts)


def _figure(place: int, words: str, figure: str, *, kind: str = "") -> list[str]:
    y = 40 + place * 34
    end: Anchor = "end"
    return [text(30, y, words, kind=kind), text(320, y, figure, kind=f"figure {kind}", anchor=end)]


def pairs() -> str:
    """Draw a charge missing from the books, an outstanding cheque, and the matched rows."""
    (answer,) = _answer(_example())
    new: Notes = {item["line"]: ("not in the books", "bad") for item in answer["new"]}
    late: Notes = {item["transaction"]: ("outstanding", "calm") for item in answer["missing"]}
    links = [(item["line"], entry) for item in answer["matched"] for entry in item["transactions"]]
    return sides(_example(), links, new, late, "Rows of the statement and entries of the books, paired one to one")


def twins() -> str:
    """Draw case 23: three equal rows and two equal entries."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    (case,) = [case["variants"][0] for case in cases if case["number"] == TWINS]
    (answer,) = _answer(case)
    (group,) = answer["ambiguous"]
    links = [(line, entry) for line in group["lines"] for entry in group["transactions"]]
    lines: Notes = dict.fromkeys(group["lines"], ("which one?", "warn"))
    entries: Notes = dict.fromkeys(group["transactions"], ("", "warn"))
    return sides(case, links, lines, entries, "Equal rows that cannot be told apart")


def bridge() -> str:
    """Draw the bank reconciliation of the example, as steps from the books to the bank."""
    (answer,) = _answer(_example())
    terms = answer["bridge"]
    steps: list[tuple[str, Decimal, Tone]] = [
        ("Balance per books", Decimal(terms["ledger_closing"]), "plain"),
        ("Cheque, not yet presented", Decimal(terms["timing"]), "calm"),
        ("Charge, not in the books", Decimal(terms["new"]), "bad"),
        ("Unexplained difference", Decimal(terms["unexplained"]), "good"),
        ("Balance per bank", Decimal(terms["statement_closing"]), "plain"),
    ]
    return picture(560, 30 + 46 * len(steps), "The bank reconciliation: every step between the two balances has a name", _steps(steps))


def _steps(steps: list[tuple[str, Decimal, Tone]]) -> Iterator[str]:
    for place, (words, amount, tone) in enumerate(steps):
        ends = place in (0, len(steps) - 1)
        y = 10 + place * 46
        yield box(10, y, 540, 38, tone=tone)
        yield text(28, y + 24, words, kind="strong" if ends else "")
        yield text(
            532,
            y + 24,
            f"{amount:,.2f}" if ends or not amount else f"{amount:+,.2f}",
            kind="figure" + (" strong" if ends else ""),
            anchor="end",
        )


def _example() -> Json:
    """Return one account and one statement, as the cases have them."""
    example: Json = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    return example


def _answer(variant: Json) -> list[Json]:
    books = {"organizations": [{"slug": "books", "accounts": variant["accounts"]}]}
    answered: list[Json] = answer_case(json.dumps({"id": "case", "books": books, "statements": variant["statements"]}))["statements"]
    return answered
