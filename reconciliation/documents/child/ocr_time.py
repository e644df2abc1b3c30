"""Pages are recognised as long as one more of them would end in time: what is read is given, and not lost with the rest."""

import time

STARTED = time.monotonic()  # the parent's clock runs since the child's start


class TimeBudget:
    """So many seconds since the child's start."""

    def __init__(self, seconds: float) -> None:
        self.end = STARTED + seconds
        self.before = time.monotonic()
        self.longest = 0.0

    def is_over(self) -> bool:
        """To be asked before each page: whether it would end too late if it took as long as the longest yet."""
        now = time.monotonic()
        self.longest = max(self.longest, now - self.before)
        self.before = now
        return now + self.longest > self.end
