"""The pages of imports: each translates a request and makes one call inward."""

from reconciliation.views.imports import imports
from reconciliation.views.statement import import_detail, import_status

__all__ = ["import_detail", "import_status", "imports"]
