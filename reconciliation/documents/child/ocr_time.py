"""The time for text recognition: pages are recognised as long as one more would end in time, and finished pages are not lost."""

import time

STARTED = time.monotonic()  # the parent's clock runs since the child's start


class TimeBudget:
    """A number of seconds since the child started."""

    def __init__(self, seconds: float) -> None:
        self.end = STARTED + seconds
        self.before = time.monotonic()
        self.longest = 0.0

    def is_over(self) -> bool:
        """True if another page would end too late, should it take as long as the longest so far. Asked before each page."""
        now = time.monotonic()
        self.longest = max(self.longest, now - self.before)
        self.before = now
        return now + self.longest > self.end
