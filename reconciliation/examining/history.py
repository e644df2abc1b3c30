"""Facts about the history of a file: its programs and dates, its earlier states, and its signatures."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from reconciliation.documents.pages import Box
from reconciliation.examining.facts import DocumentFact
from reconciliation.examining.observations import Change, Observations, ObservedPage

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
