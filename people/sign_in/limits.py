"""How often a sign-in may fail. The settings read it before there is any Django."""

import datetime as dt

LIMITS: list[tuple[str | list[str], int]] = [(["username", "ip_address"], 5), ("ip_address", 50), ("username", 100)]
"""Failures within `PAUSE`, and what they are counted by. By account alone it is so many that no stranger keeps its owner out by five."""
PAUSE = dt.timedelta(minutes=15)
LIMIT = 100
"""Percent of what is allowed, by whichever is nearest to its limit."""
PARAMETERS = [parameter for parameter, _limit in LIMITS]
