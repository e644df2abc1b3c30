"""The answer to a request that a full disk stopped, also while Django stores a large upload before any view."""

import errno
import sys

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from api.http.problems import ROOT, problem

NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
POSTGRES_NO_ROOM = {"53100"}
SQLITE_NO_ROOM = "database or disk is full"
UNAVAILABLE = 503


def is_full(error: BaseException | None) -> bool:
    """Return True if a full disk, or a used-up quota, of this machine or of the database's is the error or its cause."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            return True
        if getattr(error, "sqlstate", None) in POSTGRES_NO_ROOM or (isinstance(error, DatabaseError) and SQLITE_NO_ROOM in str(error)):
            return True
        error = error.__cause__ or error.__context__
    return False


def failed(request: HttpRequest) -> HttpResponse:
    """Return the answer to a request that raised an error. Django calls this while it handles the error."""
    if not is_full(sys.exc_info()[1]):
        return server_error(request)
    if request.path.startswith(ROOT):
        return problem(UNAVAILABLE, "disk_full", "The disk of the server is full. Nothing was stored. Send it again once there is room.")
    return HttpResponse(render_to_string("disk_full.html"), status=UNAVAILABLE)
