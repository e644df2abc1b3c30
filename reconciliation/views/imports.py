"""The list of statements: what needs a person first."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
@login_required
def imports(request: HttpRequest) -> HttpResponse:
    return render(request, "reconciliation/imports.html", {"section": "statements"})
