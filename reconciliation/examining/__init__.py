"""Examination of a document: facts about its file and its print that inform, or speak against it. See docs/guides/examine.md.

The file is parsed in the confined child; everything here is a pure function of its observations, the opened document and the reading.
"""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.pages import Box, OpenedDocument
from reconciliation.examining.facts import DocumentFact, in_order
from reconciliation.examining.figures import of_figures
from reconciliation.examining.layout import layout_of
from reconciliation.examining.observations import Change, Observations, ObservedPage, observe
from reconciliation.printed.statement import PrintedStatement, Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """The facts of a document, those against it first, and its layout."""

    facts: tuple[DocumentFact, ...]
    layout: dict[str, Any] = field(default_factory=dict)

    @property
    def speaks_against(self) -> bool:
        return any(fact.speaks_against for fact in self.facts)

    def as_stored(self) -> dict[str, Any]:
        return {"facts": [fact.as_stored() for fact in self.facts], "layout": self.layout}


NOT_EXAMINED = Examination(facts=(DocumentFact(code="not_examined"),))


def examine(
    pdf: bytes, document: OpenedDocument, reading: Reading, limits: DocumentLimits, *, password: str | None = None, is_copy: bool = False
) -> Examination:
    """Return the examination of a PDF that was opened and read; `is_copy` says that it is the copy of a locked file."""
    observations = observe(pdf, limits, password)
    if observations is None:
        return NOT_EXAMINED
    facts = [
        *([DocumentFact(code="copy_examined")] if is_copy else []),
        *of_programs(observations),
        *of_dates(observations),
        *of_states(observations),
        *of_signatures(observations),
        *of_figures(document, reading, observations.pages),
        *of_sums(reading),
    ]
    return Examination(facts=tuple(in_order(facts)), layout=layout_of(observations, document, reading))


FEWEST_STEPS = 5  # fewest balances that follow before one that does not is a fact


def of_sums(reading: Reading) -> Iterator[DocumentFact]:
    """Yield where one printed balance does not follow although all others do. Statements whose balances follow nowhere were misread, and
    a sum without balances confirms no reading: it only informs."""
    for statement in reading.statements:
        integrity = statement.integrity
        if integrity.holds is not False or statement.unread:
            continue
        breaks, steps = breaks_of(statement)
        if len(steps) < FEWEST_STEPS:
            if integrity.difference:
                yield DocumentFact(code="sums_differ", params={"difference": str(abs(integrity.difference))})
        elif 1 <= len(breaks) <= 2 and breaks[-1] - breaks[0] <= 1 and breaks[0] > 0:
            yield steps[breaks[0]]


def breaks_of(statement: PrintedStatement) -> tuple[list[int], list[DocumentFact]]:
    """Return the steps from each printed balance to the next, as the facts that they are if they do not hold, and which of them do not."""
    held, breaks = statement.opening_balance, []
    steps: list[DocumentFact] = []
    for line in statement.lines:
        if held is not None:
            held += line.amount
        if line.balance is None:
            continue
        if held is not None and held != line.balance:
            breaks.append(len(steps))
        steps.append(DocumentFact(code="balance_breaks", page=line.page, box=line.box, evidence=(line.text,)))
        held = line.balance
    closing = statement.closing_balance
    if closing is not None and held is not None and statement.lines and statement.lines[-1].balance is not None:
        if closing != held:
            breaks.append(len(steps))
        steps.append(DocumentFact(code="figures_contradict", params={"difference": str(abs(closing - held))}))
    return breaks, steps


DATE = re.compile(r"(?:D:)?(\d{4})-?(\d\d)-?(\d\d)[T ]?(?:(\d\d):?(\d\d)(?::?(\d\d))?)?(?:\.\d+)?\s*(Z|[+-]\d\d)?'?:?(\d\d)?")
LATER = dt.timedelta(minutes=2)  # least time between making and changing that is a second act
MONEY = re.compile(r"\d[.,]\d{2,3}(?!\d)")
FIGURE = re.compile(r"\S*\d\S*")


