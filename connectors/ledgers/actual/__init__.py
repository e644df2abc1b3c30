"""Actual: a budget on a server. The server stores the budget as it was uploaded, and each change since as a message.

budget      the current budget, and changes to it as Actual's clients exchange them, by actualpy
running     its accounts and those here

Only actualpy's messages and encryption are used. Its client is not: it would run any SQL that a server sends."""
