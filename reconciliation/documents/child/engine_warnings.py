"""The warnings of pypdf: those that mean lost content, and all others, which are only notes."""

import logging

# How a message begins, as pypdf writes it before it fills in figures. A closed list: each has a test file of its own.
LOST = {
    "Exceeded %(limit)d form XObject invocations": "limit_reached",
    "Value /N %(n)d for object %(stmnum)d exceeds": "limit_reached",
    "Invalid object number (%(objnum)d) or offset": "object_skipped",
    "Invalid stream (index %(index)d) within object": "object_skipped",
    "Invalid /N (%(n)d) or /First": "object_skipped",
    "Ignoring wrong pointing object": "object_skipped",
    "Object %(idnum)d %(generation)d not defined.": "object_skipped",
    "XRef object at %(xref_stm)d can not be read": "object_skipped",
    "Previous trailer cannot be read": "object_skipped",
    "Circular xref chain detected": "object_skipped",
    "found %(actual_count)d objects within": "object_skipped",
    "entry %(num)d in Xref table invalid; object not found": "object_skipped",
    "Ignoring page tree entry that is not a dictionary": "object_skipped",
    "Detected cyclic form XObject reference": "stream_skipped",
    "Impossible to decode XFormObject": "stream_skipped",
    "Error -": "stream_skipped",  # of zlib
    "missing EOD in": "stream_skipped",
    "Missing EOD in": "stream_skipped",
    "Early EOD in": "stream_skipped",
    "Ignoring missing Ascii85 end marker": "stream_skipped",
    "Expected StreamObject, got": "stream_skipped",
    "Font resources are not a dictionary": "text_dropped",
    "Page resources are not a dictionary": "text_dropped",
    "EOF marker not found": "cut_short",
    "CAUTION: startxref found while searching": "cut_short",
}
OTHERWISE = "structure_repaired"


class Warnings(logging.Handler):
    """Hears what pypdf warns of. `lost` and `notes` are codes."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lost: set[str] = set()
        self.notes: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        code = next((code for start, code in LOST.items() if str(record.msg).startswith(start)), None)
        if code:
            self.lost.add(code)
        else:
            self.notes.add(OTHERWISE)


def listening() -> Warnings:
    """From here on everything that pypdf warns of is heard here, and nowhere else."""
    warnings, pypdf = Warnings(), logging.getLogger("pypdf")
    pypdf.handlers, pypdf.propagate = [warnings], False
    return warnings