def of_programs(observations: Observations) -> Iterator[DocumentFact]:
    """Yield the programs that the file names, and where the two places that name them disagree."""
    names = {(source, name): observations.value(source, name) for source in ("info", "xmp") for name in ("Creator", "Producer")}
    shown = list(dict.fromkeys(value for value in names.values() if value))
    if shown:
        yield DocumentFact(code="programs", params={"programs": "; ".join(shown)})
    for name in ("Creator", "Producer"):
        first, second = names["info", name], names["xmp", name]
        if first and second and first != second:
            yield DocumentFact(code="programs_contradict", params={"first": first, "second": second})
    agents = dict.fromkeys(value for _, name, value in observations.values if name == "Agent" and value not in shown)
    if agents:
        yield DocumentFact(code="several_programs", params={"programs": "; ".join(agents)})


def of_dates(observations: Observations) -> Iterator[DocumentFact]:
    """Yield when the file was made and changed, and where the two places that say so disagree."""
    dates = {(source, name): moment(observations.value(source, name)) for source in ("info", "xmp") for name in ("CreationDate", "ModDate")}
    made = dates["info", "CreationDate"] or dates["xmp", "CreationDate"]
    changed = dates["info", "ModDate"] or dates["xmp", "ModDate"]
    if made and changed and changed - made >= LATER:
        yield DocumentFact(code="changed_later", params={"made": written(made), "changed": written(changed)})
    elif made:
        yield DocumentFact(code="made_on", params={"made": written(made)})
    for name in ("CreationDate", "ModDate"):
        first, second = dates["info", name], dates["xmp", name]
        if first and second and abs(first - second) >= LATER:
            yield DocumentFact(code="dates_contradict", params={"first": written(first), "second": written(second)})


def moment(text: str) -> dt.datetime | None:
    """Return the moment that a date of a PDF or of XMP names, in UTC; None if it is no date. A time without a zone counts as UTC."""
    match = DATE.match(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, zone, minutes = match.groups()
    try:
        shown = dt.datetime(int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0), tzinfo=dt.UTC)
        away = dt.timedelta(hours=int(zone), minutes=int(f"{zone[0]}{minutes or 0}")) if zone not in {None, "Z"} else dt.timedelta()
        return shown - away
    except (ValueError, OverflowError):
        return None


def written(when: dt.datetime) -> str:
    return when.strftime("%Y-%m-%d %H:%M UTC")


def of_states(observations: Observations) -> Iterator[DocumentFact]:
    """Yield the changes that later saves made to the pages."""
    if observations.states > 1:
        yield DocumentFact(code="saved_again", params={"saves": str(observations.states - 1)})
    for change in observations.changes:
        yield DocumentFact(
            code=code_of(change, observations.pages),
            page=change.page,
            box=change.box if change.kind in {"text", "picture"} else None,
            evidence=(change.before, change.after),
        )


def code_of(change: Change, pages: Sequence[ObservedPage]) -> str:
    """Return the code of the fact that a change is. The appearance of a signature is no figure."""
    if change.kind in {"page_added", "page_removed"}:
        return "page_replaced"
    page = next((page for page in pages if page.number == change.page), None)
    if page and any(note.kind == "signature" and is_within(change.box, note.box) for note in page.annotations):
        return "text_changed"
    before, after = FIGURE.findall(change.before), FIGURE.findall(change.after)
    if change.kind == "picture":
        return "picture_changed" if before or after else "text_changed"
    if before and after:
        return "figure_changed" if before != after else "text_changed"
    if before:
        return "figure_removed"
    return "figure_added" if MONEY.search(change.after) else "text_changed"


def is_within(box: Box, other: Box) -> bool:
    return box[0] >= other[0] - 2 and box[1] >= other[1] - 2 and box[2] <= other[2] + 2 and box[3] <= other[3] + 2


def of_signatures(observations: Observations) -> Iterator[DocumentFact]:
    """Yield the state of each signature. A later signature may extend the file; a changed figure after the first one is a fact."""
    changed = any(code_of(change, observations.pages) != "text_changed" for change in observations.changes)
    for signature in observations.signatures:
        when = moment(signature.time)
        evidence = (written(when),) if when else ()
        if signature.state == "broken":
            yield DocumentFact(code="signature_broken", evidence=evidence)
        elif signature.state == "broken_range":
            yield DocumentFact(code="signature_range", evidence=evidence)
        elif not signature.covers_file:
            yield DocumentFact(code="changed_after_signature" if changed else "extended_after_signature", evidence=evidence)
        elif signature.state == "holds":
            yield DocumentFact(code="signature_holds", evidence=evidence)
        if signature.state == "unchecked":
            yield DocumentFact(code="signature_unchecked", evidence=evidence)
