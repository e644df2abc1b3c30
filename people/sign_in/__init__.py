"""The way in: who may try how often, what a person shows besides a password, and where else they are signed in.

limits.py          how often a sign-in may fail
throttle.py        counts it: how often a sign-in may fail, by account and address
models.py          a person's second factor and recovery codes, as they are stored
codes.py           one-time codes (RFC 6238) and recovery codes, as they are written and compared
second_factor.py   set up, show, replace, remove
sessions.py        sign in, wait for the second factor, end what is open elsewhere
letters.py         the letter that leads to a new password
"""
