"""The cost of a tool loop by itself: the turns of the model and the results of the tools are there at once.

`python -m bench.loops NAME CALLS` prints processor seconds a round, run by run, with so many calls in each round but the last.
Imports stand inside: each environment has only some of these packages.
"""

import datetime as dt
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

ROUNDS = 8
RUNS = 40
DAY = "2026-01-05"
ANSWER = "It ties out."
Conversation = Callable[[], str]
"""One whole run, which ends with the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """The entries of one account between two days."""

    account: str
    first: dt.date
    last: dt.date
    limit: int = 200


def entries(query: Query) -> dict[str, Any]:
    return {"account": query.account, "rows": [[f"t{number}", query.first.isoformat(), "-19.50", "Grocer"] for number in range(20)]}


def asked(number: int, calls: int) -> Iterator[dict[str, Any]]:
    """The arguments of one round's calls: none is like another, so that each is run."""
    for place in range(calls):
        yield {"account": f"a{number}-{place}", "first": DAY, "last": DAY}


def tieout(calls: int) -> Conversation:
    from assistant.contract import Message, Request, Turn
    from assistant.loop import ToolLoop
    from assistant.scripted import ScriptedProvider
    from assistant.scripted import calls as calling
    from assistant.tools import Tool, Toolbox

    def turn(request: Request) -> Turn:
        number = len(request.messages) // 2
        return calling(*(("entries", query) for query in asked(number, calls))) if request.tools else Turn(text=ANSWER)

    def converse() -> str:
        toolbox = Toolbox([Tool(name="entries", arguments=Query, function=entries)])
        return ToolLoop(ScriptedProvider([turn] * ROUNDS), toolbox).run([Message(role="user", text="Does it tie out?")]).text

    return converse


def pydantic_ai(calls: int) -> Conversation:
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    def turn(messages: Any, _: Any) -> Any:
        number = len(messages) // 2
        if number == ROUNDS - 1:
            return ModelResponse(parts=[TextPart(ANSWER)])
        return ModelResponse(parts=[ToolCallPart("entries", {"query": query}) for query in asked(number, calls)])

    agent = Agent(FunctionModel(turn), tools=[entries])

    def converse() -> str:
        return str(agent.run_sync("Does it tie out?").output)

    return converse


CONTESTANTS: dict[str, Callable[[int], Conversation]] = {"tieout": tieout, "pydantic-ai": pydantic_ai}


def main() -> None:
    name, calls = sys.argv[1], int(sys.argv[2])
    print(json.dumps(list(timed(CONTESTANTS[name](calls)))))


def timed(converse: Conversation) -> Iterator[float]:
    """Processor seconds a round, after one run to warm up. Raises ValueError where a run does not end as it must."""
    for run in range(RUNS + 1):
        started = time.process_time()
        if converse() != ANSWER:
            raise ValueError("the run did not end with its answer")
        if run:
            yield (time.process_time() - started) / ROUNDS


if __name__ == "__main__":
    main()
