"""Connections to other programs: sources of statements, and bookkeeping programs; read the modules in this order.

services      connections added, tried, switched and removed
running       due connections, one run at a time, and their results
sources/      programs that hold statements: a folder, a mailbox, paperless-ngx
ledgers/      bookkeeping programs: Firefly III, Actual; published: entries that were added here and are missing there"""
