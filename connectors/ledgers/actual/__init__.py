"""Actual: a budget on a server of it. The server keeps the budget as it was stored once, and every change since as a message.

messages    those changes, as the clients of Actual tell each other, by actualpy
changes     what is changed: an entry added, a mark set
server      the budget as it stands now, and changes to it
running     its accounts and ours

Of actualpy what understands messages and encryption is taken. Its own client is not: it would run whatever SQL a server hands out.
"""
