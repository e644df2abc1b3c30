"""Other programs that Tieout asks: where statements arrive, and where the books live; read the modules in this order.

services      connections made, tried, switched and removed
running       which connection is due, one run at a time, and what came of it
arrivals/     ways in for statements: a folder, a mailbox, paperless-ngx
ledgers/      where the books live: Firefly III, Actual; published: what they lack of what was added here
"""
