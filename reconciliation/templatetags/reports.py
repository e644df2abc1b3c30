"""Filters for reports on a page."""

from django import template

from reconciliation.reports.report import shown

register = template.Library()
register.filter("cell", shown)


@register.filter
def beside(cells: tuple[object, ...], columns: tuple[object, ...]) -> list[tuple[object, object]]:
    """Yield each cell with its column."""
    return list(zip(cells, columns, strict=True))
