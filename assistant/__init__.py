"""Talking to a model: plain Python, any vendor, nothing of statements or of money.

contract.py     what a provider is asked and answers: one turn
options.py      the closed list of what may be asked of an answer's making
loop.py         ask, run tools, feed back, until there is an answer or a limit; beside it, pure:
                conversation.py limits.py answers.py results.py, and answering.py, which answers calls
tools.py        plain functions with typed arguments; schema.py and parsing.py make them so
strict_json.py  JSON from outside
registry.py     a provider by name, imported when it is chosen: providers/ over the network, scripted.py for tests
dialects.py     the table of servers and where they differ
protocols/      what goes over the wire, encoded and decoded; replay.py decodes what was recorded
"""
