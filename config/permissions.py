"""Browser features that are denied to all pages, in case of injected code: camera, location, payments."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

FEATURES = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
NONE_OF_THEM = ", ".join(f"{feature}=()" for feature in FEATURES)


class Permissions:
    """Denies these features, and embedding by other sites."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        answer.headers.setdefault("Permissions-Policy", NONE_OF_THEM)
        answer.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return answer
