"""Names of the tabs, columns and actions of the list of imports."""

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
    """Return the name of the column and an arrow for the direction, as in the head of that column."""
    return f"{COLUMNS[order.key]} {'↑' if order.is_rising else '↓'}"
