"""The refusal of work on a statement that is in the queue, or was since."""

from people.refusal import Refusal


class ReadAgain(Refusal):
    """The statement is being read again, or was since: its rows may have other numbers."""

    code = "read_again"
