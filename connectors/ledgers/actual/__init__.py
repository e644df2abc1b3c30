"""Actual: a budget on a server. The server stores the budget as it was uploaded, and each change since as a message.

messages    those changes, as Actual's clients exchange them, by actualpy
changes     changes to make: an entry added, a mark set
server      the current budget, and changes to it
running     its accounts and those here

Only actualpy's messages and encryption are used. Its client is not: it would run any SQL that a server sends."""
