"""The client knows the shapes that the schema has, field by field."""

from typing import Any, get_type_hints, is_typeddict

import pytest

from api.v1 import api
from tieout.client import shapes

OF_THE_SCHEMA = {
    "Account": "AccountShape",
    "Balance": "BalanceShape",
    "Organization": "OrganizationShape",
    "Codes": "CodesShape",
    "Entry": "EntryShape",
    "JudgedRow": "JudgedShape",
    "BalanceBreak": "BreakShape",
    "MirroredEntry": "MirroredEntryShape",
    "MirrorChange": "MirrorChangeShape",
    "LedgerImport": "LedgerImportShape",
    "Failure": "FailureShape",
    "Import": "ImportShape",
    "Run": "RunShape",
    "Line": "LineShape",
    "Unread": "UnreadShape",
    "Statement": "StatementShape",
    "Decision": "DecisionShape",
    "Posting": "PostingShape",
    "Left": "LeftShape",
    "Suggestion": "SuggestionShape",
    "Published": "PublishedShape",
    "Undone": "UndoneShape",
    "Signed": "SignedShape",
    "Webhook": "WebhookShape",
    "Delivery": "DeliveryShape",
}
KNOWN = [name for name, kind in vars(shapes).items() if is_typeddict(kind) and name != "Page"]


@pytest.mark.parametrize("name", KNOWN)
def test_a_shape_has_the_fields_of_the_schema(name: str) -> None:
    schemas: dict[str, Any] = api.get_openapi_schema()["components"]["schemas"]

    told = schemas[OF_THE_SCHEMA.get(name, name)]["properties"]

    assert set(get_type_hints(getattr(shapes, name))) == set(told)
