"""Sign-in: limits on failures, the second factor, and sessions.

throttle.py        counts failures by account and address
second_factor.py   one-time codes (RFC 6238) and recovery codes: set up, check, replace, remove
sessions.py        sign in, wait for the second factor, end other sessions

The limits of failures are here: the settings read them before Django is loaded.
"""

import datetime as dt

LIMITS: list[tuple[str | list[str], int]] = [(["username", "ip_address"], 5), ("ip_address", 50), ("username", 100)]
"""Limits of failures within `PAUSE`, each with the parameters that it counts by. The limit by account alone is high, so that no stranger
locks its owner out."""
PAUSE = dt.timedelta(minutes=15)
LIMIT = 100
"""The limit that is configured: `Throttle` counts failures in percent of the nearest of `LIMITS`."""
PARAMETERS = [parameter for parameter, _limit in LIMITS]
