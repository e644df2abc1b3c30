"""Whether this server can do its work: asked by what runs it, over plain HTTP and under any name."""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

PATH = "/health"


class Health:
    """Answers before any other middleware looks at the host or insists on HTTPS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != PATH:
            return self.get_response(request)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except DatabaseError:
            return HttpResponse("no database\n", status=503, content_type="text/plain")
        return HttpResponse("ok\n", content_type="text/plain")
