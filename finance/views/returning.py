"""The page to which a form returns: one of this application that the link named, else the usual one."""

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme


def return_address(request: HttpRequest, usual: str) -> str:
    """Return the address in `next` if it is a page of this application, without a host, else `usual`."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return usual
    try:
        resolve(urlsplit(wanted).path)
    except Resolver404:
        return usual
    return wanted
