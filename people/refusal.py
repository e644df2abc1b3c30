"""The base class of the refusals that the API, the pages and the commands answer."""


class Refusal(Exception):
    """A request cannot be carried out, and nothing of it was. `code` is one word for programs, the same in every release; `status` is the
    status of the API's answer."""

    code: str
    status: int = 409
