"""One document made, read and judged."""

from dataclasses import dataclass, replace

from reconciliation.reading.reader import read
from tests.reading.making.habits import Habits
from tests.reading.making.judging import beyond_print, false_claims, perfect, proved, settled
from tests.reading.making.leavings import realistic
from tests.reading.making.maker import Document, make, spoiled

FAULTS = 0.3  # the share of documents that gets a fault planted


@dataclass(frozen=True, slots=True)
class Trial:
    """The reader's result on the document of a seed. `crash` is the error it raised, else "".

    `provable` is true if its print proves every account, `followable` if it proves all rows, but not their beginning and end; `settled` if
    the reader claims one or the other of each account; `beyond` if it calls proved a reading that is right and more than print can prove.
    """

    seed: int
    habits: Habits
    fault: str
    perfect: bool = False
    proved: bool = False
    settled: bool = False
    false: bool = False
    beyond: bool = False
    provable: bool = False
    followable: bool = False
    crash: str = ""

    @property
    def whole(self) -> bool:
        return self.fault == "none"


def trial(seed: int) -> Trial:
    """The document of this seed."""
    return judged(seed, make(seed, faults=FAULTS))


def trial_of_realistic(seed: int) -> Trial:
    """Return the trial of this seed's document with its producer's leftovers, and without a fault."""
    return judged(seed, realistic(seed))


def trial_of_faults(seed: int) -> Trial:
    """The document of this seed with a fault of all there are."""
    return judged(seed, spoiled(seed))


def judged(seed: int, document: Document) -> Trial:
    """Return the reader's result on it; an error is counted as a failure."""
    made, habits = document.made, document.habits
    told = Trial(
        seed,
        habits,
        made.fault,
        provable=all(account.telling.provable for account in made.accounts),
        followable=all(account.telling.follows for account in made.accounts),
    )
    try:
        reading = read(document.sheet.document())
    except Exception as error:  # noqa: BLE001  whatever it is
        return replace(told, crash=repr(error))
    return replace(
        told,
        perfect=perfect(reading, made),
        proved=proved(reading),
        settled=settled(reading, made),
        false=bool(false_claims(reading, made)),
        beyond=bool(beyond_print(reading, made)),
    )
