"""Filters for days and moments in the reader's format: `{{ booked_on|day }}`, `{{ made_at|moment }}`."""

from django import template

from people.formats import written_day, written_moment, written_span

register = template.Library()
register.filter("day", written_day)
register.filter("span", written_span)
register.filter("moment", written_moment)
