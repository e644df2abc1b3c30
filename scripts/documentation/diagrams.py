"""The diagrams of docs/concepts. Figures in them are those of the cases, as the verifier answers them."""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from reconciliation.verification.case import answer_case
from scripts.documentation.svg import Tone, arrow, box, labelled, picture, text

Json = Mapping[str, Any]
CASES = Path(__file__).resolve().parents[2] / "tests" / "cases" / "cases.json"
CHARGE_AND_CHEQUE, TWINS = 6, 23
ROW, WIDTH = 38, 300
LEFT, RIGHT = 10, 410


def drawn() -> dict[str, str]:
    """Each diagram by its name."""
    return {"way-to-a-verdict": way(), "integrity": integrity(), "pairs": pairs(), "twins": twins(), "bridge": bridge()}


def way() -> str:
    """From the document to the verdict, and where the model stands."""
    parts = [
        labelled(10, 20, 150, ("PDF", "opened in a locked", "child process")),
        labelled(205, 20, 150, ("Reading", "rows, days, amounts,", "balances")),
        labelled(400, 20, 150, ("Integrity gate", "do the figures prove", "that nothing is lost?"), tone="calm"),
        labelled(400, 160, 150, ("Weighing", "rows against entries,", "to the cent"), tone="calm"),
        labelled(400, 300, 150, ("Verdict", "with its evidence"), tone="good"),
        labelled(205, 160, 150, ("Books", "accounts, entries,", "opening balance")),
        labelled(10, 160, 150, ("Model", "proposes, only where", "something is open"), tone="warn", dashed=True),
        labelled(205, 300, 150, ("Decisions", "of people: which,", "never whether")),
        arrow((160, 57), (203, 57)),
        arrow((355, 57), (398, 57)),
        arrow((475, 94), (475, 158)),
        arrow((355, 197), (398, 197)),
        arrow((475, 234), (475, 298)),
        arrow((355, 320), (378, 320), (378, 220), (398, 220)),
        arrow((85, 158), (85, 128), (430, 128), (430, 158), dashed=True),
        text(95, 121, "a proposal, checked like any other", kind="small"),
    ]
    return picture(560, 370, "From a PDF to a verdict: code reads, checks and weighs; a model only proposes", parts)


def integrity() -> str:
    """Opening plus rows is the closing."""
    rows = [("Opening balance", "1,000.00"), ("Rent", "-250.00"), ("Client A", "+600.00"), ("Closing balance", "1,350.00")]
    parts = [box(10, 10, 360, 176)]
    for place, (words, figure) in enumerate(rows):
        kind = "strong" if place in (0, len(rows) - 1) else ""
        parts += [text(30, 44 + place * 42, words, kind=kind), text(350, 44 + place * 42, figure, kind=f"figure {kind}", anchor="end")]
    parts += [arrow((30, 150), (350, 150), headed=False), arrow((385, 38), (410, 38), (410, 170), (387, 170))]
    told = ("1,000.00", "- 250.00 + 600.00", "= 1,350.00")
    parts += [text(424, 88 + place * 22, line, kind="figure") for place, line in enumerate(told)]
    return picture(560, 196, "The integrity gate: opening balance plus rows is the printed closing balance", parts)


def pairs() -> str:
    """Case 6: a charge that the books lack, a cheque that the bank has not seen."""
    case = _variant(CHARGE_AND_CHEQUE)
    (answer,) = _answer(case)
    lines, entries = case["statements"][0]["lines"], case["accounts"][0]["transactions"]
    lone = {item["line"]: ("not in the books", "bad") for item in answer["new"]}
    late = {item["transaction"]: ("outstanding", "calm") for item in answer["missing"]}
    return _sides(lines, entries, _links(answer), lone, late, "Rows of the statement and entries of the books, paired one to one")


