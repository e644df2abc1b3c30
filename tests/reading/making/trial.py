"""One document made, read and judged."""

from dataclasses import dataclass

from reconciliation.reading.reader import read
from tests.reading.making.habits import Habits
from tests.reading.making.judging import false_proofs, perfect, proved
from tests.reading.making.maker import Document, make

FAULTS = 0.3  # the share of documents that gets a fault planted


@dataclass(frozen=True, slots=True)
class Trial:
    """How the reader did on the document of a seed. `crash` is the error it raised, else ""."""

    seed: int
    habits: Habits
    fault: str
    perfect: bool = False
    proved: bool = False
    false: bool = False
    crash: str = ""

    @property
    def whole(self) -> bool:
        return self.fault == "none"


def trial(seed: int) -> Trial:
    """The document of this seed; an error of the reader is a failure like others, to be counted and told."""
    document = make(seed, faults=FAULTS)
    try:
        return judged(seed, document)
    except Exception as error:  # noqa: BLE001  whatever it is
        return Trial(seed, document.habits, document.made.fault, crash=repr(error))


def judged(seed: int, document: Document) -> Trial:
    reading = read(document.sheet.document())
    made = document.made
    return Trial(seed, document.habits, made.fault, perfect(reading, made), proved(reading), bool(false_proofs(reading, made)))
