"""Filters for the pages of statements."""

from django import template

from people.formats import written_day, written_moment
from reconciliation.presentation import formats

register = template.Library()
register.filter("day", written_day)
register.filter("moment", written_moment)
register.filter("age", formats.age)
register.filter("bounded", formats.bounded)
register.filter("until", formats.until)
register.filter("document_type", formats.document_type)
register.filter("stage", formats.stage)
register.filter("document_deleted", formats.document_deleted)
register.filter("provider_name", formats.provider_name)
register.filter("rounded", formats.rounded)
register.filter("figure", formats.figure)