def twins() -> str:
    """Case 23: three equal rows and two equal entries."""
    case = _variant(TWINS)
    (answer,) = _answer(case)
    lines, entries = case["statements"][0]["lines"], case["accounts"][0]["transactions"]
    (open_one,) = answer["ambiguous"]
    asked = dict.fromkeys(open_one["lines"], ("which one?", "warn"))
    links = _links(answer) + [(line, entry) for line in open_one["lines"] for entry in open_one["transactions"]]
    return _sides(lines, entries, links, asked, dict.fromkeys(open_one["transactions"], ("", "warn")), "Equal rows that cannot be told apart")


def bridge() -> str:
    """The bank reconciliation of case 6 as steps from the books to the bank."""
    (answer,) = _answer(_variant(CHARGE_AND_CHEQUE))
    terms = answer["bridge"]
    steps = [
        ("Balance per books", Decimal(terms["ledger_closing"]), "plain"),
        ("Cheque, not yet presented", Decimal(terms["timing"]), "calm"),
        ("Charge, not in the books", Decimal(terms["new"]), "bad"),
        ("Unreconciled difference", Decimal(terms["unexplained"]), "good"),
        ("Balance per bank", Decimal(terms["statement_closing"]), "plain"),
    ]
    return picture(560, 30 + 46 * len(steps), "The bank reconciliation: every step between the two balances has a name", _steps(steps))


def _steps(steps: list[tuple[str, Decimal, Tone]]) -> Iterator[str]:
    for place, (words, amount, tone) in enumerate(steps):
        ends = place in (0, len(steps) - 1)
        y = 10 + place * 46
        yield box(10, y, 540, 38, tone=tone)
        yield text(28, y + 24, words, kind="strong" if ends else "")
        yield text(532, y + 24, f"{amount:,.2f}" if ends or not amount else f"{amount:+,.2f}", kind="figure" + (" strong" if ends else ""), anchor="end")


def _sides(lines: list[Json], entries: list[Json], links: list[tuple[int, str]], lone: Mapping[int, tuple[str, Tone]], late: Mapping[str, tuple[str, Tone]], title: str) -> str:
    """Rows of the statement at the left, entries at the right, a line where they may be one payment."""
    at = {entry["id"]: place for place, entry in enumerate(entries)}
    parts = [text(LEFT, 18, "Statement", kind="strong"), text(RIGHT, 18, "Books", kind="strong")]
    for place, line in enumerate(lines):
        parts += _row(LEFT, place, line, *lone.get(place, ("", "plain" if place not in lone else "warn")))
    for place, entry in enumerate(entries):
        parts += _row(RIGHT, place, entry, *late.get(entry["id"], ("", "plain")))
    parts += [arrow((LEFT + WIDTH, _middle(line)), (RIGHT, _middle(at[entry])), headed=False) for line, entry in links]
    return picture(RIGHT + WIDTH + 10, 40 + ROW * max(len(lines), len(entries)), title, parts)


def _row(x: float, place: int, row: Json, note: str, tone: Tone) -> list[str]:
    y = 30 + place * ROW
    words = f"{row['date'][5:]}  {row['description']}" + (f" · {note}" if note else "")
    figure = f"{Decimal(row['amount']):,.2f}"
    return [box(x, y, WIDTH, ROW - 6, tone=tone), text(x + 10, y + 21, words), text(x + WIDTH - 10, y + 21, figure, kind="figure", anchor="end")]


def _middle(place: int) -> float:
    return 30 + place * ROW + (ROW - 6) / 2


def _links(answer: Json) -> list[tuple[int, str]]:
    return [(item["line"], entry) for item in answer["matched"] for entry in item["transactions"]]


def _variant(number: int) -> Json:
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    found: Json = next(case for case in cases if case["number"] == number)["variants"][0]
    return found


def _answer(variant: Json) -> list[Json]:
    books = {"organizations": [{"slug": "books", "accounts": variant["accounts"]}]}
    answered: list[Json] = answer_case(json.dumps({"id": "case", "books": books, "statements": variant["statements"]}))["statements"]
    return answered
