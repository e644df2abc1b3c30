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
    """The document of this seed."""
    return judged(seed, make(seed, faults=FAULTS))


def judged(seed: int, document: Document) -> Trial:
    """How the reader does on it; an error is a failure like others, to be counted and told."""
    made, habits = document.made, document.habits
    try:
        reading = read(document.sheet.document())
    except Exception as error:  # noqa: BLE001  whatever it is
        return Trial(seed, habits, made.fault, crash=repr(error))
    return Trial(seed, habits, made.fault, perfect(reading, made), proved(reading), bool(false_proofs(reading, made)))
