"""An owner's acts on known layouts: rename the bank, forget a layout, export and import. Exports hold neither figures nor names of people;
imports are hostile until each value is checked."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from people.access import require
from people.audit import Act, record
from people.models import Organization
from people.refusal import Refusal
from reconciliation.examining.layout import FEWEST_WORDS, WORDS, Traits, key_of_traits
from reconciliation.models import KnownLayout
from reconciliation.reconcile.known_layouts import lock_layouts, review_layout

FORMAT, VERSION = "tieout-layouts", 1
MOST_LAYOUTS, MOST_BYTES = 200, 300_000
LONGEST_BANK, MOST_PLACES, FARTHEST = 100, 40, 20_000
WIDTH_AND_HEIGHT = 2
DIGEST = re.compile(r"[0-9a-f]{64}")


class LayoutsRefused(Refusal):
    """The file is not a list of layouts in the format of an export."""

    code = "layouts_refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedLayout:
    """A layout of an imported file. `day_first` is what the file says of the order of days; it proves nothing."""

    bank: str
    traits: Traits
    day_first: bool | None


@transaction.atomic
def rename_bank(*, layout: KnownLayout, bank: str, actor: User) -> None:
    """Set the name under which the layout is listed and exported. Raises NotYours, LayoutsRefused."""
    require(actor, layout.organization, "manage_settings")
    layout.bank = _bank(bank)
    layout.save(update_fields=["bank"])
    record(layout.organization, actor, Act.RENAMED_LAYOUT, layout)


@transaction.atomic
def forget(*, layout: KnownLayout, actor: User) -> None:
    """Forget what statements taught the layout, and end the testimony that later proofs rest on. Raises NotYours."""
    require(actor, layout.organization, "manage_settings")
    lock_layouts(layout.organization)
    held = KnownLayout.objects.of(layout.organization).get(pk=layout.pk)
    held.teachings.all().delete()
    held.bank, held.claims, held.imported_at, held.imported_by, held.forgotten_at = "", {}, None, None, timezone.now()
    held.save()
    review_layout(held)
    record(layout.organization, actor, Act.FORGOT_LAYOUT, layout)


def exported(*, organization: Organization, actor: User) -> str:
    """Return the layouts as JSON: traits, the order of days, and the name that an owner gave the bank. Raises NotYours."""
    require(actor, organization, "manage_settings")
    known = [layout for layout in KnownLayout.objects.of(organization).prefetch_related("teachings") if layout.teachings.all()]
    record(organization, actor, Act.EXPORTED_LAYOUTS, organization, count=len(known))
    layouts = [{"bank": layout.bank, "traits": layout.traits, "day_first": layout.day_first} for layout in known]
    return json.dumps({"format": FORMAT, "version": VERSION, "layouts": layouts}, indent=1, ensure_ascii=False)


def offered(content: bytes) -> list[OfferedLayout]:
    """Return the layouts of an untrusted file. Raises LayoutsRefused."""
    if len(content) > MOST_BYTES:
        raise LayoutsRefused
    try:
        file = json.loads(content.decode())
    except (ValueError, RecursionError) as error:
        raise LayoutsRefused from error
    layouts = file.get("layouts") if isinstance(file, dict) and set(file) == {"format", "version", "layouts"} else None
    if not isinstance(layouts, list) or (file["format"], file["version"]) != (FORMAT, VERSION) or len(layouts) > MOST_LAYOUTS:
        raise LayoutsRefused
    return [_offered(layout) for layout in layouts]


@transaction.atomic
def import_offered(*, organization: Organization, layouts: Sequence[OfferedLayout], actor: User) -> int:
    """Store layouts that are not known yet, and the names of banks that have none; return how many are new. None testifies anything until a
    statement of this organization teaches it. Raises NotYours."""
    require(actor, organization, "manage_settings")
    lock_layouts(organization)
    new = 0
    for offer in layouts:
        known, is_new = KnownLayout.objects.of(organization).get_or_create(
            organization=organization, key=key_of_traits(offer.traits), defaults={"traits": offer.traits}
        )
        new += is_new
        known.bank = known.bank or offer.bank
        known.claims = {"day_first": offer.day_first}
        known.imported_by, known.imported_at = actor, timezone.now()
        known.save(update_fields=["bank", "claims", "imported_by", "imported_at"])
    record(organization, actor, Act.IMPORTED_LAYOUTS, organization, count=len(layouts))
    return new


def _offered(value: object) -> OfferedLayout:
    layout = _exactly(value, {"bank", "traits", "day_first"})
    traits = _exactly(layout["traits"], set(TRAITS))
    if not (layout["day_first"] is None or isinstance(layout["day_first"], bool)):
        raise LayoutsRefused
    if not all(check(traits[name]) for name, check in TRAITS.items()) or len(traits["size"]) != WIDTH_AND_HEIGHT:
        raise LayoutsRefused
    return OfferedLayout(bank=_bank(layout["bank"]), traits=dict(traits), day_first=layout["day_first"])


def _exactly(value: object, names: set[str]) -> Mapping[str, Any]:
    if not isinstance(value, dict) or set(value) != names:
        raise LayoutsRefused
    return value


def _bank(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_BANK or not value.isprintable():
        raise LayoutsRefused
    return " ".join(value.split())


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and DIGEST.fullmatch(value) is not None


def _is_heading(value: object) -> bool:
    words = value.split(" ") if isinstance(value, str) else []
    return FEWEST_WORDS <= len(words) <= MOST_PLACES and all(word in WORDS for word in words)


def _are_places(value: object) -> bool:
    places = value if isinstance(value, list) and len(value) <= MOST_PLACES else [None]
    return all(type(place) is int and 0 <= place <= FARTHEST for place in places)


TRAITS: Mapping[str, Callable[[object], bool]] = {
    "sender": _is_digest,
    "heading": _is_heading,
    "producer": _is_digest,
    "fonts": _is_digest,
    "size": _are_places,
    "places": lambda value: bool(value) and _are_places(value),
    "edges": _are_places,
}
"""The check of each trait."""
