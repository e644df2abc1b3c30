"""What the list of imports is called in its parts, and what became of each import that was acted on."""

from django.utils.translation import gettext_lazy as _

from reconciliation.presentation.import_list.order import Order

TABS = {"all": _("All"), "person": _("Needs a person"), "running": _("At work")}
COLUMNS = {
    "file": _("Statement"),
    "period": _("Period"),
    "person": _("Result"),
    "difference": _("Difference"),
    "uploaded": _("Age"),
}
ACTS = {"process": _("Process again"), "compare": _("Compare again"), "confirm": _("Confirm what is proposed")}


def in_words(order: Order) -> str:
    """By which column, and where its least stands: as the head of that column says it."""
    return f"{COLUMNS[order.key]} {'↑' if order.is_rising else '↓'}"
