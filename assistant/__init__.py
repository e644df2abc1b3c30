"""Conversations with models: plain Python for any vendor, without knowledge of statements or money.

contract.py     the request to a provider and its turn, in one piece or as a stream
loop.py         request, run tools, feed back, until there is an answer or a limit; events.py: the events of a run and its result
                RunState is the state of a run and its next request: pure, with conversation.py limits.py answers.py
asking.py       one turn of a run: stored (store.py), reserved (costs.py, at the prices of prices.json), retried
tool_execution.py  the calls of a turn, each answered once within its time; tools.py: plain functions with typed arguments,
                which schema.py makes of dataclasses
strict_json.py  JSON from outside
registry.py     a provider by name: a codec of protocols/, a transport of transports/, imported when they are chosen
dialects.py     the table of servers and their differences, and what was found out about one
masking.py      placeholders for numbers of accounts and the like
tool_mode.py    tools offered as the protocol has them, or as one JSON schema that local servers enforce
observing.py    observers: the log, and in tracing.py OpenTelemetry; neither receives any content
scripted.py     a provider that plays a script; transports records runs and plays them, replay.py decodes them"""
