"""Known layouts for their page: grouped by bank, each with the traits in which it differs from the first of its bank."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from people.formats import listed
from reconciliation.models import KnownLayout

TRAITS: dict[str, str | Promise] = {
    "heading": _("headings"),
    "places": _("positions of the headings"),
    "edges": _("positions of the amounts"),
    "size": _("page size"),
    "fonts": _("fonts"),
    "producer": _("program that made the file"),
    "sender": _("printed name of the bank"),
}


@dataclass(frozen=True, slots=True)
class LayoutsOfBank:
    """The layouts of one bank, by the name that is shown. `layouts` are pairs of a layout and its differing traits in words, empty for the
    first."""

    bank: str
    layouts: list[tuple[KnownLayout, str]] = field(default_factory=list)


def by_bank(layouts: Iterable[KnownLayout]) -> list[LayoutsOfBank]:
    """Return the layouts by bank, in the order in which the banks became known. Letter case does not distinguish banks."""
    banks: dict[str, LayoutsOfBank] = {}
    for layout in layouts:
        bank = banks.setdefault(layout.shown_as.casefold(), LayoutsOfBank(layout.shown_as))
        differing = differing_traits(bank.layouts[0][0], layout) if bank.layouts else ""
        bank.layouts.append((layout, differing))
    return list(banks.values())


def differing_traits(first: KnownLayout, other: KnownLayout) -> str:
    """Return the names of the traits that differ."""
    return listed(str(words) for name, words in TRAITS.items() if first.traits.get(name) != other.traits.get(name))
