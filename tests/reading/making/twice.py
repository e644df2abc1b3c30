"""Documents read twice, without and with one thing that their producer left in them and no row depends on."""

from collections import defaultdict
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass

from reconciliation.documents.limits import DocumentLimits
from reconciliation.documents.opening import open_document
from reconciliation.printed.statement import Reading
from reconciliation.reading.cross_check import read_twice
from reconciliation.reading.reader import read
from tests.reading.making.chance import seeded
from tests.reading.making.judging import false_claims, settled
from tests.reading.making.leavings import OWN, UNPRINTED, WAYS, each_leaving
from tests.reading.making.maker import Document, make
from tests.reading.making.report import SEEDS


@dataclass(frozen=True, slots=True)
class Twice:
    """One document, the thing left in it ("" if nothing could be), and whether it was settled without and with it, if its print proves its
    rows. `false` is true if the second reading claims more than the truth, `why` are codes of the obstacles to its proof."""

    seed: int
    leaving: str
    before: bool = False
    after: bool = False
    false: bool = False
    why: tuple[str, ...] = ()
    crash: str = ""

    @property
    def lost(self) -> bool:
        return self.before and not self.after


def twice(seed: int) -> Twice:
    """Read the document of a seed as pages of words, twice."""
    return _twice(seed, pdf=False)


def twice_in_pdf(seed: int) -> Twice:
    """Read the PDF of a seed's document twice, as the product reads a file."""
    return _twice(seed, pdf=True)


def twice_unprinted(seed: int) -> Twice:
    """Read the PDF of a seed's document twice, without and with a thing that its page does not show."""
    return _twice(seed, pdf=True, unprinted=True)


def with_one_leaving(seed: int, *, pdf: bool, unprinted: bool = False) -> tuple[Document, Document, str]:
    """Return the document of a seed, the same with one thing left in it, and the name of that; "" if nothing shows in it."""
    document, chance = make(seed), seeded(seed + OWN)
    for facet, option in chance.shuffled(each_leaving(drawn=pdf)):
        if unprinted and facet not in UNPRINTED:
            continue
        other = deepcopy(document)
        WAYS[facet](chance, other, option)
        if other.sheet != document.sheet:
            return document, other, f"{facet}={option}"
    return document, document, ""


def _twice(seed: int, *, pdf: bool, unprinted: bool = False) -> Twice:
    document, other, leaving = with_one_leaving(seed, pdf=pdf, unprinted=unprinted)
    try:
        without, with_it = (_read(one, pdf=pdf) for one in (document, other))
    except Exception as error:  # noqa: BLE001  whatever it is
        return Twice(seed, leaving, crash=repr(error))
    made = document.made
    why = {fact.code for one in with_it.statements for fact in one.integrity.unconfirmed}
    false = bool(false_claims(with_it, made))
    proves = all(account.telling.follows for account in made.accounts)
    before, after = (proves and settled(one, made) for one in (without, with_it))
    return Twice(seed, leaving, before, after, false, tuple(sorted(why)))


def _read(document: Document, *, pdf: bool) -> Reading:
    if not pdf:
        return read(document.sheet.document())
    file = document.sheet.pdf()
    _, reading = read_twice(open_document(file), lambda: file, limits=DocumentLimits(), read=read)
    return reading


def report_twice(seed: int, done: Sequence[Twice]) -> str:
    """Tell how many settled documents were lost, by the thing left in them."""
    before, lost = [one for one in done if one.before], [one for one in done if one.lost]
    found = [one for one in done if one.after and not one.before]
    lines = [
        f"{len(done)} documents from seed {seed}, each read without and with one thing that no row depends on",
        f"settled without {len(before)}, of these lost {len(lost)}; settled only with it {len(found)}",
        f"false: {' '.join(f'{one.seed} ({one.leaving})' for one in done if one.false) or 'none'}",
        f"crashes: {' '.join(f'{one.seed} ({one.crash})' for one in done if one.crash) or 'none'}",
        "",
        "what is left: documents, settled without it, lost with it, seeds lost with what they lack",
    ]
    by_leaving: dict[str, list[Twice]] = defaultdict(list)
    for one in done:
        by_leaving[one.leaving or "nothing"].append(one)
    for leaving, some in sorted(by_leaving.items(), key=lambda pair: -sum(one.lost for one in pair[1])):
        gone = [one for one in some if one.lost]
        seeds = "  ".join(f"{one.seed} {','.join(one.why)}" for one in gone[:SEEDS])
        lines.append(f"  {leaving:<20} {len(some):5}  {sum(one.before for one in some):5}  {len(gone):4}  {seeds}")
    return "\n".join(lines)
