"""Talking to a model: plain Python, any vendor, nothing of statements or of money owed.

contract.py     what a provider is asked and answers: one turn, at once or as it comes
loop.py         ask, run tools, feed back, until there is an answer or a limit; events.py: what is told meanwhile
course.py       what a run has come to and what is asked next: pure, with conversation.py limits.py answers.py results.py
asking.py       one turn of a run: kept (store.py), reserved (costs.py, at the prices of prices.py), retried (patience.py)
answering.py    the calls of a turn, each answered once; tools.py: plain functions with typed arguments,
                which schema.py and parsing.py make of dataclasses
strict_json.py  JSON from outside; options.py: what may be asked of the way an answer is made
registry.py     a provider by name; dialects.py: the table of servers and where they differ
wire.py         a provider over the network: a codec of protocols/, a transport of transports/, imported when it is chosen
offering.py     how tools are offered: as the protocol has them, or (actions.py) as one JSON schema that local servers enforce
observing.py    who looks on: the log, and in tracing.py OpenTelemetry; neither is told what was said
seeding.py      results that are known to be needed, given before the first turn; execution.py: tools in their time
scripted.py     a provider that plays a script; transports/recording.py writes runs down and plays them, replay.py decodes them
"""
