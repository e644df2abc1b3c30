"""Version 1 of the API, under /api/v1."""

from api.access import TokenRate
from api.http.problems import REFUSALS
from api.http.repeats import around
from api.v1.accounts import router as accounts
from api.v1.decisions import router as decisions
from api.v1.entries import router as entries
from api.v1.imports import router as imports
from api.v1.ledger_imports import router as ledger_imports
from api.v1.me import router as me
from api.v1.schema import Docs, TieoutApi, docs_allowed
from api.v1.statements import router as statements
from api.v1.webhooks import router as webhooks

DESCRIPTION = """Does my ledger agree with the bank? Everything that the pages of Tieout can do, for programs.

A token is made under *Programs*: it acts for its member, in one organization, within its scopes.
Send it as `Authorization: Bearer tieout_...`. A change may carry an `Idempotency-Key`: sent again, it is done once.
Answers that may be fetched again carry an `ETag`; errors are problem details (RFC 9457) with a stable `code`."""

api = TieoutApi(
    title="Tieout",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api-v1",
    docs=Docs(),
    docs_decorator=docs_allowed,
    throttle=[TokenRate()],
)
api.add_decorator(around, mode="view")
for router in (me, accounts, entries, ledger_imports, imports, statements, decisions, webhooks):
    api.add_router("", router)
for kind, answer in REFUSALS.items():  # the handler of the most specific class answers an error
    api.add_exception_handler(kind, answer)
