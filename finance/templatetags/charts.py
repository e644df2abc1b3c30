"""`{% line_chart points title marked currency %}`: a drawing made on the server, and its figures as a table."""

from collections.abc import Sequence

from django import template

from finance.charts import HEIGHT, LEFT, RIGHT, WIDTH, Point, chart_of

register = template.Library()


@register.inclusion_tag("finance/line_chart.html")
def line_chart(points: Sequence[Point], title: str, marked: str, currency: str) -> dict[str, object]:
    """Return the context of the chart; `marked` labels the marked points in the legend and the table."""
    return {
        "chart": chart_of(points),
        "points": list(reversed(points)),
        "title": title,
        "marked": marked,
        "currency": currency,
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "words_end": LEFT - 8,
        "right": WIDTH - RIGHT,
        "foot": HEIGHT - 8,
    }
