"""Requests with retries: every change carries a key, so that a repeated request does nothing twice."""

import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import httpx2

TRIES = 4
LONGEST_PAUSE = 30.0
AGAIN = {429, 502, 503, 504}
"""Answers after which the same is asked again: not refused, but not now."""


class Asking:
    """The connection to one installation, with one token. A token for every organization needs the short name of one."""

    def __init__(self, address: str, *, token: str, organization: str = "", seconds: float = 60.0, tries: int = TRIES) -> None:
        headers = {"Authorization": f"Bearer {token}"} | ({"Tieout-Organization": organization} if organization else {})
        self._client = httpx2.Client(base_url=f"{address.rstrip('/')}/api/v1/", headers=headers, timeout=seconds, follow_redirects=False)
        self._tries = tries

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()

    def get(self, path: str, **parameters: Any) -> Any:
        return self._answer("GET", path, params=_given(parameters)).json()

    def file(self, path: str, **parameters: Any) -> bytes:
        return self._answer("GET", path, params=_given(parameters)).content

    def post(self, path: str, sent: Mapping[str, Any] | None = None, *, key: str = "") -> Any:
        return self._answer("POST", path, json=dict(sent or {}), headers=_keyed(key)).json()

    def send(self, path: str, filename: str, content: bytes, *, key: str = "", **fields: str) -> Any:
        """Send a file as a form."""
        files = {"file": (filename, content)}
        return self._answer("POST", path, files=files, data=_given(fields), headers=_keyed(key)).json()

    def patch(self, path: str, sent: Mapping[str, Any], *, seen: str = "") -> Any:
        return self._answer("PATCH", path, json=dict(sent), headers=_keyed("") | _if_match(seen)).json()

    def delete(self, path: str, *, seen: str = "") -> None:
        self._answer("DELETE", path, headers=_keyed("") | _if_match(seen))

    def stream(self, path: str) -> Any:
        """Return an open answer, to be read line by line within `with`."""
        return self._client.stream("GET", path, headers={"Accept": "text/event-stream"})

    def _answer(self, method: str, path: str, **more: Any) -> httpx2.Response:
        """Return the answer. Raises Refused, Unreachable."""
        for attempt in range(1, self._tries + 1):
            try:
                answer = self._client.request(method, path, **more)
            except httpx2.TransportError as broken:
                if attempt == self._tries:
                    raise Unreachable(f"{type(broken).__name__}: {broken}") from broken
                time.sleep(_pause(attempt, ""))
                continue
            if answer.is_success:
                return answer
            if answer.status_code not in AGAIN or attempt == self._tries:
                try:
                    body = answer.json()
                except ValueError:
                    body = {}
                raise Refused(answer.status_code, body.get("code", "unknown"), body.get("detail", ""), body.get("errors") or ())
            time.sleep(_pause(attempt, answer.headers.get("Retry-After", "")))
        raise AssertionError("the last try returns or raises")


def _pause(attempt: int, stated: str) -> float:
    """Return the seconds to wait: those that the server asks for, else longer each time."""
    return min(LONGEST_PAUSE, float(stated) if stated.isdigit() else 0.5 * 2**attempt)


def _keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key or uuid4().hex}


def _if_match(etag: str) -> dict[str, str]:
    return {"If-Match": etag} if etag else {}


def _given(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return the values that are neither None nor empty."""
    return {name: str(value) for name, value in fields.items() if value not in (None, "")}


class Refused(Exception):
    """Tieout refused a request. `code` does not change between releases; `detail` says what to do."""

    def __init__(self, status: int, code: str, detail: str = "", errors: Sequence[Any] = ()) -> None:
        self.status, self.code, self.detail, self.errors = status, code, detail, tuple(errors)
        super().__init__(" ".join(filter(None, (f"{status} {code}", detail, *(str(error.get("message", "")) for error in errors)))))


class Unreachable(Exception):
    """No answer came after all tries."""


class NotInTime(Exception):
    """The document was not finished within the given time. Tieout still works on it: ask again."""
