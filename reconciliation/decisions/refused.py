"""The refusal of a decision."""

from decimal import Decimal

from people.refusal import Refusal


class DecisionRefused(Refusal):
    """The decision cannot be taken and nothing of it is stored. `code` is a reason of the verifier or the services; `apart` is the
    difference between the sums in `currency`, if there is one."""

    def __init__(self, code: str, apart: Decimal | None = None, currency: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.apart = apart
        self.currency = currency
