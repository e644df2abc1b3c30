"""Keyset pages: a page begins after a row, so that rows added meanwhile shift nothing."""

import base64
import binascii
import datetime as dt
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet

from api.http.problems import Refused

RowT = TypeVar("RowT", bound=Model)
MOST = 200
USUAL = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice(Generic[RowT]):
    """Some rows in order; `next` is the key of the next page, None on the last one."""

    rows: list[RowT]
    next: str | None


def slice_of(
    rows: QuerySet[RowT], *, by: str, read: Callable[[str], Any], after: str | None, limit: int, newest_first: bool = False
) -> Slice[RowT]:
    """Return a page ordered by the column `by` and the id. Raises Refused if `after` is no key of a page."""
    way, sign = ("lt", "-") if newest_first else ("gt", "")
    if after:
        try:
            text = base64.urlsafe_b64decode(after.encode("ascii") + b"=" * (-len(after) % 4)).decode()
            stated, _, key = text.rpartition("~")
            last_value, last_key = read(stated), uuid.UUID(key)
        except (ValueError, binascii.Error) as error:
            raise Refused(404, "no_such_page", "`after` is what `next` of the page before says, and nothing else.") from error
        rows = rows.filter(Q(**{f"{by}__{way}": last_value}) | Q(**{by: last_value, f"pk__{way}": last_key}))
    page = list(rows.order_by(f"{sign}{by}", f"{sign}pk")[: limit + 1])
    if len(page) <= limit:
        return Slice(rows=page, next=None)
    last = page[limit - 1]
    value = getattr(last, by)
    following = f"{value.isoformat() if isinstance(value, dt.date) else value}~{last.pk}"
    return Slice(rows=page[:limit], next=base64.urlsafe_b64encode(following.encode()).decode().rstrip("="))
