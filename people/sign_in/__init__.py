"""Sign-in: limits on failures, the second factor, and sessions.

limits.py          limits of failed sign-ins
throttle.py        counts failures by account and address
codes.py           one-time codes (RFC 6238) and recovery codes, created and compared
second_factor.py   set up, check, replace, remove
sessions.py        sign in, wait for the second factor, end other sessions
letters.py         the letter for a new password
"""
