"""The pages of imports: each translates a request and makes one call inward."""

from reconciliation.views.imports import imports
from reconciliation.views.upload import upload

__all__ = ["imports", "upload"]
