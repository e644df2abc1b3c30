"""Assistants over the Model Context Protocol: they read what the loop's own model may read, upload, and put proposals before a person. They
decide nothing: no tool here changes an entry, a verdict or a decision.

`server.py` has the tools of one token, for the loop's toolbox, and the protocol, over the official SDK: over stdio for a program on the
same machine, over HTTP for others."""
