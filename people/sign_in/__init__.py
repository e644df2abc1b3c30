"""Sign-in: limits on failures, the second factor, and sessions.

limits.py          limits of failed sign-ins
throttle.py        counts failures by account and address
second_factor.py   one-time codes (RFC 6238) and recovery codes: set up, check, replace, remove
sessions.py        sign in, wait for the second factor, end other sessions
letters.py         the letter for a new password
"""
