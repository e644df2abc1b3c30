"""Facts of an examination: each with a code, its place, a sentence and its evidence. There is no score, and no fact is an accusation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from reconciliation.documents.pages import Box

MOST, LONGEST = 60, 300  # facts of one document; characters of one text

SENTENCES: dict[str, tuple[bool, str | Promise]] = {
    # Programs and dates
    "programs": (False, _("The file names the programs that made it: %(programs)s.")),
    "programs_contradict": (False, _("The file names different programs in two places: %(first)s, and %(second)s.")),
    "several_programs": (False, _("The file was edited or saved with further programs: %(programs)s.")),
    "made_on": (False, _("The file says that it was made on %(made)s.")),
    "changed_later": (False, _("The file was made on %(made)s and changed on %(changed)s.")),
    "dates_contradict": (False, _("The file names different dates in two places: %(first)s, and %(second)s.")),
    # Earlier states
    "saved_again": (False, _("Later saves that were appended to the file: %(saves)s. Its earlier states are still in it.")),
    "figure_changed": (True, _("A later save of the file changed a figure on this page.")),
    "figure_added": (True, _("A later save of the file added a figure to this page.")),
    "figure_removed": (True, _("A later save of the file removed a figure from this page.")),
    "picture_changed": (True, _("A later save of the file changed how a figure on this page looks.")),
    "page_replaced": (True, _("A later save of the file added, removed or replaced this page.")),
    "text_changed": (False, _("A later save of the file changed something else than a figure on this page.")),
    # Signatures
    "signature_holds": (False, _("A digital signature covers the whole file, and its digest holds. Who signed was not checked.")),
    "signature_broken": (True, _("A digital signature does not hold: the bytes that it covers were changed after it was made.")),
    "signature_range": (True, _("A digital signature names a range of bytes that does not fit the file.")),
    "signature_unchecked": (False, _("A digital signature is of a kind that cannot be checked here.")),
    "changed_after_signature": (True, _("The pages were changed after the file was signed.")),
    "extended_after_signature": (False, _("The file was extended after it was signed. No figure on the pages was changed by that.")),
    # Figures
    "fonts_in_figure": (True, _("The digits of this figure differ in font, size or height.")),
    "font_differs": (True, _("The font or size of this figure differs from the other figures in its column.")),
    "weight_differs": (False, _("This figure is bolder or lighter than the others in its column.")),
    "figure_over_figure": (True, _("Two different figures are in the same place.")),
    "figure_covered": (True, _("Something that was drawn later covers this figure.")),
    "annotation_covers": (True, _("An annotation or a form field covers this figure.")),
    "annotation_figure": (True, _("An annotation or a form field shows a figure among the printed rows.")),
    "blacked_out": (False, _("Figures were blacked out.")),
    "hidden_under": (True, _("Another figure is hidden behind this one.")),
    "hidden_figures": (False, _("The file has figures that are not visible on the page.")),
    "figure_as_picture": (True, _("Among the rows there is a picture in the place of a figure.")),
    "row_as_drawing": (True, _("A row is drawn as shapes and is not text like the other rows.")),
    "off_column": (True, _("This figure is not aligned with the other figures in its column.")),
    "off_line": (True, _("This figure is not level with its row, unlike all others in its column.")),
    # Text and picture
    "digits_differ": (True, _("A digit looks different from the one that the file stores.")),
    "text_under_picture": (False, _("A picture covers the text of this page.")),
    "figure_struck_out": (False, _("A line crosses this figure.")),
    # Sums
    "figures_contradict": (True, _("The printed closing balance differs from the last balance of the rows by %(difference)s.")),
    "sums_differ": (False, _("As read, opening balance plus rows differs from the closing balance by %(difference)s.")),
    "balance_breaks": (True, _("The printed balance does not follow from the row and the balance before it.")),
    # Earlier statements of the account
    "producer_unlike": (False, _("Earlier statements of this account were made by another program: %(earlier)s.")),
    "fonts_unlike": (False, _("Earlier statements of this account have other fonts: %(earlier)s.")),
    "size_unlike": (False, _("The pages of earlier statements of this account have another size.")),
    "columns_unlike": (False, _("The amount columns are in different positions from those on earlier statements of this account.")),
    "headings_unlike": (False, _("The headings differ from those of earlier statements of this account: %(earlier)s.")),
    # Known layouts
    "layout_producer": (False, _("Known statements with this sender and these headings were made by another program.")),
    "layout_fonts": (False, _("Known statements with this sender and these headings have other fonts.")),
    "layout_size": (False, _("The pages of known statements with this sender and these headings have another size.")),
    "layout_columns": (False, _("The columns are in other places than on known statements with this sender and these headings.")),
    "layout_order": (False, _("Day and month are printed in another order than on known statements of this layout.")),
    # Limits of the examination
    "not_examined": (False, _("The file could not be examined within the limits.")),
    "copy_examined": (False, _("The file was locked. Its copy without a password has no earlier states and no signatures.")),
}
"""By code: True if the fact speaks against the document, and its sentence."""
CHANGES = frozenset({"figure_changed", "figure_added", "figure_removed", "picture_changed", "page_replaced", "text_changed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFact:
    """One fact. `evidence` are texts of the document, such as a line before and after it was changed: hostile, and bounded."""

    code: str
    page: int | None = None
    box: Box | None = None
    params: Mapping[str, str] = field(default_factory=dict)
    evidence: tuple[str, ...] = ()

    @property
    def speaks_against(self) -> bool:
        return SENTENCES[self.code][0]

    @property
    def is_change(self) -> bool:
        """True if the evidence is the text before and after a later save."""
        return self.code in CHANGES

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.code][1]) % dict(self.params)

    def as_stored(self) -> dict[str, Any]:
        """Return the fact as JSON, with bounded texts."""
        return {
            "code": self.code,
            "page": self.page,
            "box": None if self.box is None else [round(side, 2) for side in self.box],
            "params": {name: value[:LONGEST] for name, value in self.params.items()},
            "evidence": [text[:LONGEST] for text in self.evidence],
        }


def from_stored(stored: Sequence[Mapping[str, Any]]) -> list[DocumentFact]:
    """Return facts from JSON, without those of codes that this release does not know."""
    return [
        DocumentFact(
            code=fact["code"],
            page=fact["page"],
            box=None if fact["box"] is None else tuple(fact["box"]),
            params=fact["params"],
            evidence=tuple(fact["evidence"]),
        )
        for fact in stored
        if fact["code"] in SENTENCES
    ]


def in_order(facts: Sequence[DocumentFact]) -> list[DocumentFact]:
    """Return at most MOST facts: those that speak against the document first, each kind in the order of the pages."""
    return sorted(facts, key=lambda fact: (not fact.speaks_against, fact.page or 0, fact.box[1] if fact.box else 0.0))[:MOST]
